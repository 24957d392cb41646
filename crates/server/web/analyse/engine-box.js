// @ts-check
// The engine box: its switch and options, its figures, its lines.

import { effect, set, settings, signal, t, T, untracked } from "../shared/store.js";
import { button, copy, h, icon, menu, select } from "../shared/dom.js";
import { other, shown } from "../board/notation.js";
import { counted } from "./score.js";
import { current, facts, go, perform, tree } from "./study.js";
import {
  deeper,
  engineOn,
  held,
  limits,
  lines,
  live,
  mover,
  passing,
  startSearch,
  state,
  textOf,
  toggleEngine,
  update,
} from "./engine.js";
import { problemText } from "../shared/net.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").AnalysisLine} AnalysisLine */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

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
      label: T("engine.kill"),
      options: ["off", "fast", "medium", "slow"].map((name) => [name, T(`engine.kill.${name}`)]),
      value: () => settings.kill.value,
      choose: (name) => set("kill", name),
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

export const engineFigures = () => [
  h("div", { class: "figures" }, () => {
    const now = update.value;
    const best = now?.lines[0];
    if (!now || !best) return null;
    return [
      h("span", { class: best.score.proof ? "big proved" : "big" }, textOf(best.score)),
      h("span", null, t("engine.depth", { depth: now.depth, deepest: now.selective_depth })),
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
    const kill = update.value?.kill;
    if (kill?.state !== "win") return null;
    return h(
      "div",
      { class: "verdict" },
      icon("check"),
      t("kill.win", { side: t(`side.${kill.side}`), n: kill.plies ?? 0 }),
      h("small", null, T("kill.checked")),
    );
  },
];

/** @param {App} app */
export function engineLines(app) {
  const expanded = signal(-1);
  const box = h(
    "div",
    { class: "lines", style: { "min-height": () => `${settings.lines.value * 34}px` } },
    () => {
      const shownLines = lines.value;
      if (!shownLines.length)
        return h(
          "p",
          { class: "muted", style: { padding: "4px 8px" } },
          T(engineOn.value ? "engine.wait" : "engine.turn-on"),
        );
      return shownLines.map((line, index) => lineRow(app, line, index, expanded));
    },
  );
  const hold = () => (held.value = untracked(() => lines.value));
  const release = () => {
    app.preview.value = null;
    held.value = null;
  };
  box.addEventListener(
    "pointerenter",
    (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && hold(),
  );
  box.addEventListener(
    "pointerleave",
    (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && release(),
  );
  // A finger that presses must find the same line when it lifts.
  box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") return;
    hold();
    setTimeout(() => (held.value = null), 1000);
  });
  box.addEventListener("focusin", hold);
  // Later, because the focus also goes when its button leaves the page: lines must not change meanwhile.
  box.addEventListener("focusout", () =>
    queueMicrotask(() => !box.contains(document.activeElement) && release()),
  );
  effect(() => {
    current.value;
    untracked(release);
  });
  const count = h(
    "div",
    { class: "row" },
    h("small", null, () => t("lines.count", { n: settings.lines.value })),
    button({
      label: T("lines.fewer"),
      class: "ghost small",
      act: () => app.act("fewerLines"),
      bare: false,
      "aria-label": T("lines.fewer"),
      title: T("lines.fewer"),
    }),
    button({
      label: T("lines.more"),
      class: "ghost small",
      act: () => app.act("moreLines"),
      "aria-label": T("lines.more"),
      title: T("lines.more"),
    }),
    () =>
      held.value &&
      update.value &&
      held.value[0] !== update.value.lines[0] &&
      h("span", { class: "news", title: T("lines.news") }),
  );
  count
    .querySelectorAll(".label")
    .forEach((/** @type {Element} */ label, /** @type {number} */ k) =>
      label.replaceChildren(k ? "+" : "−"),
    );
  return [box, count];
}

/**
 * @param {App} app
 * @param {AnalysisLine} line
 * @param {number} index
 * @param {import("../shared/store.js").Signal<number>} expanded
 */
function lineRow(app, line, index, expanded) {
  let depth = 0;
  const side = untracked(mover);
  const lost =
    line.score.proof &&
    line.score.proof !== "draw" &&
    (line.score.proof === "win") !== (side === "black");
  const row = h("div", {
    class: () => `line${expanded.value === index ? " open" : ""}`,
    "data-line": index + 1,
  });
  const preview = (/** @type {number} */ upTo) => {
    depth = upTo;
    app.preview.value = ghostsOf(line, upTo);
    row
      .querySelectorAll(".pv button")
      .forEach((/** @type {Element} */ one, /** @type {number} */ k) =>
        one.classList.toggle("chosen", k === upTo),
      );
  };
  let tapped = -1;
  const moves = () =>
    line.pv.slice(0, expanded.value === index ? undefined : 12).map((point, k) =>
      h(
        "button",
        {
          type: "button",
          on: {
            pointerenter: (/** @type {PointerEvent} */ event) =>
              event.pointerType === "mouse" && preview(k),
            focus: () => preview(k),
            pointerup: (/** @type {PointerEvent} */ event) => {
              if (event.pointerType === "mouse") return;
              // Touch: the first tap shows, the second plays.
              row.dataset.touched = String(tapped !== k);
              tapped = k;
            },
            click: () => {
              if (row.dataset.touched === "true") {
                row.dataset.touched = "";
                return preview(k);
              }
              if (!passing.peek()) playLine(app, line, k);
            },
          },
        },
        shown(point),
      ),
    );
  row.append(
    h(
      "span",
      {
        class: `score${line.score.proof ? " proved" : ""}${lost ? " lost" : ""}`,
        title: line.score.proof ? T("score.proved") : null,
      },
      () => textOf(line.score),
    ),
    h("span", { class: "pv" }, moves),
    button({
      label: T("line.menu"),
      icon: "more",
      bare: true,
      class: "ghost small",
      act: (event) =>
        menu(/** @type {Element} */ (event.currentTarget), [
          {
            label: T("line.play"),
            act: () => playLine(app, line, line.pv.length - 1),
            disabled: passing.peek(),
          },
          { label: T("line.copy"), icon: "copy", act: () => copy(line.pv.map(shown).join(" ")) },
          {
            label: T("line.expand"),
            checked: expanded.peek() === index,
            act: () => (expanded.value = expanded.peek() === index ? -1 : index),
          },
        ]),
    }),
  );
  row.addEventListener(
    "wheel",
    (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      preview(Math.max(0, Math.min(line.pv.length - 1, depth + Math.sign(event.deltaY))));
    },
    { passive: false },
  );
  return row;
}

// ---------------------------------------------------------------- lines on the board

/**
 * @param {AnalysisLine} line
 * @param {number} upTo
 * @returns {import("../board/state.d.ts").Ghost[]}
 */
export function ghostsOf(line, upTo) {
  let side = untracked(mover);
  return line.pv.slice(0, upTo + 1).map((point, index) => {
    const ghost = { point, side, label: String(index + 1) };
    side = other(side);
    return ghost;
  });
}

/**
 * Plays a line into the tree up to one of its moves.
 * @param {App} app
 * @param {AnalysisLine} line
 * @param {number} upTo
 */
export function playLine(app, line, upTo) {
  app.preview.value = null;
  held.value = null;
  const start = current.peek();
  let node = start;
  let side = untracked(mover);
  /** @type {{ parent: Node, node: Node } | null} */
  let first = null;
  for (const move of line.pv.slice(0, upTo + 1)) {
    const parent = node;
    const added = tree.peek().play(parent, move, side);
    node = added.node;
    if (added.fresh && !first) first = { parent, node };
    side = other(side);
  }
  const end = node;
  if (!first) return go(end);
  const { parent, node: head } = first;
  const place = parent.children.indexOf(head);
  parent.children.splice(place, 1);
  perform(
    () => {
      parent.children.splice(place, 0, head);
      go(end);
    },
    () => {
      parent.children.splice(parent.children.indexOf(head), 1);
      go(start);
    },
  );
}
