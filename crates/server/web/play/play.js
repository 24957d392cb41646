// @ts-check
// Play: a game against the engine, between engines, or between two people. The server keeps the
// game; this page shows its state and says what the user wants.

import {
  batch,
  computed,
  effect,
  recall,
  remember,
  set,
  settings,
  signal,
  t,
  T,
  untracked,
} from "../shared/store.js";
import { button, choice, h, menu, note, select } from "../shared/dom.js";
import { factsOf, on, problemText, Refused, request } from "../shared/net.js";
import { other, sideOf } from "../board/notation.js";

/** @typedef {import("../shared/wire.d.ts").GameState} GameState */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

/** The game that is followed. */
export const game = signal(/** @type {GameState | null} */ (null));
/** The ply that is looked at; none: the end, whatever comes. */
export const looked = signal(/** @type {number | null} */ (null));
/**
 * Stones that were put here and that the server has not confirmed, in their order: two people may
 * be faster than it.
 */
export const waits = signal(/** @type {{ point: string, ply: number }[]} */ ([]));
/** Whose turn it is once those stones lie. */
export const turnNow = computed(() => {
  const turn = game.value?.turn ?? "black";
  return waits.value.length % 2 ? other(turn) : turn;
});
export const hint = signal(/** @type {import("../shared/wire.d.ts").Hint | null} */ (null));
export const received = signal(0);
/** The time, while a clock runs. */
export const now = signal(Date.now());

const DEFAULTS = {
  level: 3,
  rule: "freestyle",
  size: 15,
  clock: "none",
  ownClock: /** @type {import("../shared/wire.d.ts").ClockRule | null} */ (null),
  opening: "none",
  black: "person",
  white: "engine",
  // Engine against engine: a level for each; none: the one level there is otherwise.
  blackLevel: /** @type {number | null} */ (null),
  whiteLevel: /** @type {number | null} */ (null),
  blackAlgorithm: "alphabeta",
  whiteAlgorithm: "alphabeta",
  blackSolver: "slow",
  whiteSolver: "slow",
  pace: 1000,
  allowForbidden: false,
  resigns: false,
};
/** The choices of the last game. */
export const last = computed(() => ({ ...DEFAULTS, ...(settings.play.value ?? {}) }));
export const keepChoice = (/** @type {Partial<typeof DEFAULTS>} */ change) =>
  set("play", { ...last.peek(), ...change });

/**
 * Clocks offered, in milliseconds.
 * @type {Record<string, import("../shared/wire.d.ts").ClockRule | null>}
 */
export const CLOCKS = {
  none: null,
  "per-move": { kind: "per-move", time: 30_000 },
  blitz: { kind: "increment", main: 180_000, increment: 2000 },
  rapid: { kind: "increment", main: 600_000, increment: 5000 },
  "byo-yomi": { kind: "byo-yomi", main: 300_000, period: 30_000, periods: 3 },
};

/** The rule of a clock by its name. @param {string} name */
export const clockRule = (name) =>
  (name === "own" ? last.peek().ownClock : CLOCKS[name]) ?? undefined;

/** Minutes and seconds, the same in all languages. @param {number} ms */
const span = (ms) => `${Math.floor(ms / 60_000)}:${String((ms % 60_000) / 1000).padStart(2, "0")}`;

/** A clock in a few signs: `15:00 + 0:10`. @param {import("../shared/wire.d.ts").ClockRule} rule */
function clockSigns(rule) {
  if (rule.kind === "per-move") return t("clock.move", { time: span(rule.time) });
  const more =
    rule.kind === "increment" ? span(rule.increment) : `${rule.periods} × ${span(rule.period)}`;
  return `${span(rule.main)} + ${more}`;
}

/** One's own clock as a text: what changes it draws the list again, other choices do not. */
const ownText = computed(() => last.value.ownClock && JSON.stringify(last.value.ownClock));

/**
 * The list of clocks. Its last entry opens the form of one's own.
 * @param {() => string} value
 * @param {(clock: string) => void} choose
 */
export const clockChoice = (value, choose) => () => {
  const own = ownText.value && JSON.parse(ownText.value);
  const refused = signal(0);
  /** @type {[any, () => string][]} */
  const options = Object.keys(CLOCKS).map((name) => [name, T(`clock.${name}`)]);
  if (own) options.push(["own", () => clockSigns(own)]);
  options.push(["new", T("clock.own")]);
  const form = async () => {
    // The list shows the clock there is until another one is made.
    refused.value++;
    (await import("./own-clock.js")).ownClock(() => choose("own"));
  };
  return select({
    label: T("clock"),
    options,
    value: () => (refused.value, value()),
    choose: (clock) => (clock === "new" ? form() : choose(clock)),
  });
};

