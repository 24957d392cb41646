// @ts-check
// How well the user does: rating, streak, how many are solved.

import { h } from "../shared/dom.js";
import { t, T } from "../shared/store.js";
import { list, player } from "./model.js";

export function scores() {
  const now = player.value;
  if (!now) return null;
  const of = list.value?.total ?? 0;
  /** @type {[string, string, string][]} */
  const rows = [
    ["rating", t("puzzle.score.rating"), `${now.rating} ±${Math.round(2 * now.deviation)}`],
    [
      "streak",
      t("puzzle.score.streak"),
      t("puzzle.score.streak.of", { n: now.streak, best: now.best_streak }),
    ],
    [
      "first",
      t("puzzle.score.first"),
      t("puzzle.score.first.of", { n: now.solved, of: now.solved + now.failed }),
    ],
    ["all", t("puzzle.score.all"), String(of)],
  ];
  return h(
    "section",
    { class: "section puzzle-scores", "aria-label": T("puzzle.scores") },
    h(
      "dl",
      null,
      rows.map(([name, label, value]) =>
        h("div", { data: { score: name } }, h("dt", null, label), h("dd", null, value)),
      ),
    ),
  );
}
