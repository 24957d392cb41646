// @ts-check
// Tengen's front end: its pages and their addresses, what keys do on all of them, and the start.
// README.md beside this file says how a page is written.

import {
  batch,
  effect,
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
import { keyName } from "./board/input.js";
import { appBoard, appearance, frame } from "./shell/frame.js";
import * as play from "./play/play.js";

/** @typedef {import("./shared/app.d.ts").App} App */
/** @typedef {import("./shared/app.d.ts").Page} Page */

/** Pages by the first part of their address. @type {Record<string, () => Promise<any>>} */
const PAGES = {
  play: async () => play,
  analyse: () => import("./analyse/analyse.js"),
  review: () => import("./review/review.js"),
  puzzles: () => import("./puzzles/puzzles.js"),
  watch: () => import("./watch/watch.js"),
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
  "Shift+ArrowUp": "prevMistake",
  "Shift+ArrowDown": "nextMistake",
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
  w: "explain",
  o: "explorer",
  g: "goTo",
  e: "edit",
  n: "numbers",
  f: "flip",
  "Shift+f": "unflip",
  d: "theme",
  m: "sound",
  b: "focusBoard",
  u: "undo",
  r: "review",
  "Shift+n": "newGame",
  p: "nextPuzzle",
  "Ctrl+z": "undo",
  "Ctrl+y": "redo",
  "Shift+Ctrl+z": "redo",
  "Ctrl+s": "share",
  "Ctrl+o": "import",
  "Ctrl+c": "copyMoves",
  // Digits count as one key; the action is handed the number.
  "1-9": "previewLine",
  "Shift+1-9": "playLine",
  // With the focus on the board; the board does the first six itself.
  "board ArrowLeft": "board.left",
  "board ArrowRight": "board.right",
  "board ArrowUp": "board.up",
  "board ArrowDown": "board.down",
  "board Enter": "board.place",
  "board  ": "board.place",
  "board ContextMenu": "board.menu",
  "board Shift+F10": "board.menu",
  "board .": "board.point",
  "board ,": "board.row",
  "board >": "board.last",
};

/**
 * Every key with its action when some actions have other keys than usual. A key has one action: the one that
 * asked for it. @param {Record<string, string[]> | null} own
 */
function keysWith(own) {
  const usual = Object.entries(KEYS).filter(([, action]) => !own?.[action]);
  const chosen = Object.entries(own ?? {}).flatMap(([action, keys]) =>
    keys.map((key) => [action.startsWith("board.") ? `board ${key}` : key, action]),
  );
  return Object.fromEntries([...usual, ...chosen]);
}

/** @type {App} */
export const app = {
  page: signal(null),
  // At first the board shows the game.
  view: signal(/** @type {import("./shared/app.d.ts").View} */ (play.view)),
  info: signal(null),
  preview: signal(null),
  handed: signal(null),
  failure: signal(null),
  keys: signal(keysWith(null)),
  keysWith,
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
  unflip: () => set("flip", 0),
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
  help: () => go("/help#keys"),
  share: () => app.share(),
  import: () => app.importFiles(),
  review: async () => (await import("./review/start.js")).reviewDocument(app),
  nextPuzzle: () => go("/puzzles"),
  newGame: () => app.newGame(),
  focusBoard: () => board.focus(),
  command: async () => (await import("./shell/commands.js")).commandField(app, board),
};

const board = appBoard(app);

// ---------------------------------------------------------------- keys

/** The number on a key, and what the nine of them are called. @param {KeyboardEvent} event @param {string} name */
function digitName(event, name) {
  const number = Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0);
  const held = (event.shiftKey ? "Shift+" : "") + (/Ctrl\+/.exec(name) ?? "");
  return { number, digits: number ? `${held}1-9` : name };
}

/** From keys to actions. What an action means is the page's matter. */
function listen() {
  effect(() => {
    const keys = keysWith(settings.keys.value);
    app.keys.value = keys;
    const ofBoard = Object.entries(keys).filter(([key]) => key.startsWith("board "));
    board.set({
      keys: Object.fromEntries(ofBoard.map(([key, deed]) => [key.slice(6), deed.slice(6)])),
    });
  });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog, .menu";
    if (target.closest?.(typing)) return;
    const keys = app.keys.peek();
    const name = keyName(event);
    const spoken = board.hasFocus() && keys[`board ${name}`];
    if (spoken) {
      event.preventDefault();
      import("./shell/commands.js").then(({ speak }) => speak(app, board, spoken));
      return;
    }
    if (name === "Ctrl+c" && String(getSelection())) return;
    if ((name === " " || name === "Enter") && target.closest?.("button, a, summary")) return;
    if (/^(Shift\+)?[a-z]$/.test(name) && !settings.letterKeys.peek()) return;
    // A sign that shares its key with a digit comes first: `/` is Shift and 7 on many keyboards.
    const { number, digits } = digitName(event, name);
    const action = keys[name] ?? keys[digits];
    if (action && app.act(action, number)) event.preventDefault();
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

/** What a server that shows a match has besides it. */
const BESIDE_WATCH = ["watch", "settings", "help"];

async function arrive() {
  clearTimeout(replaceTimer);
  if (app.info.peek()?.watch && !BESIDE_WATCH.includes(nameOf(location.pathname)))
    history.replaceState(null, "", "/watch");
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
const brokenPage = (name, error) => {
  // Without a server the page cannot come; with it, it comes by itself.
  if (!isOnline()) comesLater = name;
  return {
    name: "broken",
    title: T(`nav.${name}`),
    panel: () =>
      h(
        "div",
        { class: "card" },
        h("h2", null, T("broken.title")),
        h("p", null, comesLater ? T("broken.offline") : String(error?.message ?? error)),
        button({ label: T("reload"), class: "button primary", act: () => location.reload() }),
      ),
    actions: {},
  };
};

/** The page that is opened as soon as the server is back. */
let comesLater = "";
on("open", () => {
  if (!comesLater || app.page.peek()?.name !== "broken") return;
  comesLater = "";
  arrive();
});

const isOnline = () => connection.peek().state === "open";

/** Whether a module did not come; browsers word it differently. @param {any} error */
const isMissingModule = (error) =>
  error instanceof TypeError && /import|module/i.test(error.message);

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
  if (hello.info.watch && app.page.peek()?.name === "play") arrive();
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
  addEventListener("unhandledrejection", (event) => {
    // A dialog that was never loaded: the band says already that the server is gone.
    if (!isOnline() && isMissingModule(event.reason)) {
      event.preventDefault();
      return note(T("problem.lost"), { kind: "refused", key: "refused" });
    }
    report(event.reason);
  });
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
  root(() => care(app, parts));
}

start();
