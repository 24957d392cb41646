// @ts-check
// A small board: three paths and a ring around the last stone, so that many of them stay light.

import { xy } from "../board/notation.js";
import { s } from "../shared/dom.js";
import { stonesOf } from "./model.js";

const UNIT = 10;
const RADIUS = 4.6;

/** @param {import("../shared/wire.d.ts").Position} pos */
export function smallBoard(pos) {
  const far = pos.size * UNIT;
  const { stones } = stonesOf(pos);
  const lines = Array.from({ length: pos.size }, (_, k) => {
    const at = (k + 1) * UNIT;
    return `M${UNIT} ${at}H${far}M${at} ${UNIT}V${far}`;
  }).join("");
  const place = (/** @type {string} */ point) => {
    const { x, y } = xy(point);
    return { x: (x + 1) * UNIT, y: (pos.size - y) * UNIT };
  };
  const disc = (/** @type {string} */ point) => {
    const { x, y } = place(point);
    const arc = `a${RADIUS} ${RADIUS} 0 1 0`;
    return `M${x - RADIUS} ${y}${arc} ${2 * RADIUS} 0${arc}-${2 * RADIUS} 0`;
  };
  const discs = (/** @type {string} */ side) =>
    stones
      .filter((one) => one.side === side)
      .map(({ point }) => disc(point))
      .join("");
  const last = pos.moves.at(-1);
  const at = last && last !== "--" ? place(last) : null;
  return s(
    "svg",
    {
      class: "thumb",
      viewBox: `${UNIT / 2} ${UNIT / 2} ${far} ${far}`,
      "aria-hidden": "true",
    },
    s("rect", { width: far + UNIT, height: far + UNIT }),
    s("path", { class: "lines", d: lines }),
    s("path", { class: "white", d: discs("white") }),
    s("path", { class: "black", d: discs("black") }),
    at && s("circle", { class: "last", cx: at.x, cy: at.y, r: 2 }),
  );
}
