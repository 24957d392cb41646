// @ts-check
// Scores as texts, the one notation of the app. A proof names its winner and the plies to the five: "White
// wins in 25", in short "W25", whoever is to move and whatever the settings say. An estimate is a chance or a
// number of points, and its short form is a bare number.

import { moreTexts, t } from "./store.js";

await moreTexts("score");

/** @typedef {"black" | "white"} Side */
/** @typedef {import("./wire.d.ts").Score} Score */
/** @typedef {"black" | "mover" | "points"} ScoreView */

/** @param {"win" | "loss" | "draw" | null | undefined} claim from Black's side @returns {Side | null} */
const sideOf = (claim) => (claim === "win" ? "black" : claim === "loss" ? "white" : null);

/** Who wins by a proof; none if it is a draw, or not proven. @param {Score} score */
export const winnerOf = (score) => sideOf(score.proof);

/** A proven win in words. @param {Side} side @param {number} plies up to and including the five */
export const winText = (side, plies) => t(`score.wins.${side}`, { n: plies });

/**
 * A score in words.
 * @param {Score} score
 * @param {ScoreView} view whose chance an estimate is
 * @param {Side} mover
 */
export function scoreText(score, view, mover) {
  const winner = winnerOf(score);
  if (winner) return winText(winner, score.plies ?? 0);
  if (score.proof) return t("score.draw");
  const likely = sideOf(score.likely);
  if (likely) return t(`score.likely.${likely}`);
  return view === "points" ? estimate(score, view, mover) : `${estimate(score, view, mover)}%`;
}

/**
 * A score in a few signs, for discs, lines and trees.
 * @param {Score} score
 * @param {ScoreView} view
 * @param {Side} mover
 */
export function scoreSign(score, view, mover) {
  const winner = winnerOf(score);
  if (winner) return t(`score.short.${winner}`, { n: score.plies ?? 0 });
  return score.proof ? "=" : estimate(score, view, mover);
}

/** What a sign stands on: how sure it is. @param {Score} score */
export function scoreHint(score) {
  if (winnerOf(score)) return t("score.proved", { n: score.plies ?? 0 });
  if (score.proof) return t("score.proved-draw");
  return score.likely ? t("score.unproved") : "";
}

/** How a sign looks: proofs are filled with the colour of the winner. @param {Score} score */
export const scoreLook = (score) => (score.proof ? `proved ${winnerOf(score) ?? "drawn"}` : "");

/** @param {Score} score @param {ScoreView} view @param {Side} mover */
function estimate(score, view, mover) {
  const chance = view !== "black" && mover === "white" ? 1 - score.wp : score.wp;
  return view === "points" ? signed(Math.round(pointsOf(chance))) : String(percent(chance));
}

/** A chance as whole percent that never claims certainty. @param {number} chance */
export const percent = (chance) => Math.min(99, Math.max(1, Math.round(chance * 100)));

/**
 * The engine's points behind a chance, 100 points to the pawn-like unit of its logistic scale.
 * @param {number} chance
 */
const pointsOf = (chance) =>
  200 *
  Math.log(
    Math.max(0.001, Math.min(0.999, chance)) / (1 - Math.max(0.001, Math.min(0.999, chance))),
  );

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** 1.24 M, 640 k, 312. @param {number} count */
export function counted(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e8 ? 0 : count >= 1e7 ? 1 : 2)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(count);
}
