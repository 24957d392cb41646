// @ts-check
// Play: a game against the engine, between engines, or between two people. The server keeps the
// game; this page shows its state and says what the user wants.

import { batch, computed, effect, recall, remember, set, settings, signal, t, T, untracked, hasText, language } from "./store.js";
import { button, choice, dialog, dialogs, h, menu, note, say, select, sound } from "./dom.js";
import { connection, factsOf, on, Refused, request } from "./net.js";
import { clockText, other, shown, sideOf } from "./notation.js";
import { foulText } from "./overlay.js";
import { attached } from "./input.js";

/** @typedef {import("./wire.d.ts").GameState} GameState */
/** @typedef {import("./main.js").App} App */
/** @typedef {"black" | "white"} Side */

/** The game that is followed. */
export const game = signal(/** @type {GameState | null} */ (null));
/** The ply that is looked at; none: the end, whatever comes. */
const looked = signal(/** @type {number | null} */ (null));
/** A stone that was put here and that the server has not confirmed. */
const pending = signal(/** @type {{ point: string, ply: number } | null} */ (null));
const hint = signal(/** @type {import("./wire.d.ts").Hint | null} */ (null));
const received = signal(0);
/** The time, while a clock runs. */
const now = signal(Date.now());

const DEFAULTS = { level: 2, rule: "freestyle", size: 15, clock: "none", opening: "none", black: "person", white: "engine", blackLevel: 2, whiteLevel: 2, pace: 1000, allowForbidden: false, resigns: false };
/** The choices of the last game. */
export const last = computed(() => ({ ...DEFAULTS, ...(settings.play.value ?? {}) }));
export const keepChoice = (/** @type {Partial<typeof DEFAULTS>} */ change) => set("play", { ...last.peek(), ...change });

/** Clocks offered, in milliseconds. @type {Record<string, import("./wire.d.ts").ClockRule | null>} */
export const CLOCKS = {
  none: null,
  "per-move": { kind: "per-move", time: 30_000 },
  blitz: { kind: "increment", main: 180_000, increment: 2000 },
  rapid: { kind: "increment", main: 600_000, increment: 5000 },
  "byo-yomi": { kind: "byo-yomi", main: 300_000, period: 30_000, periods: 3 },
};

// ---------------------------------------------------------------- what the server says

/** News of a game that is not followed: perhaps of one whose start has not been answered yet. @type {GameState | null} */
let early = null;

on("game.state", (state) => {
  const before = game.peek();
  if (before && before.game === state.game && state.revision < before.revision) return;
  if (before && before.game !== state.game && recall("game", null) !== state.game) {
    early = state;
    return;
  }
  batch(() => {
    game.value = state;
    received.value = Date.now();
    const waits = pending.peek();
    if (waits && (state.moves.length > waits.ply || before?.game !== state.game)) pending.value = null;
    if (hint.peek() && hint.peek()?.ply !== state.moves.length) hint.value = null;
    if (looked.peek() !== null && /** @type {number} */ (looked.peek()) >= state.moves.length) looked.value = null;
  });
  announce(before, state);
});

on("open", () => {
  const id = recall("game", null);
  if (id) follow(id);
});

/** Follows a game, also after a lost connection. @param {string} id */
function follow(id) {
  const answer = request("game.open", { game: id }).catch((error) => {
    if (!(error instanceof Refused) || error.code !== "not-found") return;
    remember("game", null);
    if (game.peek()?.game === id) game.value = null;
  });
  expected(answer);
}

/** A game that is on its way from the server: a stone put meanwhile is meant for it. @type {Promise<any> | null} */
let coming = null;

/** @template T @param {Promise<T>} answer @returns {Promise<T>} */
function expected(answer) {
  coming = answer;
  answer.finally(() => {
    if (coming === answer) coming = null;
  });
  return answer;
}

