// @ts-check
// The explorer: which moves were played in the position that is shown, where, and how that ended. The server
// counts; all eight symmetries are one.

import { shown } from "../board/notation.js";
import { button, h, looks, select } from "../shared/dom.js";
import { http, on, problemText, request } from "../shared/net.js";
import { scoreLook } from "../shared/score.js";
import {
  effect,
  language,
  moreTexts,
  recall,
  remember,
  signal,
  t,
  T,
  untracked,
} from "../shared/store.js";
import { textOf } from "./engine.js";
import { closeExplorer } from "./exploring.js";
import { add, shownNow, treePosition } from "./study.js";

await Promise.all([looks("explorer"), moreTexts("explorer")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").Explored} Explored */
/** @typedef {import("../shared/wire.d.ts").ExploredMove} ExploredMove */
/** @typedef {import("../shared/wire.d.ts").NamedOpening} NamedOpening */

/** How many moves are drawn on the board. */
const DRAWN = 12;

/** @param {App} app */
export function begin(app) {
  /** `own`, `book`, or the number of a collection. */
  const source = signal(recall("explorer.source", "own"));
  const found = signal(/** @type {Explored | null} */ (null));
  const failed = signal("");
  const collections = signal(/** @type {{ id: string, name: string }[]} */ ([]));
  /** Counts what may have changed the answer. */
  const version = signal(0);
  let asked = 0;

  const ask = async (/** @type {any} */ pos, /** @type {string} */ from) => {
    const mine = ++asked;
    const kind =
      from === "own" || from === "book" ? { kind: from } : { kind: "collection", id: from };
    const answer = await request("explore", { pos, source: kind }).catch((error) => error);
    if (mine !== asked) return;
    failed.value = answer.moves ? "" : problemText(answer);
    found.value = answer.moves ? answer : null;
  };
  const list = async () => {
    const known = await http("GET", "/api/collections")
      .then((answer) => answer.json())
      .catch(() => null);
    if (!known) return;
    collections.value = known.filter((/** @type {any} */ one) => !one.progress);
    const names = ["own", "book", ...known.map((/** @type {any} */ one) => one.id)];
    if (!names.includes(source.peek())) choose("own");
  };
  const choose = (/** @type {string} */ name) => {
    remember("explorer.source", name);
    source.value = name;
  };
  const again = () => void version.value++;
  const ends = [
    on("explorer.changed", () => (again(), list())),
    on("games.changed", again),
    on("open", again),
    effect(() => {
      version.value;
      const [pos, from] = [treePosition.value, source.value];
      untracked(() => ask(pos, from));
    }),
  ];
  list();
  const state = { app, source, found, failed, collections, choose };
  return {
    choose,
    panel: () => panel(state),
    played: () => (found.value ? drawn(found.value) : []),
    close: () => {
      asked++;
      app.preview.value = null;
      for (const end of ends) end?.();
    },
  };
}

/** @typedef {{ app: App, source: import("../shared/store.js").Signal<string>, found: import("../shared/store.js").Signal<Explored | null>, failed: import("../shared/store.js").Signal<string>, collections: import("../shared/store.js").Signal<{ id: string, name: string }[]>, choose: (name: string) => void }} State */

/**
 * Boxes on the board: how often each move was played.
 * @param {Explored} explored
 */
function drawn({ moves, games }) {
  const figure = new Intl.NumberFormat(language.value, { notation: "compact" });
  return moves.slice(0, DRAWN).flatMap((one) =>
    one.points.map((point) => ({
      point,
      text: figure.format(one.games),
      share: games ? one.games / games : 0,
      label: t("explorer.cell", { name: shown(point), n: one.games }),
    })),
  );
}

/** The name that readers of the language know. @param {NamedOpening} opening */
const nameOf = ({ number, name, japanese }) =>
  ["ja", "zh", "zh-Hant"].includes(language.value) ? `${number} ${japanese}` : `${number} ${name}`;

/** @param {State} state */
function panel(state) {
  const { app, source, found, failed, collections } = state;
  return h(
    "section",
    { class: "section explorer", "data-part": "explorer", "aria-label": T("explorer") },
    h(
      "div",
      { class: "section-head" },
      h("strong", { class: "grow" }, T("explorer")),
      () =>
        select({
          label: T("explorer.source"),
          hideLabel: true,
          options: [
            ["own", T("explorer.own")],
            ["book", T("explorer.book")],
            ...collections.value.map(({ id, name }) => /** @type {any} */ ([id, () => name])),
          ],
          value: () => source.value,
          choose: state.choose,
        }),
      button({
        label: T("explorer.close"),
        icon: "close",
        bare: true,
        class: "ghost small",
        act: closeExplorer,
      }),
    ),
    () => found.value?.opening && openingLine(found.value.opening),
    () => failed.value && h("p", { class: "problem", role: "status" }, failed.value),
    () => found.value?.indexing && indexing(found.value.indexing),
    () => found.value && (found.value.moves.length ? moveList(app, found.value) : nothing(state)),
  );
}

/** @param {NamedOpening} opening */
const openingLine = (opening) =>
  h(
    "p",
    { class: "explorer-opening", "data-opening": opening.number },
    h("strong", null, nameOf(opening)),
    h("span", { class: "muted" }, language.value === "en" ? opening.english : opening.name),
  );

/** @param {import("../shared/wire.d.ts").Indexing} progress */
const indexing = ({ done, total }) =>
  h(
    "div",
    { class: "explorer-indexing", role: "status" },
    h("span", null, t("explorer.indexing", { done, total })),
    h("progress", { max: String(total), value: String(done), "aria-hidden": "true" }),
  );

/** Why there is no move. @param {State} state */
function nothing({ source, found }) {
  const kind = { own: "own", book: "book" }[source.value] ?? "collection";
  if (found.value?.indexing) return null;
  return h("p", { class: "muted explorer-none", role: "status" }, t(`explorer.none.${kind}`));
}

/** @param {App} app @param {Explored} explored */
function moveList(app, explored) {
  const had = untracked(() => document.activeElement?.closest(".explorer-moves"));
  const rows = explored.moves.map((one) => h("li", null, moveRow(app, one, explored.games)));
  const box = h("ol", { class: "explorer-moves", "aria-label": T("explorer.moves") }, rows);
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => walk(box, event));
  box.addEventListener("pointerleave", () => (app.preview.value = null));
  box.addEventListener("focusout", () =>
    queueMicrotask(() => !box.contains(document.activeElement) && (app.preview.value = null)),
  );
  // Who plays along with the keys goes on with the most frequent move.
  if (had) queueMicrotask(() => box.querySelector("button")?.focus());
  return box;
}

/** The arrows go through the moves and not through the game. @param {Element} box @param {KeyboardEvent} event */
function walk(box, event) {
  const by = { ArrowDown: 1, ArrowUp: -1, Home: -1e6, End: 1e6 }[event.key];
  if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const rows = [...box.querySelectorAll("button")];
  const at = rows.indexOf(/** @type {any} */ (document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
}

/** Black's, drawn and White's part of the games whose end is known. @param {ExploredMove} one */
function results(one) {
  const { black, draws, white } = one;
  const all = black + draws + white;
  if (!all) return h("span", { class: "explorer-results" });
  const part = (/** @type {string} */ look, /** @type {number} */ n) =>
    n > 0 &&
    h(
      "span",
      { class: look, style: { flex: String(n) } },
      n / all >= 0.2 ? `${Math.round((100 * n) / all)}%` : "",
    );
  return h(
    "span",
    { class: "explorer-results", "aria-hidden": "true" },
    part("black", black),
    part("draw", draws),
    part("white", white),
  );
}

/** @param {App} app @param {ExploredMove} one @param {number} games */
function moveRow(app, one, games) {
  const [point] = one.points;
  const preview = () => {
    const side = untracked(() => shownNow.value.turn);
    if (side) app.preview.value = one.points.map((each) => ({ point: each, side, label: "" }));
  };
  const play = () => {
    app.preview.value = null;
    add(point);
  };
  const name = one.opening ? nameOf(one.opening) : "";
  const { black, white, draws } = one;
  const spoken = [
    t("explorer.row", { point: shown(point), n: one.games }),
    black + white + draws > 0 && t("explorer.results", { black, white, draws }),
    one.score && textOf(one.score),
    name,
  ];
  return h(
    "button",
    {
      type: "button",
      class: "explorer-move",
      "data-move": point,
      "aria-label": spoken.filter(Boolean).join(", "),
      title: one.opening ? `${one.opening.name} – ${one.opening.english}` : null,
      on: {
        click: play,
        focus: preview,
        pointerenter: (/** @type {PointerEvent} */ event) =>
          event.pointerType === "mouse" && preview(),
      },
    },
    h("span", { class: "point" }, shown(point)),
    h(
      "span",
      { class: "num games" },
      new Intl.NumberFormat(language.value).format(one.games),
      h("small", null, games ? `${Math.round((100 * one.games) / games)}%` : ""),
    ),
    one.score
      ? h("span", { class: `score ${scoreLook(one.score)}` }, textOf(one.score))
      : results(one),
    h("span", { class: "named" }, name),
  );
}
