// @ts-check
// A search with a time limit: how much of it is gone, and a button that ends it.

import { button, h } from "../shared/dom.js";
import { effect, signal, T } from "../shared/store.js";
import { timeText } from "../shared/budget.js";

/** @param {{ began: number, ms: number, stop: () => void }} search */
export function searchProgress({ began, ms, stop }) {
  const now = signal(Date.now());
  effect(() => {
    if (now.value - began > ms) return;
    setTimeout(() => (now.value = Date.now()), 250);
  });
  return h(
    "div",
    { class: "search-progress" },
    h("progress", {
      max: String(ms),
      value: () => Math.min(ms, now.value - began),
      "aria-label": T("research.searching"),
    }),
    h(
      "div",
      { class: "row" },
      h(
        "span",
        { class: "grow muted num", role: "status" },
        T("research.searching"),
        " ",
        () => timeText(Math.round((Math.min(ms, now.value - began) / 1000) | 0) * 1000),
        " / ",
        () => timeText(ms),
      ),
      button({ label: T("research.stop"), class: "button small", act: stop }),
    ),
  );
}