/** Speaks the opponent's move, choices of the opening and the end. @param {GameState | null} before @param {GameState} state */
function announce(before, state) {
  if (!before || before.game !== state.game) return;
  for (const one of state.choices.slice(before.choices.length)) {
    if (one.actor !== "engine") continue;
    const key = `opening.engine.${one.option}`;
    note(() => (hasText(key) ? t(key) : t("opening.engine.other", { option: shown(one.option) })), { seconds: 8 });
  }
  if (state.draw_offer === "refused" && before.draw_offer !== "refused") note(T("draw.refused"));
  if (state.moves.length > before.moves.length) sound("stone");
  if (state.result && !before.result) sound("end");
  if (state.result && !before.result) return say(resultText(state.result), "assertive");
  if (state.moves.length <= before.moves.length) return;
  const side = sideOf(/** @type {any} */ (state), state.moves.length - 1);
  if (state.seats[side].kind !== "engine") return;
  const move = /** @type {any} */ (state.moves.at(-1)).move;
  say(t("spoken.move", { who: t(`side.${side}`), point: shown(move) }), "assertive");
}

/** @param {import("./wire.d.ts").GameResult} result */
export function resultText(result) {
  if (!result.winner) return `${t("result.draw")} – ${t(`reason.${result.reason}`)}`;
  const loser = t(`side.${other(result.winner)}`);
  const fouls = result.fouls.map((kind) => t(`foul.${kind}`)).join(", ");
  return `${t("result.wins", { side: t(`side.${result.winner}`) })} – ${t(`reason.${result.reason}`, { loser, fouls })}`;
}

/** A refusal in the user's language. @param {any} error */
export function problemText(error) {
  const code = error?.code ?? "lost";
  const key = `problem.${code}`;
  const own = error?.message ?? "";
  if (language.value === "en" && own && ["opening", "bad-position", "bad-file", "cannot-hold", "not-saved", "unsuited", "internal", "too-large", "bad-message"].includes(code)) return own.charAt(0).toUpperCase() + own.slice(1);
  return hasText(key) ? t(key) : own || t("problem.lost");
}

/** @param {any} error */
const complain = (error) => note(() => problemText(error), { kind: "refused", key: "refused" });

// ---------------------------------------------------------------- what the user wants

/** @param {any} action */
export const act = (action) => {
  const id = game.peek()?.game;
  if (id) request("game.action", { game: id, action }).catch(complain);
};

/**
 * Starts a game; a game under way is kept as unfinished and can be brought back.
 * @param {any} wanted
 */
export const start = (wanted) => expected(begin(wanted));

/** @param {any} wanted */
async function begin(wanted) {
  const before = game.peek();
  const answer = await request("game.new", wanted, { keep: true }).catch(complain);
  if (!answer?.game) return null;
  // The engine may have moved before the answer came.
  const newer = [game.peek(), early].find((one) => one && one.game === answer.game && one.revision > answer.revision);
  const state = newer ?? answer;
  batch(() => {
    remember("game", state.game);
    game.value = state;
    received.value = Date.now();
    looked.value = null;
    pending.value = null;
    hint.value = null;
  });
  if (before && before.game !== state.game) {
    request("game.leave", { game: before.game }).catch(() => {});
    if (!before.result && before.moves.length) {
      const back = () => {
        remember("game", before.game);
        game.value = before;
        follow(before.game);
      };
      note(T("game.kept"), { seconds: 10, key: "kept", actions: [{ label: T("undo"), act: back }] });
    }
  }
  return state;
}

/** @param {string} kind @param {number} level */
export const seat = (kind, level) => (kind === "engine" ? { kind: "engine", level } : { kind: "person" });

/** One click: a game with the last choices. @param {Side | "random"} colour */
function quickStart(colour) {
  const { level, rule, size, clock, opening, allowForbidden, resigns } = last.peek();
  const mine = colour === "random" ? (Math.random() < 0.5 ? "black" : "white") : colour;
  const seats = { [mine]: seat("person", 0), [other(mine)]: seat("engine", level) };
  return start({ rule, size, opening, clock: CLOCKS[clock] ?? undefined, ...seats, allow_forbidden: allowForbidden, engine_resigns: resigns });
}

/** The same again with colours exchanged. */
function rematch() {
  const old = game.peek();
  if (!old) return;
  start({ rule: old.rule, size: old.size, opening: old.setup ? undefined : old.opening, clock: old.clock?.rule, black: old.seats.white, white: old.seats.black, setup: old.setup, pace_ms: old.pace_ms, allow_forbidden: old.allow_forbidden });
}