// ---------------------------------------------------------------- what the server says

/**
 * News of a game that is not followed: perhaps of one whose start has not been answered yet.
 * @type {GameState | null}
 */
let early = null;

on("game.state", (state) => {
  const before = game.peek();
  if (before && before.game === state.game && state.revision < before.revision) return;
  if (before && before.game !== state.game && recall("game", null) !== state.game) {
    // The answer to its start may come after newer news.
    if (!early || early.game !== state.game || early.revision < state.revision) early = state;
    return;
  }
  batch(() => {
    game.value = state;
    received.value = Date.now();
    const same = before?.game === state.game && !state.result;
    if (waits.peek().length)
      waits.value = waits
        .peek()
        .filter(
          ({ point, ply }) => same && ply >= state.moves.length && !state.offers.includes(point),
        );
    if (hint.peek() && hint.peek()?.ply !== state.moves.length) hint.value = null;
    if (looked.peek() !== null && /** @type {number} */ (looked.peek()) >= state.moves.length)
      looked.value = null;
  });
  withRest((parts) => parts.announce(before, state));
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
  expected(answer).then(tellHabits);
}

/**
 * What the engine of a game does if the settings say so: thinks on the user's time, plays from the
 * opening book.
 */
const HABITS = /** @type {const} */ (["ponder", "book"]);
const habits = () => Object.fromEntries(HABITS.map((name) => [name, settings[name].peek()]));

function tellHabits() {
  const state = game.peek();
  if (!state || state.result) return;
  for (const name of HABITS) {
    const on = settings[name].peek();
    // Without a connection it is sent when the game is followed again.
    if (state[name] !== on)
      request("game.action", { game: state.game, action: { do: name, on } }).catch(() => {});
  }
}

effect(() => {
  for (const name of HABITS) settings[name].value;
  untracked(tellHabits);
});

/**
 * A game that is on its way from the server: a stone put meanwhile is meant for it.
 * @type {Promise<any> | null}
 */
let coming = null;

/** @template T @param {Promise<T>} answer @returns {Promise<T>} */
function expected(answer) {
  coming = answer;
  answer.finally(() => {
    if (coming === answer) coming = null;
  });
  return answer;
}

/** @param {any} error */
export const complain = (error) =>
  note(() => problemText(error), { kind: "refused", key: "refused" });

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
  const answer = await request("game.new", { ...wanted, ...habits() }, { keep: true }).catch(
    complain,
  );
  if (!answer?.game) return null;
  // The engine may have moved before the answer came.
  const newer = [game.peek(), early].find(
    (one) => one && one.game === answer.game && one.revision > answer.revision,
  );
  const state = newer ?? answer;
  batch(() => {
    remember("game", state.game);
    game.value = state;
    received.value = Date.now();
    looked.value = null;
    waits.value = [];
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
      note(T(before.listed ? "game.kept" : "game.dropped"), {
        seconds: 10,
        key: "kept",
        actions: [{ label: T("undo"), act: back }],
      });
    }
  }
  return state;
}

/** @param {string} kind @param {number} level @param {string} [algorithm] @param {string} [solver] */
export const seat = (kind, level, algorithm, solver) =>
  kind === "engine"
    ? { kind: "engine", level, ...(algorithm && { algorithm }), ...(solver && { solver }) }
    : { kind: "person" };

/** One click: a game with the last choices. @param {Side | "random"} colour */
function quickStart(colour) {
  const { level, rule, size, clock, opening, allowForbidden, resigns } = last.peek();
  const mine = colour === "random" ? (Math.random() < 0.5 ? "black" : "white") : colour;
  const seats = { [mine]: seat("person", 0), [other(mine)]: seat("engine", level) };
  return start({
    rule,
    size,
    opening,
    clock: clockRule(clock),
    ...seats,
    allow_forbidden: allowForbidden,
    engine_resigns: resigns,
  });
}

/** @param {App} app @param {string} point */
async function click(app, point) {
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
  const refuse = (/** @type {() => string} */ text) => app.refuse(point, text);
  if (state.result) return refuse(T("problem.game-over"));
  if (state.step?.do === "choose" && state.step.options.includes(point))
    return act({ do: "choose", option: point });
  if (!isYourTurn(state)) return refuse(T("problem.not-your-turn"));
  put(state, point, refuse);
}

