// @ts-check
// The match that is watched: what the server says of it, and the game that is on the board.

import { other } from "../board/notation.js";
import { say } from "../shared/dom.js";
import { factsOf, on, request, tell } from "../shared/net.js";
import { batch, computed, signal, t } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").WatchState} WatchState */
/** @typedef {import("../shared/wire.d.ts").WatchGame} WatchGame */
/** @typedef {import("../shared/wire.d.ts").WatchLive} WatchLive */
/** @typedef {import("../shared/wire.d.ts").Position} Position */
/** @typedef {"black" | "white"} Side */

/** The match as it stands; null until the server has said it. */
export const match = signal(/** @type {WatchState | null} */ (null));
/** Why there is nothing to watch. */
export const failure = signal(/** @type {any} */ (null));
/** Games that have ended, by their numbers. */
export const games = signal(/** @type {Map<number, WatchGame>} */ (new Map()));
/** What is on the board: a table, where one game follows the other, or a game that has ended. */
export const chosen = signal(/** @type {{ table: number } | { number: number }} */ ({ table: 0 }));
/** How many moves of it are shown; null: all, also those that come. */
export const ply = signal(/** @type {number | null} */ (null));

/** @param {WatchState} state */
function take(state) {
  const before = match.peek();
  const lowest = state.latest.at(-1)?.number ?? 0;
  // A match that was begun again has fewer games than we know, and a fast one leaves a gap: then the earlier
  // ones are asked for again.
  const joins = games.peek().has(lowest) || games.peek().has(lowest - 1);
  const keeps = joins && state.played >= (before?.played ?? 0);
  const known = new Map(keeps ? games.peek() : []);
  for (const game of state.latest) known.set(game.number, game);
  batch(() => {
    const now = chosen.peek();
    // Between two games of a table the last one stays.
    if ("table" in now) last = state.live.find(({ table }) => table === now.table) ?? last;
    match.value = state;
    games.value = known;
    failure.value = null;
    // Without games that are played there is nothing to follow but the last one that was.
    if ("table" in now && !state.live.length && state.latest.length && (state.finish || state.log))
      chosen.value = { number: state.latest[0].number };
  });
  if (state.finish && before && !before.finish) say(t(`watch.finish.${state.finish}`));
}

function follow() {
  request("watch.open", {}, { keep: true }).then(take, (error) => (failure.value = error));
}

/** Listens to the server as long as the page is open. */
export function listen() {
  const ends = [on("watch.state", take), on("open", follow)];
  follow();
  return () => {
    ends.forEach((end) => end());
    tell("watch.leave");
  };
}

/** Asks for games that ended before those that are known. */
export async function more() {
  const before = Math.min(...games.peek().keys());
  try {
    const answer = await request("watch.games", { before });
    const known = new Map(games.peek());
    for (const game of answer.games) known.set(game.number, game);
    games.value = known;
  } catch {
    // The next press tries again.
  }
}

// ---------------------------------------------------------------- the game on the board

/** What was played last at the table that is shown. @type {WatchLive | null} */
let last = null;
/** @param {number} table */
const lastOf = (table) => (last?.table === table ? last : null);

/** The table or game that is shown; null where nothing is played. */
export const shownGame = computed(() => {
  const now = chosen.value;
  if ("number" in now) return games.value.get(now.number) ?? null;
  const live = match.value?.live ?? [];
  return live.find((one) => one.table === now.table) ?? live[0] ?? lastOf(now.table);
});

/** How many moves are shown. */
export const count = computed(() => {
  const total = shownGame.value?.pos.moves.length ?? 0;
  return Math.min(ply.value ?? total, total);
});

/**
 * The stones of a position after some of its moves, and who is next.
 * @param {Position} pos
 * @param {number} [moves]
 */
export function stonesOf(pos, moves = pos.moves.length) {
  const setup = (/** @type {Side} */ side) =>
    (pos.setup?.[side] ?? []).map((point) => ({ point, side, number: 0 }));
  const stones = [...setup("black"), ...setup("white")];
  let side = /** @type {Side} */ (pos.setup?.turn ?? "black");
  pos.moves.slice(0, moves).forEach((point, index) => {
    if (point !== "--") stones.push({ point, side, number: index + 1 });
    side = other(side);
  });
  return { stones, turn: side };
}

/** @type {import("../shared/app.d.ts").View} */
export const view = {
  position: () => {
    const game = shownGame.value;
    if (!game) {
      const { rule = "freestyle", size = 15 } = match.value ?? {};
      return { rule, size, stones: [], turn: null, last: null, ply: 0 };
    }
    const { stones, turn } = stonesOf(game.pos, count.value);
    return {
      rule: game.pos.rule,
      size: game.pos.size,
      stones,
      turn: isOver() ? null : turn,
      last: game.pos.moves[count.value - 1] ?? null,
      ply: count.value,
    };
  },
  rows: () => {
    const game = shownGame.value;
    return game && isOver() ? (factsOf(game.pos).value?.result?.rows ?? []) : [];
  },
  placing: () => false,
};

/** Whether the end of a game that has ended is shown. */
function isOver() {
  const game = shownGame.value;
  return game !== null && "number" in game && count.value === game.pos.moves.length;
}

/** Puts a table or game on the board. @param {{ table: number } | { number: number }} what */
export function choose(what) {
  batch(() => {
    chosen.value = what;
    ply.value = null;
  });
}

/** @param {number} by */
export function step(by) {
  const total = shownGame.peek()?.pos.moves.length ?? 0;
  const next = Math.max(0, Math.min(total, count.peek() + by));
  // At its end a game is followed.
  ply.value = next === total ? null : next;
}

/** The next table, then the games that have ended, the newest first. @param {1 | -1} by */
export function neighbour(by) {
  const tables = (match.peek()?.live ?? []).map(({ table }) => ({ table }));
  const ended = [...games.peek().keys()].sort((a, b) => b - a).map((number) => ({ number }));
  const all = [...tables, ...ended];
  const now = JSON.stringify(chosen.peek());
  const at = all.findIndex((one) => JSON.stringify(one) === now);
  const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
  if (next) choose(next);
}
