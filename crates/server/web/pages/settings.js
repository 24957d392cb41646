// @ts-check
// Settings: grouped, searchable, applied at once. This browser keeps them, and the server's profile does
// (shell/care.js).

import {
  batch,
  defaults,
  languages,
  moreTexts,
  set,
  settings,
  signal,
  t,
  T,
} from "../shared/store.js";
import { button, choice, dialog, h, looks, note, select, toggle } from "../shared/dom.js";
import { canInstall, installNow, isInstalled, offer } from "../shared/install.js";
import { http, problemText } from "../shared/net.js";
import { backup, download, fileName } from "./files.js";

await Promise.all([moreTexts("pages"), looks("pages")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {keyof import("../shared/store.js").Settings} Name */
/** @typedef {[any, () => string][]} Options */
/**
 * @typedef {{ name: Name, kind: "choice" | "select" | "toggle" | "range", options?: (app: App) => Options, low?: number, high?: number, step?: number, unit?: string, needs?: (app: App) => boolean }} Item
 */

/**
 * Values whose texts are `set.<name>.<value>`.
 * @param {Name} name
 * @param {any[]} values
 * @returns {() => Options}
 */
const texts = (name, values) => () => values.map((value) => [value, T(`set.${name}.${value}`)]);
/** @param {Name} name @param {any[]} values @returns {Item} */
const choose = (name, values) => ({ name, kind: "choice", options: texts(name, values) });
/** @param {Name} name @param {any[]} values @returns {Item} */
const pick = (name, values) => ({ name, kind: "select", options: texts(name, values) });
/** @param {Name} name @returns {Item} */
const flag = (name) => ({ name, kind: "toggle" });
/**
 * @param {Name} name
 * @param {number} low
 * @param {number} high
 * @param {number} [step]
 * @param {string} [unit]
 * @returns {Item}
 */
const range = (name, low, high, step = 1, unit = "") => ({
  name,
  kind: "range",
  low,
  high,
  step,
  unit,
});

/** @param {App} app @returns {Options} */
const threads = (app) => [
  [0, T("set.threads.0")],
  ...Array.from(
    { length: app.info.value?.limits.threads ?? 1 },
    (_, k) => /** @type {[any, () => string]} */ ([k + 1, () => String(k + 1)]),
  ),
];
/** @param {App} app @returns {Options} */
const memory = (app) => {
  const { memory: most = 256, default_memory: usual = 64 } = app.info.value?.limits ?? {};
  const sizes = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384].filter(
    (size) => size <= most,
  );
  return [
    [0, T("set.memory.0", { size: usual })],
    ...sizes.map((size) => /** @type {[any, () => string]} */ ([size, () => `${size} MB`])),
  ];
};

/** Every group with its settings, in the order they are shown. @type {[string, Item[]][]} */
const GROUPS = [
  [
    "appearance",
    [
      {
        name: "language",
        kind: "select",
        options: () => [
          ["", T("set.language.auto")],
          ...Object.entries(languages).map(
            ([code, name]) => /** @type {[any, () => string]} */ ([code, () => name]),
          ),
        ],
      },
      choose("appearance", ["auto", "light", "dark", "contrast"]),
      range("textSize", 90, 150, 10, "%"),
      choose("reducedMotion", ["auto", "on"]),
    ],
  ],
  [
    "board",
    [
      pick("boardTheme", ["auto", "wood", "paper", "slate", "contrast"]),
      choose("stones", ["soft", "flat"]),
      choose("coordinates", ["off", "two", "four"]),
      choose("numbers", ["off", "last", "all"]),
      flag("lastMove"),
      flag("animation"),
      choose("forbiddenMarks", ["turn", "always"]),
      flag("allThreats"),
      flag("puzzleTurn"),
    ],
  ],
  [
    "placing",
    [
      pick("placing", ["auto", "direct", "twice", "offset", "button"]),
      choose("rightClick", ["back", "menu"]),
      flag("wheel"),
    ],
  ],
  [
    "analysis",
    [
      range("lines", 1, 10),
      { name: "stopAfter", kind: "choice", options: texts("stopAfter", [5, 30, 300, 0]) },
      pick("scoreView", ["black", "mover", "points"]),
      range("candidateCount", 1, 20),
      flag("pauseHidden"),
    ],
  ],
  [
    "engine",
    [
      { name: "threads", kind: "select", options: threads },
      { name: "memory", kind: "select", options: memory },
      choose("solver", ["off", "fast", "medium", "slow"]),
      {
        name: "algorithm",
        kind: "choice",
        options: (app) =>
          (app.info.value?.algorithms ?? []).map((one) => [one, T(`set.algorithm.${one}`)]),
        needs: (app) => (app.info.value?.algorithms.length ?? 0) > 1,
      },
      flag("ponder"),
      flag("book"),
    ],
  ],
  [
    "sound",
    [
      flag("sound"),
      range("volume", 0, 100, 10, "%"),
      flag("soundStone"),
      flag("soundClock"),
      flag("soundEnd"),
      flag("soundError"),
    ],
  ],
  ["access", [choose("spoken", ["brief", "normal"]), flag("letterKeys")]],
];

/** Every action with its keys, loaded when it is opened. @param {App} app */
function keysBox(app) {
  const editor = signal(/** @type {typeof import("./settings-keys.js") | null} */ (null));
  const fits = () => {
    const hay = `${t("set.group.keys")} ${t("set.keys.change")}`.toLowerCase();
    return words.value
      .toLowerCase()
      .split(/\s+/)
      .every((word) => hay.includes(word));
  };
  const load = async () => (editor.value = await import("./settings-keys.js"));
  const wanted = location.hash === "#keys";
  const box = h(
    "section",
    { class: "section", "aria-labelledby": "set-keys", id: "keys", hidden: () => !fits() },
    h("h3", { id: "set-keys" }, T("set.group.keys")),
    h(
      "details",
      {
        class: "keys-fold",
        open: wanted,
        on: { toggle: (/** @type {any} */ event) => event.target.open && load() },
      },
      h("summary", null, T("set.keys.change")),
      () => editor.value?.keyEditor(app),
    ),
  );
  if (wanted) requestAnimationFrame(() => box.scrollIntoView({ block: "start" }));
  return box;
}

const words = signal("");

/** @param {App} app @param {Item} item */
function control(app, { name, kind, options = () => [], low, high, step, unit }) {
  const label = T(`set.${name}`);
  const value = () => settings[name].value;
  const take = (/** @type {any} */ next) => set(name, /** @type {never} */ (next));
  if (kind === "toggle") return toggle({ label, value, choose: take });
  if (kind === "select") return () => select({ label, options: options(app), value, choose: take });
  if (kind === "choice")
    return h("div", { class: "field" }, h("span", null, label), () =>
      choice({ label, options: options(app), value, choose: take, class: "full" }),
    );
  return h(
    "label",
    { class: "field" },
    h(
      "span",
      { class: "range-head" },
      label,
      h("span", { class: "num" }, () => `${value()}${unit ? ` ${unit}` : ""}`),
    ),
    h("input", {
      type: "range",
      min: String(low),
      max: String(high),
      step: String(step),
      value,
      on: { input: (/** @type {any} */ event) => take(Number(event.target.value)) },
    }),
  );
}

/**
 * Whether a setting fits the words that are searched.
 * @param {App} app
 * @param {string} group
 * @param {Item} item
 */
function fits(app, group, { name, options }) {
  const hay = [
    t(`set.group.${group}`),
    t(`set.${name}`),
    ...(options?.(app) ?? []).map(([, text]) => text()),
  ]
    .join(" ")
    .toLowerCase();
  return words.value
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

/** @param {App} app @param {string} group @param {Item[]} items */
function groupBox(app, group, items) {
  const usual = () => items.every(({ name }) => settings[name].value === defaults[name]);
  const reset = () =>
    batch(() => items.forEach(({ name }) => set(name, /** @type {never} */ (defaults[name]))));
  return h(
    "section",
    {
      class: "section",
      "aria-labelledby": `set-${group}`,
      hidden: () => !items.some((item) => (item.needs?.(app) ?? true) && fits(app, group, item)),
    },
    h(
      "div",
      { class: "section-head" },
      h("h3", { class: "grow", id: `set-${group}` }, T(`set.group.${group}`)),
      button({
        label: T("set.reset"),
        class: "link",
        "aria-label": () => `${t("set.reset")}: ${t(`set.group.${group}`)}`,
        disabled: usual,
        act: reset,
      }),
    ),
    items.map((item) =>
      h(
        "div",
        { class: "setting", hidden: () => !(item.needs?.(app) ?? true) || !fits(app, group, item) },
        control(app, item),
      ),
    ),
  );
}

/** @param {any} error */
const complain = (error) => note(() => problemText(error), { kind: "error", key: "data" });

/** Every stored game in one file. */
async function exportAll() {
  try {
    const list = await (await http("GET", "/api/games")).json();
    if (!list.length) return void note(T("games.none"), { key: "data" });
    const records = [];
    for (const { id } of list)
      records.push((await (await http("GET", `/api/games/${id}`)).json()).record);
    download(backup(records), fileName("tengen-games", "json"));
  } catch (error) {
    complain(error);
  }
}

/** Deletes all games, after a question; the last ten seconds can still be taken back. */
function eraseAll() {
  dialog(T("set.erase.title"), (close) => [
    h("p", null, T("set.erase.text")),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("cancel"), act: close }),
      button({ label: T("set.erase"), class: "button danger", act: () => (close(), erase()) }),
    ),
  ]);
}

