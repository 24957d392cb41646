// @ts-check
// Figures and results of a match in words. Figures look as the command line prints them.

import { hasText, language, t } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").WatchGame} WatchGame */

/** @param {number} number @param {number} [digits] */
export const signed = (number, digits = 1) => {
  const text = Math.abs(number).toFixed(digits);
  return `${number < 0 && Number(text) !== 0 ? "−" : "+"}${text}`;
};

/** @param {number | undefined} share */
export const share = (share) => (share === undefined ? "–" : `${(100 * share).toFixed(1)} %`);

/** A difference in Elo with its interval. @param {{ elo?: number, elo_error?: number, games: number }} one */
export function eloText({ elo, elo_error, games }) {
  if (!games) return "–";
  if (elo === undefined) return t("watch.elo.infinite");
  return `${signed(elo)} ± ${elo_error === undefined ? "?" : elo_error.toFixed(1)}`;
}

/** A span of time in its two largest units. @param {number} ms */
export function span(ms) {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), "day"],
    [Math.floor(seconds / 3600) % 24, "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ];
  const first = parts.findIndex(([n]) => Number(n) > 0);
  const shown = first < 0 ? parts.slice(3) : parts.slice(first, first + 2);
  return shown
    .map(([n, unit]) =>
      new Intl.NumberFormat(language.value, {
        style: "unit",
        unit: String(unit),
        unitDisplay: "narrow",
      }).format(Number(n)),
    )
    .join(" ");
}

/** Large numbers with few digits. @param {number} number */
export const short = (number) =>
  new Intl.NumberFormat(language.value, {
    notation: "compact",
    maximumFractionDigits: 1,
  }).format(number);

/** How a game ended. @param {WatchGame} game */
export function resultText(game) {
  const how = hasText(`watch.ending.${game.ending}`)
    ? t(`watch.ending.${game.ending}`)
    : game.ending;
  if (!game.winner) return `${t("result.draw")} – ${how}`;
  const name = game.winner === "black" ? game.black : game.white;
  return `${t("result.name-wins", { name, side: t(`side.${game.winner}`) })} – ${how}`;
}
