// @ts-check
// How long a search of a research tool takes, as a choice.

import { select } from "./dom.js";
import { language, recall, remember, signal, T } from "./store.js";

/** A time in the language of the user. @param {number} ms */
export function timeText(ms) {
  const [value, unit] = ms % 60_000 || !ms ? [ms / 1000, "second"] : [ms / 60_000, "minute"];
  return new Intl.NumberFormat(language.value, {
    style: "unit",
    unit,
    unitDisplay: "short",
  }).format(value);
}

/**
 * A choice of times that the browser remembers.
 * @param {string} name
 * @param {number[]} times in milliseconds
 * @param {number} usual
 * @param {string} label a key of the texts
 */
export function budget(name, times, usual, label) {
  const chosen = signal(recall(`budget.${name}`, usual));
  if (!times.includes(chosen.peek())) chosen.value = usual;
  return {
    ms: () => chosen.peek(),
    field: () =>
      select({
        label: T(label),
        options: times.map((ms) => [ms, () => timeText(ms)]),
        value: () => chosen.value,
        choose: (ms) => {
          chosen.value = ms;
          remember(`budget.${name}`, ms);
        },
      }),
  };
}
