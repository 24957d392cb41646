// @ts-check
// The graph of an SPRT: the log-likelihood ratio over the games, between its bounds.

import { h, s } from "../shared/dom.js";
import { t } from "../shared/store.js";
import { signed } from "./words.js";

/** @typedef {import("../shared/wire.d.ts").WatchSprt} WatchSprt */

const [WIDTH, HEIGHT] = [300, 110];
/** Games that fill the width at least. */
const FEW = 20;

/** @param {WatchSprt} sprt */
export function sprtGraph(sprt) {
  const games = Math.max(FEW, sprt.at.at(-1) ?? 0);
  const low = Math.min(sprt.lower, ...sprt.llrs) - 0.3;
  const high = Math.max(sprt.upper, ...sprt.llrs) + 0.3;
  const x = (/** @type {number} */ n) => (n / games) * (WIDTH - 8) + 4;
  const y = (/** @type {number} */ llr) => HEIGHT - ((llr - low) / (high - low)) * HEIGHT;
  const level = (/** @type {string} */ look, /** @type {number} */ llr) =>
    s("line", { class: look, x1: 0, x2: WIDTH, y1: y(llr), y2: y(llr) });
  const points = [[0, 0], ...sprt.llrs.map((llr, k) => [sprt.at[k], llr])];
  const path = points.map(([n, llr], k) => `${k ? "L" : "M"}${x(n)} ${y(llr)}`).join("");
  const [lastGame, lastRatio] = points[points.length - 1];
  return h(
    "figure",
    {
      class: `sprt ${sprt.verdict}`,
      role: "img",
      "aria-label": () =>
        `${t("watch.sprt.graph")}: ${sprtText(sprt)} (${signed(sprt.lower, 2)} … ${signed(sprt.upper, 2)}), ${t(`watch.sprt.${sprt.verdict}`)}`,
    },
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      level("bound upper", sprt.upper),
      level("bound lower", sprt.lower),
      level("zero", 0),
      s("path", { class: "curve", d: path }),
      s("circle", { class: "now", cx: x(lastGame), cy: y(lastRatio), r: 3 }),
      s("text", { x: 4, y: y(sprt.upper) + 11 }, `${signed(sprt.upper, 2)}  H1`),
      s("text", { x: 4, y: y(sprt.lower) - 4 }, `${signed(sprt.lower, 2)}  H0`),
    ),
  );
}

/** @param {WatchSprt} sprt */
export const sprtText = ({ elo0, elo1, llr }) => `SPRT [${elo0}, ${elo1}] · LLR ${signed(llr, 2)}`;
