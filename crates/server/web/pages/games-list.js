// @ts-check
// The stored games: the list, what each is called, filters and orders, the chosen one.

import { note } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { language, signal, t } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").GameSummary} Game */

/** @param {any} error */
export const complain = (error) => note(() => problemText(error), { kind: "error", key: "games" });

/** All games; nothing while they are not known. */
export const games = signal(/** @type {Game[] | null} */ (null));
export const failed = signal("");
/** Numbers of entries that the database holds but cannot read. */
export const unreadable = signal(/** @type {string[]} */ ([]));
export const words = signal("");
export const filter = signal("all");
export const order = signal("changed");
/** Only games with this tag; nothing: all. */
export const tagged = signal("");
/** Marked for a common deed; nothing: single games are chosen. */
export const marked = signal(/** @type {Set<string> | null} */ (null));

/**
 * Changes the list. The row with the focus keeps it; if it goes, its neighbour gets it.
 * @param {Game[]} next
 */
export function show(next) {
  if (JSON.stringify(next) === JSON.stringify(games.peek())) return;
  const active = document.activeElement;
  const place = active?.closest?.(".game");
  const at = place ? [...(place.parentElement?.children ?? [])].indexOf(place) : -1;
  games.value = next;
  if (!place || active?.isConnected) return;
  const rows = document.querySelectorAll(".game");
  const row =
    document.querySelector(
      `.game[data-game="${/** @type {HTMLElement} */ (place).dataset.game}"]`,
    ) ?? rows[Math.min(at, rows.length - 1)];
  const to = row?.querySelector(".game-pick") ?? document.querySelector(".games-head input");
  /** @type {HTMLElement | null} */ (to)?.focus();
}

export async function load() {
  try {
    const list = await (await http("GET", "/api/games")).json();
    const storage = await (await http("GET", "/api/storage")).json();
    failed.value = "";
    unreadable.value = storage.unreadable;
    show(list);
  } catch (error) {
    failed.value = problemText(error);
  }
}

/**
 * A player; the server's own words for its seats are said in the user's language.
 * @param {string} name
 * @param {"black" | "white"} side
 */
function player(name, side) {
  const [, level, mcts] = /^Tengen level (\d+)( \((?:MCTS|tree search)\))?$/.exec(name) ?? [];
  if (level)
    return `Tengen (${t("level.of", { level: Number(level) })}${mcts ? `, ${t("algorithm.mcts")}` : ""})`;
  return name === "Player" ? t("you") : name || t(`side.${side}`);
}

/** @param {Game} game */
export const titleOf = (game) =>
  game.name || `${player(game.black, "black")} – ${player(game.white, "white")}`;

/** @param {Game} game */
export const resultOf = (game) =>
  game.result === "draw"
    ? t("result.draw")
    : game.result
      ? t("result.wins", { side: t(`side.${game.result}`) })
      : game.kind === "game"
        ? t("games.unfinished")
        : "";

/** @param {number} when */
export const dayOf = (when) =>
  new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(when);

/** @param {Game} game */
export const openingOf = (game) => (game.opening === "none" ? "" : t(`opening.${game.opening}`));

/** Whether the game was reviewed. @param {Game} game */
export const reviewOf = ({ reviewed }) =>
  reviewed === undefined ? "" : t(reviewed ? "games.reviewed" : "games.reviewed.part");

/** Everything a search looks through. @param {Game} game */
const haystack = (game) =>
  [
    titleOf(game),
    game.black,
    game.white,
    ...game.tags,
    resultOf(game),
    t(`rule.${game.rule}`),
    openingOf(game),
    reviewOf(game),
    dayOf(game.changed),
    `${game.size}×${game.size}`,
  ]
    .join(" ")
    .toLowerCase();

/** @type {Record<string, (game: Game) => boolean>} */
export const FILTERS = {
  all: () => true,
  unfinished: (game) => game.kind === "game" && !game.result,
  black: (game) => game.result === "black",
  white: (game) => game.result === "white",
  draw: (game) => game.result === "draw",
  record: (game) => game.kind === "record",
};

/** @type {Record<string, (a: Game, b: Game) => number>} */
export const ORDERS = {
  changed: (a, b) => b.changed - a.changed,
  oldest: (a, b) => a.changed - b.changed,
  longest: (a, b) => b.moves - a.moves,
  name: (a, b) => titleOf(a).localeCompare(titleOf(b), language.peek()),
};

/** @param {string} text @param {string[]} words */
const containsAll = (text, words) => words.every((word) => text.includes(word));

/**
 * Games that fit the words, the filter and the tag, in order.
 * @param {Game[]} list
 * @param {{ words: string, filter: string, order: string, tag?: string }} wanted
 */
export function found(list, wanted) {
  const all = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {Game} */ game) =>
    FILTERS[wanted.filter](game) &&
    (!wanted.tag || game.tags.includes(wanted.tag)) &&
    (!all.length || containsAll(haystack(game), all));
  return list.filter(fits).sort(ORDERS[wanted.order]);
}

export const chosen = signal(/** @type {string | null} */ (null));
/** Its tree and the node that is looked at. */
export const looked = signal(
  /** @type {{ tree: import("../shared/tree.js").Tree, node: import("../shared/tree.js").Node } | null} */ (
    null
  ),
);

/** @param {string} id @returns {Promise<import("../shared/wire.d.ts").StoredGame>} */
export const fetchGame = async (id) => (await http("GET", `/api/games/${id}`)).json();
