// @ts-check
// How a board is used: pointer, touch and wheel, and the cells for keys and screen readers. Each function
// listens, and returns what has to be done when the state changes.

import { isPoint, pointAt, xy } from "./notation.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./state.d.ts").State} State */
/** @typedef {{ of: (keyof State)[], draw: () => void }} Drawing */

/** A press that lasts longer, in milliseconds, opens the menu of the point. */
const LONG = 500;
/** Cells smaller than this, in pixels, are too small for a finger. */
const FINGER = 32;

/** How a tap places a stone now. @param {Board} board */
function tapMode(board) {
  const { tap: wanted, placing } = board.state;
  // Where no stone would be put, nothing has to be looked at first.
  if (!placing) return "direct";
  return wanted !== "auto" ? wanted : board.cellPixels() >= FINGER ? "direct" : "twice";
}

// ---------------------------------------------------------------- pointer, touch and wheel

/**
 * A press that has not ended.
 * @typedef {object} Press
 * @property {number} id of the pointer
 * @property {string | null} point
 * @property {number} x
 * @property {number} y
 * @property {boolean} touch
 * @property {any} timer of the long press
 * @property {boolean} done it has had its effect
 */

/** @param {Board} board @returns {Drawing[]} */
export function pointer(board) {
  const { element, events, state } = board;
  /** @type {Press | null} */
  let press = null;
  /** The stone that waits for a second tap or the button. @type {string | null} */
  let waiting = null;
  /** Where the right button went down. @type {string | null} */
  let drawnFrom = null;
  const fingers = new Set();

  const button = document.createElement("button");
  button.type = "button";
  button.className = "button primary place-button";
  button.hidden = true;
  button.addEventListener("click", () => waiting && place(waiting));
  for (const kind of ["pointerdown", "pointerup"]) {
    button.addEventListener(kind, (event) => event.stopPropagation());
  }
  element.append(button);

  const hoverStone = (/** @type {string | null} */ point, cross = false) => {
    board.set({ pointed: point });
    const { turn, placing, stones } = state;
    const free = point && turn && placing && !stones.some((stone) => stone.point === point);
    element.classList.toggle("placing", Boolean(free));
    board.drawHover(free ? point : null, cross);
  };
  const wait = (/** @type {string | null} */ point) => {
    waiting = point;
    hoverStone(point, true);
    button.hidden = !point || tapMode(board) !== "button";
  };
  const place = (/** @type {string} */ point) => {
    wait(null);
    board.press(point);
  };
  const openMenu = (
    /** @type {string | null} */ point,
    /** @type {number} */ x,
    /** @type {number} */ y,
  ) => {
    if (point) events.menu(point, { x, y });
  };

  element.addEventListener("pointerdown", (event) => {
    const touch = event.pointerType !== "mouse";
    fingers.add(event.pointerId);
    if (fingers.size > 1) {
      // Two fingers: a step back, and nothing is placed by either.
      if (press) clearTimeout(press.timer);
      if (fingers.size === 2 && press && !press.done) events.step(-1);
      if (press) press.done = true;
      return;
    }
    if (event.button === 2 && !touch) {
      drawnFrom = board.nearest(event.clientX, event.clientY);
      element.setPointerCapture(event.pointerId);
    }
    if (event.button !== 0) return;
    const offset = touch && tapMode(board) === "offset";
    const lift = offset ? 2 * board.cellPixels() : 0;
    const [x, y] = [event.clientX, event.clientY];
    const point = board.nearest(x, y - lift, touch ? 0.5 : 0.45);
    const mine = { id: event.pointerId, point, x, y, touch, done: false, timer: 0 };
    press = mine;
    if (offset) {
      element.setPointerCapture(event.pointerId);
      hoverStone(point, true);
    } else {
      mine.timer = setTimeout(() => {
        mine.done = true;
        openMenu(point, x, y);
      }, LONG);
    }
  });
  element.addEventListener("pointermove", (event) => {
    const touch = event.pointerType !== "mouse";
    if (!touch) {
      const point = board.nearest(event.clientX, event.clientY);
      if (drawnFrom && drawnFrom !== point && state.arrows) board.set({ arrowFrom: drawnFrom });
      return hoverStone(point);
    }
    if (!press || press.id !== event.pointerId) return;
    if (tapMode(board) === "offset") {
      press.point = board.nearest(event.clientX, event.clientY - 2 * board.cellPixels(), 0.5);
      return hoverStone(press.point, true);
    }
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (moved > 12) clearTimeout(press.timer);
  });
  /** The right button goes up: elsewhere it has drawn an arrow, else it steps back or opens the menu. */
  const released = (/** @type {PointerEvent} */ { clientX: x, clientY: y }) => {
    const [from, to] = [drawnFrom, board.nearest(x, y)];
    const dragged = from !== null && state.arrowFrom === from;
    drawnFrom = null;
    if (dragged) board.set({ arrowFrom: null });
    if (dragged) return to && to !== from && events.arrow(from, to);
    if (state.rightClick === "menu") openMenu(to, x, y);
    else events.step(-1);
  };
  element.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    if (event.button === 2 && event.pointerType === "mouse") return released(event);
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
    const mode = tapMode(board);
    if (mode === "offset") return mine.point ? place(mine.point) : wait(null);
    const point = board.nearest(event.clientX, event.clientY, 0.5);
    if (!point || !mine.point || distance(point, mine.point) > 1) return;
    tapped(mode, point);
  });
  const tapped = (/** @type {string} */ mode, /** @type {string} */ point) => {
    const stone = state.stones.some((one) => one.point === point);
    if (mode === "direct" || stone) return place(point);
    if (mode === "twice" && waiting && distance(waiting, point) <= 1) return place(waiting);
    wait(point);
    events.wait(point);
  };
  element.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    if (press) clearTimeout(press.timer);
    press = null;
    drawnFrom = null;
  });
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") hoverStone(null);
  });
  element.addEventListener("contextmenu", (event) => {
    // What the right button does is decided when it goes up: it may draw an arrow.
    event.preventDefault();
  });
  wheel(board);
  return [
    { of: ["size", "stones"], draw: () => wait(null) },
    { of: ["labels"], draw: () => (button.textContent = state.labels.place) },
    // A finger that drags a stone does not scroll.
    { of: ["tap"], draw: () => element.classList.toggle("offset", state.tap === "offset") },
  ];
}

