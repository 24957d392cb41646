// @ts-check
// Compare: the user picks two to five points, each gets the same time, a table shows what came out.

import { shown } from "../board/notation.js";
import { button, h, looks, note, say } from "../shared/dom.js";
import { on, problemText, request } from "../shared/net.js";
import { counted, scoreLook, scoreText } from "../shared/score.js";
import { batch, computed, moreTexts, settings, signal, t, T } from "../shared/store.js";
import { budget } from "../shared/budget.js";
import { engineOn } from "./engine.js";
import { endResearch, openTool } from "./researching.js";
import { add, current, go, shownNow, treePosition } from "./study.js";

await Promise.all([looks("research"), moreTexts("research")]);

/** @typedef {import("../shared/wire.d.ts").CompareState} CompareState */
/** @typedef {import("../shared/wire.d.ts").CompareRow} CompareRow */
/** @typedef {"black" | "white"} Side */
/** @typedef {ReturnType<typeof create>} Comparison */

const MOST = 5;
const times = budget("compare", [1000, 5000, 30_000, 120_000], 5000, "research.each");
let generation = Date.now() % 1_000_000_000;

/** Opens the tool; pressing points picks them. */
export function compare() {
  if (!shownNow.peek().turn) return note(T("problem.game-over"), { key: "research" });
  const one = create();
  openTool({
    pos: one.pos,
    panel: () => panel(one),
    candidates: () => discs(one),
    ghosts: () => [],
    click: one.pick,
    status: () => t(one.state.value ? "research.compare" : "research.compare.pick"),
    close: one.close,
  });
  say(t("research.compare.pick"));
}

function create() {
  const pos = treePosition.peek();
  const node = current.peek();
  const side = /** @type {Side} */ (shownNow.peek().turn);
  const points = signal(/** @type {string[]} */ ([]));
  const state = signal(/** @type {CompareState | null} */ (null));
  const asked = computed(() => state.value !== null);
  let mine = 0;
  const silent = on("compare.state", (news) => {
    if (news.gen !== mine) return;
    const before = state.peek();
    state.value = news;
    if (before?.running && !news.running) say(t("research.compare.done"));
  });

  /** Picks a point or drops it again. @param {string} point */
  function pick(point) {
    if (state.peek()?.running) return true;
    if (shownNow.peek().stones.some((stone) => stone.point === point)) return false;
    const now = points.peek();
    if (now.includes(point)) points.value = now.filter((one) => one !== point);
    else if (now.length < MOST) points.value = [...now, point];
    else note(T("research.compare.most", { n: MOST }), { key: "research" });
    // Other points are another question.
    state.value = null;
    return true;
  }

  function start() {
    // One search at a time: the comparison has the engine for itself.
    engineOn.value = false;
    mine = ++generation;
    const rows = points.peek().map((move) => ({ move, depth: 0, nodes: 0, ms: 0, pv: [] }));
    state.value = { gen: mine, running: true, rows };
    const limit = { ms: times.ms() };
    request("compare.start", { gen: mine, pos, points: points.peek(), limit }).catch((error) => {
      state.value = null;
      note(() => problemText(error), { kind: "error", key: "research" });
    });
  }

  /** Plays a point from where the comparison began. @param {string} point */
  function play(point) {
    batch(() => {
      go(node);
      add(point);
    });
  }

  return {
    pos,
    side,
    points,
    state,
    asked,
    pick,
    start,
    play,
    stop: () => request("research.stop").catch(() => {}),
    close: () => {
      silent();
      if (state.peek()?.running) request("research.stop").catch(() => {});
    },
  };
}

/** Rows with the best first, once all is known. @param {Comparison} one */
function rowsOf({ state, side }) {
  const now = state.value;
  if (!now) return [];
  if (now.running) return now.rows;
  const chance = (/** @type {CompareRow} */ row) =>
    row.score === undefined ? -1 : side === "black" ? row.score.wp : 1 - row.score.wp;
  return [...now.rows].sort((a, b) => chance(b) - chance(a));
}

