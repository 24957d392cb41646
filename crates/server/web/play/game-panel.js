// @ts-check
// The panel of a game under way: players and moves. The first view does without it and without
// what it hands on.

import { effect, t, T } from "../shared/store.js";
import { certificateCard } from "../shared/certificate.js";
import { button, h } from "../shared/dom.js";
import { other, shown, sideOf } from "../board/notation.js";
import { clockFace, clockLook } from "./clocks.js";
import { analyse, game, lookAt, looked, newGame, seatName, topSide } from "./play.js";
import { problems, watchCard } from "./cards.js";
import { openingCard } from "./opening.js";

export { confirmResign, goTo } from "./cards.js";
export { runClocks, sayClock } from "./clocks.js";
export { announce, askHint, moreItems, review, status, tools } from "./game-tools.js";

/** @typedef {import("../shared/wire.d.ts").GameState} GameState */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

/** @param {App} app */
export const gamePanel = (app) =>
  h(
    "div",
    { class: "stack game-panel", style: { flex: "1", "min-height": "0", gap: "0" } },
    h("div", { class: "only-desk" }, () => playerCard(topSide())),
    () => openingCard(),
    () => problems(),
    () => watchCard(),
    () => certificateCard(game.value?.certificate),
    moveList(),
    h("div", { class: "only-desk" }, () => playerCard(other(topSide()))),
    h(
      "div",
      { class: "panel-foot" },
      button({ label: T("game.new-form"), class: "button small", act: () => newGame(app) }),
      button({ label: T("analyse.from-here"), class: "button small", act: () => analyse(app) }),
    ),
  );

/**
 * @param {Extract<import("../shared/wire.d.ts").Seat, { kind: "engine" }>} one
 * @param {boolean} known
 */
const engineText = ({ level, algorithm }, known) =>
  [
    t("level.of", { level }),
    ...(algorithm === "mcts" ? [t("algorithm.mcts")] : []),
    ...(known ? [t("book.move")] : []),
  ].join(", ");

/**
 * Whether the last stone of a side came from the opening book.
 * @param {GameState} state
 * @param {Side} side
 */
const isKnown = (state, side) =>
  Boolean(
    state.moves.findLast((_, index) => sideOf(/** @type {any} */ (state), index) === side)?.book,
  );

/** @param {Side} side */
export function playerCard(side) {
  const state = /** @type {GameState} */ (game.value);
  const one = state.seats[side];
  const people = state.seats.black.kind === "person" && state.seats.white.kind === "person";
  const active = !state.result && state.turn === side;
  return h(
    "div",
    { class: active ? "player active" : "player" },
    h("span", { class: `stone-dot ${side}`, role: "img", "aria-label": T(`side.${side}`) }),
    h(
      "span",
      { class: "who" },
      people ? t(`side.${side}`) : seatName(one),
      !people &&
        h(
          "small",
          null,
          one.kind === "engine" ? engineText(one, isKnown(state, side)) : t(`side.${side}`),
        ),
    ),
    state.thinking &&
      active &&
      h(
        "span",
        { class: "thinking", role: "img", "aria-label": T("engine.thinking") },
        h("i"),
        h("i"),
        h("i"),
      ),
    state.clock &&
      h(
        "span",
        {
          class: () => clockLook(side),
          role: "timer",
          "aria-label": () => t("clock.of", { side: t(`side.${side}`) }),
        },
        () => clockFace(side),
      ),
  );
}

function moveList() {
  const list = h("div", { class: "moves", role: "group", "aria-label": T("moves") });
  effect(() => {
    const state = game.value;
    const ply = looked.value ?? state?.moves.length ?? 0;
    const rows = [];
    const first = state?.setup?.turn === "white" ? 1 : 0;
    if (!state?.moves.length)
      rows.push(
        h(
          "p",
          { class: "muted", style: { "grid-column": "1 / -1", padding: "8px" } },
          T("moves.none"),
        ),
      );
    state?.moves.forEach(({ move }, index) => {
      const column = (index + first) % 2;
      if (column === 0 || index === 0)
        rows.push(h("span", null, `${Math.floor((index + first) / 2) + 1}.`));
      if (index === 0 && column === 1) rows.push(h("span", null, "…"));
      rows.push(
        h(
          "button",
          {
            type: "button",
            "aria-current": ply === index + 1 ? "true" : null,
            "data-ply": index + 1,
            on: { click: () => lookAt(index + 1) },
          },
          shown(move),
        ),
      );
    });
    list.replaceChildren(...rows);
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  });
  return list;
}
