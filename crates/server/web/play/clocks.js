// @ts-check
// Clocks: what is left, how it looks, when it is spoken. The server keeps the time; between two of its
// words the page counts on.

import { effect, t, T, untracked } from "../shared/store.js";
import { dialogs, h, note, say, sound } from "../shared/dom.js";
import { connection } from "../shared/net.js";
import { act, game, now, received } from "./play.js";

/** @typedef {"black" | "white"} Side */

/** Minutes and seconds; below ten seconds also tenths. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** @param {Side} side */
function timeLeft(side) {
  const clock = game.value?.clock;
  if (!clock) return Infinity;
  const passed =
    clock.running === side && connection.value.state === "open" ? now.value - received.value : 0;
  return Math.max(0, clock[side].left - Math.max(0, passed));
}

/** @param {Side} side */
export const clockLook = (side) =>
  `clock${timeLeft(side) < 10_000 && game.value?.turn === side && !game.value.result ? " low" : ""}`;

/** Phone: your clock stands beside the status, for your card is not shown. @param {Side} side */
export const phoneClock = (side) =>
  h("span", { class: () => `only-phone ${clockLook(side)}` }, () => clockFace(side));

/** @param {Side} side */
export function clockFace(side) {
  const periods = game.value?.clock?.[side].periods;
  return clockText(timeLeft(side)) + (periods ? ` (${periods})` : "");
}

export function sayClock() {
  if (!game.peek()?.clock) return note(T("clock.none"));
  note(() => `${t("side.black")} ${clockFace("black")}, ${t("side.white")} ${clockFace("white")}`, {
    key: "clock",
  });
}

/** Clocks are drawn ten times a second while one runs; the last ten seconds are announced once. */
export function runClocks() {
  let warned = "";
  /** @type {any} */
  let timer = 0;
  effect(() => {
    const running = game.value?.clock?.running;
    clearInterval(timer);
    if (!running) return;
    untracked(() => (now.value = Date.now()));
    timer = setInterval(() => {
      const state = game.peek();
      if (!state || state.clock?.running !== running) return clearInterval(timer);
      now.value = Date.now();
      const key = `${state.game} ${running} ${state.clock[running].periods}`;
      if (
        untracked(() => timeLeft(running)) < 10_000 &&
        warned !== key &&
        state.seats[running].kind === "person"
      ) {
        warned = key;
        say(t("clock.low"), "assertive");
        sound("clock");
      }
    }, 100);
  });
  // The time of a person stands still while a dialog of the app is open.
  let held = false;
  effect(() => {
    const open = dialogs.value > 0;
    const state = untracked(() => game.value);
    if (open === held || !state?.clock || state.result) return;
    held = open;
    act({ do: "hold", on: open });
  });
}