/** Whether a stone can be put now. @param {GameState} state */
const isYourTurn = (state) => state.your_turn && (!waits.value.length || isYours(state));

/** Whether forbidden points refuse a stone: in a game that lets Black lose by one they do not. @param {GameState} state */
const refusesFouls = (state) =>
  !state.result &&
  !state.step &&
  !state.allow_forbidden &&
  state.your_turn &&
  !waits.value.length &&
  turnNow.value === "black";

/**
 * Whether the side that comes after the stones on their way is placed here too.
 * @param {GameState} state
 */
const isYours = (state) =>
  !state.step && (!state.auto_reply || state.seats[turnNow.peek()].kind === "person");

/** @param {GameState} state @param {string} point @param {(text: () => string) => void} refuse */
function put(state, point, refuse) {
  const ply = state.moves.length + waits.peek().length;
  waits.value = [...waits.peek(), { point, ply }];
  hint.value = null;
  request("game.move", { game: state.game, move: point, ply }, { keep: true }).catch((error) => {
    // What was put after a refused stone is refused too; only the first is reported.
    const first = waits.peek().some((one) => one.ply === ply);
    waits.value = waits.peek().filter((one) => one.ply < ply);
    if (first) refuse(() => problemText(error));
  });
}

export function undo() {
  const state = game.peek();
  if (!state) return;
  looked.value = null;
  request("game.undo", { game: state.game }).catch(complain);
}

/** @param {number} ply */
export function lookAt(ply) {
  const end = game.peek()?.moves.length ?? 0;
  looked.value = ply >= end ? null : Math.max(0, ply);
}

/** @param {number} by */
const step = (by) => lookAt((looked.peek() ?? game.peek()?.moves.length ?? 0) + by);

// ---------------------------------------------------------------- what the board shows

/** @type {import("../shared/store.js").Signal<import("../shared/app.d.ts").Shown>} */
const position = computed(() => {
  const state = game.value;
  if (!state)
    return {
      rule: last.value.rule,
      size: last.value.size,
      stones: [],
      turn: "black",
      last: null,
      ply: 0,
    };
  // A move that was looked at may have been taken back a moment ago.
  const ply = Math.min(looked.value ?? state.moves.length, state.moves.length);
  /** @type {import("../board/state.d.ts").Stone[]} */
  const stones = [];
  for (const side of /** @type {Side[]} */ (["black", "white"])) {
    for (const point of state.setup?.[side] ?? []) stones.push({ point, side, number: 0 });
  }
  state.moves.slice(0, ply).forEach(({ move }, index) => {
    if (move !== "--")
      stones.push({
        point: move,
        side: sideOf(/** @type {any} */ (state), index),
        number: index + 1,
      });
  });
  let lastPoint = ply ? state.moves[ply - 1].move : null;
  const pending = looked.value === null ? waits.value.map(({ point }) => point) : [];
  pending.forEach((point, index) => {
    stones.push({
      point,
      side: index % 2 ? other(state.turn) : state.turn,
      number: ply + index + 1,
    });
    lastPoint = point;
  });
  const over = looked.value === null && state.result;
  const turn = over
    ? null
    : looked.value === null
      ? turnNow.value
      : sideOf(/** @type {any} */ (state), ply);
  return { rule: state.rule, size: state.size, stones, turn, last: lastPoint, ply, pending };
});

/**
 * The position that is looked at, as the server understands it.
 * @returns {import("../shared/wire.d.ts").Position}
 */
function shownPosition() {
  const state = game.value;
  if (!state)
    return { rule: /** @type {any} */ (last.value.rule), size: last.value.size, moves: [] };
  const moves = state.moves.map((one) => one.move);
  return {
    rule: state.rule,
    size: state.size,
    ...(state.setup && { setup: state.setup }),
    moves: moves.slice(0, looked.value ?? moves.length),
  };
}

const facts = computed(() => {
  const state = game.value;
  if (!state) return null;
  if (looked.value === null) return waits.value.length ? null : state.facts;
  return state.rule === "renju" || settings.threats.value ? factsOf(shownPosition()).value : null;
});

