// @ts-check
// A long list of which only the rows in view are in the document. Rows have the height their texts need; one
// that was never seen counts as a usual one.

import { h } from "../shared/dom.js";
import { effect, root, untracked } from "../shared/store.js";

/** What a row usually needs, and how much more than the view is drawn. */
const USUAL = 96;
const MARGIN = 400;

/**
 * @template Item
 * @typedef {{ items: () => Item[], key: (item: Item) => string, row: (item: Item) => HTMLElement, label: () => string }} Model
 */

/**
 * The list; `focus` shows a row and gives it the focus.
 * @template Item
 * @param {Model<Item>} model
 */
export function longList(model) {
  const list = h("ul", { class: "game-list", "aria-label": model.label });
  /** @type {Map<string, { text: string, element: HTMLElement, end: () => void }>} */
  const rows = new Map();
  /** @type {Map<string, number>} */
  const heights = new Map();
  /** @type {Item[]} */
  let items = [];
  /** Where each row begins, and the end of the last one. */
  let tops = [0];
  let waiting = 0;

  const heightOf = (/** @type {Item} */ item) => heights.get(model.key(item)) ?? USUAL;
  const measure = () => {
    tops = [0];
    for (const item of items) tops.push(/** @type {number} */ (tops.at(-1)) + heightOf(item));
    list.style.height = `${tops.at(-1)}px`;
  };
  /** The row at a height. @param {number} top */
  const rowAt = (top) => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tops[middle + 1] <= top) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Which rows are drawn: those in view, and the one with the focus, which would lose it. */
  const wanted = () => {
    const box = list.getBoundingClientRect();
    const from = rowAt(-box.top - MARGIN);
    const to = Math.min(items.length, rowAt(innerHeight - box.top + MARGIN) + 1);
    const focused = document.activeElement?.closest?.(".game");
    const held = focused && list.contains(focused) ? focused.getAttribute("data-game") : null;
    const numbers = new Set(Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k));
    const at = held ? items.findIndex((item) => model.key(item) === held) : -1;
    if (at >= 0) numbers.add(at);
    return [...numbers].sort((a, b) => a - b);
  };
  const draw = () => {
    waiting = 0;
    if (!list.isConnected) return;
    // Heights are known when rows are there, which may bring others into view.
    for (let round = 0; round < 3; round++) if (!place()) break;
  };
  /** Draws what is wanted; whether heights changed. */
  const place = () => {
    const drawn = new Set();
    /** @type {Element | null} */
    let before = null;
    for (const number of wanted()) {
      const item = items[number];
      const key = model.key(item);
      drawn.add(key);
      const { element } = rowOf(item, key);
      element.style.top = `${tops[number]}px`;
      element.setAttribute("aria-posinset", String(number + 1));
      element.setAttribute("aria-setsize", String(items.length));
      // A row that is where it belongs is left alone: moving it would take its focus.
      /** @type {Element | null} */
      const next = before ? before.nextElementSibling : list.firstElementChild;
      if (next !== element) list.insertBefore(element, next);
      before = element;
    }
    for (const key of [...rows.keys()]) if (!drawn.has(key)) forget(key);
    let changed = false;
    for (const [key, { element }] of rows) {
      const height = element.offsetHeight;
      if (height && heights.get(key) !== height) {
        heights.set(key, height);
        changed = true;
      }
    }
    if (changed) measure();
    return changed;
  };
  const rowOf = (/** @type {Item} */ item, /** @type {string} */ key) => {
    const text = JSON.stringify(item);
    const known = rows.get(key);
    if (known?.text === text) return known;
    const focus = known && focusIn(known.element);
    if (known) forget(key);
    /** @type {HTMLElement} */
    let element = /** @type {any} */ (null);
    const end = root(() => (element = model.row(item)));
    const made = { text, element, end };
    sizes.observe(element);
    rows.set(key, made);
    if (focus)
      queueMicrotask(() => /** @type {HTMLElement} */ (element.querySelector(focus))?.focus());
    return made;
  };
  const forget = (/** @type {string} */ key) => {
    const row = rows.get(key);
    if (!row) return;
    rows.delete(key);
    sizes.unobserve(row.element);
    row.end();
    row.element.remove();
  };
  const soon = () => {
    waiting ||= requestAnimationFrame(draw);
  };
  const sizes = new ResizeObserver(soon);
  sizes.observe(list);
  // Whatever scrolls around it.
  document.addEventListener("scroll", soon, { capture: true, passive: true });
  effect(() => {
    items = model.items();
    untracked(() => {
      measure();
      // In the document from the first moment on, if it is shown already.
      if (list.isConnected) draw();
      else soon();
    });
  });
  return {
    element: list,
    /** How many rows there are. */
    length: () => items.length,
    /** @param {number} number */
    key: (number) => model.key(items[number]),
    /** The row with the focus; -1 if none has it. */
    at: () => {
      const held = document.activeElement?.closest?.(".game")?.getAttribute("data-game");
      return held ? items.findIndex((item) => model.key(item) === held) : -1;
    },
    /** @param {number} number */
    focus: (number) => {
      const item = items[Math.max(0, Math.min(items.length - 1, number))];
      if (!item) return;
      const { element } = rowOf(item, model.key(item));
      const at = items.indexOf(item);
      element.style.top = `${tops[at]}px`;
      if (!element.isConnected) list.append(element);
      /** @type {HTMLElement} */ (element.querySelector(".game-pick"))?.focus({
        preventScroll: true,
      });
      element.scrollIntoView({ block: "nearest" });
      draw();
    },
    end: () => {
      cancelAnimationFrame(waiting);
      document.removeEventListener("scroll", soon, { capture: true });
      sizes.disconnect();
      for (const key of [...rows.keys()]) forget(key);
    },
  };
}

/** The part of a row that has the focus, if one has. @param {Element} row */
function focusIn(row) {
  const active = document.activeElement;
  if (!active || !row.contains(active)) return null;
  return active.classList.contains("game-more") ? ".game-more" : ".game-pick";
}
