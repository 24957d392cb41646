// @ts-check
// Analyse: the engine draws on the board and never adds a stone. This module puts the parts
// together: study.js (tree), engine.js (search), engine-box.js, graph.js.

import {
  effect,
  moreTexts,
  numberedFrom,
  recall,
  set,
  settings,
  signal,
  t,
  T,
  untracked,
} from "../shared/store.js";
import { button, copy, dialog, h, looks, menu, note, say } from "../shared/dom.js";
import { other, shown } from "../board/notation.js";
import { linkOf } from "../shared/link.js";
import { percent } from "./score.js";
import { Tree } from "../shared/tree.js";
import { treeList } from "./tree-list.js";
import {
  add,
  branch,
  current,
  facts,
  fork,
  go,
  openLink,
  openRecord,
  perform,
  promote,
  redo,
  removeFrom,
  replaceTree,
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
  scores,
  textOf,
  toggleEngine,
  update,
} from "./engine.js";
import { engineFigures, engineHead, engineLines, ghostsOf, playLine } from "./engine-box.js";
import { graph } from "./graph.js";
import { resultText } from "../shared/words.js";

// Looks and texts come with the module.
await Promise.all([looks("analyse"), moreTexts("analyse")]);

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").AnalysisLine} AnalysisLine */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

/** @param {App} app @param {string} point */
function click(app, point) {
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
  facts: () => (editing.value ? (editing.value.view.facts?.() ?? null) : facts.value),
  rows: () => (editing.value ? [] : (facts.value?.result?.rows ?? [])),
  candidates: () => (editing.value ? [] : candidates()),
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
  limits: () => limits.value,
  refuses: () => !editing.value && shownNow.value.turn === "black",
  threats: () => settings.threats.value && !editing.value,
};

/**
 * The editor, while it is open: `createEditor(app, position, finish)` of editor.js.
 * @type {import("../shared/store.js").Signal<any>}
 */
const editing = signal(null);

/** @param {App} app */
async function edit(app) {
  if (editing.peek()) return editing.peek().finish();
  engineOn.value = false;
  const { createEditor } = await import("./editor.js");
  editing.value = createEditor(
    app,
    treePosition.peek(),
    (/** @type {import("../shared/wire.d.ts").Position | null} */ made) => {
      editing.value = null;
      if (!made) return;
      const fresh = new Tree(made.rule, made.size);
      if (made.setup)
        fresh.root.setup = {
          black: made.setup.black,
          white: made.setup.white,
          to_move: made.setup.turn,
        };
      let node = fresh.root;
      let side = /** @type {Side} */ (made.setup?.turn ?? "black");
      for (const move of made.moves) {
        node = fresh.play(node, move, side).node;
        side = other(side);
      }
      replaceTree(fresh, node);
    },
  );
}

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
    click: (point) => (editing.peek() ? editing.peek().click(point) : click(app, point)),
    pointMenu,
    panel: () => () => editing.value?.panel() ?? panel(app),
    tools: () => () => tools(app),
    status: () => () => status(),
    above: () => () => h("span", null, moveText()),
    bar,
    tabs: [
      ["lines", T("tab.lines")],
      ["moves", T("tab.moves")],
      ["graph", T("tab.graph")],
    ],
    actions: actions(app),
    revisit: (again) => arrive(app, again, false),
    leave: () => {
      careless();
      save();
      leaveEngine();
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
    return openRecord(given.record, given.options);
  }
  if (openLink(app, query) || !first) return;
  // Whoever comes from a game to an empty board wants to see that game.
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
  const score = update.value?.lines[0]?.score ?? lastScore;
  const over = facts.value?.result;
  if (over)
    return {
      wp: over.winner === "black" ? 1 : over.winner === "white" ? 0 : 0.5,
      proof: true,
      label: over.winner ? t("score.over") : "=",
    };
  if (!score || passing.value)
    return lastScore ? { wp: lastScore.wp, proof: Boolean(lastScore.proof), label: "" } : null;
  lastScore = score;
  const text = score.proof
    ? t("score.short", { n: score.plies ?? 0 })
    : `${percent(Math.max(score.wp, 1 - score.wp))}`;
  return { wp: score.wp, proof: Boolean(score.proof), label: text };
}
/** @type {import("../shared/wire.d.ts").Score | null} */
let lastScore = null;

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
    if (app.preview.peek()) app.preview.value = null;
    else if (editing.peek()) editing.peek().cancel?.();
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

function nextCandidates() {
  const modes = ["off", "discs", "heat"];
  const mode = modes[(modes.indexOf(settings.candidates.peek()) + 1) % 3];
  set("candidates", mode);
  set("candidatesSeen", true);
  say(t(`candidates.${mode}`));
}

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