/** @returns {import("../board/state.d.ts").Ghost[]} */
function ghosts() {
  const state = game.value;
  if (!state || looked.value !== null) return [];
  const offers = state.offers.map((point, index) => ({
    point,
    side: state.turn,
    label: String.fromCharCode(65 + index),
  }));
  const line = (hint.value?.line ?? []).map((point, index) => ({
    point,
    side: index % 2 ? other(state.turn) : state.turn,
    label: String(index + 1),
    outline: index % 2 === 1,
  }));
  return [...offers, ...line];
}

/** @type {import("../shared/app.d.ts").View} */
export const view = {
  position: () => position.value,
  facts: () => facts.value,
  rows: () => (looked.value === null ? (game.value?.result?.rows ?? []) : []),
  zone: () =>
    looked.value === null && game.value?.step?.actor === "you"
      ? (game.value.step.zone ?? null)
      : null,
  hint: () =>
    hint.value && looked.value === null ? { area: hint.value.area, point: hint.value.point } : null,
  ghosts,
  placing: () => looked.value === null && (!game.value || isYourTurn(game.value)),
  refuses: () => looked.value === null && game.value !== null && refusesFouls(game.value),
  threats: () => settings.threats.value,
};

// ---------------------------------------------------------------- the page

/** @param {App} app @returns {import("../shared/app.d.ts").Page} */
export function open(app) {
  const wanted = history.state?.resume;
  if (wanted && wanted !== game.peek()?.game) follow(wanted);
  // The clocks are the page's: they end with it.
  effect(() => rest.value?.runClocks());
  setTimeout(() => withRest(() => {}), 500);
  return {
    name: "play",
    title: T("nav.play"),
    view,
    click: (point) => click(app, point),
    panel: () => panel(app),
    tools: () => tools(app),
    status: () => () => (game.value ? rest.value?.status() : h("span", null, T("status.start"))),
    above: () => () =>
      game.value ? rest.value?.playerCard(topSide()) : h("span", null, T("start.title")),
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
      space: () => withRest((parts) => parts.askHint()),
      hint: () => withRest((parts) => parts.askHint()),
      review: () => withRest((parts) => parts.review(app)),
      escape: () => {
        hint.value = null;
        looked.value = null;
      },
      clock: () => withRest((parts) => parts.sayClock()),
      goTo: () => withRest((parts) => parts.goTo()),
      copyMoves: () =>
        import("../shared/dom.js").then(({ copy }) => copy(shownPosition().moves.join(""))),
    },
    document: () => {
      const all = untracked(gamePosition);
      return { record: untracked(recordNow), position: all, at: looked.peek() ?? all.moves.length };
    },
  };
}

/** @returns {import("../shared/wire.d.ts").Position} */
function gamePosition() {
  const state = game.value;
  return { ...shownPosition(), moves: state?.moves.map((one) => one.move) ?? [] };
}

/** The game as a record. @returns {import("../shared/wire.d.ts").GameRecord} */
export function recordNow() {
  const state = game.value;
  const at = gamePosition();
  const name = (/** @type {Side} */ side) => (state ? seatName(state.seats[side]) : "");
  /** @type {import("../shared/wire.d.ts").RecordNode} */
  const root = at.setup
    ? { setup: { black: at.setup.black, white: at.setup.white, to_move: at.setup.turn } }
    : {};
  const nodes = at.moves.map((move, index) => ({
    side: sideOf(at, index),
    move,
    ms: state?.moves[index].ms,
  }));
  return {
    size: at.size,
    rule: at.rule,
    black: name("black"),
    white: name("white"),
    date: new Date().toISOString().slice(0, 10),
    ...(state?.result && { ending: endingOf(state.result) }),
    nodes: [root, ...nodes],
  };
}

/**
 * @param {import("../shared/wire.d.ts").GameResult} result
 * @returns {import("../shared/wire.d.ts").Ending}
 */
function endingOf(result) {
  if (!result.winner) return "drawn";
  const how =
    result.reason === "resignation"
      ? "resignation"
      : result.reason === "time"
        ? "time"
        : result.reason === "forfeit"
          ? "forfeit"
          : "play";
  return /** @type {any} */ ({ [result.winner]: how });
}

// ---------------------------------------------------------------- panel