/** @param {string} point */
async function click(point) {
  if (coming) await coming;
  const state = game.peek() ?? (await quickStart("black"));
  if (!state) return;
  const { stones } = position.peek();
  const stone = stones.find((one) => one.point === point);
  if (stone) return stone.number && lookAt(stone.number);
  if (looked.peek() !== null) {
    looked.value = null;
    return;
  }
  const refuse = (/** @type {() => string} */ text, /** @type {any[]} */ actions = []) => {
    attached.board?.shake(point);
    note(text, { kind: "refused", key: "refused", actions });
  };
  if (state.result) return refuse(T("problem.game-over"));
  if (state.step?.do === "choose" && state.step.options.includes(point)) return act({ do: "choose", option: point });
  if (!state.your_turn || pending.peek()) return refuse(T("problem.not-your-turn"));
  const foul = state.facts.forbidden.find((/** @type {import("./wire.d.ts").Forbidden} */ one) => one.point === point);
  if (foul && state.turn === "black" && !state.allow_forbidden && !state.step) {
    return refuse(() => foulText(foul), [{ label: T("why"), act: () => attached.explain?.(foul) }]);
  }
  put(state, point, refuse);
}

/** @param {GameState} state @param {string} point @param {(text: () => string) => void} refuse */
function put(state, point, refuse) {
  const ply = state.moves.length;
  pending.value = { point, ply };
  hint.value = null;
  request("game.move", { game: state.game, move: point, ply }, { keep: true }).catch((error) => {
    pending.value = null;
    refuse(() => problemText(error));
  });
}

function undo() {
  const state = game.peek();
  if (!state) return;
  looked.value = null;
  request("game.undo", { game: state.game }).catch(complain);
}

function askHint() {
  const state = game.peek();
  if (!state || state.result) return;
  looked.value = null;
  request("game.hint", { game: state.game })
    .then((answer) => {
      hint.value = answer;
      say(t(`hint.${answer.step}`, { point: shown(answer.point ?? answer.area[0]) }));
    })
    .catch(complain);
}

/** @param {number} ply */
export function lookAt(ply) {
  const end = game.peek()?.moves.length ?? 0;
  looked.value = ply >= end ? null : Math.max(0, ply);
}

/** @param {number} by */
const step = (by) => lookAt((looked.peek() ?? game.peek()?.moves.length ?? 0) + by);

// ---------------------------------------------------------------- what the board shows

/** @type {import("./store.js").Signal<import("./board.js").Shown>} */
const position = computed(() => {
  const state = game.value;
  if (!state) return { rule: last.value.rule, size: last.value.size, stones: [], turn: "black", last: null, ply: 0 };
  const ply = looked.value ?? state.moves.length;
  /** @type {import("./board.js").Stone[]} */
  const stones = [];
  for (const side of /** @type {Side[]} */ (["black", "white"])) {
    for (const point of state.setup?.[side] ?? []) stones.push({ point, side, number: 0 });
  }
  state.moves.slice(0, ply).forEach(({ move }, index) => {
    if (move !== "--") stones.push({ point: move, side: sideOf(/** @type {any} */ (state), index), number: index + 1 });
  });
  let lastPoint = ply ? state.moves[ply - 1].move : null;
  const waits = looked.value === null ? pending.value : null;
  if (waits && waits.ply === state.moves.length) {
    stones.push({ point: waits.point, side: state.turn, number: ply + 1 });
    lastPoint = waits.point;
  }
  const over = looked.value === null && state.result;
  const turn = over ? null : looked.value === null ? (waits ? other(state.turn) : state.turn) : sideOf(/** @type {any} */ (state), ply);
  return { rule: state.rule, size: state.size, stones, turn, last: lastPoint, ply, pending: waits?.point ?? null };
});

/** The position that is looked at, as the server understands it. @returns {import("./wire.d.ts").Position} */
function shownPosition() {
  const state = game.value;
  if (!state) return { rule: /** @type {any} */ (last.value.rule), size: last.value.size, moves: [] };
  const moves = state.moves.map((one) => one.move);
  return { rule: state.rule, size: state.size, ...(state.setup && { setup: state.setup }), moves: moves.slice(0, looked.value ?? moves.length) };
}

const facts = computed(() => {
  const state = game.value;
  if (!state) return null;
  if (looked.value === null) return pending.value ? null : state.facts;
  return state.rule === "renju" || settings.threats.value ? factsOf(shownPosition()).value : null;
});