/** @param {string} point @returns {import("../shared/dom.js").MenuItem[]} */
function pointMenu(point) {
  const now = limits.peek() ?? { exclude: [], only: [] };
  const flip = (/** @type {string[]} */ list) =>
    list.includes(point) ? list.filter((one) => one !== point) : [...list, point];
  const kinds = /** @type {const} */ (["circle", "triangle", "square", "cross"]);
  const empty = !shownNow.peek().stones.some((stone) => stone.point === point);
  return [
    {
      label: T("menu.mark"),
      items: [
        ...kinds.map((mark) => ({
          label: T(`mark.${mark}`),
          checked: current.peek().marks.some((one) => one.point === point && one.mark === mark),
          act: () => putMark(point, mark),
        })),
        { label: T("mark.letter"), act: () => putMark(point, "label") },
        { label: T("mark.none"), act: () => putMark(point, null) },
      ],
    },
    ...(empty
      ? [
          {
            label: T("menu.exclude"),
            checked: now.exclude.includes(point),
            act: () =>
              (limits.value = {
                exclude: flip(now.exclude),
                only: now.only.filter((one) => one !== point),
              }),
          },
          {
            label: T("menu.only"),
            checked: now.only.includes(point),
            act: () =>
              (limits.value = {
                only: flip(now.only),
                exclude: now.exclude.filter((one) => one !== point),
              }),
          },
          {
            label: T("menu.evaluate"),
            act: () => {
              limits.value = { only: [point], exclude: [] };
              engineOn.value = true;
            },
          },
        ]
      : []),
  ];
}

/**
 * Puts a mark, or takes it away if it is there.
 * @param {string} point
 * @param {import("../shared/wire.d.ts").MarkKind | null} mark
 */
function putMark(point, mark) {
  const node = current.peek();
  const before = node.marks;
  const others = before.filter((one) => one.point !== point);
  const letters = new Set(before.map((one) => one.text));
  const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((one) => !letters.has(one)) ?? "A";
  const same = before.some((one) => one.point === point && one.mark === mark);
  const after =
    mark && !same
      ? [...others, { point, mark, ...(mark === "label" && { text: letter }) }]
      : others;
  perform(
    () => void (node.marks = after),
    () => void (node.marks = before),
  );
}

// ---------------------------------------------------------------- panel

/** @param {App} app */
const panel = (app) => [
  h(
    "section",
    {
      class: () => `section engine-box${passing.value ? " passing" : ""}`,
      "data-part": "lines",
      "aria-label": T("engine.box"),
    },
    engineHead(app),
    engineFigures(),
    engineLines(app),
  ),
  h(
    "section",
    {
      class: "stack",
      "data-part": "moves",
      style: { flex: "1 1 auto", "min-height": "150px", gap: "0", display: () => "" },
    },
    treeHead(app),
    treeBox(app),
  ),
  h("section", { class: "section", "data-part": "graph", "aria-label": T("graph") }, graph()),
];

/** @param {App} app */
const treeHead = (app) =>
  h(
    "div",
    {
      class: "section-head",
      style: { padding: "8px 8px 4px 16px", "border-top": "1px solid var(--line)" },
    },
    h("h3", null, T("tree")),
    h("span", { class: "grow" }),
    button({
      label: T("tree.menu"),
      icon: "more",
      bare: true,
      class: "ghost small",
      act: (event) => treeMenu(app, current.peek(), /** @type {Element} */ (event.currentTarget)),
    }),
  );

/** @param {App} app */
const treeBox = (app) =>
  treeList({
    tree: () => tree.value,
    revision: () => revision.value,
    current: () => current.value,
    scores: () => scores.value,
    go,
    fold: (node) => {
      node.folded = !node.folded;
      revision.value++;
    },
    menu: (node, place) => treeMenu(app, node, place),
    scoreOf: (node) =>
      node.score ? (node.score.proof ? t("score.short", { n: node.score.plies ?? 0 }) : "") : "",
  });

/** @param {App} app @param {Node} node @param {Element} place */
function treeMenu(app, node, place) {
  const isRoot = !node.parent;
  const first = isRoot || node.parent?.children[0] === node;
  const main = tree
    .peek()
    .path(node)
    .every((one) => !one.parent || one.parent.children[0] === one);
  menu(place, [
    { label: T("tree.promote"), disabled: first, act: () => promote(node, false) },
    { label: T("tree.main"), disabled: main, act: () => promote(node, true) },
    { label: T("tree.delete"), disabled: isRoot, keys: "Del", act: () => removeFrom(node) },
    "line",
    { label: T("comment.edit"), act: () => comment(node) },
    {
      label: T("tree.copy"),
      icon: "copy",
      act: () => copy(tree.peek().position(node).moves.join("")),
    },
    {
      label: T("tree.copy-link"),
      act: () => copy(new URL(linkOf(tree.peek().position(node)), location.href).href),
    },
    {
      label: T("tree.renumber"),
      act: () => {
        numberedFrom.value = node.ply;
        set("numbers", "here");
      },
    },
    "line",
    { label: T("tree.new"), act: () => newTree() },
    {
      label: T("play.from-here"),
      icon: "play",
      act: () => app.newGame(tree.peek().position(node)),
    },
  ]);
}

