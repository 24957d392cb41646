// @ts-check
// Puzzles in words: what is asked, what a move does, what a hint says.

import { shown } from "../board/notation.js";
import { t } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").PuzzleSummary} PuzzleSummary */
/** @typedef {import("../shared/wire.d.ts").PuzzleShown} PuzzleShown */

/** What is asked: "White to play and win by fours". @param {PuzzleSummary} summary */
export const promptOf = ({ kind, side, stones }) =>
  t(`puzzle.prompt.${kind}`, { side: t(`side.${side}`), n: stones });

/** Ratings at which a puzzle has one star more. */
const STARS = [800, 1200, 1600, 2000];

/** How many of five stars a rating has. @param {number} rating */
export const starsOf = (rating) => 1 + STARS.filter((bound) => rating >= bound).length;

/**
 * What a move does.
 * @param {import("../shared/wire.d.ts").PuzzleTried} tried
 * @param {PuzzleShown} puzzle
 */
export function verdictText({ verdict, solved, moves, refutation }, puzzle) {
  const point = shown(moves[moves.length - 1]);
  if (verdict === "fails") {
    const reply = refutation.length ? shown(refutation[0]) : "";
    if (puzzle.own) return t("puzzle.fails.own", { point });
    if (!reply) return t("puzzle.fails", { point });
    return t(puzzle.summary.kind === "defence" ? "puzzle.fails.defence" : "puzzle.fails.reply", {
      point,
      reply,
    });
  }
  if (verdict === "also-wins") return t(solved ? "puzzle.solved.longer" : "puzzle.also", { point });
  return t(solved ? "puzzle.solved" : "puzzle.correct", { point });
}

/** How much the rating changed, if it did. @param {number | undefined} change */
export const changeText = (change) =>
  change === undefined
    ? ""
    : t("puzzle.change", { change: change < 0 ? `−${-change}` : `+${change}` });

/** @param {import("../shared/wire.d.ts").PuzzleHint} hint */
export function hintText({ step, threat, point }) {
  if (step === 3 && point) return t("puzzle.hint.point", { point: shown(point) });
  if (step === 2) return t("puzzle.hint.area");
  return threat ? t("puzzle.hint.kind", { kind: t(`threat.${threat}`) }) : t("puzzle.hint.quiet");
}
