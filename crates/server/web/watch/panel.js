// @ts-check
// The panel of a watched match: how far it is, the score, the SPRT, the boards, the games.

import { button, h, s } from "../shared/dom.js";
import { computed, effect, language, signal, t, T } from "../shared/store.js";
import { choose, chosen, games, match, more } from "./model.js";
import { smallBoard } from "./small-board.js";
import { sprtGraph, sprtText } from "./sprt-graph.js";
import { eloText, resultText, share, short, span } from "./words.js";

/** @typedef {import("../shared/wire.d.ts").WatchState} WatchState */
/** @typedef {import("../shared/wire.d.ts").WatchEncounter} WatchEncounter */
/** @typedef {import("../shared/wire.d.ts").WatchPlayer} WatchPlayer */
/** @typedef {import("../shared/wire.d.ts").WatchLive} WatchLive */
/** @typedef {import("../shared/wire.d.ts").WatchGame} WatchGame */

export const panel = () => [
  h(
    "div",
    { "data-part": "score" },
    section("watch.match", () => [progress(state()), scores(state()), sprt(state())]),
    section("watch.players", () => players(state())),
  ),
  h("div", { "data-part": "boards" }, section("watch.boards", boards)),
  h("div", { "data-part": "games" }, section("watch.games", gameList)),
];

const state = () => /** @type {WatchState} */ (match.value);

/** @param {string} title @param {() => any} content */
const section = (title, content) =>
  h(
    "section",
    { class: "section", "aria-label": T(title) },
    h("h2", null, T(title)),
    h("div", { class: "stack" }, content),
  );

// ---------------------------------------------------------------- progress

/** @param {WatchState} now */
function progress(now) {
  const facts = [
    `${t(`rule.${now.rule}`)} ${now.size}×${now.size}`,
    now.opening !== "none" && t(`opening.${now.opening}`),
    now.move_ms !== undefined && t("watch.time.move", { span: seconds(now.move_ms) }),
    now.game_ms !== undefined && t("watch.time.game", { span: span(now.game_ms) }),
    now.log,
  ];
  const speed = [
    now.games_per_hour !== undefined && t("watch.speed", { games: short(now.games_per_hour) }),
    now.remaining_ms !== undefined && t("watch.remaining", { span: span(now.remaining_ms) }),
  ];
  return [
    h("p", { class: "muted" }, facts.filter(Boolean).join(" · ")),
    h(
      "div",
      { class: "row" },
      h("strong", { class: "num watch-played" }, playedText(now)),
      h("span", { class: "grow" }),
      stateChip(now),
    ),
    now.games !== undefined &&
      h("progress", { max: now.games, value: now.played, "aria-label": t("watch.progress") }),
    speed.some(Boolean) && h("p", { class: "muted num" }, speed.filter(Boolean).join(" · ")),
    now.problem && h("p", { class: "problem", role: "alert" }, now.problem),
  ];
}

/** @param {WatchState} now */
const playedText = ({ played, games: all }) =>
  all === undefined
    ? t("watch.played", { n: played })
    : t("watch.played-of", { played, games: all });

/** @param {WatchState} now */
function stateChip({ finish, problem, log }) {
  const word = finish ? `finish.${finish}` : problem ? "broken" : log ? "following" : "live";
  return h("span", { class: `tag watch-state ${finish ? "over" : word}` }, t(`watch.${word}`));
}

/** @param {number} ms */
const seconds = (ms) => (ms < 1000 ? `${ms} ms` : span(ms));

// ---------------------------------------------------------------- score

/** @param {WatchState} now */
function scores(now) {
  const met = now.encounters.filter(({ games: count }) => count > 0);
  if (now.encounters.length !== 1 || !met.length) return null;
  const [one] = met;
  return h(
    "div",
    { class: "watch-score" },
    h("p", { class: "num watch-result" }, `+${one.wins} =${one.draws} −${one.losses}`),
    h(
      "dl",
      { class: "num" },
      figure("score", share(one.score)),
      figure("elo", eloText(one)),
      figure("los", share(one.los)),
      figure("pairs", one.pairs.join(" · ")),
    ),
    eloBar([one]),
  );
}

/** @param {string} name @param {string} text */
const figure = (name, text) => [
  h("dt", { title: t(`watch.figure-title.${name}`) }, t(`watch.figure.${name}`)),
  h("dd", { data: { figure: name } }, text),
];

/** @param {WatchState} now */
const sprt = (now) =>
  now.sprt && [
    h("p", { class: "num watch-sprt" }, sprtText(now.sprt)),
    sprtGraph(now.sprt),
    now.sprt.verdict !== "undecided" &&
      h("p", { class: "verdict" }, t(`watch.sprt.${now.sprt.verdict}`)),
  ];

/**
 * Intervals of Elo above each other, on one scale.
 * @param {{ elo?: number, elo_error?: number }[]} list
 * @param {number} [index] the one to draw
 */
