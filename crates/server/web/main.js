// @ts-check
// Tengen's front end: start, layout, pages and their addresses.
// README.md beside this file says how a page is written.

import {
  batch,
  effect,
  language,
  languages,
  preferredLanguage,
  remember,
  root,
  set,
  settings,
  signal,
  speak,
  t,
  T,
  untracked,
} from "./shared/store.js";
import { button, fill, h, icon, liveRegions, note, noteList, say, select } from "./shared/dom.js";
import { connect, connection, on } from "./shared/net.js";
import { createBoard } from "./board/board.js";
import { createOverlay } from "./board/overlay.js";
import { listen } from "./board/input.js";
import * as play from "./play/play.js";

/** @typedef {import("./shared/dom.js").Child} Child */
/** @typedef {import("./board/board.js").View} View */

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {() => string} title
 * @property {() => Child} panel the side panel
 * @property {View} [view] what the board shows; without it, what it showed before
 * @property {(point: string) => void} [click] a stone is wanted here
 * @property {(point: string) => import("./shared/dom.js").MenuItem[]} [pointMenu]
 * @property {() => Child} [tools] buttons after the arrows
 * @property {() => Child} [status] the line under the board
 * @property {() => Child} [above] phone: the strip above the board
 * @property {() => Child} [below] phone: the strip below the board
 * @property {() => { wp: number, proof: boolean, label: string } | null} [bar] the evaluation bar
 * @property {[string, () => string][]} [tabs] phone: parts of the panel, by `data-tab`
 * @property {Record<string, (event?: any) => void>} actions what keys do here
 * @property {(query: URLSearchParams) => void} [revisit] the address changed within the page
 * @property {() => void} [leave]
 * @property {() => { record: import("./shared/wire.d.ts").GameRecord, position: import("./shared/wire.d.ts").Position, at: number }} [document] what is shared, exported and linked
 */

/** @typedef {typeof app} App */

/** @type {Record<string, { load: () => Promise<any>, navigation?: boolean }>} */
const PAGES = {
  play: { load: async () => play, navigation: true },
  analyse: { load: () => import("./analyse/analyse.js"), navigation: true },
  games: { load: () => import("./pages/games.js"), navigation: true },
  settings: { load: () => import("./pages/settings.js"), navigation: true },
  help: { load: () => import("./pages/help.js") },
};

/** @type {import("./shared/store.js").Signal<Page | null>} */
const page = signal(null);
/** @type {import("./shared/store.js").Signal<import("./shared/wire.d.ts").Info | null>} */
const info = signal(null);
/**
 * The view of the last page that had one: side pages leave the board as it was. At first that is
 * the game.
 */
const view = signal(/** @type {View | null} */ (play.view));
/**
 * A preview lies over the board until the pointer goes away.
 * @type {import("./shared/store.js").Signal<import("./board/board.js").Ghost[] | null>}
 */
const preview = signal(null);

export const app = {
  page,
  view,
  info,
  preview,
  go,
  replaceAddress,
  /**
   * Opens records (or one) in Analyse.
   * @param {import("./shared/wire.d.ts").GameRecord} record
   * @param {{ at?: number, id?: string }} [options]
   */
  analyse(record, options) {
    handed.value = { record, options: options ?? {} };
    go("/analyse");
  },
  /** Goes on with a stored game in Play. @param {string} id */
  resume(id) {
    remember("game", id);
    go("/", { resume: id });
  },
  /**
   * Does what a key or text command names, if the page or the app knows it.
   * @param {string} name
   * @param {any} [event]
   */
  act(name, event) {
    const action = page.peek()?.actions[name] ?? common[name];
    action?.(event);
    return Boolean(action);
  },
  can: (/** @type {string} */ name) => Boolean(page.peek()?.actions[name] ?? common[name]),
  share: async () => (await import("./pages/share.js")).share(app),
  importFiles: async (/** @type {any} */ given = null) =>
    (await import("./pages/share.js")).importDialog(app, given),
};

/**
 * What another page wants Analyse to show.
 * @type {import("./shared/store.js").Signal<{ record: import("./shared/wire.d.ts").GameRecord, options: any } | null>}
 */
export const handed = signal(null);

