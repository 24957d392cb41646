// @ts-check
// The engine box: its switch and options, its figures, its lines.

import { shown } from "../board/notation.js";
import { certificateCard } from "../shared/certificate.js";
import { button, h, icon, select } from "../shared/dom.js";
import { problemText } from "../shared/net.js";
import { counted, scoreHint, scoreLook, winnerOf, winText } from "../shared/score.js";
import { set, settings, signal, t, T } from "../shared/store.js";
import { explain } from "./explaining.js";
import {
  deeper,
  engineOn,
  limits,
  live,
  passing,
  startSearch,
  state,
  textOf,
  toggleEngine,
  update,
} from "./engine.js";
import { facts } from "./study.js";

/** @typedef {import("../shared/app.d.ts").App} App */

const gearOpen = signal(false);

/** @param {App} app */
export const engineHead = (app) => [
  h(
    "div",
    { class: "section-head" },
    h(
      "label",
      { class: "toggle" },
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: () => engineOn.value,
        on: { change: toggleEngine },
      }),
      h("span", { class: "label engine-name" }, () => app.info.value?.engine ?? t("engine")),
    ),
    h("span", {
      class: () =>
        `dot ${{ thinking: "thinking-dot", starting: "wait", stopping: "wait", failed: "failed", taken: "wait" }[/** @type {"failed"} */ (state.value)] ?? ""}`,
    }),
    h("small", { class: "engine-state", "aria-live": "off" }, () =>
      facts.value?.result
        ? t("engine.over")
        : passing.value && engineOn.value
          ? t("engine.if-pass")
          : t(`engine.state.${state.value}`),
    ),
    h("span", { class: "grow" }),
    button({
      label: T("threat-view"),
      icon: "pass",
      bare: true,
      class: "ghost",
      "aria-pressed": () => String(passing.value),
      act: () => (passing.value = !passing.peek()),
    }),
    button({
      label: T("engine.options"),
      icon: "gear",
      bare: true,
      class: "ghost",
      "aria-expanded": () => String(gearOpen.value),
      act: () => (gearOpen.value = !gearOpen.peek()),
    }),
  ),
  () => gearOpen.value && gear(app),
  () =>
    state.value === "taken" &&
    h(
      "div",
      { class: "row" },
      h("span", null, T("engine.taken")),
      button({ label: T("engine.take-over"), class: "button small", act: () => startSearch(app) }),
    ),
  () =>
    state.value === "failed" &&
    h(
      "div",
      { class: "row" },
      h("span", null, T("engine.crashed")),
      button({ label: T("engine.restart"), class: "button small", act: () => startSearch(app) }),
    ),
  () =>
    facts.value?.problem &&
    h(
      "p",
      { class: "note-text" },
      problemText({ code: facts.value.problem.code, message: facts.value.problem.text }),
    ),
  () => {
    const now = limits.value;
    const list = [
      ...(now?.exclude ?? []).map((point) => t("limits.exclude", { point: shown(point) })),
      ...(now?.only ?? []).map((point) => t("limits.only", { point: shown(point) })),
    ];
    return (
      list.length > 0 &&
      h(
        "div",
        { class: "chips" },
        h(
          "span",
          { class: "chip" },
          list.join(", "),
          button({
            label: T("clear"),
            icon: "close",
            bare: true,
            class: "ghost small",
            act: () => (limits.value = null),
          }),
        ),
      )
    );
  },
];