function eloBar(list, index = 0) {
  const known = list.filter(({ elo, elo_error }) => elo !== undefined && elo_error !== undefined);
  const one = list[index];
  if (one.elo === undefined || one.elo_error === undefined) return null;
  const ends = known.flatMap(({ elo = 0, elo_error = 0 }) => [elo - elo_error, elo + elo_error]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = Math.max(1, high - low) * 0.05;
  const x = (/** @type {number} */ elo) => ((elo - low + room) / (high - low + 2 * room)) * 200;
  const { elo, elo_error } = one;
  return s(
    "svg",
    { class: "elo-bar", viewBox: "0 0 200 14", "aria-hidden": "true", preserveAspectRatio: "none" },
    s("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: 14 }),
    s("line", { class: "interval", x1: x(elo - elo_error), x2: x(elo + elo_error), y1: 7, y2: 7 }),
    s("line", { class: "middle", x1: x(elo), x2: x(elo), y1: 2, y2: 12 }),
  );
}

// ---------------------------------------------------------------- players

/** @param {WatchState} now */
function players({ players: list }) {
  const many = list.length > 2;
  return h(
    "ul",
    { class: "watch-players" },
    list.map((player, index) =>
      h(
        "li",
        null,
        h(
          "div",
          { class: "row" },
          h("strong", { class: "grow" }, !many && (index ? "B: " : "A: "), player.name),
          h("span", { class: "num" }, many && player.games ? ratingText(player) : ""),
        ),
        player.text !== player.name && h("small", { class: "mono muted" }, player.text),
        many && eloBar(list, index),
        player.games > 0 && h("small", { class: "muted num" }, usage(player, many)),
      ),
    ),
  );
}

/** @param {WatchPlayer} player */
const ratingText = ({ elo, elo_error }) =>
  elo === undefined
    ? "–"
    : `${elo.toFixed(0)} ± ${elo_error === undefined ? "?" : elo_error.toFixed(0)}`;

/** @param {WatchPlayer} player @param {boolean} many */
const usage = (player, many) =>
  [
    many && t("watch.played", { n: player.games }),
    many && share(player.score),
    t("watch.per-move", { ms: player.move_ms.toFixed(player.move_ms < 10 ? 1 : 0) }),
    player.nps !== undefined && t("watch.nps", { n: short(player.nps) }),
  ]
    .filter(Boolean)
    .join(" · ");

// ---------------------------------------------------------------- boards

/** The tables by themselves: a grid that is made again with every move would lose the focus. */
function boards() {
  const tables = computed(() => (match.value?.live ?? []).map(({ table }) => table).join());
  return () => {
    const all = tables.value;
    if (!all) return h("p", { class: "muted" }, T(idleText()));
    return h("div", { class: "watch-boards" }, all.split(",").map(Number).map(table));
  };
}

const idleText = () =>
  match.value?.finish
    ? "watch.boards.over"
    : match.value?.log
      ? "watch.boards.log"
      : "watch.boards.none";

/** @param {number} number */
function table(number) {
  const live = computed(() => match.value?.live.find((one) => one.table === number) ?? null);
  const isChosen = () => {
    const now = chosen.value;
    return "table" in now && now.table === number;
  };
  return h(
    "button",
    {
      type: "button",
      class: "watch-board",
      "aria-pressed": () => String(isChosen()),
      "aria-label": () => (live.value ? liveText(live.value) : ""),
      on: { click: () => choose({ table: number }) },
    },
    () => live.value && smallBoard(live.value.pos),
    h(
      "span",
      { class: "watch-names", "aria-hidden": "true" },
      () => live.value && names(live.value),
    ),
  );
}

/** @param {WatchLive} live */
const liveText = ({ table: number, game, black, white, pos }) =>
  t("watch.table", { table: number + 1, game: game + 1, black, white, n: pos.moves.length });

/** @param {WatchLive | WatchGame} game */
const names = ({ black, white }) => [
  h("span", null, h("span", { class: "stone-dot black" }), " ", black),
  h("span", null, h("span", { class: "stone-dot white" }), " ", white),
];

// ---------------------------------------------------------------- games

/** Rows are added and never made again: who walks through them keeps the focus. */
function gameList() {
  const list = h("ol", { class: "watch-games" });
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  const oldest = signal(0);
  let spoken = "";
  effect(() => {
    const now = games.value;
    // Another language needs other rows.
    const isOld = (/** @type {number} */ number) => !now.has(number) || spoken !== language.value;
    for (const [number, row] of rows) {
      if (!isOld(number)) continue;
      row.remove();
      rows.delete(number);
    }
    spoken = language.value;
    const newestFirst = [...now.keys()].sort((a, b) => b - a);
    // From the oldest on, so that the one below is there.
    let below = /** @type {HTMLElement | null} */ (null);
    for (const number of newestFirst.reverse()) {
      const row = rows.get(number) ?? gameRow(/** @type {WatchGame} */ (now.get(number)));
      if (!rows.has(number)) list.insertBefore(row, below);
      rows.set(number, row);
      below = row;
    }
    oldest.value = newestFirst[0] ?? 0;
  });
  effect(() => {
    games.value;
    const now = chosen.value;
    for (const [number, row] of rows)
      row.firstElementChild?.setAttribute(
        "aria-pressed",
        String("number" in now && now.number === number),
      );
  });
  const any = computed(() => games.value.size > 0);
  return [
    () => !any.value && h("p", { class: "muted" }, T("watch.games.none")),
    list,
    () =>
      oldest.value > 0 &&
      button({ label: T("watch.games.more"), class: "button small", act: more }),
  ];
}

/** Plain text: the list looks after the rest. @param {WatchGame} game */
const gameRow = (game) =>
  h(
    "li",
    null,
    h(
      "button",
      {
        type: "button",
        class: "watch-game",
        "aria-pressed": "false",
        on: { click: () => choose({ number: game.number }) },
      },
      h("span", { class: "num muted" }, `${game.number + 1}`),
      h(
        "span",
        { class: "grow" },
        h("span", { class: "watch-names" }, names(game)),
        h(
          "small",
          { class: "muted" },
          game.winner && h("span", { class: `stone-dot ${game.winner}`, "aria-hidden": "true" }),
          ` ${resultText(game)} · ${t("watch.moves", { n: game.pos.moves.length })}`,
        ),
        game.detail && h("small", { class: "muted" }, game.detail),
      ),
    ),
  );