/** @returns {import("./board.js").Ghost[]} */
function ghosts() {
  const state = game.value;
  if (!state || looked.value !== null) return [];
  const offers = state.offers.map((point, index) => ({ point, side: state.turn, label: String.fromCharCode(65 + index) }));
  const line = (hint.value?.line ?? []).map((point, index) => ({ point, side: index % 2 ? other(state.turn) : state.turn, label: String(index + 1), outline: index % 2 === 1 }));
  return [...offers, ...line];
}

/** @type {import("./board.js").View} */
export const view = {
  position: () => position.value,
  facts: () => facts.value,
  rows: () => (looked.value === null ? (game.value?.result?.rows ?? []) : []),
  zone: () => (looked.value === null && game.value?.step?.actor === "you" ? (game.value.step.zone ?? null) : null),
  hint: () => (hint.value && looked.value === null ? { area: hint.value.area, point: hint.value.point } : null),
  ghosts,
  placing: () => looked.value === null && (!game.value || game.value.your_turn) && !pending.value,
  threats: () => settings.threats.value,
};

// ---------------------------------------------------------------- the page

/** @param {App} app @returns {import("./main.js").Page} */
export function open(app) {
  const wanted = history.state?.resume;
  if (wanted && wanted !== game.peek()?.game) follow(wanted);
  runClocks();
  return {
    name: "play",
    title: T("nav.play"),
    view,
    click,
    panel: () => panel(app),
    tools: () => tools(app),
    status: () => status(app),
    above: () => () => (game.value ? playerCard(topSide()) : h("span", null, T("start.title"))),
    tabs: [],
    actions: {
      prev: () => step(-1),
      next: () => step(1),
      prev10: () => step(-10),
      next10: () => step(10),
      first: () => lookAt(0),
      last: () => (looked.value = null),
      branchUp: () => lookAt(0),
      branchDown: () => (looked.value = null),
      undo,
      space: askHint,
      hint: askHint,
      escape: () => {
        hint.value = null;
        looked.value = null;
      },
      clock: sayClock,
      goTo: () => withCards((parts) => parts.goTo()),
      copyMoves: () => import("./dom.js").then(({ copy }) => copy(shownPosition().moves.join(""))),
    },
    document: () => {
      const all = untracked(gamePosition);
      return { record: untracked(recordNow), position: all, at: looked.peek() ?? all.moves.length };
    },
  };
}

/** @returns {import("./wire.d.ts").Position} */
export function gamePosition() {
  const state = game.value;
  return { ...shownPosition(), moves: state?.moves.map((one) => one.move) ?? [] };
}

/** The game as a record. @returns {import("./wire.d.ts").GameRecord} */
export function recordNow() {
  const state = game.value;
  const at = gamePosition();
  const name = (/** @type {Side} */ side) => (state ? seatName(state.seats[side]) : "");
  /** @type {import("./wire.d.ts").RecordNode} */
  const root = at.setup ? { setup: { black: at.setup.black, white: at.setup.white, to_move: at.setup.turn } } : {};
  const nodes = at.moves.map((move, index) => ({ side: sideOf(at, index), move, ms: state?.moves[index].ms }));
  return { size: at.size, rule: at.rule, black: name("black"), white: name("white"), date: new Date().toISOString().slice(0, 10), ...(state?.result && { ending: endingOf(state.result) }), nodes: [root, ...nodes] };
}

/** @param {import("./wire.d.ts").GameResult} result @returns {import("./wire.d.ts").Ending} */
function endingOf(result) {
  if (!result.winner) return "drawn";
  const how = result.reason === "resignation" ? "resignation" : result.reason === "time" ? "time" : result.reason === "forfeit" ? "forfeit" : "play";
  return /** @type {any} */ ({ [result.winner]: how });
}

// ---------------------------------------------------------------- panel

/** @param {App} app */
const panel = (app) => () => (running.value ? gamePanel(app) : startPanel(app));
const running = computed(() => Boolean(game.value));
effect(() => {
  if (running.value) withCards(() => {});
});