/** What keys do on every page. @type {Record<string, (event?: any) => void>} */
const common = {
  theme: () => {
    const dark = document.documentElement.dataset.theme === "dark";
    set("appearance", dark ? "light" : "dark");
  },
  flip: () => set("flip", (settings.flip.peek() + 1) % 8),
  numbers: () => {
    const modes = ["off", "last", "all", "here"];
    const next = modes[(modes.indexOf(settings.numbers.peek()) + 1) % modes.length];
    set("numbers", next);
    note(T("numbers.now", { mode: t(`numbers.${next}`) }), { key: "numbers", seconds: 2 });
  },
  threats: () => set("threats", !settings.threats.peek()),
  sound: () => {
    set("sound", !settings.sound.peek());
    note(T(settings.sound.peek() ? "sound.on" : "sound.off"), { key: "sound", seconds: 2 });
  },
  help: () => go("/help"),
  share: () => app.share(),
  import: () => app.importFiles(),
  newGame: () => play.newGame(app),
  focusBoard: () => board.grid.focusCursor(),
};

// ---------------------------------------------------------------- addresses

/** @type {() => void} */
let leavePage = () => {};
let visit = 0;

/** Goes to an address of the app. @param {string} address @param {any} [state] */
export function go(address, state = null) {
  history.pushState(state, "", address);
  arrive();
}

let replaced = 0;
/** @type {any} */
let replaceTimer = 0;

/** Lets the address bar follow, at most four times a second. @param {string} address */
function replaceAddress(address) {
  clearTimeout(replaceTimer);
  const now = () => {
    replaced = Date.now();
    if (location.pathname === new URL(address, location.href).pathname)
      history.replaceState(history.state, "", address);
  };
  const wait = replaced + 250 - Date.now();
  if (wait <= 0) now();
  else replaceTimer = setTimeout(now, wait);
}

/** @param {string} path */
const nameOf = (path) => (path === "/" ? "play" : path.split("/")[1]);

async function arrive() {
  clearTimeout(replaceTimer);
  const path = location.pathname;
  const query = new URLSearchParams(location.search);
  const name = nameOf(path);
  const current = page.peek();
  if (current?.name === name && current.revisit) {
    current.revisit(query);
    return;
  }
  const mine = ++visit;
  const entry = Object.hasOwn(PAGES, name)
    ? PAGES[name]
    : { load: async () => ({ open: missingPage }) };
  const module = await entry.load().catch((error) => ({ open: () => brokenPage(name, error) }));
  if (mine !== visit) return;
  leavePage();
  preview.value = null;
  /** @type {Page | null} */
  let next = null;
  const end = root(() => {
    next = module.open(app, path, query);
    batch(() => {
      if (next?.view) view.value = next.view;
      page.value = next;
    });
  });
  leavePage = () => {
    next?.leave?.();
    end();
  };
  if (document.activeElement === document.body || !document.activeElement)
    say(page.peek()?.title() ?? "");
}

/** @returns {Page} */
const missingPage = () => ({
  name: "missing",
  title: T("missing.title"),
  panel: () =>
    h(
      "div",
      { class: "card" },
      h("h2", null, T("missing.title")),
      h("p", null, T("missing.text")),
      link("/", T("missing.home"), "button primary"),
    ),
  actions: {},
});

/** @param {string} name @param {any} error @returns {Page} */
const brokenPage = (name, error) => ({
  name,
  title: T("broken.title"),
  panel: () =>
    h(
      "div",
      { class: "card" },
      h("h2", null, T("broken.title")),
      h("p", null, String(error?.message ?? error)),
      button({ label: T("reload"), class: "button primary", act: () => location.reload() }),
    ),
  actions: {},
});

/**
 * A link within the app.
 * @param {string} address
 * @param {Child} label
 * @param {string} [look]
 * @param {Record<string, any>} [rest]
 */
export const link = (address, label, look = "link", rest = {}) =>
  h(
    "a",
    {
      href: address,
      class: look,
      ...rest,
      on: {
        click: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
          event.preventDefault();
          go(address);
        },
      },
    },
    label,
  );

/** Loads a style sheet of `styles/` on demand. @param {string} name */
export function looks(name) {
  const address = import.meta.resolve(`./styles/${name}.css`);
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(
      h("link", { rel: "stylesheet", href: address, on: { load: resolve, error: resolve } }),
    );
  });
}

// ---------------------------------------------------------------- layout