/** @param {string} a @param {string} b */
function distance(a, b) {
  const [p, q] = [xy(a), xy(b)];
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y));
}

/** @param {Board} board */
function wheel({ element, state, events }) {
  let gathered = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      if (!state.wheel) return;
      event.preventDefault();
      gathered += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
      if (Math.abs(gathered) < 40) return;
      const forward = gathered > 0;
      gathered = 0;
      events.step((forward ? 1 : -1) * (event.ctrlKey ? 10 : 1));
    },
    { passive: false },
  );
}

// ---------------------------------------------------------------- cells

/**
 * Rows and cells for screen readers, with one tab stop that the arrow keys move. The drawing shows where
 * it is.
 * @param {Board} board
 * @returns {Drawing[]}
 */
export function cells(board) {
  const { table, state } = board;
  /** @type {Map<string, HTMLElement>} */
  const all = new Map();
  const build = () => {
    const { size } = state;
    all.clear();
    const rows = [];
    for (let y = size - 1; y >= 0; y--) {
      const row = part("div", { role: "row", "aria-rowindex": size - y });
      for (let x = 0; x < size; x++) {
        const point = pointAt(x, y);
        const cell = part("span", { role: "gridcell", tabindex: -1, "aria-colindex": x + 1 });
        cell.dataset.point = point;
        all.set(point, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    table.replaceChildren(...rows);
    table.setAttribute("aria-rowcount", String(size));
    table.setAttribute("aria-colcount", String(size));
    const middle = Math.floor((size - 1) / 2);
    if (!isPoint(board.cursor, size)) board.cursor = pointAt(middle, middle);
    /** @type {HTMLElement} */ (all.get(board.cursor)).tabIndex = 0;
  };
  const name = () => {
    const { labels } = state;
    for (const [point, cell] of all) {
      const text = labels.cell(point);
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    }
    table.setAttribute("aria-label", labels.board);
  };
  board.moveTo = (point, focus) => {
    const [from, to] = [all.get(board.cursor), all.get(point)];
    if (!to) return;
    if (from) from.tabIndex = -1;
    to.tabIndex = 0;
    board.cursor = point;
    if (focus) to.focus({ preventScroll: true });
    board.drawCursor();
  };
  board.focus = () => all.get(board.cursor)?.focus({ preventScroll: true });
  table.addEventListener("focusin", board.drawCursor);
  table.addEventListener("focusout", () => queueMicrotask(board.drawCursor));
  table.addEventListener("keydown", (event) => {
    if (!event.altKey && cursorKey(board, event)) event.preventDefault();
  });
  return [
    { of: ["size"], draw: build },
    { of: ["size", "labels"], draw: name },
  ];
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function part(tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * The name of a pressed key with what is held down, `Shift+` and `Ctrl+` in this order: `l`, `Shift+n`, `Ctrl+z`.
 * Signs that need Shift are named by themselves. Letters of other alphabets count by their place on the keyboard,
 * so that they do the same in every language.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  const place = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = place && /^[^ -~]$/.test(event.key) ? place : event.key;
  const sign = key.length === 1;
  const shift = event.shiftKey && (!sign || /[a-z]/i.test(key)) ? "Shift+" : "";
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  return shift + control + (sign ? key.toLowerCase() : key);
}

/** @type {Record<string, [number, number]>} */
const STEPS = { left: [-1, 0], right: [1, 0], up: [0, 1], down: [0, -1] };

/** The cursor moves, a stone is placed; says whether the key was one of these. @param {Board} board @param {KeyboardEvent} event */
function cursorKey(board, event) {
  const { keys, flip } = board.state;
  const name = keyName(event);
  const deed = keys[name] ?? "";
  // With Shift a step goes as far as the next stone.
  const far = name.startsWith("Shift+") && !deed;
  const step = STEPS[far ? keys[name.slice(6)] : deed];
  if (step) {
    const next = walk(board, seenStep(flip, step), far);
    board.moveTo(next, true);
    board.set({ pointed: next });
    return true;
  }
  if (deed === "place") {
    board.press(board.cursor);
    return true;
  }
  if (deed === "menu") {
    const { cx, cy } = board.place(board.cursor);
    const box = board.element.getBoundingClientRect();
    const unit = box.width / board.span();
    board.events.menu(board.cursor, { x: box.left + cx * unit, y: box.top + cy * unit });
    return true;
  }
  return false;
}

/** Arrows follow what is seen, not the record. @param {number} flip @param {[number, number]} step */
function seenStep(flip, [dx, dy]) {
  if (flip >= 4) dx = -dx;
  for (let k = 0; k < flip % 4; k++) [dx, dy] = [-dy, dx];
  return [dx, dy];
}

/** A step of the cursor, or as far as the next stone. @param {Board} board @param {number[]} step @param {boolean} far */
function walk({ cursor, state: { size, stones } }, [dx, dy], far) {
  const taken = new Set(stones.map((stone) => stone.point));
  let { x, y } = xy(cursor);
  do {
    const [nx, ny] = [x + dx, y + dy];
    if (nx < 0 || ny < 0 || nx >= size || ny >= size) break;
    [x, y] = [nx, ny];
  } while (far && !taken.has(pointAt(x, y)));
  return pointAt(x, y);
}
