// @ts-check
// Scores and counts as texts.

/** @typedef {"black" | "white"} Side */
/** @typedef {import("../shared/wire.d.ts").Score} Score */

/**
 * A score as text. Proven results, likely ones and estimates never look the same.
 * @param {Score} score from Black's side
 * @param {"black" | "mover" | "points"} view
 * @param {Side} mover
 * @param {(key: string, args?: any) => string} t
 * @returns {string}
 */
export function scoreText(score, view, mover, t) {
  const turned = view === "black" ? false : mover === "white";
  if (score.proof) {
    if (score.proof === "draw") return t("score.draw");
    const wins = (score.proof === "win") !== turned;
    return t(wins ? "score.win" : "score.loss", { n: score.plies ?? 0 });
  }
  if (score.likely) {
    const wins = (score.likely === "win") !== turned;
    return t(wins ? "score.likely-win" : "score.likely-loss");
  }
  const chance = turned ? 1 - score.wp : score.wp;
  if (view === "points") return signed(Math.round(pointsOf(chance)));
  return `${percent(chance)}%`;
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