/** @param {App} app */
const startPanel = (app) =>
  h(
    "div",
    { class: "card start" },
    h("h2", null, T("start.title")),
    h(
      "div",
      { class: "start-colours" },
      ["black", "white", "random"].map((colour) =>
        h("button", { type: "button", class: "button", on: { click: () => quickStart(/** @type {any} */ (colour)) } }, h("span", { class: `start-stone ${colour}`, "aria-hidden": "true" }), h("span", null, T(`start.${colour}`))),
      ),
    ),
    levelChoice(app),
    h("div", { class: "columns" }, ruleChoice(app), clockChoice()),
    () =>
      last.value.opening !== "none" &&
      h("div", { class: "row" }, h("span", null, () => `${t("opening")}: ${t(`opening.${last.value.opening}`)}`), button({ label: T("clear"), class: "link", act: () => keepChoice({ opening: "none" }) })),
    button({ label: T("start.more"), class: "button", act: () => newGame(app) }),
  );

/** @param {App} app */
const levelChoice = (app) => () => {
  const levels = app.info.value?.levels ?? [];
  return h(
    "div",
    { class: "field" },
    h("span", { id: "level-label" }, T("level")),
    choice({ label: T("level"), options: levels.map(({ level }) => [level, () => String(level)]), value: () => last.value.level, choose: (level) => keepChoice({ level }) }),
    h("small", null, () => {
      const one = levels.find(({ level }) => level === last.value.level);
      return one ? levelText(one) : t("engine.starting");
    }),
  );
};

/** @param {import("./wire.d.ts").LevelInfo} one */
export function levelText({ level, name, text }) {
  const key = `level.${level}`;
  return hasText(`${key}.name`) ? `${t(`${key}.name`)} – ${t(`${key}.text`)}` : `${name} – ${text}`;
}

/** @param {App} app */
const ruleChoice = (app) => () =>
  select({ label: T("rule"), options: (app.info.value?.rules ?? ["freestyle", "standard", "renju", "caro"]).map((rule) => [rule, T(`rule.${rule}`)]), value: () => last.value.rule, choose: (rule) => keepChoice({ rule }) });

const clockChoice = () => select({ label: T("clock"), options: Object.keys(CLOCKS).map((name) => [name, T(`clock.${name}`)]), value: () => last.value.clock, choose: (clock) => keepChoice({ clock }) });

/** Which side is drawn at the top: the engine's, or White's. @returns {Side} */
function topSide() {
  const seats = game.value?.seats;
  return seats && seats.black.kind === "engine" && seats.white.kind !== "engine" ? "black" : "white";
}

/** Cards and dialogs that the first view does without. @type {import("./store.js").Signal<typeof import("./play-cards.js") | null>} */
const cards = signal(null);

/** @param {(parts: typeof import("./play-cards.js")) => void} use */
async function withCards(use) {
  cards.value ??= await import("./play-cards.js");
  use(cards.value);
}

const resign = () => withCards((parts) => parts.confirmResign());

/** @param {App} app */
const gamePanel = (app) =>
  h(
    "div",
    { class: "stack game-panel", style: { flex: "1", "min-height": "0", gap: "0" } },
    h("div", { class: "only-desk" }, () => playerCard(topSide())),
    () => cards.value?.openingCard(),
    () => cards.value?.problems(),
    () => cards.value?.watchCard(),
    moveList(),
    h("div", { class: "only-desk" }, () => playerCard(other(topSide()))),
    h("div", { class: "panel-foot" }, button({ label: T("game.new-form"), class: "button small", act: () => newGame(app) }), button({ label: T("analyse.from-here"), class: "button small", act: () => analyse(app) })),
  );

/** @param {App} app */
const analyse = (app) => app.analyse(untracked(recordNow), { at: looked.peek() ?? game.peek()?.moves.length });

/** @param {import("./wire.d.ts").Seat} one */
export const seatName = (one) => (one.kind === "engine" ? "Tengen" : one.name || t("you"));

