// @ts-check
// What can be done with stored games: opening, renaming, downloading, deleting.

import { button, dialog, h, note } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { batch, signal, T } from "../shared/store.js";
import { Tree } from "../shared/tree.js";
import { download, fileName, FORMATS, holdsMany, isText, lostText, picture } from "./files.js";
import { tagDialog } from "./games-tags.js";
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
  let gone = [];
  try {
    gone = (await (await http("POST", "/api/games/delete", { games: ids })).json()).games;
  } catch (error) {
    complain(error);
  }
  if (!gone.length) return;
  const left = new Set(gone);
  show((games.peek() ?? []).filter((game) => !left.has(game.id)));
  batch(() => {
    if (gone.includes(chosen.peek() ?? "")) chosen.value = null;
    if (marked.peek()) marked.value = new Set();
  });
  const restore = async () => {
    await http("POST", "/api/games/restore", { games: gone }).catch(complain);
    load();
  };
  note(T("games.deleted", { n: gone.length }), {
    seconds: 10,
    key: "deleted",
    actions: [{ label: T("undo"), act: restore }],
  });
}

/** All positions of games, in the background. @param {Game[]} which */
export const searchAll = async (which) => (await import("./games-batch.js")).batchGames(which);

/** @param {Game} game */
function rename(game) {
  dialog(T("games.rename"), (close) => {
    const name = h("input", {
      value: game.name,
      maxlength: "120",
      placeholder: titleOf({ ...game, name: "" }),
    });
    const problem = signal("");
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await http("PATCH", `/api/games/${game.id}`, { name: name.value.trim() });
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
    const name = fileName(which.length === 1 ? titleOf(which[0]) : "tengen", ending);
    if (format === "png" || format === "svg") {
      const { tree } = Tree.from((await fetchGame(which[0].id)).record);
      const end = /** @type {any} */ (tree.lineThrough(tree.root).at(-1));
      download(await picture(format, tree.position(end), { numbers: "all", width: 1200 }), name);
      return;
    }
    const ids = { games: which.map((game) => game.id) };
    const answer = await http("POST", `/api/games/export?format=${format}`, ids);
    const lost = answer.headers.get("tengen-lost")?.split("; ") ?? [];
    download(await (isText(format) ? answer.text() : answer.blob()), name);
    if (lost.length) note(() => lostText(lost), { seconds: 10, key: "games" });
  } catch (error) {
    complain(error);
  }
}

/** @param {Game[]} which @returns {import("../shared/dom.js").MenuItem[]} */
export const downloads = (which) => [
  ...FORMATS.filter(([format]) => which.length === 1 || holdsMany(format)).map(
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
  { label: T("review"), icon: "check", act: () => app.go(`/review/${game.id}`) },
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
  { label: T("games.batch"), act: () => searchAll([game]) },
  { label: T("games.rename"), icon: "edit", act: () => rename(game) },
  { label: T("games.tag"), icon: "edit", act: () => tagDialog([game]) },
  { label: T("games.download"), icon: "open", items: downloads([game]) },
  "line",
  { label: T("games.delete"), icon: "close", act: () => remove([game]) },
];

/** @param {Game} game */
export const resumable = (game) => game.kind === "game" && !game.result;
