// @ts-check
// The form of one's own clock: main time with an increment or byo-yomi, or a time for each move.

import { moreTexts, signal, T } from "../shared/store.js";
import { button, choice, dialog, h, looks } from "../shared/dom.js";
import { keepChoice, last } from "./play.js";

await Promise.all([moreTexts("clock"), looks("pages")]);

/** @typedef {import("../shared/wire.d.ts").ClockRule} ClockRule */
/** @typedef {ClockRule["kind"]} Kind */

/** The longest clock of any kind. */
const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60_000;
const SECOND = 1000;

/** The fields of a kind of clock: names in the rule, texts, and milliseconds to one of their units. */
const FIELDS = /** @type {const} */ ({
  increment: [
    ["main", "main", MINUTE],
    ["increment", "plus", SECOND],
  ],
  "byo-yomi": [
    ["main", "main", MINUTE],
    ["period", "period", SECOND],
    ["periods", "periods", 1],
  ],
  "per-move": [["time", "time", SECOND]],
});

const KINDS = /** @type {Kind[]} */ (Object.keys(FIELDS));

/** Every number that the form may ask for, until something else was chosen. @type {Record<string, number>} */
const USUAL = {
  main: 15 * MINUTE,
  increment: 10 * SECOND,
  period: 30 * SECOND,
  periods: 3,
  time: 45 * SECOND,
};

/**
 * The rule of a filled form, or nothing if it has no time or too much.
 * @param {Kind} kind
 * @param {Record<string, number>} numbers
 * @returns {ClockRule | null}
 */
export function ruleOf(kind, numbers) {
  const rule = /** @type {any} */ ({ kind });
  for (const [name] of FIELDS[kind]) rule[name] = numbers[name];
  const { main = 0, increment = 0, period = 0, periods = 0, time = 0 } = rule;
  const values = [main, increment, period, periods, time];
  if (!values.every((one) => Number.isInteger(one) && one >= 0 && one <= DAY)) return null;
  if (periods > 100) return null;
  return main + increment + time + period * periods > 0 ? rule : null;
}

/** Opens the form; `use` is called once the clock is kept. @param {() => void} use */
export function ownClock(use) {
  const before = last.peek().ownClock;
  const kind = signal(/** @type {Kind} */ (before?.kind ?? "increment"));
  const wrong = signal(false);
  /** @type {Record<string, number>} */
  const numbers = { ...USUAL, .../** @type {any} */ (before) };
  dialog(T("clock.own.title"), (close) => {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const rule = ruleOf(kind.peek(), numbers);
      wrong.value = !rule;
      if (!rule) return;
      keepChoice({ ownClock: rule });
      close();
      use();
    };
    return h(
      "form",
      { class: "stack", novalidate: true, on: { submit } },
      choice({
        label: T("clock.own.kind"),
        options: KINDS.map((one) => [one, T(`clock.own.${one}`)]),
        value: () => kind.value,
        choose: (one) => (kind.value = one),
        class: "full",
      }),
      () => FIELDS[kind.value].map(([name, text, unit]) => numberField(numbers, name, text, unit)),
      () => wrong.value && h("p", { class: "problem", role: "alert" }, T("clock.own.wrong")),
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        h("button", { class: "button primary", type: "submit" }, T("clock.own.use")),
      ),
    );
  });
}

/**
 * @param {Record<string, number>} numbers
 * @param {string} name
 * @param {string} text
 * @param {number} unit
 */
const numberField = (numbers, name, text, unit) =>
  h(
    "label",
    { class: "field" },
    h("span", null, T(`clock.own.${text}`)),
    h("input", {
      type: "number",
      inputmode: "decimal",
      min: "0",
      step: unit === 1 ? "1" : "0.1",
      value: String(numbers[name] / unit),
      on: {
        input: (/** @type {any} */ { target }) =>
          (numbers[name] = target.value === "" ? NaN : Math.round(target.value * unit)),
      },
    }),
  );
