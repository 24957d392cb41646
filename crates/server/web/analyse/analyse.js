// @ts-check
// Analyse: the engine draws on the board and never adds a stone. This module puts the parts
// together: study.js (tree), engine.js (search), engine-box.js, graph.js.

import { shown } from "../board/notation.js";
import { copy, dialog, h, looks, note, say } from "../shared/dom.js";
import { linkOf } from "../shared/link.js";
import { percent } from "../shared/score.js";
import {
  effect,
  moreTexts,
  numberedFrom,
  recall,
  set,
  settings,
  t,
  T,
  untracked,
} from "../shared/store.js";
import { editing, edit } from "./editing.js";
import { engineFigures, engineHead } from "./engine-box.js";
import {
  candidates,
  careForDevice,
  driveEngine,
  engineOn,
  heat,
  leaveEngine,
  limits,
  lines,
  live,
  passing,
  signOf,
  textOf,
  toggleEngine,
  update,
} from "./engine.js";
import { endExplain, explain, explaining, watchExplained } from "./explaining.js";
import { explorer, openExplorer, reviveExplorer, toggleExplorer } from "./exploring.js";
import { graph } from "./graph.js";
import { listenToJobs, loadScores } from "./batch.js";
import { endResearch, researching, toolHere, watchResearch } from "./researching.js";
import { arrowFrom, endArrow, finishArrow, pointMenu, putArrow } from "./point-menu.js";
import {
  add,
  branch,
  current,
  facts,
  fork,
  go,
  openLink,
  openRecord,
  redo,
  removeFrom,
  restore,
  revision,
  save,
  saveSoon,
  shownNow,
  step,
  tree,
  treePosition,
  undo,
} from "./study.js";
import { nextCandidates, moveText, status, tools } from "./tools.js";
import { commentLink, commentPane, gameHeader } from "./record-pane.js";
import { editComment, treeHead, treeBox } from "./tree-panel.js";
import { engineLines, ghostsOf, playLine } from "./engine-lines.js";

// Looks and texts come with the module.
await Promise.all([looks("analyse"), moreTexts("analyse")]);

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").AnalysisLine} AnalysisLine */
/** @typedef {import("../shared/app.d.ts").App} App */

/** @param {App} app @param {string} point */
function click(app, point) {
  if (arrowFrom.peek()) return finishArrow(point);
  const now = shownNow.peek();
  const stone = now.stones.find((one) => one.point === point);
  if (stone && point === now.last) return toggleEngine();
  if (stone) {
    const node = tree
      .peek()
      .path(current.peek())
      .find((one) => one.move === point);
    return node && go(node);
  }
  if (facts.peek()?.result) return app.refuse(point, T("problem.game-over"));
  add(point);
}

/** @type {import("../shared/app.d.ts").View} */
const view = {
  position: () => editing.value?.view.position() ?? shownNow.value,
  facts: () => {
    if (editing.value) return editing.value.view.facts?.() ?? null;
    return explaining.value?.view.facts(facts.value) ?? facts.value;
  },
  rows: () => {
    if (editing.value) return [];
    return explaining.value?.view.rows() ?? facts.value?.result?.rows ?? [];
  },
  explained: () => explaining.value?.view.explained() ?? [],
  ghosts: () => explaining.value?.view.ghosts() ?? toolHere()?.ghosts() ?? [],
  candidates: () => {
    if (editing.value) return [];
    return explaining.value?.view.candidates() ?? toolHere()?.candidates() ?? candidates();
  },
  played: () => (editing.value || explaining.value ? [] : (explorer.value?.played() ?? [])),
  heat: () => (editing.value ? null : heat()),
  marks: () => (revision.value, editing.value ? [] : current.value.marks),
  branches: () => {
    revision.value;
    const children = editing.value ? [] : current.value.children;
    return children.length < 2
      ? []
      : children
          .filter((one) => one.move && one.move !== "--")
          .map((one, index) => ({
            point: /** @type {string} */ (one.move),
            letter: String.fromCharCode(97 + index),
          }));
  },
  arrowFrom: () => arrowFrom.value,
  limits: () => limits.value,
  placing: () => !arrowFrom.value,
  refuses: () => !editing.value && !arrowFrom.value && shownNow.value.turn === "black",
  threats: () => settings.threats.value && !editing.value,
};

