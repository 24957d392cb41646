// @ts-check
// The position editor of Analyse. Any number of stones is allowed; the server says what is wrong with a
// position and whether the engine can search it. While only turned, shifted or put under another rule,
// a position keeps its moves; the first stone put or taken makes it a set-up.

import { moreTexts, set, signal, t, T } from "../shared/store.js";
import { button, choice, dialog, h, looks, note, s, select } from "../shared/dom.js";
import { factsOf, problemText } from "../shared/net.js";
import { isPoint, other, sideOf } from "../board/notation.js";
import { turnPosition, turnRecord } from "./turn.js";

await Promise.all([moreTexts("pages"), looks("pages")]);

/** @typedef {import("../shared/wire.d.ts").Position} Position */
/** @typedef {import("../board/state.d.ts").Stone} Stone */
/** @typedef {"black" | "white"} Side */
/** @typedef {"alternate" | Side | "erase"} Tool */

/**
 * The stones of a position, with the numbers of their moves.
 * @param {Position} position
 * @returns {Stone[]}
 */
function stonesOf(position) {
  const lying = (/** @type {Side} */ side) =>
    (position.setup?.[side] ?? []).map((point) => ({ point, side, number: 0 }));
  const played = position.moves.map((point, index) => ({
    point,
    side: sideOf(position, index),
    number: index + 1,
  }));
  return [...lying("black"), ...lying("white"), ...played.filter((stone) => stone.point !== "--")];
}

/** @param {Position} position @returns {Side} */
const turnOf = (position) => sideOf(position, position.moves.length);

/**
 * The same stones as a set-up.
 * @param {Position} position
 * @param {Stone[]} stones
 * @param {Side} turn
 * @returns {Position}
 */
function setUp(position, stones, turn) {
  const of = (/** @type {Side} */ side) =>
    stones.filter((stone) => stone.side === side).map((stone) => stone.point);
  return {
    rule: position.rule,
    size: position.size,
    setup: { black: of("black"), white: of("white"), turn },
    moves: [],
  };
}

/**
 * What the board is after a click. In turn, each new stone takes the colour to move.
 * @param {Position} position @param {Tool} tool @param {string} point @returns {Position}
 */
function edited(position, tool, point) {
  const stones = stonesOf(position);
  const there = stones.find((stone) => stone.point === point);
  const others = stones.filter((stone) => stone.point !== point);
  const turn = turnOf(position);
  if (tool === "erase" && !there) return position;
  if (tool === "erase" || (there && (tool === "alternate" || there.side === tool)))
    return setUp(position, others, turn);
  const side = tool === "alternate" ? turn : tool;
  return setUp(
    position,
    [...others, { point, side, number: 0 }],
    tool === "alternate" ? other(turn) : turn,
  );
}

/** @param {Position} position @returns {Position} */
function colorsSwapped(position) {
  const stones = stonesOf(position).map((stone) => ({ ...stone, side: other(stone.side) }));
  return setUp(position, stones, other(turnOf(position)));
}

/** @param {Position} position @param {number} size @returns {Position} */
function resized(position, size) {
  const smaller = { ...position, size };
  if (size >= position.size) return smaller;
  return setUp(
    smaller,
    stonesOf(position).filter((stone) => isPoint(stone.point, size)),
    turnOf(position),
  );
}

/**
 * Opens the editor on a position. `finish` gets the new position, or null if nothing changes.
 * @param {import("../shared/app.d.ts").App} app
 * @param {Position} start
 * @param {(made: Position | null) => void} finish
 */
export function createEditor(app, start, finish) {
  // On phones the sheet must show the palette and leave the board free.
  set("sheet", "half");
  const now = signal(start);
  const tool = signal(/** @type {Tool} */ ("alternate"));
  const past = signal(/** @type {Position[]} */ ([]));
  const future = signal(/** @type {Position[]} */ ([]));

  const change = (/** @type {Position | null} */ next) => {
    if (!next) return note(T("editor.no-room"), { kind: "refused", key: "refused" });
    if (next === now.peek()) return;
    const shrinks = next.size < now.peek().size;
    const gone = shrinks ? stonesOf(now.peek()).length - stonesOf(next).length : 0;
    if (gone > 0)
      note(T("editor.dropped", { n: gone }), {
        seconds: 10,
        key: "deleted",
        actions: [{ label: T("undo"), act: () => editor.undo() }],
      });
    past.value = [...past.peek(), now.peek()];
    future.value = [];
    now.value = next;
  };
  const walk = (/** @type {typeof past} */ from, /** @type {typeof past} */ to) => {
    const next = from.peek().at(-1);
    if (!next) return;
    to.value = [...to.peek(), now.peek()];
    from.value = from.peek().slice(0, -1);
    now.value = next;
  };
  const editor = {
    view: {
      position: () => {
        const side =
          tool.value === "alternate"
            ? turnOf(now.value)
            : tool.value === "erase"
              ? null
              : tool.value;
        return {
          rule: now.value.rule,
          size: now.value.size,
          stones: stonesOf(now.value),
          turn: side,
          last: null,
          ply: now.value.moves.length,
        };
      },
      facts: () => factsOf(now.value).value,
    },
    click: (/** @type {string} */ point) => change(edited(now.peek(), tool.peek(), point)),
    undo: () => walk(past, future),
    redo: () => walk(future, past),
    cancel: () => finish(null),
    finish: () => finish(JSON.stringify(now.peek()) === JSON.stringify(start) ? null : now.peek()),
    panel: () => panel(app, { now, tool, past, future, change, editor }),
  };
  return editor;
}

