// @ts-check
// Help: rules in short, opening rules, how to read what is shown, keys, files; `/help/api` is in help-api.js.

import { hasText, moreTexts, signal, t, T } from "../shared/store.js";
import { h, link, looks, s } from "../shared/dom.js";
import { isOfBoard, keyLabel, keysOf } from "../shared/keys.js";

await Promise.all([moreTexts("help"), moreTexts("review"), looks("pages")]);

/** @typedef {import("../shared/app.d.ts").App} App */

const SECTIONS = [
  "start",
  "rules",
  "forbidden",
  "openings",
  "reading",
  "review",
  "threats",
  "keys",
  "files",
];

/** Paragraphs of a text: `key.1`, `key.2` … as long as there are any. @param {string} key */
const paragraphs = (key) => {
  const list = [];
  for (let k = 1; hasText(`${key}.${k}`); k++) list.push(h("p", null, t(`${key}.${k}`)));
  return list;
};

/**
 * A term and what it means.
 * @param {[string, any][]} pairs terms as elements or texts, meanings as keys
 */
const terms = (pairs) =>
  h(
    "dl",
    { class: "terms" },
    pairs.map(([name, meaning]) => [h("dt", null, name), h("dd", null, meaning)]),
  );

// ---------------------------------------------------------------- diagrams

/**
 * A piece of a board: `x` black, `o` white, `X` and `O` the stones that matter, `!` a forbidden point, `*` a
 * point to look at.
 * @param {string} picture rows from the top
 * @param {string} label
 */
function diagram(picture, label) {
  const rows = picture
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const [width, height] = [rows[0].length, rows.length];
  const at = (/** @type {number} */ k) => k * 20 + 10;
  const lines = [
    ...rows.map((_, y) => `M0 ${at(y)}H${width * 20}`),
    ...rows[0].map((_, x) => `M${at(x)} 0V${height * 20}`),
  ].join("");
  const stones = rows.flatMap((row, y) =>
    row.map((cell, x) => {
      const [cx, cy] = [at(x), at(y)];
      if (cell === "!")
        return s("path", { class: "cross", d: `M${cx - 5} ${cy - 5}l10 10m0-10l-10 10` });
      if (cell === "*") return s("circle", { class: "spot", cx, cy, r: 4 });
      if (cell === ".") return null;
      return s("circle", { class: cell.toLowerCase() === "x" ? "black" : "white", cx, cy, r: 8.6 });
    }),
  );
  return h(
    "figure",
    { class: "diagram" },
    s(
      "svg",
      { viewBox: `0 0 ${width * 20} ${height * 20}`, role: "img", "aria-label": label },
      s("rect", { width: width * 20, height: height * 20 }),
      s("path", { class: "lines", d: lines }),
      stones,
    ),
    h("figcaption", null, label),
  );
}

const FIVE = `
  . . . . . . .
  . x x x x x .
  . . . . . . .`;
const BLOCKED = `
  . . . . . . .
  o x x x x x o
  . . . . . . .`;
const DOUBLE_THREE = `
  . . . . . . .
  . . . x . . .
  . . . x . . .
  . x x ! . . .
  . . . . . . .
  . . . . . . .`;
const DOUBLE_FOUR = `
  . . . . . . .
  . . . . x . .
  . . . . x . .
  . . . . x . .
  . x x x ! . .
  . . . . . . .`;
const OVERLINE = `
  . . . . . . .
  . . . . . . .
  x x x ! x x .
  . . . . . . .
  . . . . . . .
  . . . . . . .`;

// ---------------------------------------------------------------- sections

/** @type {Record<string, (app: App) => any>} */
const CONTENT = {
  start: () =>
    h(
      "ol",
      { class: "steps" },
      ["1", "2", "3", "4", "5"].map((k) => h("li", null, t(`help.start.${k}`))),
    ),
  rules: () => [
    paragraphs("help.rules"),
    h(
      "div",
      { class: "diagrams" },
      diagram(FIVE, t("help.figure.five")),
      diagram(BLOCKED, t("help.figure.blocked")),
    ),
    terms(
      ["freestyle", "standard", "renju", "caro", "caro-exact"].map((rule) => [
        t(`rule.${rule}`),
        t(`help.rule.${rule}`),
      ]),
    ),
  ],
  forbidden: () => [
    paragraphs("help.forbidden"),
    h(
      "div",
      { class: "diagrams" },
      diagram(DOUBLE_THREE, t("foul.33")),
      diagram(DOUBLE_FOUR, t("foul.44")),
      diagram(OVERLINE, t("foul.6")),
    ),
  ],
  openings: (app) => {
    const known = app.info.value?.openings.map((one) => one.name) ?? [
      "none",
      "swap-first",
      "swap2",
    ];
    return [
      paragraphs("help.openings"),
      terms(known.map((name) => [t(`opening.${name}`), t(`help.opening.${name}`)])),
    ];
  },
  reading: () =>
    terms(
      ["chance", "proof", "lines", "pass", "discs", "heat", "graph", "solver", "algorithm"].map(
        (name) => [t(`help.reading.${name}.name`), t(`help.reading.${name}`)],
      ),
    ),
  review: (app) => {
    const table = app.info.value?.review;
    return table && labels(table);
  },
  threats: () => [
    paragraphs("help.threats"),
    terms(
      [
        ["◆ 5", "five"],
        ["▲ 4+", "open-four"],
        ["△ 4", "four"],
        ["○ 3", "open-three"],
        ["★ 4·3", "fork"],
        ["□ !", "must"],
      ].map(([sign, name]) => [sign, t(`help.threat.${name}`)]),
    ),
  ],
  keys: (app) => [
    paragraphs("help.keys"),
    h("p", null, link("/settings#keys", t("help.keys.change"), "")),
    keyTable(t("help.keys.all"), keyRows(app, false)),
    keyTable(
      t("help.keys.board", {
        key: keysOf(app.keys.value, "focusBoard").map(keyLabel).join(", ") || "–",
      }),
      keyRows(app, true),
    ),
  ],
  files: () => [
    paragraphs("help.files"),
    terms(
      ["sgf", "psq", "lib", "pos", "json", "picture"].map((name) => [
        t(`help.file.${name}.name`),
        t(`help.file.${name}`),
      ]),
    ),
  ],
};

