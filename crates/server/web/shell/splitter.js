// @ts-check
// The handle between board and panel: dragged, or moved by arrow keys. Its place is remembered.

import { settings, set, effect, t } from "../shared/store.js";

const [LEAST, MOST, USUAL] = [340, 520, 380];
const widthNow = () => settings.panelWidth.peek() || USUAL;
const widen = (/** @type {number} */ wanted) =>
  set("panelWidth", Math.round(Math.max(LEAST, Math.min(MOST, wanted))));

/** Makes an element the handle. @param {HTMLElement} handle */
export function splitter(handle) {
  for (const [name, value] of Object.entries({
    role: "separator",
    "aria-orientation": "vertical",
    tabindex: "0",
    "aria-valuemin": LEAST,
    "aria-valuemax": MOST,
  }))
    handle.setAttribute(name, String(value));
  effect(() => {
    handle.setAttribute("aria-label", t("splitter"));
    handle.setAttribute("aria-valuenow", String(settings.panelWidth.value || USUAL));
  });
  handle.addEventListener("pointerdown", (event) => {
    const [from, width] = [event.clientX, widthNow()];
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => widen(width + from - move.clientX);
    handle.onpointerup = handle.onpointercancel = () => (handle.onpointermove = null);
  });
  handle.addEventListener("dblclick", () => widen(USUAL));
  handle.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 20, ArrowRight: -20 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    widen(widthNow() + step);
  });
}
