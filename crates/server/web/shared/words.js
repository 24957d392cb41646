// @ts-check
// What happens in a game, in words.

import { t } from "./store.js";
import { other } from "../board/notation.js";

/** How a game ended. @param {import("./wire.d.ts").GameResult} result */
export function resultText(result) {
  if (!result.winner) return `${t("result.draw")} – ${t(`reason.${result.reason}`)}`;
  const loser = t(`side.${other(result.winner)}`);
  const fouls = result.fouls.map((kind) => t(`foul.${kind}`)).join(", ");
  return `${t("result.wins", { side: t(`side.${result.winner}`) })} – ${t(`reason.${result.reason}`, { loser, fouls })}`;
}
