// @ts-check
// Pointer, touch, wheel and keys: from what hands do to actions with names. What an action means
// is the page's matter.

import { effect, settings, t, T, untracked } from "../shared/store.js";
import { button, menu, note, s, say } from "../shared/dom.js";
import { cellNames } from "./board.js";
import { foulText } from "./overlay.js";
import { pointAt, shown, xy } from "./notation.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./overlay.js").Overlay} Overlay */

/** A press that lasts longer opens the point menu. */
const LONG = 500;
/** Cells smaller than this are too small for a finger. */
const FINGER = 32;

/**
 * What pages may ask of the board: to shake a point, to tell why one is forbidden.
 * @type {{ board: Board | null, explain: ((foul: import("../shared/wire.d.ts").Forbidden) => void) | null }}
 */
export const attached = { board: null, explain: null };

/** @param {App} app @param {Board} board @param {Overlay} overlay */
export function listen(app, board, overlay) {
  attached.board = board;
  attached.explain = (foul) => explainFoul(overlay, foul);
  pointer(app, board, overlay);
  wheel(app, board);
  keys(app, board, overlay);
}

/** How a tap places a stone now. @param {Board} board */
function placing(board) {
  const wanted = settings.placing.peek();
  return wanted !== "auto" ? wanted : board.cellPixels() >= FINGER ? "direct" : "twice";
}

// ---------------------------------------------------------------- pointer and touch

/** @param {App} app @param {Board} board @param {Overlay} overlay */
function pointer(app, board, overlay) {
  const { element, layers } = board;
  /**
   * @type {{ id: number, point: string | null, x: number, y: number, touch: boolean, timer: any, done: boolean } | null}
   */
  let press = null;
  /** The stone that waits for a second tap or the button. @type {string | null} */
  let waiting = null;
  const fingers = new Set();

  const hoverStone = (/** @type {string | null} */ point, cross = false) => {
    overlay.pointed.value = point;
    const now = app.view.peek()?.position();
    const free =
      point &&
      now?.turn &&
      app.view.peek()?.placing?.() !== false &&
      !now.stones.some((stone) => stone.point === point);
    element.classList.toggle("placing", Boolean(free));
    if (!point || !free) return layers.hover.replaceChildren();
    const { cx, cy } = board.place(point);
    const lines =
      cross &&
      s("path", { class: "crosshair", d: `M0 ${cy}H${board.span()}M${cx} 0V${board.span()}` });
    layers.hover.replaceChildren(
      ...[
        lines,
        s("g", { class: `hover-stone ${now.turn}` }, s("circle", { cx, cy, r: 14.4 })),
      ].filter((one) => one !== false),
    );
  };
  const wait = (/** @type {string | null} */ point) => {
    waiting = point;
    hoverStone(point, true);
    placeButton.hidden = !point || placing(board) !== "button";
  };
  const place = (/** @type {string} */ point) => {
    wait(null);
    app.page.peek()?.click?.(point);
  };
  const placeButton = button({
    label: T("place"),
    class: "button primary place-button",
    hidden: true,
    act: () => waiting && place(waiting),
  });
  for (const kind of ["pointerdown", "pointerup"])
    placeButton.addEventListener(kind, (/** @type {Event} */ event) => event.stopPropagation());
  element.append(placeButton);
  // A finger that drags a stone does not scroll.
  effect(() => void element.classList.toggle("offset", settings.placing.value === "offset"));
  effect(() => {
    app.view.value?.position();
    untracked(() => wait(null));
  });

  const openMenu = (
    /** @type {string | null} */ point,
    /** @type {number} */ x,
    /** @type {number} */ y,
  ) => {
    if (point) pointMenu(app, board, overlay, point, { x, y });
  };

  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const touch = event.pointerType !== "mouse";
    fingers.add(event.pointerId);
    if (fingers.size > 1) {
      // Two fingers: a step back, and nothing is placed by either.
      if (press) clearTimeout(press.timer);
      if (fingers.size === 2 && press && !press.done) app.act("prev");
      if (press) press.done = true;
      return;
    }
    if (event.button !== 0) return;
    const offset = touch && placing(board) === "offset";
    const lift = offset ? 2 * board.cellPixels() : 0;
    const point = board.nearest(event.clientX, event.clientY - lift, touch ? 0.5 : 0.45);
    const mine = {
      id: event.pointerId,
      point,
      x: event.clientX,
      y: event.clientY,
      touch,
      done: false,
      timer: 0,
    };
    press = mine;
    if (offset) {
      element.setPointerCapture(event.pointerId);
      hoverStone(point, true);
    } else {
      mine.timer = setTimeout(() => {
        mine.done = true;
        openMenu(point, event.clientX, event.clientY);
      }, LONG);
    }
  });
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const touch = event.pointerType !== "mouse";
    if (!touch) return hoverStone(board.nearest(event.clientX, event.clientY));
    if (!press || press.id !== event.pointerId) return;
    if (placing(board) === "offset") {
      press.point = board.nearest(event.clientX, event.clientY - 2 * board.cellPixels(), 0.5);
      return hoverStone(press.point, true);
    }
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > 12)
      clearTimeout(press.timer);
  });
  element.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    const mine = press;
    if (!mine || mine.id !== event.pointerId) return;
    clearTimeout(mine.timer);
    press = null;
    if (mine.done || event.button !== 0) return;
    if (!mine.touch) {
      const point = board.nearest(event.clientX, event.clientY);
      if (point && point === mine.point) place(point);
      return;
    }
    const how = placing(board);
    if (how === "offset") return mine.point ? place(mine.point) : wait(null);
    const point = board.nearest(event.clientX, event.clientY, 0.5);
    if (!point || !mine.point || distance(point, mine.point) > 1) return;
    tapped(how, point);
  });
  const tapped = (/** @type {string} */ how, /** @type {string} */ point) => {
    const now = app.view.peek()?.position();
    const stone = now?.stones.some((one) => one.point === point);
    if (how === "direct" || stone) return place(point);
    if (how === "twice" && waiting && distance(waiting, point) <= 1) return place(waiting);
    wait(point);
    say(shown(point));
  };
  const forget = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (press) clearTimeout(press.timer);
    press = null;
  };
  element.addEventListener("pointercancel", forget);
  element.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse") hoverStone(null);
  });
  element.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    if (event.button !== 2) return;
    if (/** @type {any} */ (event).pointerType === "touch") return;
    if (settings.rightClick.peek() === "menu")
      openMenu(board.nearest(event.clientX, event.clientY), event.clientX, event.clientY);
    else app.act("prev");
  });
}

