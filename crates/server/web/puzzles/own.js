// @ts-check
// The user's own mistakes as puzzles: which are due, delete, export.

import { shown } from "../board/notation.js";
import { button, h, link, menu, note } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { http, problemText } from "../shared/net.js";
import { effect, signal, t, T } from "../shared/store.js";
import { list, puzzle } from "./model.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").OwnPuzzle} OwnPuzzle */

const own = signal(/** @type {OwnPuzzle[] | null} */ (null));
const isOpen = signal(false);

/** @param {unknown} error */
const complain = (error) => note(() => problemText(error), { kind: "error", key: "puzzle" });

/** @param {string} method @param {string} path */
async function fetchOwn(method, path) {
  try {
    own.value = await (await http(method, path)).json();
  } catch (error) {
    complain(error);
  }
}

/** @param {App} app */
export function ownMistakes(app) {
  // The list of puzzles counts them: when it is loaded again, these may have changed.
  effect(() => {
    if (list.value && isOpen.value) fetchOwn("GET", "/api/puzzles/own");
  });
  const all = () => list.value?.own ?? 0;
  const due = () => list.value?.due ?? 0;
  return h(
    "details",
    {
      class: "section puzzle-own",
      open: isOpen.peek(),
      on: { toggle: (/** @type {any} */ event) => (isOpen.value = event.target.open) },
    },
    h("summary", null, () => t("puzzle.own", { n: all(), due: due() })),
    h(
      "div",
      { class: "stack" },
      () => !all() && h("p", { class: "muted" }, T("puzzle.own.none")),
      () =>
        all() > 0 &&
        h(
          "div",
          { class: "row" },
          button({
            label: T("puzzle.own.train", { n: due() }),
            class: "button small primary",
            disabled: () => !own.value?.some((one) => one.is_due),
            act: () => {
              const here = puzzle.peek()?.summary.id;
              const first = own.peek()?.find((one) => one.is_due && one.id !== here);
              if (first) app.go(`/puzzles/${first.id}`);
            },
          }),
          button({
            label: T("puzzle.own.export"),
            class: "button small",
            "aria-haspopup": "menu",
            act: (event) =>
              menu(
                /** @type {Element} */ (event.currentTarget),
                ["sgf", "json"].map((format) => ({
                  label: () => format.toUpperCase(),
                  act: () => save(format),
                })),
              ),
          }),
        ),
      () =>
        own.value &&
        h(
          "ul",
          { class: "puzzle-list", "aria-label": T("puzzle.own.title") },
          own.value.map((one) => row(app, one)),
        ),
    ),
  );
}

/** @param {App} app @param {OwnPuzzle} one */
const row = (app, one) =>
  h(
    "li",
    { data: { own: one.id } },
    h(
      "button",
      {
        type: "button",
        class: "puzzle-pick",
        "aria-current": () => (puzzle.value?.summary.id === one.id ? "true" : null),
        on: { click: () => app.go(`/puzzles/${one.id}`) },
      },
      h("span", { class: `stone-dot ${one.side}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "grow" },
        t("puzzle.own.row", {
          move: one.ply + 1,
          point: shown(one.played),
          rule: t(`rule.${one.rule}`),
        }),
      ),
      h("small", { class: one.is_due ? "due" : "muted" }, dueText(one)),
    ),
    link(`/review/${one.game}`, T("review"), "link small"),
    button({
      label: T("puzzle.own.delete"),
      icon: "close",
      bare: true,
      class: "ghost small",
      act: () => remove(one),
    }),
  );

/** @param {OwnPuzzle} one */
const dueText = (one) =>
  one.is_due
    ? t("puzzle.own.due")
    : t("puzzle.own.in", { n: Math.max(1, Math.round((one.due - Date.now()) / 86_400_000)) });

/** @param {OwnPuzzle} one */
async function remove(one) {
  await fetchOwn("DELETE", `/api/puzzles/${one.id}`);
  note(T("puzzle.own.deleted"), {
    key: "puzzle",
    actions: [{ label: T("undo"), act: () => fetchOwn("POST", `/api/puzzles/${one.id}/restore`) }],
  });
}

/** @param {string} format */
async function save(format) {
  try {
    const answer = await http("GET", `/api/puzzles/own/export/${format}`);
    download(await answer.blob(), `tengen-mistakes.${format}`);
  } catch (error) {
    complain(error);
  }
}
