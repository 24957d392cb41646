// @ts-check
// What a record says besides its moves: who played, where and when, how it ended, and the comment of the
// move that is shown.

import { button, h } from "../shared/dom.js";
import { set, settings, t, T } from "../shared/store.js";
import { endingText } from "../shared/words.js";
import { current, revision, tree } from "./study.js";

/** @typedef {"black" | "white"} Side */

/** Players, occasion and result, as far as the record names them. */
export const gameHeader = () => () => {
  revision.value;
  const { black, white, event, round, date, ending } = tree.value.info;
  const player = (/** @type {Side} */ side, /** @type {string | undefined} */ name) =>
    name && h("span", null, h("span", { class: `stone-dot ${side}` }), " ", name);
  const rest = [[event, round].filter(Boolean).join(", "), date, ending && endingText(ending)];
  const parts = [player("black", black), player("white", white)].filter(Boolean);
  const line = rest.filter(Boolean).join(" · ");
  if (!parts.length && !line) return null;
  return h(
    "div",
    { class: "game-header", role: "group", "aria-label": T("record.about") },
    parts.length > 0 && h("div", { class: "game-players" }, parts),
    line && h("small", null, line),
  );
};

/** The comment of the shown move. @param {() => void} edit */
export const commentPane = (edit) => () => {
  revision.value;
  const { comment } = current.value;
  if (!comment) return null;
  return h(
    "div",
    { class: "comment-pane" },
    h(
      "div",
      { class: "comment-text", tabindex: "0", role: "region", "aria-label": T("comment") },
      comment,
    ),
    button({ label: T("comment.edit"), icon: "edit", bare: true, class: "ghost small", act: edit }),
  );
};

/** Phone: leads to the comment of the shown move. */
export const commentLink = () => {
  revision.value;
  if (!current.value.comment) return null;
  const open = () => {
    set("panelTab", "moves");
    // Half of a short screen has no room for it.
    const height = matchMedia("(max-height: 700px)").matches ? "full" : "half";
    if (settings.sheet.peek() !== "full") set("sheet", height);
  };
  return button({ label: () => `✎ ${t("comment")}`, class: "link", act: open });
};