/** @param {string} a @param {string} b */
function distance(a, b) {
  const [p, q] = [xy(a), xy(b)];
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y));
}

/**
 * @param {App} app
 * @param {Board} board
 * @param {Overlay} overlay
 * @param {string} point
 * @param {{ x: number, y: number }} at
 */
function pointMenu(app, board, overlay, point, at) {
  const page = app.page.peek();
  const foul = app.view
    .peek()
    ?.facts?.()
    ?.forbidden.find((one) => one.point === point);
  /** @type {import("../shared/dom.js").MenuItem[]} */
  const items = [
    { label: T("menu.place"), act: () => page?.click?.(point) },
    ...(page?.pointMenu?.(point) ?? []),
  ];
  if (foul) items.push({ label: T("menu.why"), act: () => explainFoul(overlay, foul) });
  menu(at, items, () => shown(point));
}

/**
 * Draws and tells why a point is forbidden.
 * @param {Overlay} overlay
 * @param {import("../shared/wire.d.ts").Forbidden} foul
 */
function explainFoul(overlay, foul) {
  overlay.explained.value = foul;
  const parts = foul.shapes.map((line) =>
    t("foul.part", { kind: t(`foul.one.${line.kind}`), stones: line.stones.map(shown).join(" ") }),
  );
  note(() => `${foulText(foul)}: ${parts.join("; ")}`, { seconds: 12, key: "refused" });
}

// ---------------------------------------------------------------- wheel

/** @param {App} app @param {Board} board */
function wheel(app, board) {
  let gathered = 0;
  board.element.addEventListener(
    "wheel",
    (/** @type {WheelEvent} */ event) => {
      if (!settings.wheel.peek() || !app.can("next")) return;
      event.preventDefault();
      gathered += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
      if (Math.abs(gathered) < 40) return;
      const forward = gathered > 0;
      gathered = 0;
      app.act(forward ? (event.ctrlKey ? "next10" : "next") : event.ctrlKey ? "prev10" : "prev");
    },
    { passive: false },
  );
}

