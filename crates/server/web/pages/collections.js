// @ts-check
// Imported collections: a file becomes one, with its progress; the list of them.

import { button, h, note } from "../shared/dom.js";
import { http, on, problemText } from "../shared/net.js";
import { effect, remember, signal, t, T } from "../shared/store.js";
import { bytesText } from "./files.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").CollectionInfo} Collection */

/** All collections; the last may be one that is being read. */
export const collections = signal(/** @type {Collection[]} */ ([]));
/** The one that is being read now. */
const running = signal(/** @type {Collection | null} */ (null));

export async function loadCollections() {
  const list = await http("GET", "/api/collections").then(
    (answer) => answer.json(),
    () => null,
  );
  if (list) adopt(list);
}

/** @param {Collection[]} list */
function adopt(list) {
  running.value = list.find((one) => one.progress) ?? null;
  collections.value = list.filter((one) => !one.progress);
}

on("collection", (message) => (running.value = message));
on("explorer.changed", loadCollections);

/** @param {any} error */
const complain = (error) => note(() => problemText(error), { kind: "error", key: "collections" });

/** Shows what a collection knows, in Analyse. @param {App} app @param {string} id */
function explore(app, id) {
  remember("explorer", true);
  remember("explorer.source", id);
  app.go("/analyse");
}

/** What a collection holds. @param {Collection} one */
const contents = (one) =>
  [
    one.games !== undefined && t("collection.games", { n: one.games }),
    t("collection.moves", { n: one.moves }),
    one.problem && t("collection.not-whole"),
  ]
    .filter(Boolean)
    .join(", ");

/**
 * Makes a collection of a file; `part` opens its first moves, if it is too much for a page.
 * @param {App} app
 * @param {File} file
 * @param {() => void} close
 * @param {((file: File) => void) | undefined} part
 */
export function collectionForm(app, file, close, part) {
  const state = signal(/** @type {"ask" | "busy" | "done"} */ ("ask"));
  const made = signal(/** @type {Collection | null} */ (null));
  const failed = signal("");
  const abort = new AbortController();
  let id = "";
  const start = async () => {
    state.value = "busy";
    failed.value = "";
    const address = `/api/collections?name=${encodeURIComponent(name.value.trim())}`;
    try {
      id = (await (await http("POST", address, file, abort.signal)).json()).id;
      await loadCollections();
    } catch (error) {
      state.value = "ask";
      if (!abort.signal.aborted) failed.value = problemText(error);
    }
  };
  const cancel = async () => {
    abort.abort();
    close();
    // The whole file may have come before its number did: the one that is read now is this one.
    await loadCollections();
    const now = running.peek();
    const mine = now && (id ? now.id === id : now.name === name.value.trim());
    if (mine) await http("DELETE", `/api/collections/${now.id}`).catch(() => {});
  };
  const name = h("input", { value: file.name.replace(/\.[^.]+$/, ""), maxlength: "120" });
  // It is ready when the list has it, and gone when nothing is read any more.
  effect(() => {
    const found = collections.value.find((one) => one.id === id);
    if (id && found && state.peek() === "busy") {
      made.value = found;
      state.value = "done";
    }
  });
  const ask = () => [
    part && h("p", { role: "status" }, T("collection.large")),
    h("small", { class: "muted" }, T("collection.text")),
    h("label", { class: "field" }, h("span", null, T("collection.name")), name),
    h(
      "div",
      { class: "dialog-foot" },
      part && button({ label: T("cancel"), act: close }),
      part && button({ label: T("collection.part"), act: () => part(file) }),
      button({
        label: T("collection.keep"),
        class: part ? "button primary" : "button",
        act: start,
      }),
    ),
  ];
  const busy = () => [
    progress(file.size),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("cancel"), act: cancel }),
      () =>
        running.value?.progress?.sending === false &&
        button({
          label: T("collection.stop"),
          act: () => http("POST", `/api/collections/${running.peek()?.id}/stop`).catch(complain),
        }),
    ),
  ];
  const done = () => {
    const one = /** @type {Collection} */ (made.value);
    return [
      h("p", { role: "status" }, t("collection.done", { name: one.name, what: contents(one) })),
      one.problem && h("small", { class: "muted" }, one.problem),
      h(
        "div",
        { class: "dialog-foot" },
        button({
          label: T("collection.open"),
          class: "button primary",
          act: () => (close(), explore(app, one.id)),
        }),
      ),
    ];
  };
  return h(
    "div",
    { class: "stack collection-form" },
    () => failed.value && h("p", { class: "problem", role: "alert" }, failed.value),
    () => ({ ask, busy, done })[state.value](),
  );
}

/** How far the file is: on its way, then read. @param {number} size */
function progress(size) {
  const now = () => running.value?.progress ?? { read: 0, total: size, sending: true };
  const percent = () => Math.floor((100 * now().read) / Math.max(1, now().total || size));
  const words = () =>
    now().sending
      ? t("collection.sending", {
          read: bytesText(now().read),
          total: bytesText(now().total || size),
        })
      : t("collection.reading", { percent: percent(), n: running.value?.moves ?? 0 });
  return h(
    "div",
    { class: "collection-progress" },
    h("span", { role: "status" }, words),
    h("progress", { max: "100", value: () => String(percent()), "aria-label": words }),
  );
}

/** @param {Collection} one */
async function remove(one) {
  try {
    adopt(await (await http("DELETE", `/api/collections/${one.id}`)).json());
  } catch (error) {
    return complain(error);
  }
  const restore = () =>
    http("POST", `/api/collections/${one.id}/restore`).then(loadCollections, complain);
  note(T("collection.deleted", { name: one.name }), {
    seconds: 10,
    key: "collections",
    actions: [{ label: T("undo"), act: restore }],
  });
}

/** The collections in Games; nothing if there are none. @param {App} app */
export const collectionList = (app) => () =>
  (collections.value.length > 0 || running.value) &&
  h(
    "details",
    { class: "card collections" },
    h("summary", null, `${t("collections")} (${collections.value.length})`),
    running.value && progress(0),
    h(
      "ul",
      null,
      collections.value.map((one) =>
        h(
          "li",
          { "data-collection": one.id },
          h(
            "button",
            {
              type: "button",
              class: "link",
              title: T("collection.open"),
              on: { click: () => explore(app, one.id) },
            },
            one.name,
          ),
          h("small", { class: "grow" }, contents(one)),
          button({
            label: () => t("collection.delete", { name: one.name }),
            icon: "close",
            bare: true,
            class: "ghost small",
            act: () => remove(one),
          }),
        ),
      ),
    ),
  );
