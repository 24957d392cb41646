// @ts-check
// What stands under the board while a game is on: its status and its buttons; and what is announced.
// The first view does without it.

import { remember, settings, t, T } from "../shared/store.js";
import { button, h, menu, note, say, sound } from "../shared/dom.js";
import { connection, request } from "../shared/net.js";
import { other, shown, sideOf } from "../board/notation.js";
import {
  act,
  analyse,
  complain,
  game,
  hint,
  looked,
  newGame,
  phase,
  resign,
  start,
  topSide,
  turnNow,
  undo,
  waits,
} from "./play.js";
import { phoneClock } from "./clocks.js";
import { announceChoices, stepText } from "./opening.js";
import { resultText } from "../shared/words.js";

/** @typedef {import("../shared/wire.d.ts").GameState} GameState */
/** @typedef {import("../shared/app.d.ts").App} App */

// ---------------------------------------------------------------- announcements

/**
 * Speaks the opponent's move, choices of the opening and the end.
 * @param {GameState | null} before
 * @param {GameState} state
 */
export function announce(before, state) {
  if (!before || before.game !== state.game) return;
  if (state.save_problem && !before.save_problem)
    note(T("save.failed"), { kind: "error", key: "save", seconds: 20 });
  if (!state.save_problem && before.save_problem) note(T("save.again"), { key: "save" });
  announceChoices(before, state);
  if (state.draw_offer === "refused" && before.draw_offer !== "refused") note(T("draw.refused"));
  if (state.moves.length > before.moves.length) sound("stone");
  if (state.result && !before.result) sound("end");
  if (state.result && !before.result)
    return say(resultText(state.result, state.seats), "assertive");
  if (state.moves.length <= before.moves.length) return;
  const side = sideOf(/** @type {any} */ (state), state.moves.length - 1);
  if (state.seats[side].kind !== "engine") return;
  const move = /** @type {any} */ (state.moves.at(-1)).move;
  say(t("spoken.move", { who: t(`side.${side}`), point: shown(move) }), "assertive");
}

// ---------------------------------------------------------------- status

export function status() {
  const state = /** @type {GameState} */ (game.value);
  if (state.result)
    return h("strong", { class: "result-text" }, resultText(state.result, state.seats));
  const you = other(topSide());
  const clock = state.clock && phoneClock(you);
  return [h("span", null, statusText(state)), clock];
}

/** @param {GameState} state */
function statusText(state) {
  if (looked.value !== null)
    return t("status.looking", { ply: looked.value, of: state.moves.length });
  if (hint.value) return t(`hint.${hint.value.step}`, { point: shown(hint.value.point ?? "") });
  if (state.step) return stepText(state);
  if (state.paused) return t("status.paused");
  const people = state.seats.black.kind === state.seats.white.kind;
  const turn = turnNow.value;
  if (waits.value.length && connection.value.state !== "open") return t("status.unsent");
  if (state.thinking || (waits.value.length && !people))
    return t("status.thinking", { side: t(`side.${turn}`) });
  return people ? t(`turn.${turn}`) : t("status.your-move", { side: t(`side.${state.turn}`) });
}

// ---------------------------------------------------------------- buttons

/** The same again with colours exchanged. */
function rematch() {
  const old = game.peek();
  if (!old) return;
  start({
    rule: old.rule,
    size: old.size,
    opening: old.setup ? undefined : old.opening,
    clock: old.clock?.rule,
    black: old.seats.white,
    white: old.seats.black,
    setup: old.setup,
    pace_ms: old.pace_ms,
    allow_forbidden: old.allow_forbidden,
  });
}

/** What the game at the table was worth, move by move. @param {App} app */
export const review = (app) => game.peek() && app.go(`/review/${game.peek()?.game}`);

export function askHint() {
  const state = game.peek();
  if (!state || state.result) return;
  looked.value = null;
  request("game.hint", { game: state.game })
    .then((answer) => {
      hint.value = answer;
      say(t(`hint.${answer.step}`, { point: shown(answer.point ?? answer.area[0]) }));
    })
    .catch(complain);
}

