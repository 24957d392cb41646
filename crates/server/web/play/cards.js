// @ts-check
// Cards and dialogs of Play that the first view does without: watching two engines, resigning.

import { T } from "../shared/store.js";
import { button, dialog, h } from "../shared/dom.js";
import { act, game, lookAt } from "./play.js";

/** What went wrong beside the game itself. */
export function problems() {
  const state = game.value;
  if (!state?.engine_problem && !state?.save_problem) return null;
  return h(
    "div",
    { class: "section" },
    state.engine_problem &&
      h(
        "div",
        { class: "row" },
        h("span", null, T("engine.crashed")),
        button({
          label: T("engine.restart"),
          class: "button small",
          act: () => act({ do: "resume" }),
        }),
        button({
          label: T("details"),
          class: "link",
          act: () => dialog(T("details"), () => h("p", null, state.engine_problem)),
        }),
      ),
    state.save_problem && h("p", null, T("save.failed")),
  );
}

/**
 * Engine against engine: the pace; pause and step lie under the board. A game that stands still:
 * how it goes on.
 */
export function watchCard() {
  const state = game.value;
  if (!state || state.result) return null;
  const watching = state.seats.black.kind === "engine" && state.seats.white.kind === "engine";
  if (!watching && !state.paused && state.auto_reply) return null;
  return h(
    "div",
    { class: "section" },
    !watching &&
      h(
        "div",
        { class: "row" },
        button({
          label: T(state.paused ? "resume" : "pause"),
          icon: state.paused ? "play" : "pause",
          class: "button small",
          act: () => act({ do: state.paused ? "resume" : "pause" }),
        }),
        !state.auto_reply &&
          button({
            label: T("auto-reply.on"),
            class: "button small",
            act: () => act({ do: "auto-reply", on: true }),
          }),
      ),
    watching &&
      h(
        "label",
        { class: "field" },
        h("span", null, T("pace", { seconds: (state.pace_ms / 1000).toFixed(1) })),
        h("input", {
          type: "range",
          min: "200",
          max: "10000",
          step: "200",
          value: String(state.pace_ms),
          on: {
            change: (/** @type {any} */ event) =>
              act({ do: "pace", ms: Number(event.target.value) }),
          },
        }),
      ),
  );
}

export function goTo() {
  dialog(T("goto.title"), (close) => {
    const field = h("input", {
      type: "number",
      min: "0",
      max: String(game.peek()?.moves.length ?? 0),
      "aria-label": T("goto.title"),
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      lookAt(Number(field.value));
      close();
    };
    return h(
      "form",
      { class: "command", on: { submit } },
      field,
      h("button", { class: "button primary", type: "submit" }, T("goto.go")),
    );
  });
}

export function confirmResign() {
  dialog(T("resign.title"), (close) => [
    h("p", null, T("resign.text")),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("cancel"), act: close }),
      button({
        label: T("resign"),
        class: "button primary",
        act: () => (close(), act({ do: "resign" })),
      }),
    ),
  ]);
}