/** @param {import("../shared/app.d.ts").App} app @param {any} model */
function panel(app, { now, tool, past, future, change, editor }) {
  const rules = app.info.peek()?.rules ?? ["freestyle", "standard", "renju", "caro", "caro-exact"];
  const [low, high] = app.info.peek()?.limits.sizes ?? [5, 22];
  const sizes = Array.from({ length: high - low + 1 }, (_, k) => low + k);
  /** @type {[Tool, () => string][]} */
  const tools = [
    ["alternate", T("editor.alternate")],
    ["black", T("side.black")],
    ["white", T("side.white")],
    ["erase", T("editor.erase")],
  ];
  return h(
    "div",
    { class: "card editor" },
    h("h2", null, T("editor.title")),
    choice({
      label: T("editor.tool"),
      options: tools,
      value: () => tool.value,
      choose: (value) => (tool.value = value),
      class: "full",
    }),
    h(
      "div",
      { class: "field" },
      h("span", null, T("editor.turn")),
      choice({
        label: T("editor.turn"),
        options: [
          ["black", T("side.black")],
          ["white", T("side.white")],
        ],
        value: () => turnOf(now.value),
        choose: (side) => change(setUp(now.peek(), stonesOf(now.peek()), side)),
        class: "full",
      }),
    ),
    legality(now),
    h(
      "div",
      { class: "pairs" },
      button({
        label: T("undo"),
        icon: "undo",
        class: "button small",
        disabled: () => !past.value.length,
        act: editor.undo,
      }),
      button({
        label: T("editor.redo"),
        class: "button small",
        disabled: () => !future.value.length,
        act: editor.redo,
      }),
      button({
        label: T("editor.clear"),
        class: "button small",
        act: () => change(setUp(now.peek(), [], "black")),
      }),
      button({
        label: T("editor.swap"),
        class: "button small",
        act: () => change(colorsSwapped(now.peek())),
      }),
    ),
    h(
      "div",
      { class: "columns" },
      select({
        label: T("rule"),
        options: rules.map((rule) => [rule, T(`rule.${rule}`)]),
        value: () => now.value.rule,
        choose: (rule) => change({ ...now.peek(), rule }),
      }),
      select({
        label: T("size"),
        options: sizes.map((size) => [size, () => `${size} × ${size}`]),
        value: () => now.value.size,
        choose: (size) => change(resized(now.peek(), size)),
      }),
    ),
    h(
      "div",
      { class: "field" },
      h("span", null, T("turn.title")),
      ways((way) => change(turnPosition(now.peek(), way))),
    ),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("cancel"), act: editor.cancel }),
      button({ label: T("editor.done"), class: "button primary", act: editor.finish }),
    ),
  );
}

/**
 * What the server says of the position, live.
 * @param {import("../shared/store.js").Signal<Position>} now
 */
function legality(now) {
  return h("div", { class: "legality", role: "status" }, () => {
    const facts = factsOf(now.value).value;
    const stones = stonesOf(now.value);
    const count = (/** @type {Side} */ side) =>
      stones.filter((stone) => stone.side === side).length;
    const head = h(
      "div",
      null,
      t("editor.counts", {
        turn: t(`turn.${turnOf(now.value)}`),
        black: count("black"),
        white: count("white"),
      }),
    );
    if (!facts) return head;
    if (facts.problem)
      return [
        head,
        h(
          "div",
          { class: "bad" },
          problemText({ code: facts.problem.code, message: facts.problem.text }),
        ),
      ];
    if (facts.result) return [head, h("div", { class: "bad" }, t("editor.over"))];
    return [
      head,
      h("small", null, t(facts.searchable ? "editor.searchable" : "editor.not-searchable")),
    ];
  });
}

/** Each with its picture, strokes on 24 by 24. @type {[import("./turn.js").Way, string][]} */
const PICTURES = [
  ["left", "M5 12a7 7 0 117 7M2 9l3 3.5L8.5 9"],
  ["right", "M19 12a7 7 0 10-7 7M22 9l-3 3.5L15.5 9"],
  ["mirror", "M12 3v18M8.5 7v10L3 12zM15.5 7v10l5.5-5z"],
  ["upend", "M3 12h18M7 8.5h10L12 3zM7 15.5h10L12 21z"],
  ["west", "M20 12H5M10 6l-6 6 6 6"],
  ["east", "M4 12h15M14 6l6 6-6 6"],
  ["north", "M12 20V5M6 10l6-6 6 6"],
  ["south", "M12 4v15M6 14l6 6 6-6"],
];

/** Buttons that turn, mirror and shift. @param {(way: import("./turn.js").Way) => void} act */
export const ways = (act) =>
  h(
    "div",
    { class: "ways", role: "group", "aria-label": T("turn.title") },
    PICTURES.map(([way, d]) =>
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "aria-label": T(`turn.${way}`),
          title: T(`turn.${way}`),
          on: { click: () => act(way) },
        },
        s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d })),
      ),
    ),
  );

/**
 * Turns, mirrors or shifts the whole record with its variations; the board behind follows.
 * @param {import("../shared/app.d.ts").App} app
 */
export function turnGame(app) {
  const problem = signal("");
  const turn = (/** @type {import("./turn.js").Way} */ way) => {
    const shown = app.page.peek()?.document?.();
    const turned = shown && turnRecord(shown.record, way);
    problem.value = turned ? "" : t("editor.no-room");
    if (shown && turned) app.analyse(turned, { at: shown.at });
  };
  dialog(T("turn.title"), (close) => [
    ways(turn),
    h(
      "p",
      { class: () => (problem.value ? "problem" : "muted"), role: "status" },
      () => problem.value || t("turn.text"),
    ),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("close"), class: "button primary", act: close }),
    ),
  ]);
}