/** @param {Side} side */
function playerCard(side) {
  const state = /** @type {GameState} */ (game.value);
  const one = state.seats[side];
  const people = state.seats.black.kind === "person" && state.seats.white.kind === "person";
  const active = !state.result && state.turn === side;
  return h(
    "div",
    { class: active ? "player active" : "player" },
    h("span", { class: `stone-dot ${side}`, role: "img", "aria-label": T(`side.${side}`) }),
    h(
      "span",
      { class: "who" },
      people ? t(`side.${side}`) : seatName(one),
      h("small", null, one.kind === "engine" ? t("level.of", { level: one.level }) : t(`side.${side}`)),
    ),
    state.thinking && active && h("span", { class: "thinking", role: "img", "aria-label": T("engine.thinking") }, h("i"), h("i"), h("i")),
    state.clock && h("span", { class: () => `clock${timeLeft(side) < 10_000 && active ? " low" : ""}`, role: "timer", "aria-label": () => t("clock.of", { side: t(`side.${side}`) }) }, () => clockFace(side)),
  );
}

/** @param {Side} side */
function timeLeft(side) {
  const clock = game.value?.clock;
  if (!clock) return Infinity;
  const passed = clock.running === side && connection.value.state === "open" ? now.value - received.value : 0;
  return Math.max(0, clock[side].left - Math.max(0, passed));
}

/** @param {Side} side */
function clockFace(side) {
  const periods = game.value?.clock?.[side].periods;
  return clockText(timeLeft(side)) + (periods ? ` (${periods})` : "");
}

function sayClock() {
  if (!game.peek()?.clock) return note(T("clock.none"));
  note(() => `${t("side.black")} ${clockFace("black")}, ${t("side.white")} ${clockFace("white")}`, { key: "clock" });
}

/** Clocks are drawn ten times a second while one runs; the last ten seconds are told once. */
function runClocks() {
  let warned = "";
  effect(() => {
    const running = game.value?.clock?.running;
    if (!running) return;
    untracked(() => (now.value = Date.now()));
    const timer = setInterval(() => {
      const state = game.peek();
      if (!state || state.clock?.running !== running) return clearInterval(timer);
      now.value = Date.now();
      const key = `${state.game} ${running} ${state.clock[running].periods}`;
      if (untracked(() => timeLeft(running)) < 10_000 && warned !== key && state.seats[running].kind === "person") {
        warned = key;
        say(t("clock.low"), "assertive");
        sound("clock");
      }
    }, 100);
  });
  // The time of a person stands still while a dialog of the app is open.
  let held = false;
  effect(() => {
    const open = dialogs.value > 0;
    const state = untracked(() => game.value);
    if (open === held || !state?.clock || state.result) return;
    held = open;
    act({ do: "hold", on: open });
  });
}

function moveList() {
  const list = h("div", { class: "moves", role: "group", "aria-label": T("moves") });
  effect(() => {
    const state = game.value;
    const ply = looked.value ?? state?.moves.length ?? 0;
    const rows = [];
    const first = state?.setup?.turn === "white" ? 1 : 0;
    if (!state?.moves.length) rows.push(h("p", { class: "muted", style: { "grid-column": "1 / -1", padding: "8px" } }, T("moves.none")));
    state?.moves.forEach(({ move }, index) => {
      const column = (index + first) % 2;
      if (column === 0 || index === 0) rows.push(h("span", null, `${Math.floor((index + first) / 2) + 1}.`));
      if (index === 0 && column === 1) rows.push(h("span", null, "…"));
      rows.push(h("button", { type: "button", "aria-current": ply === index + 1 ? "true" : null, "data-ply": index + 1, on: { click: () => lookAt(index + 1) } }, shown(move)));
    });
    list.replaceChildren(...rows);
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  });
  return list;
}

// ---------------------------------------------------------------- status and tools

/** @param {App} app */
const status = (app) => () => {
  const state = game.value;
  if (!state) return h("span", null, T("status.start"));
  if (state.result) return h("strong", { class: "result-text" }, resultText(state.result));
  const you = other(topSide());
  const clock = state.clock && h("span", { class: () => `only-phone clock${timeLeft(you) < 10_000 && state.turn === you ? " low" : ""}` }, () => clockFace(you));
  return [h("span", null, statusText(app, state)), clock];
};

/** @param {App} app @param {GameState} state */
function statusText(app, state) {
  if (looked.value !== null) return t("status.looking", { ply: looked.value, of: state.moves.length });
  if (hint.value) return t(`hint.${hint.value.step}`, { point: shown(hint.value.point ?? "") });
  if (state.step) return hasText(`step.${state.step.text}`) ? t(`step.${state.step.text}`, { n: state.step.count }) : t(`step.${state.step.do}`, { n: state.step.count });
  if (state.paused) return t("status.paused");
  if (state.thinking || pending.value) return t("status.thinking", { side: t(`side.${pending.value ? other(state.turn) : state.turn}`) });
  const people = state.seats.black.kind === state.seats.white.kind;
  return people ? t(`turn.${state.turn}`) : t("status.your-move", { side: t(`side.${state.turn}`) });
}