// ---------------------------------------------------------------- keys

/** Every key with its action, as in the help. `Shift+` and `Ctrl+` in this order. */
export const KEYS = {
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

/** @param {KeyboardEvent} event */
function nameOf(event) {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const letter = event.key.length === 1;
  const shift = event.shiftKey && (!letter || /[a-z]/i.test(event.key)) ? "Shift+" : "";
  return shift + control + event.key;
}

/** @param {App} app @param {Board} board @param {Overlay} overlay */
function keys(app, board, overlay) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest?.(
      "input:not([type=checkbox]), textarea, select, [contenteditable], dialog, .menu",
    );
    if (typing) return;
    if (target.closest?.(".grid-table") && boardKey(app, board, overlay, event))
      return event.preventDefault();
    const name = nameOf(event);
    if (name === "Ctrl+c" && String(getSelection())) return;
    if ((name === " " || name === "Enter") && target.closest?.("button, a, summary")) return;
    if (!settings.letterKeys.peek() && /^[a-z]$/i.test(event.key) && !name.includes("Ctrl+"))
      return;
    if (/^[1-9]$/.test(event.key) || /^(Shift\+)?Digit[1-9]$/.test(event.code)) {
      const line = Number(event.code.slice(-1));
      if (!name.includes("Ctrl+") && app.act(event.shiftKey ? "playLine" : "previewLine", line))
        event.preventDefault();
      return;
    }
    const action = /** @type {Record<string, string>} */ (KEYS)[name];
    if (action === "command") {
      event.preventDefault();
      return void import("../shell/commands.js").then(({ commandField }) =>
        commandField(app, board),
      );
    }
    if (action && app.act(action)) event.preventDefault();
  });
}

/**
 * Keys while the board has the focus: the cursor moves, Enter places.
 * @param {App} app
 * @param {Board} board
 * @param {Overlay} overlay
 * @param {KeyboardEvent} event
 */
function boardKey(app, board, overlay, event) {
  const now = app.view.peek()?.position();
  if (!now) return false;
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const cursor = board.grid.cursor;
  const control = event.ctrlKey || event.metaKey;
  if (event.key in steps && !control) {
    const [dx, dy] = seenStep(board, steps[/** @type {"ArrowUp"} */ (event.key)]);
    const next = walk(
      cursor,
      dx,
      dy,
      now.size,
      event.shiftKey ? new Set(now.stones.map((stone) => stone.point)) : null,
    );
    board.grid.moveTo(next, true);
    overlay.pointed.value = next;
    return true;
  }
  if (event.key === "Enter" || (event.key === " " && !control)) {
    app.page.peek()?.click?.(cursor);
    return true;
  }
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    const { cx, cy } = board.place(cursor);
    const box = board.element.getBoundingClientRect();
    const unit = box.width / board.span();
    pointMenu(app, board, overlay, cursor, { x: box.left + cx * unit, y: box.top + cy * unit });
    return true;
  }
  if (event.key === ".") return (say(cellNames(app, now)(cursor)), true);
  if (event.key !== ">" && event.key !== ",") return false;
  import("../shell/commands.js").then(({ lastMove, rowText }) =>
    say(event.key === "," ? rowText(app, xy(cursor).y) : lastMove(app)),
  );
  return true;
}

/** Arrows follow what is seen, not the record. @param {Board} board @param {number[]} step */
function seenStep(board, [dx, dy]) {
  const flip = settings.flip.peek();
  if (flip >= 4) dx = -dx;
  for (let k = 0; k < flip % 4; k++) [dx, dy] = [-dy, dx];
  return [dx, dy];
}

/**
 * @param {string} from
 * @param {number} dx
 * @param {number} dy
 * @param {number} size
 * @param {Set<string> | null} stones
 */
function walk(from, dx, dy, size, stones) {
  let { x, y } = xy(from);
  do {
    const [nx, ny] = [x + dx, y + dy];
    if (nx < 0 || ny < 0 || nx >= size || ny >= size) break;
    [x, y] = [nx, ny];
  } while (stones && !stones.has(pointAt(x, y)));
  return pointAt(x, y);
}
