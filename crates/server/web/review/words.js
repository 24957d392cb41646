// @ts-check
// Scores and turning points in words.

import { shown } from "../board/notation.js";
import { scoreSign, scoreText } from "../shared/score.js";
import { hasText, t } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").Score} Score */
/** @typedef {import("../shared/wire.d.ts").ReviewTurn} ReviewTurn */
/** @typedef {import("../shared/wire.d.ts").ReviewedMove} ReviewedMove */

/** What a side can expect: a percentage, or who wins by force and when. @param {Score} score @param {"black" | "white"} side */
export const chanceText = (score, side) => scoreText(score, "mover", side);

/** The same in a few signs: 63%, B9. @param {Score} score @param {"black" | "white"} side */
export const chanceSign = (score, side) =>
  score.proof ? scoreSign(score, "mover", side) : `${scoreSign(score, "mover", side)}%`;

/** @param {ReviewedMove} move */
export const labelText = (move) =>
  move.reason && hasText(`review.reason.${move.reason}`)
    ? `${t(`review.label.${move.label}`)} – ${t(`review.reason.${move.reason}`)}`
    : t(`review.label.${move.label}`);

/** @param {ReviewTurn} turn */
export const turnText = (turn) =>
  t(`review.turn.${turn.kind}.text`, {
    side: t(`side.${turn.side}`),
    move: turn.kind === "no-return" ? turn.ply : turn.ply + 1,
    n: turn.plies ?? 0,
    point: turn.line[0] ? shown(turn.line[0]) : "",
  });

/** Stones of a line as they lie over the board. @param {string[]} points @param {"black" | "white"} side */
export const ghosts = (points, side) =>
  points.map((point, k) => ({
    point,
    side: /** @type {"black" | "white"} */ (k % 2 ? (side === "black" ? "white" : "black") : side),
    label: String(k + 1),
  }));
