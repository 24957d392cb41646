// @ts-check
// Stored games as a background job: all their positions are searched, and the scores are kept with them.

import { budget } from "../shared/budget.js";
import { button, dialog, h, looks, note } from "../shared/dom.js";
import { problemText, request } from "../shared/net.js";
import { moreTexts, signal, T } from "../shared/store.js";

await Promise.all([looks("research"), moreTexts("research")]);

const times = budget("batch", [500, 2000, 10_000, 60_000], 2000, "research.each-position");

/** @param {{ id: string }[]} which */
export function batchGames(which) {
  const problem = signal("");
  dialog(T("games.batch"), (close) => {
    const start = async () => {
      try {
        const games = which.map(({ id }) => id);
        await request("job.start", { games, limit: { ms: times.ms() } });
        close();
        note(T("research.batch.started"), { key: "research" });
      } catch (error) {
        problem.value = problemText(error);
      }
    };
    return h(
      "div",
      { class: "stack" },
      h("p", null, T("research.batch.games", { n: which.length })),
      times.field(),
      h(
        "p",
        { class: "problem", role: "alert", hidden: () => !problem.value },
        () => problem.value,
      ),
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        button({ label: T("research.start"), class: "button primary", act: start }),
      ),
    );
  });
}