/** An empty board of the same kind; the former tree can be brought back. */
function newTree() {
  const fresh = new Tree(tree.peek().rule, tree.peek().size);
  replaceTree(fresh, fresh.root);
  note(T("tree.cleared"), {
    seconds: 10,
    key: "deleted",
    actions: [{ label: T("undo"), act: undo }],
  });
}

/** @param {Node} node */
function comment(node) {
  dialog(T("comment"), (close) => {
    const field = h("textarea", { rows: "5", "aria-label": T("comment") }, node.comment);
    const keep = () => {
      const [before, after] = [node.comment, field.value.trim()];
      close();
      perform(
        () => void (node.comment = after),
        () => void (node.comment = before),
      );
    };
    return [
      field,
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        button({ label: T("save"), class: "button primary", act: keep }),
      ),
    ];
  });
}

// ---------------------------------------------------------------- status and tools

function moveText() {
  const { ply, turn } = shownNow.value;
  return t("status.move", { ply, turn: t(turn ? `turn.${turn}` : "turn.over") });
}

function status() {
  if (editing.value) return h("span", null, T("status.editing"));
  const known = facts.value;
  if (known?.result) return h("strong", { class: "result-text" }, resultText(known.result));
  const best = update.value?.lines[0];
  const summary = best && engineOn.value;
  const open = () => set("sheet", settings.sheet.peek() === "full" ? "half" : "full");
  return [
    h("span", { class: "only-desk" }, moveText()),
    !summary && h("span", { class: "only-phone" }, t("engine.turn-on")),
    summary &&
      h(
        "button",
        { type: "button", class: "summary only-phone num", on: { click: open } },
        `${textOf(best.score)}  ${t("status.depth", { depth: update.value?.depth ?? 0 })}  ${best.pv.slice(0, 6).map(shown).join(" ")}`,
      ),
  ];
}

/** @param {App} app */
const tools = (app) => [
  button({
    label: T("engine"),
    icon: "engine",
    class: "tool many",
    "aria-pressed": () => String(engineOn.value),
    act: toggleEngine,
  }),
  button({
    label: () => t(`candidates.short.${settings.candidates.value}`),
    icon: "discs",
    class: () => `tool${settings.candidatesSeen.value ? "" : " pointed-at"}`,
    "aria-pressed": () => String(settings.candidates.value !== "off"),
    title: () => t(`candidates.${settings.candidates.value}`),
    act: nextCandidates,
  }),
  button({
    label: T("threats"),
    icon: "threat",
    class: "tool wide",
    "aria-pressed": () => String(settings.threats.value),
    act: () => app.act("threats"),
  }),
  button({
    label: T("edit"),
    icon: "edit",
    class: "tool extra",
    "aria-pressed": () => String(Boolean(editing.value)),
    act: () => edit(app),
  }),
  button({ label: T("share"), icon: "share", class: "tool", act: () => app.share() }),
  button({
    label: T("more"),
    icon: "more",
    class: "tool",
    bare: true,
    "aria-haspopup": "menu",
    act: (event) => menu(/** @type {Element} */ (event.currentTarget), moreItems(app)),
  }),
];

/** @param {App} app @returns {import("../shared/dom.js").MenuItem[]} */
const moreItems = (app) => [
  { label: T("edit"), icon: "edit", keys: "E", act: () => edit(app) },
  {
    label: T("threats"),
    keys: "T",
    checked: settings.threats.peek(),
    act: () => app.act("threats"),
  },
  {
    label: T("threats.all"),
    checked: settings.allThreats.peek(),
    act: () => set("allThreats", !settings.allThreats.peek()),
  },
  {
    label: T("threat-view"),
    keys: "X",
    checked: passing.peek(),
    act: () => (passing.value = !passing.peek()),
  },
  "line",
  { label: T("numbers.next"), keys: "N", icon: "numbers", act: () => app.act("numbers") },
  { label: T("flip"), keys: "F", icon: "flip", act: () => app.act("flip") },
  { label: T("undo"), keys: "U", icon: "undo", act: undo },
  "line",
  { label: T("tree.new"), act: newTree },
  { label: T("turn.game"), act: async () => (await import("./editor.js")).turnGame(app) },
  {
    label: T("study.rule"),
    items: (app.info.peek()?.rules ?? []).map((rule) => ({
      label: T(`rule.${rule}`),
      checked: tree.peek().rule === rule,
      act: () => changeRule(rule),
    })),
  },
  { label: T("play.from-here"), icon: "play", act: () => app.newGame(treePosition.peek()) },
  { label: T("share"), icon: "share", keys: "Ctrl+S", act: () => app.share() },
  { label: T("import"), icon: "open", keys: "Ctrl+O", act: () => app.importFiles() },
];

/** The same stones under another rule. @param {string} rule */
function changeRule(rule) {
  const before = tree.peek().rule;
  const to = (/** @type {string} */ name) => {
    tree.peek().rule = name;
    revision.value++;
  };
  perform(
    () => to(rule),
    () => to(before),
  );
}
