// @ts-check
// Which puzzles come: kind, rule, side, rating, unsolved ones only; and the list of those that fit.

import { button, h, select, toggle } from "../shared/dom.js";
import { set, settings, signal, t, T } from "../shared/store.js";
import { filter, list, puzzle, wish } from "./model.js";
import { promptOf } from "./words.js";

/** @typedef {import("../shared/app.d.ts").App} App */

const KINDS = ["vcf", "vct", "win", "defence", "trap"];
const RULES = ["freestyle", "standard", "renju", "caro", "caro-exact"];
/** Ranges of ratings, by their names. @type {Record<string, { low?: number, high?: number }>} */
const RANGES = {
  all: {},
  easy: { high: 999 },
  medium: { low: 1000, high: 1499 },
  hard: { low: 1500, high: 1999 },
  master: { low: 2000 },
};
/** How many of a list are shown at first, and how many more each time. */
const MANY = 50;

const many = signal(MANY);
/** Whether the lists are open: they stay so from puzzle to puzzle. */
const isOpen = signal(false);

const rangeNow = () => {
  const { low, high } = filter.value;
  const found = Object.entries(RANGES).find(
    ([, range]) => range.low === low && range.high === high,
  );
  return found?.[0] ?? "all";
};

/** @param {string} range */
function chooseRange(range) {
  const { low, high } = RANGES[range];
  filter.value = { ...filter.peek(), low, high };
  wish("low", low);
}

/** @param {App} app */
export const filters = (app) =>
  h(
    "details",
    {
      class: "section puzzle-filters",
      open: isOpen.peek(),
      on: { toggle: (/** @type {any} */ event) => (isOpen.value = event.target.open) },
    },
    h("summary", null, () => t("puzzle.filter", { n: list.value?.puzzles.length ?? 0 })),
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "columns" },
        select({
          label: T("puzzle.kind"),
          options: [
            ["", T("puzzle.any")],
            ...KINDS.map((kind) => /** @type {[any, any]} */ ([kind, T(`puzzle.kind.${kind}`)])),
          ],
          value: () => filter.value.kind ?? "",
          choose: (kind) => wish("kind", kind || undefined),
        }),
        select({
          label: T("puzzle.rule"),
          options: [
            ["", T("puzzle.any")],
            ...RULES.map((rule) => /** @type {[any, any]} */ ([rule, T(`rule.${rule}`)])),
          ],
          value: () => filter.value.rule ?? "",
          choose: (rule) => wish("rule", rule || undefined),
        }),
        select({
          label: T("puzzle.range"),
          options: Object.keys(RANGES).map((range) => [range, T(`puzzle.range.${range}`)]),
          value: rangeNow,
          choose: chooseRange,
        }),
        select({
          label: T("puzzle.side"),
          options: [
            ["", T("puzzle.any")],
            ["black", T("side.black")],
            ["white", T("side.white")],
          ],
          value: () => filter.value.side ?? "",
          choose: (side) => wish("side", side || undefined),
        }),
      ),
      toggle({
        label: T("puzzle.unsolved"),
        value: () => Boolean(filter.value.unsolved),
        choose: (on) => wish("unsolved", on || undefined),
      }),
      toggle({
        label: T("puzzle.turn"),
        value: () => settings.puzzleTurn.value,
        choose: (on) => set("puzzleTurn", on),
      }),
      () => isOpen.value && found(app),
    ),
  );

/** Those that fit, the easiest first. @param {App} app */
function found(app) {
  const puzzles = list.value?.puzzles ?? [];
  if (!puzzles.length) return h("p", { class: "muted" }, T("puzzle.none"));
  return [
    h(
      "ul",
      { class: "puzzle-list", "aria-label": T("nav.puzzles") },
      puzzles.slice(0, many.value).map((one) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              type: "button",
              class: "puzzle-pick",
              "aria-current": () => (puzzle.value?.summary.id === one.id ? "true" : null),
              on: { click: () => app.go(`/puzzles/${one.id}`) },
            },
            h("span", { class: `stone-dot ${one.side}`, "aria-hidden": "true" }),
            h("span", { class: "grow" }, `${promptOf(one)} · ${t(`rule.${one.rule}`)}`),
            h("span", { class: "puzzle-rating" }, String(one.rating ?? "")),
            one.state !== "new" &&
              h(
                "span",
                {
                  class: `puzzle-state ${one.state}`,
                  role: "img",
                  "aria-label": T(`puzzle.state.${one.state}`),
                },
                one.state === "solved" ? "✓" : "✗",
              ),
          ),
        ),
      ),
    ),
    puzzles.length > many.value &&
      button({
        label: T("puzzle.more", { n: puzzles.length - many.value }),
        act: () => (many.value += MANY),
      }),
  ];
}