/** Buttons stay the same while the phase does, so that none loses the focus. */
const phase = computed(() => (!game.value ? "none" : game.value.result ? "over" : "playing"));

/** @param {App} app */
const tools = (app) => () => {
  const more = button({ label: T("more"), icon: "more", class: "tool", bare: true, "aria-haspopup": "menu", act: (event) => menu(/** @type {Element} */ (event.currentTarget), moreItems(app)) });
  const share = button({ label: T("share"), icon: "share", class: "tool extra", act: () => app.share() });
  if (phase.value === "none") {
    return [
      ["black", "white"].map((colour) => button({ label: T(`start.${colour}`), class: "button small only-short", act: () => quickStart(/** @type {any} */ (colour)) })),
      button({ label: T("import"), icon: "open", class: "tool extra", act: () => app.importFiles() }),
      more,
    ];
  }
  if (phase.value === "over") {
    return [
      button({ label: T("rematch"), icon: "flip", class: "tool", act: rematch }),
      button({ label: T("game.new"), icon: "play", class: "tool", act: () => (remember("game", null), (game.value = null)) }),
      button({ label: T("nav.analyse"), icon: "engine", class: "tool", act: () => analyse(app) }),
      share,
      more,
    ];
  }
  return [
    button({ label: T("undo"), icon: "undo", class: "tool", disabled: () => !game.value?.can_undo, act: undo }),
    button({ label: T("hint"), icon: "hint", class: "tool", disabled: () => !game.value?.your_turn || Boolean(game.value.step), act: askHint }),
    button({ label: T("resign"), icon: "flag", class: "tool extra", act: () => resign() }),
    button({ label: T("threats"), icon: "threat", class: "tool wide", "aria-pressed": () => String(settings.threats.value), act: () => app.act("threats") }),
    share,
    more,
  ];
};

/** @param {App} app @returns {import("./dom.js").MenuItem[]} */
function moreItems(app) {
  const state = game.peek();
  /** @type {import("./dom.js").MenuItem[]} */
  const items = [{ label: T("game.new-form"), icon: "play", keys: "Shift+N", act: () => newGame(app) }];
  if (state && !state.result) {
    const mixed = state.seats.black.kind !== state.seats.white.kind;
    items.push({ label: T("draw.offer"), act: () => act({ do: "offer-draw" }) });
    if (state.rule === "renju" && !state.step) items.push({ label: T("pass"), act: () => act({ do: "pass" }) });
    items.push({ label: T(state.paused ? "resume" : "pause"), act: () => act({ do: state.paused ? "resume" : "pause" }) });
    if (mixed && !state.step) items.push({ label: T("swap-sides"), act: () => act({ do: "swap-sides" }) });
    if (mixed && !state.step) items.push({ label: T("auto-reply"), checked: state.auto_reply, act: () => act({ do: "auto-reply", on: !state.auto_reply }) });
    items.push({ label: T("resign"), icon: "flag", act: resign });
  }
  if (state?.result && state.can_undo) items.push({ label: T("undo"), icon: "undo", act: undo });
  items.push(
    "line",
    { label: T("threats"), keys: "T", checked: settings.threats.peek(), act: () => app.act("threats") },
    { label: T("numbers.next"), keys: "N", icon: "numbers", act: () => app.act("numbers") },
    { label: T("flip"), keys: "F", icon: "flip", act: () => app.act("flip") },
    "line",
    { label: T("analyse.from-here"), icon: "engine", act: () => analyse(app) },
    { label: T("share"), icon: "share", keys: "Ctrl+S", act: () => app.share() },
    { label: T("import"), icon: "open", keys: "Ctrl+O", act: () => app.importFiles() },
  );
  return items;
}

/** Opens the full form. @param {App} app @param {import("./wire.d.ts").Position} [from] */
export const newGame = async (app, from) => (await import("./new-game.js")).newGameForm(app, from);