/**
 * The table by which a review judges; its numbers come from the server, which applies them.
 * @param {import("../shared/wire.d.ts").ReviewTable} table
 */
function labels({ loss, missed_win, losing, slower_plies, worthless }) {
  const [best, good, inaccuracy, mistake] = loss;
  const named = (/** @type {string} */ label) => t(`review.label.${label}`);
  const below = (/** @type {number} */ n) => t("help.review.below", { n });
  const bounds = ([low, high] = [0, 0]) => ({ low, high });
  return [
    h("p", null, t("help.review.1")),
    terms([
      [`✓ ${named("best")}`, t("help.review.best", { n: best, plies: slower_plies })],
      [named("good"), below(good)],
      [`?! ${named("inaccuracy")}`, below(inaccuracy)],
      [`? ${named("mistake")}`, below(mistake)],
      [`?? ${named("blunder")}`, t("help.review.blunder", { n: mistake })],
      [t("review.reason.missed-win"), t("help.review.missed", bounds(missed_win))],
      [t("review.reason.losing"), t("help.review.losing", bounds(losing))],
      [`□ ${named("forced")}`, t("help.review.forced")],
      [named("lost"), t("help.review.lost")],
    ]),
    h("p", null, t("help.review.2", { n: worthless })),
  ];
}

// ---------------------------------------------------------------- keys

/**
 * Every action that has keys, with all of them as they are now.
 * @param {App} app
 * @param {boolean} ofBoard
 * @returns {[string[], string][]}
 */
function keyRows(app, ofBoard) {
  const keys = app.keys.value;
  const actions = [...new Set(Object.values(keys))].filter((one) => isOfBoard(one) === ofBoard);
  /** @type {[string[], string][]} */
  const listed = actions.map((action) => [keysOf(keys, action).map(keyLabel), t(`keys.${action}`)]);
  if (!ofBoard) return [...listed, [["Ctrl + V"], t("keys.paste")]];
  const jump = keyLabel(`Shift+${keysOf(keys, "board.left")[0] ?? "ArrowLeft"}`);
  return [...listed, [[jump], t("keys.board.jump")]];
}

/** @param {string} name @param {[string[], string][]} rows */
const keyTable = (name, rows) =>
  h(
    "table",
    { class: "keys" },
    h("caption", null, name),
    h(
      "tbody",
      null,
      rows.map(([keys, what]) =>
        h(
          "tr",
          null,
          h(
            "th",
            { scope: "row" },
            keys.map((key, k) => [k ? " " : "", h("kbd", null, key)]),
          ),
          h("td", null, what),
        ),
      ),
    ),
  );

// ---------------------------------------------------------------- the page

/** @param {App} app @param {string} path @returns {import("../shared/app.d.ts").Page} */
export function open(app, path) {
  const shown = signal(path);
  const api = signal(/** @type {any} */ (null));
  const settle = () => {
    shown.value = location.pathname;
    if (location.pathname === "/help/api" && !api.peek())
      import("./help-api.js").then((module) => (api.value = module));
    requestAnimationFrame(() => {
      const target = location.hash
        ? document.getElementById(`help-${location.hash.slice(1)}`)
        : document.querySelector(".help");
      target?.scrollIntoView({ block: "start" });
      if (location.hash)
        /** @type {HTMLElement | null} */ (target?.querySelector("h2"))?.focus({
          preventScroll: true,
        });
    });
  };
  settle();
  return {
    name: "help",
    title: () => (shown.value === "/help/api" ? t("api.title") : t("nav.help")),
    panel: () => () =>
      shown.value === "/help/api"
        ? (api.value?.page(app) ?? h("p", { class: "card muted" }, T("help.loading")))
        : contents(app),
    actions: {},
    revisit: settle,
  };
}

/** @param {App} app */
const contents = (app) =>
  h(
    "div",
    { class: "help" },
    h(
      "nav",
      { class: "section toc", "aria-label": T("help.contents") },
      SECTIONS.map((name) => h("a", { href: `#${name}` }, T(`help.${name}`))),
      link("/help/api", T("api.title"), ""),
    ),
    SECTIONS.map((name) =>
      h(
        "section",
        { class: "card", id: `help-${name}` },
        h("h2", { tabindex: "-1" }, T(`help.${name}`)),
        () => CONTENT[name](app),
      ),
    ),
  );
