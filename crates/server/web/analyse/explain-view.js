// @ts-check
// What an explanation draws on the board: numbered ghosts, the row that wins, forbidden points, defences.

import { xy } from "../board/notation.js";
import { t } from "../shared/store.js";

/** @typedef {import("./explain.js").Explained} Explained */
/** @typedef {import("../shared/wire.d.ts").Facts} Facts */

/** Parts of the view of a page, while something is explained. @param {Explained} explained */
export const viewOf = (explained) => ({
  ghosts: () => ghosts(explained),
  rows: () => rows(explained),
  facts: (/** @type {Facts | null} */ facts) => factsWith(explained, facts),
  explained: () => prohibition(explained),
  candidates: () => defenceDiscs(explained),
});

/** The stones that are drawn. @param {Explained} explained */
const stepsOf = ({ line, drawn }) => line.value.slice(0, drawn.value);

/** @param {Explained} explained @returns {import("../board/state.d.ts").Ghost[]} */
const ghosts = (explained) =>
  stepsOf(explained).map(({ point, side }, index) => ({
    point,
    side,
    label: String(index + 1),
    outline: side !== explained.side,
  }));

/** The five, or the four that cannot be stopped. @param {Explained} explained @returns {string[][]} */
function rows(explained) {
  const steps = stepsOf(explained);
  const last = steps.at(-1);
  if (!last || steps.length < explained.line.value.length) return [];
  const [row] = last.lines;
  const points = row ? [...row.stones, ...row.completes] : [];
  return row ? [points.sort((a, b) => xy(a).x - xy(b).x || xy(a).y - xy(b).y)] : [];
}

/** The answers that are forbidden, shown as the board shows such points. @param {Explained} explained @param {Facts | null} facts */
function factsWith(explained, facts) {
  const last = stepsOf(explained).at(-1);
  return facts && last?.forbidden.length
    ? { ...facts, turn: /** @type {const} */ ("black"), forbidden: last.forbidden }
    : facts;
}

/** Why a point is forbidden. @param {Explained} explained @returns {import("../board/state.d.ts").Row[]} */
function prohibition(explained) {
  const all = stepsOf(explained).at(-1)?.forbidden ?? [];
  return all.find(({ point }) => point === explained.why.value)?.shapes ?? [];
}

/** What stops the win, as discs. @param {Explained} explained */
function defenceDiscs({ defences }) {
  const list = defences.value;
  if (!list || list === "searching") return [];
  return list.moves.map(({ point, holds }) => ({
    point,
    text: holds ? "✓" : "?",
    label: t(holds ? "explain.holds" : "explain.not-refuted"),
    step: holds ? 0 : 3,
    proved: holds,
    best: false,
    losing: false,
  }));
}