const board = createBoard(app);
const overlay = createOverlay(app, board);

/** @type {Record<string, any>} */
const NAVIGATION = { play: "play", analyse: "engine", games: "table", settings: "gear" };

/** @param {string} look */
const navigation = (look) =>
  h(
    "nav",
    { class: look, "aria-label": T("nav.label") },
    Object.keys(PAGES)
      .filter((name) => PAGES[name].navigation)
      .map((name) =>
        link(
          name === "play" ? "/" : `/${name}`,
          [icon(NAVIGATION[name]), h("span", null, T(`nav.${name}`))],
          "nav-link",
          {
            "aria-current": () => (page.value?.name === name ? "page" : null),
          },
        ),
      ),
  );

const header = () =>
  h(
    "header",
    { class: "top" },
    link("/", [h("span", { class: "brand-stone", "aria-hidden": "true" }), "Tengen"], "brand"),
    navigation("nav-top"),
    h("span", { class: "grow" }),
    h("span", { class: "chip position-chip" }, () => {
      const position = view.value?.position();
      return position ? `${t(`rule.${position.rule}`)} ${position.size}×${position.size}` : "";
    }),
    select({
      label: T("settings.language"),
      hideLabel: true,
      options: Object.entries(languages).map(([code, name]) => [code, () => name]),
      value: () => language.value,
      choose: (code) => set("language", code),
    }),
    button({
      label: T("theme.switch"),
      icon: "sun",
      bare: true,
      class: "ghost",
      act: () => common.theme(),
    }),
    link("/help", icon("help"), "ghost", {
      "aria-label": T("nav.help"),
      title: T("nav.help"),
      "aria-current": () => (page.value?.name === "help" ? "page" : null),
    }),
  );

/** The arrows that walk through the game. */
const arrows = () =>
  h(
    "div",
    { class: "arrows", role: "group", "aria-label": T("walk") },
    [
      ["first", "first"],
      ["back", "prev"],
      ["forward", "next"],
      ["last", "last"],
    ].map(([picture, action]) =>
      button({
        label: T(`walk.${action}`),
        icon: /** @type {any} */ (picture),
        bare: true,
        class: "tool",
        disabled: () => !page.value?.actions[action],
        act: () => app.act(action),
      }),
    ),
  );

const bar = () =>
  h(
    "div",
    {
      class: () => (page.value?.bar ? "bar" : "bar absent"),
      role: "img",
      "aria-label": () => {
        const now = page.value?.bar?.();
        return now ? t("bar.label", { score: now.label }) : t("bar.none");
      },
    },
    h("div", {
      class: () => (page.value?.bar?.()?.proof ? "bar-black proved" : "bar-black"),
      style: { "--share": () => String(page.value?.bar?.()?.wp ?? 0.5) },
    }),
    h("span", { class: "bar-tick" }),
    h(
      "span",
      { class: () => `bar-label ${(page.value?.bar?.()?.wp ?? 0.5) >= 0.5 ? "black" : "white"}` },
      () => page.value?.bar?.()?.label ?? "",
    ),
  );

/** @param {keyof Page} part */
const slot = (part) => () => /** @type {any} */ (page.value?.[part])?.() ?? null;

/** Where there is little room the sheet begins closed. */
const SHORT = matchMedia("(max-height: 700px)");
const sheet = () =>
  settings.sheet.peek() !== "auto" ? settings.sheet.peek() : SHORT.matches ? "closed" : "half";

/** Phone: the sheet has three heights; its handle goes through them, tabs open it. */
function sheetHead() {
  const next = { closed: "half", half: "full", full: "closed" };
  return h(
    "div",
    { class: "sheet-head" },
    button({
      label: T("sheet.size"),
      icon: "up",
      bare: true,
      class: "ghost sheet-handle",
      "aria-expanded": () => (settings.sheet.value, String(sheet() !== "closed")),
      act: () => set("sheet", next[/** @type {"half"} */ (sheet())]),
    }),
    () =>
      (page.value?.tabs ?? []).map(([name, label]) =>
        h(
          "button",
          {
            type: "button",
            class: "tab",
            "aria-pressed": () => String(settings.panelTab.value === name),
            on: {
              click: () => {
                set("panelTab", name);
                if (sheet() === "closed") set("sheet", "half");
              },
            },
          },
          label,
        ),
      ),
  );
}

