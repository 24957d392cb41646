// @ts-check
// What stands under the board in Analyse: status, buttons, the menu behind them.

import { shown } from "../board/notation.js";
import { button, h, menu, say } from "../shared/dom.js";
import { set, settings, t, T } from "../shared/store.js";
import { resultText } from "../shared/words.js";
import { editing, edit } from "./editing.js";
import { engineOn, passing, textOf, toggleEngine, update } from "./engine.js";
import { facts, perform, revision, shownNow, tree, treePosition, undo } from "./study.js";
import { newTree } from "./tree-panel.js";

/** @typedef {import("../shared/app.d.ts").App} App */

export function nextCandidates() {
  const modes = ["off", "discs", "heat"];
  const mode = modes[(modes.indexOf(settings.candidates.peek()) + 1) % 3];
  set("candidates", mode);
  set("candidatesSeen", true);
  say(t(`candidates.${mode}`));
}

export function moveText() {
  const { ply, turn } = shownNow.value;
  return t("status.move", { ply, turn: t(turn ? `turn.${turn}` : "turn.over") });
}

export function status() {
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
export const tools = (app) => [
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
