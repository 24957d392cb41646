// @ts-check
// The best lines of the engine: shown, previewed on the board, added to the tree.

import { other, shown } from "../board/notation.js";
import { button, copy, h, menu } from "../shared/dom.js";
import { effect, settings, signal, t, T, untracked } from "../shared/store.js";
import { scoreHint, scoreLook, winnerOf } from "../shared/score.js";
import { engineOn, held, lines, mover, passing, signOf, textOf, update } from "./engine.js";
import { explain } from "./explaining.js";
import { addLine, current, facts } from "./study.js";

/** @typedef {import("../shared/wire.d.ts").AnalysisLine} AnalysisLine */
/** @typedef {import("../shared/app.d.ts").App} App */

/** Why there is no line. */
function emptyText() {
  if (facts.value?.result) return "engine.no-lines";
  if (facts.value?.problem || facts.value?.searchable === false) return "engine.cannot";
  return engineOn.value ? "engine.wait" : "engine.turn-on";
}

/** @param {App} app */
export function engineLines(app) {
  const expanded = signal(-1);
  const box = h(
    "div",
    { class: "lines", style: { "min-height": () => `${settings.lines.value * 34}px` } },
    () => {
      const shownLines = lines.value;
      if (!shownLines.length)
        return h("p", { class: "muted", style: { padding: "4px 8px" } }, T(emptyText()));
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
        class: `score ${scoreLook(line.score)}`,
        title: () =>
          [textOf(line.score), scoreHint(line.score)].filter(Boolean).join(" – ") || null,
        role: line.score.proof ? "img" : null,
        "aria-label": () => textOf(line.score),
      },
      () => (line.score.proof ? signOf(line.score) : textOf(line.score)),
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
          ...(winnerOf(line.score)
            ? [{ label: T("explain"), disabled: passing.peek(), act: () => explainLine(app, line) }]
            : []),
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
 * Explains the win of a proven line: here if the side to move wins, after the line's first move if it loses.
 * @param {App} app
 * @param {AnalysisLine} line
 */
function explainLine(app, line) {
  const winner = winnerOf(line.score);
  if (!winner) return;
  if (winner !== untracked(mover)) playLine(app, line, 0);
  explain(app, { side: winner });
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
  let side = untracked(mover);
  const moves = line.pv.slice(0, upTo + 1).map((move) => {
    const one = { move, side };
    side = other(side);
    return one;
  });
  addLine(moves, "end");
}
