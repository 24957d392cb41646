// @ts-check
// Games: what is kept on disk. Choosing a game shows it on the board; the arrows walk through it.

import { batch, computed, language, moreTexts, signal, t, T } from "../shared/store.js";
import { button, dialog, h, link, looks, menu, note, s, select } from "../shared/dom.js";
import { factsOf, http, on, problemText } from "../shared/net.js";
import { xy } from "../board/notation.js";
import { Tree } from "../shared/tree.js";
import { download, fileName, FORMATS, picture, written } from "./files.js";

await Promise.all([moreTexts("pages"), looks("pages")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").GameSummary} Game */

/** How many are drawn at first, and more at a time. */
const PAGE = 40;

/** @param {any} error */
const complain = (error) => note(() => problemText(error), { kind: "error", key: "games" });

// ---------------------------------------------------------------- the list

/** All games; nothing while they are not known. */
const games = signal(/** @type {Game[] | null} */ (null));
const failed = signal("");
const words = signal("");
const filter = signal("all");
const order = signal("changed");
const many = signal(PAGE);
/** Marked for a common deed; nothing: single games are chosen. */
const marked = signal(/** @type {Set<string> | null} */ (null));

/**
 * Changes the list; whoever had the focus in it keeps it, or its neighbour gets it.
 * @param {Game[]} next
 */
function show(next) {
  if (JSON.stringify(next) === JSON.stringify(games.peek())) return;
  const active = document.activeElement;
  const place = active?.closest?.(".game");
  const part = place && (active?.classList.contains("game-more") ? ".game-more" : ".game-pick");
  const at = place ? [...(place.parentElement?.children ?? [])].indexOf(place) : -1;
  games.value = next;
  if (!part || active?.isConnected) return;
  const rows = document.querySelectorAll(".game");
  const row =
    document.querySelector(
      `.game[data-game="${/** @type {HTMLElement} */ (place).dataset.game}"]`,
    ) ?? rows[Math.min(at, rows.length - 1)];
  const to = row?.querySelector(part) ?? document.querySelector(".games-head input");
  /** @type {HTMLElement | null} */ (to)?.focus();
}

async function load() {
  try {
    const list = await (await http("GET", "/api/games")).json();
    failed.value = "";
    show(list);
  } catch (error) {
    failed.value = problemText(error);
  }
}

/**
 * A player; the server's own words for its seats are said in the user's language.
 * @param {string} name
 * @param {"black" | "white"} side
 */
function player(name, side) {
  const [, level, mcts] = /^Tengen level (\d+)( \((?:MCTS|tree search)\))?$/.exec(name) ?? [];
  if (level)
    return `Tengen (${t("level.of", { level: Number(level) })}${mcts ? `, ${t("algorithm.mcts")}` : ""})`;
  return name === "Player" ? t("you") : name || t(`side.${side}`);
}

/** @param {Game} game */
const titleOf = (game) =>
  game.name || `${player(game.black, "black")} – ${player(game.white, "white")}`;

/** @param {Game} game */
const resultOf = (game) =>
  game.result === "draw"
    ? t("result.draw")
    : game.result
      ? t("result.wins", { side: t(`side.${game.result}`) })
      : game.kind === "game"
        ? t("games.unfinished")
        : "";

/** @param {number} when */
const dayOf = (when) =>
  new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(when);

/** @param {Game} game */
const openingOf = (game) => (game.opening === "none" ? "" : t(`opening.${game.opening}`));

/** Everything a search looks through. @param {Game} game */
const haystack = (game) =>
  [
    titleOf(game),
    game.black,
    game.white,
    ...game.tags,
    resultOf(game),
    t(`rule.${game.rule}`),
    openingOf(game),
    dayOf(game.changed),
    `${game.size}×${game.size}`,
  ]
    .join(" ")
    .toLowerCase();

/** @type {Record<string, (game: Game) => boolean>} */
const FILTERS = {
  all: () => true,
  unfinished: (game) => game.kind === "game" && !game.result,
  black: (game) => game.result === "black",
  white: (game) => game.result === "white",
  draw: (game) => game.result === "draw",
  record: (game) => game.kind === "record",
};

/** @type {Record<string, (a: Game, b: Game) => number>} */
const ORDERS = {
  changed: (a, b) => b.changed - a.changed,
  oldest: (a, b) => a.changed - b.changed,
  longest: (a, b) => b.moves - a.moves,
  name: (a, b) => titleOf(a).localeCompare(titleOf(b), language.peek()),
};

/**
 * Games that fit the words and the filter, in order.
 * @param {Game[]} list
 * @param {{ words: string, filter: string, order: string }} wanted
 */
export function found(list, wanted) {
  const all = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {Game} */ game) =>
    FILTERS[wanted.filter](game) && all.every((word) => haystack(game).includes(word));
  return list.filter(fits).sort(ORDERS[wanted.order]);
}

// ---------------------------------------------------------------- the chosen game

const chosen = signal(/** @type {string | null} */ (null));
/** Its tree and the node that is looked at. */
const looked = signal(
  /** @type {{ tree: Tree, node: import("../shared/tree.js").Node } | null} */ (null),
);

/** @param {string} id @returns {Promise<import("../shared/wire.d.ts").StoredGame>} */
const fetchGame = async (id) => (await http("GET", `/api/games/${id}`)).json();

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

/** Opens a game in Analyse, where the board stands. @param {App} app @param {Game} game */
async function analyse(app, game) {
  try {
    const { record } = await fetchGame(game.id);
    const at = chosen.peek() === game.id && looked.peek() ? looked.peek()?.node.ply : undefined;
    app.analyse({ ...record, rule: record.rule ?? game.rule }, { at, id: game.id });
  } catch (error) {
    complain(error);
  }
}

// ---------------------------------------------------------------- what is done with games

/** @param {Game[]} which */
async function remove(which) {
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
const downloads = (which) => [
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
const deeds = (app, game) => [
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
const resumable = (game) => game.kind === "game" && !game.result;

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

/** @param {App} app @param {Game} game */
function row(app, game) {
  const pick = () => {
    const now = marked.peek();
    if (!now) return choose(app, game);
    const next = new Set(now);
    if (!next.delete(game.id)) next.add(game.id);
    marked.value = next;
  };
  const facts = [
    `${t(`rule.${game.rule}`)} ${game.size}×${game.size}`,
    openingOf(game),
    t("games.moves", { n: game.moves }),
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
        on: { click: pick, dblclick: () => !marked.peek() && analyse(app, game) },
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
          label: T("games.analyse"),
          class: `button small${resumable(game) ? "" : " primary"}`,
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
        input: (/** @type {any} */ event) =>
          batch(() => ((words.value = event.target.value), (many.value = PAGE))),
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
    ),
    () => marked.value && common(marked.value),
  );

/** What is done with all marked games. @param {Set<string>} ids */
function common(ids) {
  const which = (games.value ?? []).filter((game) => ids.has(game.id));
  return h(
    "div",
    { class: "row marked", role: "group", "aria-label": T("games.select") },
    h("span", { class: "grow" }, t("games.marked", { n: which.length })),
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

/** @param {App} app */
function list(app) {
  if (failed.value)
    return h(
      "div",
      { class: "card" },
      h("p", { class: "problem" }, failed.value),
      button({ label: T("retry"), act: load }),
    );
  if (!games.value) return h("p", { class: "card muted", role: "status" }, T("games.loading"));
  if (!games.value.length)
    return h(
      "div",
      { class: "card empty" },
      h("p", null, T("games.none")),
      link("/", T("games.play"), "button primary"),
    );
  const fitting = found(games.value, {
    words: words.value,
    filter: filter.value,
    order: order.value,
  });
  if (!fitting.length) return h("p", { class: "card muted", role: "status" }, T("games.no-match"));
  return [
    h(
      "ul",
      { class: "game-list", "aria-label": T("nav.games") },
      fitting.slice(0, many.value).map((game) => row(app, game)),
    ),
    fitting.length > many.value &&
      h(
        "div",
        { class: "card" },
        button({
          label: T("games.show-more", { n: fitting.length - many.value }),
          act: () => (many.value += PAGE),
        }),
      ),
  ];
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
  /** @type {any} */
  let timer = 0;
  const end = on("games.changed", () => {
    clearTimeout(timer);
    timer = setTimeout(load, 300);
  });
  return {
    name: "games",
    title: T("nav.games"),
    panel: () => [head(app), () => list(app)],
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
    },
  };
}
