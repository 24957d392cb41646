// @ts-check
// The graph of a review: Black's winning chance, a dot for every move that is blamed.

import { h, s } from "../shared/dom.js";
import { dragThrough, runs, widthOf } from "../shared/graph.js";
import { effect, t, T } from "../shared/store.js";
import { current, goBefore, isReproach, plyShown, review } from "./model.js";
import { chanceText } from "./words.js";

/** Sizes tell the kinds apart for who cannot see colours. @type {Record<string, number>} */
const RADII = { inaccuracy: 2, mistake: 3, blunder: 4 };

export function graph() {
  const svg = s("svg", { viewBox: "0 0 300 100", "aria-hidden": "true" });
  const scores = () => review.value?.scores ?? [];
  const x = (/** @type {number} */ k) => (k / widthOf(scores().length)) * 292 + 4;
  const y = (/** @type {number} */ wp) => 96 - wp * 92;
  effect(() => {
    const parts = [s("line", { class: "half", x1: 0, x2: 300, y1: 50, y2: 50 })];
    for (const run of runs(scores().map((score) => score?.wp ?? null))) {
      const path = run.map(({ k, wp }, i) => `${i ? "L" : "M"}${x(k)} ${y(wp)}`).join("");
      const [first, last] = [run[0].k, run[run.length - 1].k];
      parts.push(
        s("path", { class: "area", d: `${path}L${x(last)} 100L${x(first)} 100z` }),
        s("path", { class: "curve", d: path }),
      );
    }
    review.value?.moves.forEach((move, ply) => {
      const score = review.value?.scores[ply + 1];
      if (!score || !isReproach(move)) return;
      const [cx, cy, r] = [x(ply + 1), y(score.wp), RADII[move.label]];
      parts.push(s("circle", { class: `dot-${move.label}`, cx, cy, r }));
    });
    current.value;
    const at = plyShown.value + 1;
    if (at > 0 || !current.value.parent)
      parts.push(s("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: 100 }));
    svg.replaceChildren(...parts);
  });
  const box = h(
    "div",
    {
      class: "review-graph",
      tabindex: "0",
      role: "slider",
      "aria-label": T("review.graph"),
      "aria-valuemin": "0",
      "aria-valuemax": () => String(Math.max(0, scores().length - 1)),
      "aria-valuenow": () => String(plyShown.value + 1),
      "aria-valuetext": () => {
        const score = scores()[plyShown.value + 1];
        return t("review.graph.value", {
          ply: plyShown.value + 1,
          chance: score ? chanceText(score, "black") : "–",
        });
      },
    },
    svg,
  );
  dragThrough(box, () => review.peek()?.scores.length ?? 1, goBefore);
  return box;
}