/** @param {App} app */
function gear(app) {
  const info = app.info.value;
  const most = info?.limits;
  const powers = [0, 64, 128, 256, 512, 1024, 2048, 4096].filter(
    (size) => !size || size <= (most?.memory ?? 256),
  );
  const threads = Array.from({ length: (most?.threads ?? 1) + 1 }, (_, k) => k);
  return h(
    "div",
    { class: "gear" },
    select({
      label: T("engine.stop-after"),
      options: [5, 30, 300, 0].map((seconds) => [
        seconds,
        T(seconds ? "engine.seconds" : "engine.never", { n: seconds }),
      ]),
      value: () => settings.stopAfter.value,
      choose: (seconds) => set("stopAfter", seconds),
    }),
    select({
      label: T("score.view"),
      options: ["black", "mover", "points"].map((name) => [name, T(`score.view.${name}`)]),
      value: () => settings.scoreView.value,
      choose: (name) => set("scoreView", name),
    }),
    select({
      label: T("engine.threads"),
      options: threads.map((n) => [n, n ? () => String(n) : T("engine.auto")]),
      value: () => settings.threads.value,
      choose: (n) => set("threads", n),
    }),
    select({
      label: T("engine.memory"),
      options: powers.map((n) => [n, n ? () => `${n} MB` : T("engine.auto")]),
      value: () => settings.memory.value,
      choose: (n) => set("memory", n),
    }),
    select({
      label: T("engine.solver"),
      options: ["off", "fast", "medium", "slow"].map((name) => [name, T(`engine.solver.${name}`)]),
      value: () => settings.solver.value,
      choose: (name) => set("solver", name),
    }),
    (info?.algorithms.length ?? 1) > 1 &&
      select({
        label: T("algorithm"),
        options: (info?.algorithms ?? []).map((name) => [name, T(`algorithm.${name}`)]),
        value: () => settings.algorithm.value,
        choose: (name) => set("algorithm", name),
      }),
    select({
      label: T("candidates.count"),
      options: [1, 3, 5, 8, 12, 20].map((n) => [n, () => String(n)]),
      value: () => settings.candidateCount.value,
      choose: (n) => set("candidateCount", n),
    }),
    select({
      label: T("heat.side"),
      options: ["both", "black", "white"].map((name) => [name, T(`heat.${name}`)]),
      value: () => settings.heatSide.value,
      choose: (name) => set("heatSide", name),
    }),
  );
}

/**
 * Whether the best line ends in the win that the solver has proven.
 * @param {import("../shared/wire.d.ts").AnalyseUpdate} now
 */
const isChecked = ({ forced_win: win, lines }) =>
  win?.state === "win" && lines.length > 0 && winnerOf(lines[0].score) === win.side;

/** @param {App} app */
export const engineFigures = (app) => [
  () => certificateCard(facts.value?.certificate),
  h("div", { class: "figures" }, () => {
    const now = update.value;
    const best = now?.lines[0];
    if (!now || !best) return null;
    return [
      h(
        "span",
        { class: `big ${scoreLook(best.score)}`, title: scoreHint(best.score) || null },
        textOf(best.score),
      ),
      isChecked(now) && h("span", { class: "checked" }, icon("check"), T("forced-win.checked")),
      h("span", null, t("engine.depth", { depth: now.depth, deepest: now.seldepth })),
      h("span", null, t("engine.nodes", { nodes: counted(now.nodes) })),
      h("span", null, t("engine.speed", { speed: counted(now.nps) })),
      h(
        "span",
        null,
        `${Math.floor(now.ms / 60_000)}:${String(Math.floor(now.ms / 1000) % 60).padStart(2, "0")}`,
      ),
    ];
  }),
  () =>
    state.value === "limit" &&
    button({ label: T("engine.deeper"), class: "button small", act: () => deeper.value++ }),
  h(
    "div",
    {
      class: () =>
        `progress${settings.stopAfter.value || state.value !== "thinking" ? "" : " endless"}`,
      "aria-hidden": "true",
    },
    h("div", {
      style: {
        "--done": () =>
          String(
            Math.min(
              1,
              state.value === "off"
                ? 0
                : (live.value?.ms ?? 0) /
                    (settings.stopAfter.value * 1000 * 4 ** deeper.value || 1),
            ),
          ),
      },
    }),
  ),
  () => {
    // The solver may know before the lines do.
    const win = update.value?.forced_win;
    if (win?.state !== "win" || isChecked(/** @type {any} */ (update.value))) return null;
    return h(
      "div",
      { class: "verdict" },
      icon("check"),
      winText(win.side, win.plies ?? 0),
      h("small", null, T("forced-win.checked")),
      h("span", { class: "grow" }),
      button({ label: T("explain"), class: "button small", act: () => explain(app) }),
    );
  },
];
