// @ts-check
// What happens in a game, in words: results and threats.

import { hasText, t } from "./store.js";
import { other, shown } from "../board/notation.js";

/** @typedef {import("./wire.d.ts").Threat} Threat */

/**
 * How a game ended; of a game at the table also who of the two it was.
 * @param {import("./wire.d.ts").GameResult} result
 * @param {import("./wire.d.ts").Seats} [seats]
 */
export function resultText(result, seats) {
  if (!result.winner) return `${t("result.draw")} – ${t(`reason.${result.reason}`)}`;
  const loser = t(`side.${other(result.winner)}`);
  const fouls = result.fouls.map((kind) => t(`foul.${kind}`)).join(", ");
  return `${winnerText(result.winner, seats)} – ${t(`reason.${result.reason}`, { loser, fouls })}`;
}

/** @param {"black" | "white"} winner @param {import("./wire.d.ts").Seats} [seats] */
function winnerText(winner, seats) {
  const side = t(`side.${winner}`);
  const seat = seats?.[winner];
  if (seat?.kind === "engine") return t("result.name-wins", { name: "Tengen", side });
  if (seat?.name) return t("result.name-wins", { name: seat.name, side });
  const alone = seat && seats?.[other(winner)].kind === "engine";
  return alone ? t("result.you-win") : t("result.wins", { side });
}

/** How a record says that its game ended. @param {import("./wire.d.ts").Ending} ending */
export function endingText(ending) {
  if (typeof ending === "string") return t(`ending.${ending}`);
  const [[winner, how]] = Object.entries(ending);
  const side = /** @type {"black" | "white"} */ (winner);
  const wins = t("result.wins", { side: t(`side.${side}`) });
  const reason = `reason.${how}`;
  return hasText(reason) ? `${wins} – ${t(reason, { loser: t(`side.${other(side)}`) })}` : wins;
}

/**
 * Threats to show: if a five is there only fives, and so on down, unless all are wanted.
 * @param {Threat[]} threats
 * @param {boolean} all
 */
export function threatsShown(threats, all) {
  if (all || !threats.length) return threats;
  const level = (/** @type {Threat} */ threat) =>
    threat.kind === "five"
      ? 0
      : threat.kind === "open-four"
        ? 1
        : threat.kind === "open-three"
          ? 3
          : 2;
  const best = Math.min(...threats.map(level));
  return threats.filter((threat) => level(threat) === best);
}

/** A threat in words. @param {Threat} threat */
export function threatText(threat) {
  const side = t(`side.${threat.side}`);
  const parts = threat.lines.map((line) => {
    const stones = line.stones.map(shown).join(" ");
    return line.completes.length
      ? t("threat.completes", {
          side,
          shape: t(`shape.${line.shape}`),
          stones,
          points: line.completes.map(shown).join(", "),
        })
      : t("threat.stones", { side, shape: t(`shape.${line.shape}`), stones });
  });
  return `${shown(threat.point)}: ${t(`threat.${threat.kind}`)}\n${parts.join("\n")}`;
}