async function erase() {
  try {
    const list = await (await http("GET", "/api/games")).json();
    for (const { id } of list) await http("DELETE", `/api/games/${id}`);
    const back = async () => {
      for (const { id } of list) await http("POST", `/api/games/${id}/restore`).catch(complain);
    };
    note(T("games.deleted", { n: list.length }), {
      seconds: 10,
      key: "data",
      actions: list.length ? [{ label: T("undo"), act: back }] : [],
    });
  } catch (error) {
    complain(error);
  }
}

/** Tengen in a window of its own. */
function installBox() {
  const state = () => (isInstalled() ? "done" : canInstall() ? "text" : "remote");
  const fits = () =>
    `${t("set.group.install")} ${t("set.install")}`
      .toLowerCase()
      .includes(words.value.trim().toLowerCase());
  return h(
    "section",
    { class: "section", "aria-labelledby": "set-app", hidden: () => !fits() },
    h("div", { class: "section-head" }, h("h3", { id: "set-app" }, T("set.group.install"))),
    h("p", null, () => t(`set.install.${state()}`)),
    () =>
      offer.value && button({ label: T("set.install"), class: "button primary", act: installNow }),
  );
}

/** @param {App} app */
const dataBox = (app) =>
  h(
    "section",
    {
      class: "section settings-data",
      "aria-labelledby": "set-data",
      hidden: () =>
        Boolean(words.value.trim()) &&
        !t("set.group.data").toLowerCase().includes(words.value.trim().toLowerCase()),
    },
    h("div", { class: "section-head" }, h("h3", { id: "set-data" }, T("set.group.data"))),
    h(
      "p",
      null,
      T("set.data.where"),
      " ",
      h("code", { class: "path" }, () => app.info.value?.data ?? "…"),
    ),
    h(
      "div",
      { class: "row" },
      button({ label: T("set.data.export"), act: exportAll }),
      button({ label: T("import"), act: () => app.importFiles() }),
      button({ label: T("set.erase"), class: "button danger", act: eraseAll }),
    ),
    h("small", null, () =>
      app.info.value ? `${app.info.value.engine} · ${app.info.value.build}` : "",
    ),
  );

/** @param {App} app @returns {import("../shared/app.d.ts").Page} */
export function open(app) {
  return {
    name: "settings",
    title: T("nav.settings"),
    panel: () => [
      h(
        "div",
        { class: "section" },
        h("h2", null, T("nav.settings")),
        h("input", {
          type: "search",
          "aria-label": T("set.search"),
          placeholder: T("set.search"),
          value: words.peek(),
          on: { input: (/** @type {any} */ event) => (words.value = event.target.value.trim()) },
        }),
      ),
      GROUPS.map(([group, items]) => groupBox(app, group, items)),
      keysBox(app),
      installBox(),
      dataBox(app),
    ],
    actions: {},
    revisit: () => {},
    leave: () => (words.value = ""),
  };
}