/** @param {App} app */
export function tools(app) {
  const more = button({
    label: T("more"),
    icon: "more",
    class: "tool",
    bare: true,
    "aria-haspopup": "menu",
    act: (event) => menu(/** @type {Element} */ (event.currentTarget), moreItems(app)),
  });
  const share = button({
    label: T("share"),
    icon: "share",
    class: "tool extra",
    "data-keys": "share",
    act: () => app.share(),
  });
  if (phase.value === "over") {
    return [
      button({
        label: T("review"),
        icon: "check",
        class: "tool primary",
        "data-keys": "review",
        act: () => review(app),
      }),
      button({ label: T("rematch"), icon: "flip", class: "tool many", act: rematch }),
      button({
        label: T("game.new"),
        icon: "play",
        class: "tool",
        act: () => (remember("game", null), (game.value = null)),
      }),
      share,
      more,
    ];
  }
  if (phase.value === "watching") {
    const label = () => t(game.value?.paused ? "resume" : "pause");
    return [
      button({
        label,
        icon: () => (game.value?.paused ? "play" : "pause"),
        class: "tool many",
        act: () => act({ do: game.peek()?.paused ? "resume" : "pause" }),
      }),
      button({
        label: T("step"),
        icon: "forward",
        class: "tool",
        disabled: () => !game.value?.paused,
        act: () => act({ do: "step" }),
      }),
      share,
      more,
    ];
  }
  return [
    button({
      label: T("game.undo"),
      icon: "undo",
      class: "tool",
      disabled: () => !game.value?.can_undo,
      "data-keys": "undo",
      act: undo,
    }),
    button({
      label: T("hint"),
      icon: "hint",
      class: "tool",
      disabled: () => !game.value?.your_turn || Boolean(game.value.step),
      "data-keys": "space",
      act: askHint,
    }),
    button({ label: T("resign"), icon: "flag", class: "tool extra", act: () => resign() }),
    button({
      label: T("threats"),
      icon: "threat",
      class: "tool wide",
      "aria-pressed": () => String(settings.threats.value),
      "data-keys": "threats",
      act: () => app.act("threats"),
    }),
    share,
    more,
  ];
}

/** @param {App} app @returns {import("../shared/dom.js").MenuItem[]} */
export function moreItems(app) {
  const state = game.peek();
  /** @type {import("../shared/dom.js").MenuItem[]} */
  const items = [
    { label: T("game.new-form"), icon: "play", keys: "newGame", act: () => newGame(app) },
  ];
  if (state && !state.result) {
    const watching = phase.peek() === "watching";
    const mixed = state.seats.black.kind !== state.seats.white.kind;
    if (!watching) items.push({ label: T("draw.offer"), act: () => act({ do: "offer-draw" }) });
    if (state.rule === "renju" && !state.step && !watching)
      items.push({ label: T("pass"), act: () => act({ do: "pass" }) });
    items.push({
      label: T(state.paused ? "resume" : "pause"),
      act: () => act({ do: state.paused ? "resume" : "pause" }),
    });
    if (mixed && !state.step)
      items.push({ label: T("swap-sides"), act: () => act({ do: "swap-sides" }) });
    if (mixed && !state.step)
      items.push({
        label: T("auto-reply"),
        checked: state.auto_reply,
        act: () => act({ do: "auto-reply", on: !state.auto_reply }),
      });
    if (!watching) items.push({ label: T("resign"), icon: "flag", act: resign });
  }
  if (state?.can_undo && phase.peek() !== "playing")
    items.push({ label: T("game.undo"), icon: "undo", act: undo });
  items.push(
    "line",
    {
      label: T("threats"),
      keys: "threats",
      checked: settings.threats.peek(),
      act: () => app.act("threats"),
    },
    { label: T("numbers.next"), keys: "numbers", icon: "numbers", act: () => app.act("numbers") },
    { label: T("flip"), keys: "flip", icon: "flip", act: () => app.act("flip") },
    "line",
    ...(state?.moves.length
      ? [
          {
            label: T("review"),
            keys: "review",
            icon: /** @type {const} */ ("check"),
            act: () => review(app),
          },
        ]
      : []),
    { label: T("analyse.from-here"), icon: "engine", act: () => analyse(app) },
    { label: T("share"), icon: "share", keys: "share", act: () => app.share() },
    { label: T("import"), icon: "open", keys: "import", act: () => app.importFiles() },
  );
  return items;
}
