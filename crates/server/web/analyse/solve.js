// @ts-check
// Solve and Defend from the menu: the questions; the answers are explanations.

import { other } from "../board/notation.js";
import { button, choice, dialog, h, looks, note } from "../shared/dom.js";
import { moreTexts, recall, remember, signal, t, T } from "../shared/store.js";
import { budget } from "../shared/budget.js";
import { engineOn } from "./engine.js";
import { explain } from "./explaining.js";
import { endResearch } from "./researching.js";
import { shownNow } from "./study.js";

await Promise.all([looks("research"), moreTexts("research")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").ExplainKind} ExplainKind */
/** @typedef {"black" | "white"} Side */

const KINDS = /** @type {const} */ (["fours", "threats", "any"]);
const times = budget("solve", [5000, 30_000, 120_000, 600_000], 30_000, "research.time");

/** Asks which win is looked for, and for how long. @param {App} app */
export function solveDialog(app) {
  const mover = shownNow.peek().turn;
  if (!mover) return note(T("problem.game-over"), { key: "research" });
  const kind = signal(/** @type {ExplainKind} */ (recall("solveKind", "threats")));
  const side = signal(/** @type {Side} */ (mover));
  dialog(T("research.solve"), (close) => {
    const start = () => {
      remember("solveKind", kind.peek());
      close();
      endResearch();
      engineOn.value = false;
      explain(app, { side: side.peek(), kind: kind.peek(), limit: times.ms() });
    };
    return h(
      "div",
      { class: "stack" },
      choice({
        label: T("research.solve.kind"),
        options: KINDS.map((one) => [one, T(`research.solve.${one}`)]),
        value: () => kind.value,
        choose: (one) => (kind.value = one),
      }),
      h("p", { class: "muted" }, () => t(`research.solve.${kind.value}.text`)),
      choice({
        label: T("research.solve.side"),
        options: [mover, other(mover)].map((one) => [one, T(`side.${one}`)]),
        value: () => side.value,
        choose: (one) => (side.value = one),
      }),
      times.field(),
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        button({ label: T("research.start"), class: "button primary", act: start }),
      ),
    );
  });
}

/** What stops the threat of the other side. @param {App} app */
export function defend(app) {
  const mover = shownNow.peek().turn;
  if (!mover) return note(T("problem.game-over"), { key: "research" });
  endResearch();
  engineOn.value = false;
  explain(app, { side: other(mover), defend: true });
}
