// @ts-check
// Games: what is kept on disk. Choosing a game shows it on the board; the arrows step through it.

import { xy } from "../board/notation.js";
import { button, h, link, looks, menu, s, select } from "../shared/dom.js";
import { factsOf, on } from "../shared/net.js";
import { batch, computed, effect, moreTexts, signal, t, T } from "../shared/store.js";
import { Tree } from "../shared/tree.js";
import { analyse, remove, downloads, deeds, resumable, searchAll } from "./games-actions.js";
import {
  chosen,
  complain,
  dayOf,
  failed,
  fetchGame,
  filter,
  FILTERS,
  found,
  games,
  load,
  looked,
  marked,
  openingOf,
  order,
  ORDERS,
  resultOf,
  reviewOf,
  tagged,
  titleOf,
  unreadable,
  words,
} from "./games-list.js";

import { collectionList, loadCollections } from "./collections.js";
import { tagDialog, tagsOf } from "./games-tags.js";
import { longList } from "./games-window.js";

await Promise.all([moreTexts("pages"), looks("pages")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").GameSummary} Game */

// ---------------------------------------------------------------- the chosen game

/** @param {App} app @param {Game} game */
async function choose(app, game) {
  chosen.value = game.id;
  try {
    const { record } = await fetchGame(game.id);
    if (chosen.peek() !== game.id) return;
    const { tree } = Tree.from({ ...record, rule: record.rule ?? game.rule });
    batch(() => {
      looked.value = { tree, node: /** @type {any} */ (tree.lineThrough(tree.root).at(-1)) };
      app.view.value = view;
    });
  } catch (error) {
    complain(error);
  }
}

/** @param {number} by */
function step(by) {
  const now = looked.peek();
  if (!now) return;
  let { node } = now;
  for (; by < 0 && node.parent; by++) node = node.parent;
  for (; by > 0 && node.children[0]; by--) node = node.children[0];
  looked.value = { tree: now.tree, node };
}

/** @type {import("../shared/app.d.ts").View} */
const view = {
  position: () => {
    const now = looked.value;
    if (!now) return { rule: "freestyle", size: 15, stones: [], turn: null, last: null, ply: 0 };
    const { stones, turn } = now.tree.stones(now.node);
    return {
      rule: now.tree.rule,
      size: now.tree.size,
      stones,
      turn,
      last: now.node.move,
      ply: now.node.ply,
    };
  },
  rows: () =>
    looked.value
      ? (factsOf(looked.value.tree.position(looked.value.node)).value?.result?.rows ?? [])
      : [],
  marks: () => looked.value?.node.marks ?? [],
  placing: () => false,
};

// ---------------------------------------------------------------- what is seen

/**
 * The part of a board that shows all stones, a square of at least nine lines.
 * @param {Game} game
 */
function part(game) {
  const places = game.stones.flat().map(xy);
  if (!places.length) return { left: 0, low: 0, span: game.size - 1 };
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const middle = (/** @type {number[]} */ list) => (Math.min(...list) + Math.max(...list)) / 2;
  const width = (/** @type {number[]} */ list) => Math.max(...list) - Math.min(...list);
  const span = Math.min(game.size - 1, Math.max(8, width(xs) + 2, width(ys) + 2));
  const from = (/** @type {number[]} */ list) =>
    Math.max(0, Math.min(game.size - 1 - span, Math.round(middle(list) - span / 2)));
  return { left: from(xs), low: from(ys), span };
}

/**
 * A small board with the last position: three paths, so that a long list stays light.
 * @param {Game} game
 */
function thumbnail(game) {
  const unit = 10;
  const far = game.size * unit;
  const { left, low, span } = part(game);
  const lines = Array.from(
    { length: game.size },
    (_, k) => `M${unit} ${(k + 1) * unit}H${far}M${(k + 1) * unit} ${unit}V${far}`,
  ).join("");
  const discs = (/** @type {string[]} */ points) =>
    points
      .map(
        (point) =>
          `M${(xy(point).x + 1) * unit - 4.6} ${(game.size - xy(point).y) * unit}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0`,
      )
      .join("");
  const [black, white] = game.stones;
  const side = (span + 1) * unit;
  const box = `${(left + 0.5) * unit} ${(game.size - low - span - 0.5) * unit} ${side} ${side}`;
  return s(
    "svg",
    { class: "thumb", viewBox: box, "aria-hidden": "true" },
    s("rect", { width: far + unit, height: far + unit }),
    s("path", { class: "lines", d: lines }),
    s("path", { class: "white", d: discs(white) }),
    s("path", { class: "black", d: discs(black) }),
  );
}

/** @param {Game} game */
const winnerDot = (game) =>
  game.result && game.result !== "draw"
    ? h("span", { class: `stone-dot ${game.result}`, "aria-hidden": "true" })
    : null;

/** How long a finger stays to mark a game, in milliseconds. */
const HOLD = 500;

/** The games that are listed now. */
const fitting = signal(/** @type {Game[]} */ ([]));
/** The game that was marked last: Shift marks from there. */
let last = "";

/** Marks a game, or takes the mark away. @param {string} id */
function mark(id) {
  const next = new Set(marked.peek());
  if (!next.delete(id)) next.add(id);
  last = id;
  marked.value = next;
}

/** Marks all games from the last one to this. @param {string} id */
function markUpTo(id) {
  const ids = fitting.peek().map((game) => game.id);
  const [a, b] = [ids.indexOf(last), ids.indexOf(id)];
  if (a < 0 || b < 0) return mark(id);
  const span = ids.slice(Math.min(a, b), Math.max(a, b) + 1);
  marked.value = new Set([...(marked.peek() ?? []), ...span]);
  last = id;
}

const markAll = () => (marked.value = new Set(fitting.peek().map((game) => game.id)));

/** @param {App} app @param {Game} game */
function row(app, game) {
  const pick = (/** @type {MouseEvent} */ event) => {
    if (held) return void (held = false);
    if (event.shiftKey && last) return markUpTo(game.id);
    if (!marked.peek() && !event.ctrlKey && !event.metaKey) return choose(app, game);
    mark(game.id);
  };
  let held = false;
  /** @type {any} */
  let pressing = 0;
  // A finger that stays marks the game: there is no key to hold.
  const press = (/** @type {PointerEvent} */ event) => {
    clearTimeout(pressing);
    if (event.pointerType === "mouse") return;
    pressing = setTimeout(() => {
      held = true;
      mark(game.id);
    }, HOLD);
  };
  const release = () => clearTimeout(pressing);
  const facts = [
    `${t(`rule.${game.rule}`)} ${game.size}×${game.size}`,
    openingOf(game),
    t("games.moves", { n: game.moves }),
    reviewOf(game),
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "li",
    {
      data: { game: game.id },
      class: () => `game${chosen.value === game.id && !marked.value ? " chosen" : ""}`,
    },
    h(
      "button",
      {
        type: "button",
        class: "game-pick",
        "aria-pressed": () =>
          String(marked.value ? marked.value.has(game.id) : chosen.value === game.id),
        on: {
          click: pick,
          dblclick: () => !marked.peek() && analyse(app, game),
          pointerdown: press,
          pointerup: release,
          pointercancel: release,
          pointermove: (/** @type {PointerEvent} */ event) =>
            Math.hypot(event.movementX, event.movementY) > 4 && release(),
          contextmenu: (/** @type {Event} */ event) => held && event.preventDefault(),
        },
      },
      () =>
        marked.value &&
        h(
          "span",
          { class: `tick${marked.value.has(game.id) ? " on" : ""}`, "aria-hidden": "true" },
          marked.value.has(game.id) ? "✓" : "",
        ),
      thumbnail(game),
      h(
        "span",
        { class: "game-text" },
        h("strong", null, titleOf(game)),
        resultOf(game) && h("span", { class: "game-result" }, winnerDot(game), resultOf(game)),
        h("small", null, facts),
        h(
          "small",
          { class: "game-day" },
          h("span", null, dayOf(game.changed)),
          game.tags.map((tag) => h("span", { class: "tag" }, tag)),
        ),
      ),
    ),
    button({
      label: () => t("games.more", { name: titleOf(game) }),
      icon: "more",
      bare: true,
      class: "ghost game-more",
      "aria-haspopup": "menu",
      act: (event) => menu(/** @type {Element} */ (event.currentTarget), deeds(app, game)),
    }),
    () =>
      chosen.value === game.id &&
      !marked.value &&
      h(
        "div",
        { class: "row game-deeds" },
        resumable(game) &&
          button({
            label: T("games.resume"),
            class: "button small primary",
            act: () => app.resume(game.id),
          }),
        button({
          label: T("review"),
          class: `button small${resumable(game) ? "" : " primary"}`,
          act: () => app.go(`/review/${game.id}`),
        }),
        button({
          label: T("games.analyse"),
          class: "button small",
          act: () => analyse(app, game),
        }),
        button({
          label: T("games.download"),
          class: "button small",
          "aria-haspopup": "menu",
          act: (event) => menu(/** @type {Element} */ (event.currentTarget), downloads([game])),
        }),
      ),
  );
}

/** @param {App} app */
const head = (app) =>
  h(
    "div",
    { class: "section games-head" },
    h(
      "div",
      { class: "section-head" },
      h("h2", { class: "grow" }, T("nav.games")),
      button({
        label: () => t(marked.value ? "games.select.end" : "games.select"),
        class: "button small",
        "aria-pressed": () => String(Boolean(marked.value)),
        act: () => (marked.value = marked.peek() ? null : new Set()),
      }),
      button({
        label: T("import"),
        icon: "open",
        class: "button small",
        act: () => app.importFiles(),
      }),
    ),
    h("input", {
      type: "search",
      "aria-label": T("games.search"),
      placeholder: T("games.search"),
      value: words.peek(),
      on: {
        input: (/** @type {any} */ event) => (words.value = event.target.value),
      },
    }),
    h(
      "div",
      { class: "columns" },
      select({
        label: T("games.filter"),
        hideLabel: true,
        options: Object.keys(FILTERS).map((name) => [name, T(`games.filter.${name}`)]),
        value: () => filter.value,
        choose: (name) => (filter.value = name),
      }),
      select({
        label: T("games.order"),
        hideLabel: true,
        options: Object.keys(ORDERS).map((name) => [name, T(`games.order.${name}`)]),
        value: () => order.value,
        choose: (name) => (order.value = name),
      }),
      () => tagFilter(),
    ),
    () => marked.value && common(marked.value),
  );

/** Which tag to show; nothing if there is none. */
function tagFilter() {
  const tags = tagsOf(games.value ?? []);
  if (!tags.length && !tagged.value) return null;
  return select({
    label: T("games.tagged"),
    hideLabel: true,
    options: [
      ["", T("games.tagged.all")],
      ...tags.map(([tag, n]) => /** @type {any} */ ([tag, () => `${tag} (${n})`])),
    ],
    value: () => tagged.value,
    choose: (tag) => (tagged.value = tag),
  });
}

/** What is done with all marked games. @param {Set<string>} ids */
function common(ids) {
  const which = (games.value ?? []).filter((game) => ids.has(game.id));
  return h(
    "div",
    { class: "row marked", role: "group", "aria-label": T("games.select") },
    h("span", { class: "grow", role: "status" }, t("games.marked", { n: which.length })),
    button({ label: T("games.select.all"), class: "button small", act: markAll }),
    button({
      label: T("games.tag"),
      class: "button small",
      disabled: !which.length,
      act: () => tagDialog(which),
    }),
    button({
      label: T("games.batch"),
      class: "button small",
      disabled: !which.length,
      act: () => searchAll(which),
    }),
    button({
      label: T("games.download"),
      class: "button small",
      disabled: !which.length,
      act: (event) => menu(/** @type {Element} */ (event.currentTarget), downloads(which)),
    }),
    button({
      label: T("games.delete"),
      class: "button small danger",
      disabled: !which.length,
      act: () => remove(which),
    }),
  );
}

/** Entries that are damaged: the rest is whole. */
const damage = () =>
  unreadable.value.length > 0 &&
  h(
    "p",
    { class: "card problem", role: "status" },
    t("games.unreadable", { n: unreadable.value.length, which: unreadable.value.join(", ") }),
  );

/** @param {App} app @param {boolean} some whether there are games */
function list(app, some) {
  if (failed.value)
    return h(
      "div",
      { class: "card" },
      h("p", { class: "problem" }, failed.value),
      button({ label: T("retry"), act: load }),
    );
  if (!some && !games.value)
    return h("p", { class: "card muted", role: "status" }, T("games.loading"));
  if (!some)
    return h(
      "div",
      { class: "card empty" },
      h("p", null, T("games.none")),
      link("/", T("games.play"), "button primary"),
    );
  return [
    () =>
      !fitting.value.length && h("p", { class: "card muted", role: "status" }, T("games.no-match")),
    rows(app),
  ];
}

/** @type {ReturnType<typeof longList<Game>> | null} */
let shownList = null;

/** The rows, whose keys go through the list and mark. @param {App} app */
function rows(app) {
  shownList?.end();
  const list = longList({
    items: () => fitting.value,
    key: (game) => game.id,
    row: (game) => row(app, game),
    label: T("nav.games"),
  });
  shownList = list;
  list.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const at = list.at();
    if (at < 0 || event.altKey || event.metaKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9 }[
      event.key
    ];
    if (by) {
      if (event.shiftKey && !marked.peek()?.size) mark(list.key(at));
      list.focus(at + by);
      if (event.shiftKey) markUpTo(list.key(list.at()));
    } else if (event.key === "a" && event.ctrlKey) markAll();
    else if (event.key === "Delete") {
      const ids = marked.peek()?.size ? marked.peek() : new Set([list.key(at)]);
      remove((games.peek() ?? []).filter((game) => ids?.has(game.id)));
    } else if (event.key === "m" && !event.ctrlKey) mark(list.key(at));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return list.element;
}

/** The game under the board. */
function status() {
  const now = looked.value;
  const game = games.value?.find((one) => one.id === chosen.value);
  if (!now || !game) return h("span", null, T("games.choose"));
  return h(
    "span",
    null,
    [titleOf(game), resultOf(game), t("games.ply", { ply: now.node.ply, of: game.moves })]
      .filter(Boolean)
      .join(" · "),
  );
}

/** @param {App} app @returns {import("../shared/app.d.ts").Page} */
export function open(app) {
  const known = computed(() => games.value?.find((game) => game.id === chosen.value) ?? null);
  load();
  loadCollections();
  effect(() => {
    const wanted = {
      words: words.value,
      filter: filter.value,
      order: order.value,
      tag: tagged.value,
    };
    fitting.value = games.value ? found(games.value, wanted) : [];
  });
  const some = computed(() => Boolean(games.value?.length));
  /** @type {any} */
  let timer = 0;
  const end = on("games.changed", () => {
    clearTimeout(timer);
    timer = setTimeout(load, 300);
  });
  return {
    name: "games",
    title: T("nav.games"),
    panel: () => [head(app), damage, collectionList(app), () => list(app, some.value)],
    status: () => status,
    tools: () => () =>
      known.value &&
      button({
        label: T("games.analyse"),
        icon: "engine",
        class: "tool",
        act: () => known.peek() && analyse(app, /** @type {Game} */ (known.peek())),
      }),
    actions: {
      prev: () => step(-1),
      next: () => step(1),
      prev10: () => step(-10),
      next10: () => step(10),
      first: () => step(-10_000),
      last: () => step(10_000),
      branchUp: () => step(-10_000),
      branchDown: () => step(10_000),
      escape: () => (marked.value = null),
      review: () => known.peek() && app.go(`/review/${known.peek()?.id}`),
    },
    get document() {
      const now = looked.peek();
      if (!now) return undefined;
      return () => ({
        record: now.tree.record(),
        position: now.tree.position(/** @type {any} */ (now.tree.lineThrough(now.node).at(-1))),
        at: now.tree.position(now.node).moves.length,
      });
    },
    revisit: () => {},
    leave: () => {
      end();
      clearTimeout(timer);
      marked.value = null;
      shownList?.end();
      shownList = null;
    },
  };
}
