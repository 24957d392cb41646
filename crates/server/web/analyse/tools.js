// @ts-check
// What stands under the board in Analyse: status, buttons, the menu behind them.

import { shown } from "../board/notation.js";
import { button, h, menu, say } from "../shared/dom.js";
import { set, settings, t, T } from "../shared/store.js";
import { resultText } from "../shared/words.js";
import { editing, edit } from "./editing.js";
import { explaining } from "./explaining.js";
import { explorer } from "./exploring.js";
import { engineOn, passing, textOf, toggleEngine, update } from "./engine.js";
import { facts, perform, revision, shownNow, tree, undo } from "./study.js";
import { researchItems, toolHere } from "./researching.js";
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

/** What the colours of the heat-map mean. */
const heatLegend = () =>
  h(
    "span",
    {
      class: "heat-legend",
      title: t("heat.legend", { side: t(`heat.${settings.heatSide.value}`) }),
    },
    t("heat.weak"),
    h("span", { class: "heat-scale", "aria-hidden": "true" }),
    t("heat.strong"),
  );

/** What the phone's status says without a line. */
const idleText = () =>
  facts.value?.problem || facts.value?.searchable === false
    ? "engine.cannot"
    : engineOn.value
      ? "engine.wait"
      : "engine.turn-on";

export function status() {
  if (editing.value) return h("span", null, T("status.editing"));
  const explained = explaining.value?.status() ?? toolHere()?.status();
  if (explained) return h("span", null, explained);
  const known = facts.value;
  if (known?.result) return h("strong", { class: "result-text" }, resultText(known.result));
  const best = update.value?.lines[0];
  const summary = best && engineOn.value;
  const open = () => set("sheet", settings.sheet.peek() === "full" ? "half" : "full");
  return [
    h("span", { class: "only-desk" }, moveText()),
    settings.candidates.value === "heat" && heatLegend(),
    !summary && h("span", { class: "only-phone" }, t(idleText())),
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
    "data-keys": "engine",
    act: toggleEngine,
  }),
  button({
    label: () => t(`candidates.short.${settings.candidates.value}`),
    icon: "discs",
    class: () => `tool${settings.candidatesSeen.value ? "" : " pointed-at"}`,
    "aria-pressed": () => String(settings.candidates.value !== "off"),
    data: { keys: "candidates", tip: () => t(`candidates.${settings.candidates.value}`) },
    act: nextCandidates,
  }),
  button({
    label: T("threats"),
    icon: "threat",
    class: "tool wide",
    "aria-pressed": () => String(settings.threats.value),
    "data-keys": "threats",
    act: () => app.act("threats"),
  }),
  button({
    label: T("explain"),
    icon: "hint",
    class: "tool",
    "aria-pressed": () => String(Boolean(explaining.value)),
    "data-keys": "explain",
    act: () => app.act("explain"),
  }),
  button({
    label: T("edit"),
    icon: "edit",
    class: "tool extra",
    "aria-pressed": () => String(Boolean(editing.value)),
    "data-keys": "edit",
    act: () => edit(app),
  }),
  button({
    label: T("share"),
    icon: "share",
    class: "tool extra",
    "data-keys": "share",
    act: () => app.share(),
  }),
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
  { label: T("edit"), icon: "edit", keys: "edit", act: () => edit(app) },
  { label: T("explain"), icon: "hint", keys: "explain", act: () => app.act("explain") },
  {
    label: T("explorer"),
    keys: "O",
    checked: Boolean(explorer.peek()),
    act: () => app.act("explorer"),
  },
  {
    label: T("threats"),
    keys: "threats",
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
    keys: "threatView",
    checked: passing.peek(),
    act: () => (passing.value = !passing.peek()),
  },
  "line",
  { label: T("numbers.next"), keys: "numbers", icon: "numbers", act: () => app.act("numbers") },
  { label: T("flip"), keys: "flip", icon: "flip", act: () => app.act("flip") },
  { label: T("undo"), keys: "undo", icon: "undo", act: undo },
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
  { label: T("research"), items: researchItems(app) },
  { label: T("review"), keys: "review", icon: "check", act: () => app.act("review") },
  { label: T("share"), icon: "share", keys: "share", act: () => app.share() },
  { label: T("import"), icon: "open", keys: "import", act: () => app.importFiles() },
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