/** @type {import("./shared/store.js").Signal<string | null>} */
export const failure = signal(null);

/** Where the band lies and where the panel is made wider; care.js fills them. */
const trouble = h("div", { class: "band-slot", role: "status" });
const handle = h("div", { class: "splitter" });

function layout() {
  const workspace = h(
    "main",
    {
      class: "workspace",
      data: {
        page: () => page.value?.name ?? "",
        sheet: () => settings.sheet.value,
        tab: () => settings.panelTab.value,
      },
    },
    h(
      "section",
      { class: "stage", "aria-label": T("board.region") },
      h("div", { class: "strip above" }, slot("above")),
      h("div", { class: "board-row" }, bar(), board.element),
      h("div", { class: "strip below" }, slot("below")),
      h("div", { class: "status-row" }, h("div", { class: "status" }, slot("status")), noteList()),
      h(
        "div",
        { class: "tools", role: "toolbar", "aria-label": T("tools") },
        arrows(),
        h("div", { class: "tools-page" }, slot("tools")),
      ),
    ),
    handle,
    h(
      "aside",
      { class: "panel", "aria-label": () => page.value?.title() ?? "" },
      sheetHead(),
      h("div", { class: "panel-body" }, slot("panel")),
    ),
  );
  effect(() => {
    const width = settings.panelWidth.value;
    if (width) workspace.style.setProperty("--panel", `${width}px`);
  });
  fill(
    /** @type {Element} */ (document.getElementById("app")),
    h(
      "a",
      {
        class: "skip",
        href: "#board",
        on: {
          click: (/** @type {Event} */ event) => (event.preventDefault(), common.focusBoard()),
        },
      },
      T("skip"),
    ),
    header(),
    trouble,
    workspace,
    navigation("nav-bottom"),
    ...liveRegions(),
  );
}

// ---------------------------------------------------------------- appearance

function appearance() {
  const darkWanted = matchMedia("(prefers-color-scheme: dark)");
  const contrastWanted = matchMedia("(prefers-contrast: more)");
  const change = signal(0);
  for (const query of [darkWanted, contrastWanted])
    query.addEventListener("change", () => change.value++);
  effect(() => {
    change.value;
    const wanted = settings.appearance.value;
    const theme =
      wanted !== "auto"
        ? wanted
        : contrastWanted.matches
          ? "contrast"
          : darkWanted.matches
            ? "dark"
            : "light";
    const root = document.documentElement;
    root.dataset.theme = theme;
    const boardTheme = settings.boardTheme.value;
    root.dataset.board =
      boardTheme !== "auto" ? boardTheme : theme === "contrast" ? "contrast" : "wood";
    root.dataset.motion =
      settings.reducedMotion.value === "on" || !settings.animation.value ? "reduced" : "";
    root.style.fontSize = `${settings.textSize.value}%`;
  });
  effect(() => {
    const title = page.value?.title() ?? "";
    document.title = title ? `${title} – Tengen` : "Tengen";
  });
  effect(() => {
    const wanted = settings.language.value || preferredLanguage();
    if (wanted !== untracked(() => language.value)) speak(wanted);
  });
}

/** A build that differs from the one this page came with means that the page is old. */
let build = "";

/** @param {any} hello */
function greeted(hello) {
  if (build && hello.build !== build) {
    connection.value = { ...connection.peek(), state: "outdated" };
    return;
  }
  build = hello.build;
  info.value = hello.info;
}

// ---------------------------------------------------------------- start

function watchErrors() {
  const report = (/** @type {any} */ error) => {
    failure.value = `${error?.message ?? error}\n${error?.stack ?? ""}\n${location.pathname}\n${navigator.userAgent}\n${build}`;
  };
  addEventListener("error", (event) => event.error && report(event.error));
  addEventListener("unhandledrejection", (event) => report(event.reason));
}

async function start() {
  watchErrors();
  on("hello", greeted);
  connect();
  await speak(preferredLanguage()).catch(() => {});
  root(() => {
    appearance();
    layout();
    listen(app, board, overlay);
  });
  addEventListener("popstate", arrive);
  await arrive();
  // The first view ends here; tests count what it took.
  performance.mark("usable");
  const { care } = await import("./shell/care.js");
  root(() => care(trouble, handle));
}

start();
