// @ts-check
// The moves under review: sign, chance before and after, the better move and its line.

import { shown } from "../board/notation.js";
import { h } from "../shared/dom.js";
import { scoreLook } from "../shared/score.js";
import { effect, t, T } from "../shared/store.js";
import { goAfter, goBetter, isReproach, plyShown, review } from "./model.js";
import { chanceSign, chanceText, ghosts, labelText } from "./words.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").ReviewedMove} ReviewedMove */

/** How much of a line is written out. */
const SHOWN = 6;

/** @param {App} app */
export function moveList(app) {
  const list = h(
    "ol",
    { class: "review-moves", "aria-label": T("review.moves") },
    () => review.value?.moves.map((move, ply) => row(app, move, ply)) ?? null,
  );
  effect(() => {
    review.value;
    const ply = plyShown.value;
    for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const now = list.children[ply];
    now?.setAttribute("aria-current", "true");
    reveal(list, now);
  });
  return list;
}

/** Scrolls the list alone; the page stays where it is. @param {HTMLElement} list @param {any} row */
function reveal(list, row) {
  if (!row) return;
  const [box, at] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.top < box.top) list.scrollTop -= box.top - at.top;
  else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom;
}

/** @param {App} app @param {ReviewedMove} move @param {number} ply */
function row(app, move, ply) {
  const { before, after } = move;
  const judged = move.label !== "not-judged";
  const chance = (/** @type {import("./words.js").Score} */ score) =>
    h(
      "span",
      { class: scoreLook(score), title: chanceText(score, move.side) },
      chanceSign(score, move.side),
    );
  const chances = judged && before && after ? [chance(before), " → ", chance(after)] : [];
  return h(
    "li",
    { class: `label-${move.label}`, data: { label: move.label, ply } },
    h(
      "button",
      {
        type: "button",
        class: "review-move",
        title: () => labelText(move),
        on: { click: () => goAfter(ply) },
      },
      h("span", { class: "ply" }, String(ply + 1)),
      h("span", { class: `stone-dot ${move.side}`, "aria-hidden": "true" }),
      h("span", { class: "point" }, shown(move.move)),
      h("span", { class: "sign", "aria-hidden": "true" }, move.sign),
      h("span", { class: "verdict-text grow" }, labelText(move)),
      h("span", { class: "chances" }, chances),
    ),
    isReproach(move) && better(app, move, ply),
  );
}

/** The better line: pointing at it shows it, a press goes there. @param {App} app @param {ReviewedMove} move @param {number} ply */
function better(app, move, ply) {
  const preview = () => (app.preview.value = ghosts(move.better.slice(0, 11), move.side));
  const end = () => (app.preview.value = null);
  const line = move.better.slice(0, SHOWN).map(shown).join(" ");
  const more = move.better.length > SHOWN ? " …" : "";
  return h(
    "button",
    {
      type: "button",
      class: "review-better",
      on: {
        click: () => (end(), goBetter(ply)),
        pointerenter: preview,
        pointerleave: end,
        focus: preview,
        blur: end,
      },
    },
    t("review.better", { line: line + more }),
  );
}
