// @ts-check
// The engine log: what engines were asked and what they said.

import { button, copy, dialog, h, looks } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { moreTexts, signal, T } from "../shared/store.js";

await Promise.all([looks("research"), moreTexts("research")]);

export function logDialog() {
  const text = signal("");
  const problem = signal(/** @type {any} */ (null));
  dialog(
    T("research.log"),
    () => {
      const box = h("pre", {
        class: "mono engine-log",
        tabindex: "0",
        role: "log",
        "aria-label": T("research.log"),
      });
      const load = async () => {
        try {
          text.value = await (await http("GET", "/api/engine-log")).text();
          problem.value = null;
          box.textContent = text.peek();
          // The newest lines are the last ones.
          box.scrollTop = box.scrollHeight;
        } catch (error) {
          problem.value = error;
        }
      };
      load();
      return h(
        "div",
        { class: "stack" },
        h("p", { class: "muted" }, () =>
          problem.value
            ? problemText(problem.value)
            : T(text.value ? "research.log.text" : "research.log.empty")(),
        ),
        box,
        h(
          "div",
          { class: "dialog-foot" },
          button({ label: T("research.log.refresh"), act: load }),
          button({
            label: T("research.log.copy"),
            icon: "copy",
            class: "button primary",
            disabled: () => !text.value,
            act: () => copy(text.peek()),
          }),
        ),
      );
    },
    { wide: true },
  );
}