/** The points on the board: letters at first, scores later. @param {Comparison} one */
function discs(one) {
  const { points, state, side } = one;
  const rows = rowsOf(one);
  const best = state.value && !state.value.running ? rows[0]?.move : null;
  return points.value.map((point, index) => {
    const score = state.value?.rows.find((row) => row.move === point)?.score;
    const letter = String.fromCharCode(65 + index);
    return {
      point,
      text: letter,
      label: score ? textOf(score, side) : letter,
      step: best && point !== best ? 2 : 0,
      proved: Boolean(score?.proof),
      best: point === best,
      losing: false,
    };
  });
}

/** @param {import("../shared/wire.d.ts").Score} score @param {Side} side */
const textOf = (score, side) =>
  scoreText(score, /** @type {any} */ (settings.scoreView.value), side);

/** @param {Comparison} one */
const panel = (one) =>
  h(
    "section",
    { class: "section research", "data-part": "lines", "aria-label": T("research.compare") },
    h(
      "div",
      { class: "section-head" },
      h("strong", { class: "grow" }, T("research.compare")),
      button({ label: T("close"), icon: "close", bare: true, class: "ghost", act: endResearch }),
    ),
    () => (one.asked.value ? table(one) : picking(one)),
  );

/** @param {Comparison} one */
const picking = ({ points, start }) => [
  h("p", { class: "muted" }, T("research.compare.pick")),
  h(
    "p",
    { class: "num", role: "status" },
    () => points.value.map((point, k) => `${letterOf(k)} ${shown(point)}`).join("  ") || "–",
  ),
  h(
    "div",
    { class: "row" },
    times.field(),
    h("span", { class: "grow" }),
    button({
      label: T("research.start"),
      class: "button primary",
      disabled: () => points.value.length < 2,
      act: start,
    }),
  ),
];

/** @param {number} index */
const letterOf = (index) => String.fromCharCode(65 + index);

/** @param {Comparison} one */
const table = (one) => {
  const { state, stop, start } = one;
  const running = computed(() => state.value?.running ?? false);
  // Rows stay while their figures change, so that their links can be pressed.
  const order = computed(() =>
    rowsOf(one)
      .map(({ move }) => move)
      .join(),
  );
  const head = ["point", "score", "depth", "nodes"];
  return [
    h(
      "table",
      { class: "data-table research-table", "aria-label": T("research.compare") },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          head.map((name) => h("th", { scope: "col" }, T(`research.head.${name}`))),
        ),
      ),
      h("tbody", null, () =>
        order.value
          .split(",")
          .filter(Boolean)
          .map((move) => rowOf(one, move)),
      ),
    ),
    () => state.value?.problem && h("p", { class: "problem", role: "alert" }, state.value.problem),
    () =>
      h(
        "div",
        { class: "row" },
        running.value
          ? [
              h("span", { class: "grow muted", role: "status" }, T("research.searching")),
              button({ label: T("research.stop"), class: "button small", act: stop }),
            ]
          : [
              times.field(),
              h("span", { class: "grow" }),
              button({ label: T("research.again"), class: "button small", act: start }),
            ],
      ),
  ];
};

/** @param {Comparison} one @param {string} move */
function rowOf({ points, state, side, play }, move) {
  const row = () => state.value?.rows.find((found) => found.move === move);
  const figure = (/** @type {(row: CompareRow) => any} */ show) =>
    h("td", { class: "num" }, () => {
      const now = row();
      return (now && show(now)) || "–";
    });
  return [
    h(
      "tr",
      { class: () => (state.value?.at === move ? "searched" : "") },
      h(
        "td",
        null,
        button({
          label: () => `${letterOf(points.value.indexOf(move))} ${shown(move)}`,
          class: "link",
          title: T("research.play-it"),
          act: () => play(move),
        }),
      ),
      figure(
        ({ score }) =>
          score && h("span", { class: `score ${scoreLook(score)}` }, textOf(score, side)),
      ),
      figure(({ depth }) => depth),
      figure(({ nodes }) => nodes && counted(nodes)),
    ),
    h(
      "tr",
      { class: "pv-row", hidden: () => (row()?.pv.length ?? 0) < 2 },
      h("td", { class: "num", colspan: "4" }, () =>
        (row()?.pv ?? []).slice(1, 11).map(shown).join(" "),
      ),
    ),
  ];
}
