// @ts-check
// What can be done with stored games: opening, renaming, downloading, deleting.

import { button, dialog, h, note } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { batch, signal, T } from "../shared/store.js";
import { Tree } from "../shared/tree.js";
import { download, fileName, FORMATS, picture, written } from "./files.js";
import {
  complain,
  games,
  marked,
  show,
  load,
  titleOf,
  chosen,
  looked,
  fetchGame,
} from "./games-list.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").GameSummary} Game */

/** Opens a game in Analyse, where the board stands. @param {App} app @param {Game} game */
export async function analyse(app, game) {
  try {
    const { record } = await fetchGame(game.id);
    const at = chosen.peek() === game.id && looked.peek() ? looked.peek()?.node.ply : undefined;
    app.analyse({ ...record, rule: record.rule ?? game.rule }, { at, id: game.id });
  } catch (error) {
    complain(error);
  }
}

/** @param {Game[]} which */
export async function remove(which) {
  const ids = which.map((game) => game.id);
  /** @type {string[]} */
  const gone = [];
  try {
    for (const id of ids) {
      await http("DELETE", `/api/games/${id}`);
      gone.push(id);
    }
  } catch (error) {
    complain(error);
  }
  if (!gone.length) return;
  show((games.peek() ?? []).filter((game) => !gone.includes(game.id)));
  batch(() => {
    if (gone.includes(chosen.peek() ?? "")) chosen.value = null;
    if (marked.peek()) marked.value = new Set();
  });
  const restore = async () => {
    for (const id of gone) await http("POST", `/api/games/${id}/restore`).catch(complain);
    load();
  };
  note(T("games.deleted", { n: gone.length }), {
    seconds: 10,
    key: "deleted",
    actions: [{ label: T("undo"), act: restore }],
  });
}

/** @param {Game} game */
function rename(game) {
  dialog(T("games.rename"), (close) => {
    const name = h("input", {
      value: game.name,
      maxlength: "120",
      placeholder: titleOf({ ...game, name: "" }),
    });
    const tags = h("input", { value: game.tags.join(", "), maxlength: "200" });
    const problem = signal("");
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const list = tags.value
        .split(/[,，、]/)
        .map((/** @type {string} */ tag) => tag.trim())
        .filter(Boolean);
      try {
        await http("PATCH", `/api/games/${game.id}`, { name: name.value.trim(), tags: list });
        close();
        load();
      } catch (error) {
        problem.value = problemText(error);
      }
    };
    return h(
      "form",
      { class: "stack", on: { submit } },
      h("label", { class: "field" }, h("span", null, T("games.name")), name),
      h("label", { class: "field" }, h("span", null, T("games.tags")), tags),
      h(
        "p",
        { class: "problem", role: "alert", hidden: () => !problem.value },
        () => problem.value,
      ),
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        h("button", { type: "submit", class: "button primary" }, T("save")),
      ),
    );
  });
}

/** @param {Game[]} which @param {string} format @param {string} ending */
async function save(which, format, ending) {
  try {
    const stored = await Promise.all(which.map((game) => fetchGame(game.id)));
    const name = fileName(which.length === 1 ? titleOf(which[0]) : "tengen", ending);
    if (format === "png" || format === "svg") {
      const { tree } = Tree.from(stored[0].record);
      const end = /** @type {any} */ (tree.lineThrough(tree.root).at(-1));
      download(await picture(format, tree.position(end), { numbers: "all", width: 1200 }), name);
      return;
    }
    const { text, lost } = await written(
      stored.map((one) => one.record),
      format,
    );
    download(text, name);
    if (lost.length)
      note(T("share.lost", { what: lost.join(", ") }), { seconds: 10, key: "games" });
  } catch (error) {
    complain(error);
  }
}

/** @param {Game[]} which @returns {import("../shared/dom.js").MenuItem[]} */
export const downloads = (which) => [
  ...FORMATS.filter(([format]) => which.length === 1 || format !== "psq").map(
    ([format, ending]) => ({
      label: T(`format.${format}`),
      act: () => save(which, format, ending),
    }),
  ),
  ...(which.length === 1
    ? ["png", "svg"].map((format) => ({
        label: T(`share.${format}`),
        act: () => save(which, format, format),
      }))
    : []),
];

/** @param {App} app @param {Game} game @returns {import("../shared/dom.js").MenuItem[]} */
export const deeds = (app, game) => [
  { label: T("games.analyse"), icon: "engine", act: () => analyse(app, game) },
  ...(resumable(game)
    ? [
        {
          label: T("games.resume"),
          icon: /** @type {const} */ ("play"),
          act: () => app.resume(game.id),
        },
      ]
    : []),
  { label: T("games.rename"), icon: "edit", act: () => rename(game) },
  { label: T("games.download"), icon: "open", items: downloads([game]) },
  "line",
  { label: T("games.delete"), icon: "close", act: () => remove([game]) },
];

/** @param {Game} game */
export const resumable = (game) => game.kind === "game" && !game.result;