// ---------------------------------------------------------------- the page

/**
 * @param {App} app
 * @param {string} _path
 * @param {URLSearchParams} query
 * @returns {import("../shared/app.d.ts").Page}
 */
export function open(app, _path, query) {
  arrive(app, query, true);
  engineOn.value = recall("engine", false);
  driveEngine(app);
  watchExplained();
  watchResearch();
  const deafToJobs = listenToJobs();
  openExplorer(app);
  const careless = careForDevice();
  effect(() => {
    revision.value;
    const node = current.value;
    const line = tree.value.lineThrough(node);
    const whole = tree.value.position(/** @type {Node} */ (line.at(-1)));
    const here = tree.value.position(node);
    const link =
      JSON.stringify(whole.setup) === JSON.stringify(here.setup)
        ? linkOf(whole, here.moves.length)
        : linkOf(here);
    app.replaceAddress(link);
    saveSoon();
  });
  effect(() => {
    // The summary is spoken when the best move changes, at most every two seconds.
    const best = live.value?.lines[0];
    if (best) untracked(() => speakBest(best));
  });
  return {
    name: "analyse",
    title: T("nav.analyse"),
    view,
    click: (point) => {
      if (editing.peek()) return editing.peek().click(point);
      if (!untracked(toolHere)?.click(point)) click(app, point);
    },
    pointMenu: (point) => pointMenu(app, point),
    arrow: (from, to) => !editing.peek() && putArrow(from, to),
    panel: () => () => editing.value?.panel() ?? panel(app),
    tools: () => () => tools(app),
    status: () => () => status(),
    above: () => [h("span", { class: "grow" }, moveText), commentLink],
    bar,
    tabs: [
      ["lines", T("tab.lines")],
      ["moves", T("tab.moves")],
      ["graph", T("tab.graph")],
      ["explorer", T("tab.explorer")],
    ],
    actions: actions(app),
    revisit: (again) => {
      arrive(app, again, false);
      reviveExplorer(app);
    },
    leave: () => {
      careless();
      endArrow();
      save();
      leaveEngine();
      endExplain();
      endResearch();
      deafToJobs();
      explorer.peek()?.close();
      explorer.value = null;
      editing.value = null;
    },
    document: () => {
      const whole = tree
        .peek()
        .position(/** @type {Node} */ (tree.peek().lineThrough(current.peek()).at(-1)));
      const here = treePosition.peek();
      const same = JSON.stringify(whole.setup) === JSON.stringify(here.setup);
      return { record: tree.peek().record(), position: same ? whole : here, at: here.moves.length };
    },
  };
}

/** @param {App} app @param {URLSearchParams} query @param {boolean} first */
function arrive(app, query, first) {
  const given = app.handed.peek();
  if (first && !fresh) restore();
  fresh = true;
  if (given) {
    app.handed.value = null;
    openRecord(given.record, given.options);
    if (given.options.explain) explain(app, given.options.explain);
    if (given.options.id) loadScores(given.options.id);
    return;
  }
  const opened = openLink(app, query);
  // A proof file was opened: its explanation comes with its position.
  const proof = history.state?.proof;
  if (opened && proof) explain(app, { given: proof });
  if (opened || !first) return;
  // A user who comes from a game to an empty board wants to see that game.
  const { root } = tree.peek();
  const record = app.gameNow();
  if (!root.children.length && !root.setup && record) openRecord(record);
}
let fresh = false;

let spokenAt = 0;
let spoken = "";
/** @param {AnalysisLine} best */
function speakBest(best) {
  if (best.move === spoken || Date.now() - spokenAt < 2000 || settings.spoken.peek() === "brief")
    return;
  [spoken, spokenAt] = [best.move, Date.now()];
  say(t("spoken.best", { point: shown(best.move), score: textOf(best.score) }));
}