/** @param {App} app */
const panel = (app) => () => (running.value ? rest.value?.gamePanel(app) : startPanel(app));
const running = computed(() => Boolean(game.value));
effect(() => {
  if (running.value) withRest(() => {});
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
        h(
          "button",
          {
            type: "button",
            class: "button",
            on: { click: () => quickStart(/** @type {any} */ (colour)) },
          },
          h("span", { class: `start-stone ${colour}`, "aria-hidden": "true" }),
          h("span", null, T(`start.${colour}`)),
        ),
      ),
    ),
    levelChoice(app),
    h("div", { class: "columns" }, ruleChoice(app), clockField),
    () =>
      last.value.opening !== "none" &&
      h(
        "div",
        { class: "row" },
        h("span", null, () => `${t("opening")}: ${t(`opening.${last.value.opening}`)}`),
        button({ label: T("clear"), class: "link", act: () => keepChoice({ opening: "none" }) }),
      ),
    button({ label: T("start.more"), class: "button", act: () => newGame(app) }),
  );

/** @param {App} app */
const levelChoice = (app) => () => {
  const levels = app.info.value?.levels ?? [];
  return h(
    "div",
    { class: "field" },
    h("span", { id: "level-label" }, T("level")),
    choice({
      label: T("level"),
      options: levels.map(({ level }) => [level, () => String(level)]),
      value: () => last.value.level,
      choose: (level) => keepChoice({ level }),
      class: "levels",
    }),
    h("small", null, () => {
      const one = levels.find(({ level }) => level === last.value.level);
      return one ? levelText(one) : t("engine.starting");
    }),
  );
};

/** @param {import("../shared/wire.d.ts").LevelInfo} one */
export function levelText({ level, rating }) {
  const text = `${t(`level.${level}.name`)} – ${t(`level.${level}.text`)}`;
  return rating ? `${text} (${t("level.rating", { elo: rating.elo, error: rating.error })})` : text;
}

/** @param {App} app */
const ruleChoice = (app) => () =>
  select({
    label: T("rule"),
    options: (app.info.value?.rules ?? ["freestyle", "standard", "renju", "caro"]).map((rule) => [
      rule,
      T(`rule.${rule}`),
    ]),
    value: () => last.value.rule,
    choose: (rule) => keepChoice({ rule }),
  });

const clockField = clockChoice(
  () => last.value.clock,
  (clock) => keepChoice({ clock }),
);

/** Which side is drawn at the top: the engine's, or White's. @returns {Side} */
export function topSide() {
  const seats = game.value?.seats;
  return seats && seats.black.kind === "engine" && seats.white.kind !== "engine"
    ? "black"
    : "white";
}

/**
 * What the first view does without; it is on its way soon after.
 * @type {import("../shared/store.js").Signal<typeof import("./game-panel.js") | null>}
 */
const rest = signal(null);

/** @param {(parts: typeof import("./game-panel.js")) => void} use */
async function withRest(use) {
  const parts = rest.peek() ?? (await import("./game-panel.js"));
  rest.value = parts;
  use(parts);
}

export const resign = () => withRest((parts) => parts.confirmResign());

/** @param {App} app */
export const analyse = (app) =>
  app.analyse(untracked(recordNow), { at: looked.peek() ?? game.peek()?.moves.length });

/** @param {import("../shared/wire.d.ts").Seat} one */
export const seatName = (one) => (one.kind === "engine" ? "Tengen" : one.name || t("you"));

// ---------------------------------------------------------------- tools

/** @param {GameState["seats"]} seats */
const areEngines = ({ black, white }) => black.kind === "engine" && white.kind === "engine";

/** Buttons stay the same while the phase does, so that none loses the focus. */
export const phase = computed(() =>
  !game.value
    ? "none"
    : game.value.result
      ? "over"
      : areEngines(game.value.seats)
        ? "watching"
        : "playing",
);

/** Before the first game there is little to press. @param {App} app */
const tools = (app) => () => {
  if (phase.value !== "none") return rest.value?.tools(app);
  return [
    ["black", "white"].map((colour) =>
      button({
        label: T(`start.${colour}`),
        class: "button small only-short",
        act: () => quickStart(/** @type {any} */ (colour)),
      }),
    ),
    button({ label: T("import"), icon: "open", class: "tool extra", act: () => app.importFiles() }),
    button({
      label: T("more"),
      icon: "more",
      class: "tool",
      bare: true,
      "aria-haspopup": "menu",
      act: (event) => openMore(app, /** @type {Element} */ (event.currentTarget)),
    }),
  ];
};

/** @param {App} app @param {Element} place */
const openMore = (app, place) => withRest((parts) => menu(place, parts.moreItems(app)));

/** Opens the full form. @param {App} app @param {import("../shared/wire.d.ts").Position} [from] */
export const newGame = async (app, from) => (await import("./new-game.js")).newGameForm(app, from);
