// @ts-check
// Tengen's front end: its pages and their addresses, what keys do on all of them, and the start.
// README.md beside this file says how a page is written.

import {
  batch,
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
import { button, h, link, note, say } from "./shared/dom.js";
import { connect, connection, on } from "./shared/net.js";
import { appBoard, appearance, frame } from "./shell/frame.js";
import * as play from "./play/play.js";

/** @typedef {import("./shared/app.d.ts").App} App */
/** @typedef {import("./shared/app.d.ts").Page} Page */

/** Pages by the first part of their address. @type {Record<string, () => Promise<any>>} */
const PAGES = {
  play: async () => play,
  analyse: () => import("./analyse/analyse.js"),
  games: () => import("./pages/games.js"),
  settings: () => import("./pages/settings.js"),
  help: () => import("./pages/help.js"),
};

/** Every key with its action, as in the help. `Shift+` and `Ctrl+` in this order. */
const KEYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  ArrowUp: "branchUp",
  ArrowDown: "branchDown",
  Home: "first",
  End: "last",
  PageUp: "prev10",
  PageDown: "next10",
  "Shift+ArrowLeft": "prevFork",
  "Shift+ArrowRight": "nextFork",
  " ": "space",
  Escape: "escape",
  Delete: "delete",
  "+": "moreLines",
  "-": "fewerLines",
  "/": "command",
  "?": "help",
  l: "engine",
  c: "candidates",
  t: "threats",
  x: "threatView",
  g: "goTo",
  e: "edit",
  n: "numbers",
  f: "flip",
  d: "theme",
  m: "sound",
  b: "focusBoard",
  u: "undo",
  "Shift+N": "newGame",
  "Ctrl+z": "undo",
  "Ctrl+y": "redo",
  "Shift+Ctrl+Z": "redo",
  "Shift+Ctrl+z": "redo",
  "Ctrl+s": "share",
  "Ctrl+o": "import",
  "Ctrl+c": "copyMoves",
};

/** Keys that speak, while the board has the focus. @type {Record<string, "point" | "row" | "last">} */
const SPEAKING = { ".": "point", ",": "row", ">": "last" };

/** @type {App} */
export const app = {
  page: signal(null),
  // At first the board shows the game.
  view: signal(/** @type {import("./shared/app.d.ts").View} */ (play.view)),
  info: signal(null),
  preview: signal(null),
  handed: signal(null),
  failure: signal(null),
  keys: KEYS,
  go,
  replaceAddress,
  analyse(record, options = {}) {
    app.handed.value = { record, options };
    go("/analyse");
  },
  resume(id) {
    remember("game", id);
    go("/", { resume: id });
  },
  refuse(point, text) {
    board.shake(point);
    note(text, { kind: "refused", key: "refused" });
  },
  newGame: (from) => play.newGame(app, from),
  gameNow: () => untracked(() => (play.game.value?.moves.length ? play.recordNow() : null)),
  act(name, event) {
    const action = app.page.peek()?.actions[name] ?? common[name];
    action?.(event);
    return Boolean(action);
  },
  share: async () => (await import("./pages/share.js")).share(app),
  importFiles: async (given = null) => (await import("./pages/import.js")).importDialog(app, given),
};

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
  newGame: () => app.newGame(),
  focusBoard: () => board.focus(),
  command: async () => (await import("./shell/commands.js")).commandField(app, board),
};

const board = appBoard(app);

// ---------------------------------------------------------------- keys

/** @param {KeyboardEvent} event */
function keyName(event) {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const letter = event.key.length === 1;
  const shift = event.shiftKey && (!letter || /[a-z]/i.test(event.key)) ? "Shift+" : "";
  return shift + control + event.key;
}

/** From keys to actions. What an action means is the page's matter. */
function listen() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog, .menu";
    if (target.closest?.(typing)) return;
    const name = keyName(event);
    if (board.hasFocus() && name in SPEAKING) {
      event.preventDefault();
      import("./shell/commands.js").then(({ speak }) => speak(app, board, SPEAKING[name]));
      return;
    }
    if (name === "Ctrl+c" && String(getSelection())) return;
    if ((name === " " || name === "Enter") && target.closest?.("button, a, summary")) return;
    const letter = /^[a-z]$/i.test(event.key) && !name.includes("Ctrl+");
    if (letter && !settings.letterKeys.peek()) return;
    if (/^[1-9]$/.test(event.key) || /^(Shift\+)?Digit[1-9]$/.test(event.code)) {
      const line = Number(event.code.slice(-1));
      const action = event.shiftKey ? "playLine" : "previewLine";
      if (!name.includes("Ctrl+") && app.act(action, line)) event.preventDefault();
      return;
    }
    const action = /** @type {Record<string, string>} */ (KEYS)[name];
    if (action && app.act(action)) event.preventDefault();
  });
}

// ---------------------------------------------------------------- addresses

/** @type {() => void} */
let leavePage = () => {};
let visit = 0;

/** @param {string} address @param {any} [state] */
function go(address, state = null) {
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
  const current = app.page.peek();
  if (current?.name === name && current.revisit) {
    current.revisit(query);
    return;
  }
  const mine = ++visit;
  const load = Object.hasOwn(PAGES, name) ? PAGES[name] : async () => ({ open: missingPage });
  const module = await load().catch((error) => ({ open: () => brokenPage(name, error) }));
  if (mine !== visit) return;
  leavePage();
  app.preview.value = null;
  /** @type {Page | null} */
  let next = null;
  const end = root(() => {
    next = module.open(app, path, query);
    batch(() => {
      if (next?.view) app.view.value = next.view;
      app.page.value = next;
    });
  });
  leavePage = () => {
    next?.leave?.();
    end();
  };
  if (document.activeElement === document.body || !document.activeElement)
    say(app.page.peek()?.title() ?? "");
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

/** Links within the app change the page without loading it again. @param {MouseEvent} event */
function followLink(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button || event.defaultPrevented)
    return;
  const target = /** @type {Element | null} */ (event.target);
  const address = target?.closest?.('a[href^="/"]')?.getAttribute("href");
  if (!address) return;
  event.preventDefault();
  go(address);
}

// ---------------------------------------------------------------- start

/** A build that differs from the one this page came with means that the page is old. */
let build = "";

/** @param {any} hello */
function greeted(hello) {
  if (build && hello.build !== build) {
    connection.value = { ...connection.peek(), state: "outdated" };
    return;
  }
  build = hello.build;
  app.info.value = hello.info;
}

function watchErrors() {
  const report = (/** @type {any} */ error) => {
    const parts = [
      error?.message ?? error,
      error?.stack ?? "",
      location.pathname,
      navigator.userAgent,
      build,
    ];
    app.failure.value = parts.join("\n");
  };
  addEventListener("error", (event) => event.error && report(event.error));
  addEventListener("unhandledrejection", (event) => report(event.reason));
}

async function start() {
  watchErrors();
  on("hello", greeted);
  connect();
  await speak(preferredLanguage()).catch(() => {});
  /** @type {ReturnType<typeof frame>} */
  let parts;
  root(() => {
    appearance(app);
    parts = frame(app, board);
    listen();
  });
  addEventListener("popstate", arrive);
  addEventListener("click", followLink);
  await arrive();
  // The first view ends here; tests count what it took.
  performance.mark("usable");
  board.loadOverlay();
  const { care } = await import("./shell/care.js");
  root(() => care(app, parts.trouble, parts.handle));
}

start();