/** @returns {{ wp: number, proof: boolean, label: string } | null} */
function bar() {
  const over = facts.value?.result;
  if (over)
    return {
      wp: over.winner === "black" ? 1 : over.winner === "white" ? 0 : 0.5,
      proof: true,
      label: over.winner ? t("score.over") : "=",
    };
  const score = passing.value ? null : update.value?.lines[0]?.score;
  if (!score) {
    // While the next value is computed the last one stays, but not that of another game.
    const waits = engineOn.value && lastBar.tree === tree.value && !facts.value?.problem;
    return waits ? { wp: lastBar.wp, proof: false, label: "" } : null;
  }
  lastBar = { tree: tree.value, wp: score.wp };
  const text = score.proof ? signOf(score) : String(percent(Math.max(score.wp, 1 - score.wp)));
  return { wp: score.wp, proof: Boolean(score.proof), label: text };
}
let lastBar = { tree: /** @type {import("../shared/tree.js").Tree | null} */ (null), wp: 0.5 };

/** @param {App} app */
const actions = (app) => ({
  prev: () => step(-1),
  next: () => step(1),
  prev10: () => step(-10),
  next10: () => step(10),
  first: () => go(tree.peek().root),
  last: () => step(10_000),
  branchUp: () => branch(-1),
  branchDown: () => branch(1),
  prevFork: () => fork(-1),
  nextFork: () => fork(1),
  engine: toggleEngine,
  space: () => {
    const best = untracked(() => update.value?.lines[0]?.move);
    if (best && !passing.peek()) add(best);
  },
  escape: () => {
    if (arrowFrom.peek()) endArrow();
    else if (app.preview.peek()) app.preview.value = null;
    else if (editing.peek()) editing.peek().cancel?.();
    else if (explaining.peek()) endExplain();
    else if (researching.peek()) endResearch();
    else engineOn.value = false;
  },
  candidates: nextCandidates,
  threatView: () => (passing.value = !passing.peek()),
  moreLines: () => set("lines", Math.min(10, settings.lines.peek() + 1)),
  fewerLines: () => set("lines", Math.max(1, settings.lines.peek() - 1)),
  previewLine: (/** @type {number} */ number) => {
    const line = lines.peek()[number - 1];
    if (line) app.preview.value = ghostsOf(line, 11);
  },
  playLine: (/** @type {number} */ number) => {
    const line = lines.peek()[number - 1];
    if (line && !passing.peek()) playLine(app, line, line.pv.length - 1);
  },
  delete: () => removeFrom(current.peek()),
  undo: () => (editing.peek() ? editing.peek().undo?.() : undo()),
  redo: () => (editing.peek() ? editing.peek().redo?.() : redo()),
  edit: () => edit(app),
  explain: () => (editing.peek() ? undefined : explain(app)),
  explorer: () => toggleExplorer(app),
  goTo,
  numbersHere: () => {
    numberedFrom.value = current.peek().ply;
    set("numbers", "here");
  },
  best: () => {
    const best = untracked(() => update.value?.lines[0]);
    note(
      () =>
        best
          ? t("spoken.best", { point: shown(best.move), score: textOf(best.score) })
          : t("engine.nothing"),
      { key: "command" },
    );
  },
  copyMoves: () => copy(treePosition.peek().moves.join("")),
});

function goTo() {
  dialog(T("goto.title"), (close) => {
    const field = h("input", { type: "number", min: "0", "aria-label": T("goto.title") });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const line = tree.peek().lineThrough(current.peek());
      const node = line[Math.max(0, Math.min(line.length - 1, Number(field.value)))];
      close();
      go(node);
    };
    return h(
      "form",
      { class: "command", on: { submit } },
      field,
      h("button", { class: "button primary", type: "submit" }, T("goto.go")),
    );
  });
}

// ---------------------------------------------------------------- panel

/** @param {App} app */
const panel = (app) => [
  () => explaining.value?.panel(),
  () => researching.value?.panel(),
  h(
    "section",
    {
      class: () => `section engine-box${passing.value ? " passing" : ""}`,
      "data-part": "lines",
      "aria-label": T("engine.box"),
    },
    engineHead(app),
    engineFigures(app),
    engineLines(app),
  ),
  () => explorer.value?.panel(),
  h(
    "section",
    {
      class: "stack",
      "data-part": "moves",
      style: { flex: "1 1 auto", "min-height": "150px", gap: "0", display: () => "" },
    },
    gameHeader(),
    treeHead(app),
    treeBox(app),
    commentPane(() => editComment(current.peek())),
  ),
  h("section", { class: "section", "data-part": "graph", "aria-label": T("graph") }, graph()),
];
