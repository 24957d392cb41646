// @ts-check
// Tags of stored games: shown, added, removed, suggested.

import { button, dialog, h } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { language, signal, t, T } from "../shared/store.js";
import { games, show } from "./games-list.js";

/** @typedef {import("../shared/wire.d.ts").GameSummary} Game */

/** All tags with the number of their games, in order. @param {Game[]} list @returns {[string, number][]} */
export function tagsOf(list) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const game of list) for (const tag of game.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b, language.peek()));
}

/** Puts games that changed into the list. @param {Game[]} changed */
function adopt(changed) {
  const news = new Map(changed.map((game) => [game.id, game]));
  show((games.peek() ?? []).map((game) => news.get(game.id) ?? game));
}

/**
 * Adds and removes tags of some games, at once and for all of them together.
 * @param {Game[]} which
 */
export function tagDialog(which) {
  const ids = which.map((game) => game.id);
  const problem = signal("");
  const now = () => (games.value ?? []).filter((game) => ids.includes(game.id));
  const change = async (/** @type {{ add?: string[], remove?: string[] }} */ wish) => {
    try {
      const answer = await http("POST", "/api/games/tag", { games: ids, ...wish });
      problem.value = "";
      adopt(await answer.json());
    } catch (error) {
      problem.value = problemText(error);
    }
  };
  dialog(T("tags.title", { n: ids.length }), (close) => {
    const field = h("input", {
      maxlength: "60",
      list: "known-tags",
      "aria-label": T("tags.add"),
      placeholder: T("tags.placeholder"),
      autocomplete: "off",
    });
    // What was pressed goes away with its focus, which stays in the dialog.
    const press = (/** @type {{ add?: string[], remove?: string[] }} */ wish) => {
      field.focus();
      change(wish);
    };
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const add = field.value
        .split(/[,，、]/)
        .map((/** @type {string} */ tag) => tag.trim())
        .filter(Boolean);
      if (!add.length) return;
      field.value = "";
      field.focus();
      await change({ add });
    };
    return [
      h("div", { class: "tag-list", role: "list", "aria-label": T("tags.now") }, () => {
        const tags = tagsOf(now());
        if (!tags.length) return h("p", { class: "muted" }, T("tags.none"));
        return tags.map(([tag, n]) => chip(tag, n, ids.length, () => press({ remove: [tag] })));
      }),
      h(
        "form",
        { class: "row", on: { submit } },
        field,
        h("datalist", { id: "known-tags" }, () =>
          suggestions(now()).map((tag) => h("option", { value: tag })),
        ),
        h("button", { type: "submit", class: "button primary" }, T("tags.add")),
      ),
      () => {
        const more = suggestions(now()).slice(0, 12);
        return (
          more.length > 0 &&
          h(
            "div",
            { class: "tag-list", role: "group", "aria-label": T("tags.suggested") },
            h("small", { class: "muted" }, T("tags.suggested")),
            more.map((tag) =>
              h(
                "button",
                { type: "button", class: "tag add", on: { click: () => press({ add: [tag] }) } },
                `+ ${tag}`,
              ),
            ),
          )
        );
      },
      h(
        "p",
        { class: "problem", role: "alert", hidden: () => !problem.value },
        () => problem.value,
      ),
      h("div", { class: "dialog-foot" }, button({ label: T("tags.done"), act: close })),
    ];
  });
}

/** Tags of other games, the most used first. @param {Game[]} chosen */
function suggestions(chosen) {
  const has = new Set(
    tagsOf(chosen)
      .filter(([, n]) => n === chosen.length)
      .map(([tag]) => tag),
  );
  return tagsOf(games.value ?? [])
    .filter(([tag]) => !has.has(tag))
    .sort(([, a], [, b]) => b - a)
    .map(([tag]) => tag);
}

/** @param {string} tag @param {number} n @param {number} of @param {() => void} remove */
const chip = (tag, n, of, remove) =>
  h(
    "span",
    { class: "tag removable", role: "listitem" },
    of > 1 ? `${tag} (${n})` : tag,
    button({
      label: () => t("tags.remove", { tag }),
      icon: "close",
      bare: true,
      class: "ghost",
      act: remove,
    }),
  );
