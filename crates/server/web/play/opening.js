// @ts-check
// The stepper of the opening rules: what has to be done, the choices, what the engine chose. Whatever the
// rule, the server says what a step asks for.

import { hasText, moreTexts, t, T } from "../shared/store.js";
import { button, h, looks, note } from "../shared/dom.js";
import { shown } from "../board/notation.js";
import { act, game } from "./play.js";

/** @typedef {import("../shared/wire.d.ts").GameState} GameState */
/** @typedef {import("../shared/wire.d.ts").OpeningStep} OpeningStep */

/** @type {Promise<any> | null} */
let loading = null;

/** Texts and looks come with the first opening. */
const load = () => (loading ??= Promise.all([moreTexts("opening"), looks("opening")]));

/** The letter of an offered fifth move. @param {number} index */
export const letter = (index) => String.fromCharCode(65 + index);

/** What a step asks for, in words. @param {GameState} state */
export function stepText(state) {
  load();
  const step = /** @type {OpeningStep} */ (state.step);
  const own = `step.${step.text}`;
  const kind = `step.kind.${kindOf(state, step)}`;
  const key = [own, kind].find(hasText) ?? `step.${step.do}`;
  return t(key, { n: step.count, move: state.moves.length + 1 });
}

/** The same step of several rules has one text. @param {GameState} state @param {OpeningStep} step */
function kindOf(state, step) {
  const name = step.text.split(".")[1];
  if (step.do !== "place") return name;
  const { zone } = step;
  if (!zone) return "anywhere";
  if (zone.low === zone.high) return "centre";
  return zone.inside ? "inside" : "outside";
}

/** What has to be done in the opening. */
export function openingCard() {
  const state = game.value;
  const step = state?.step;
  if (!step) return null;
  const rule = t(`opening.${state.opening}`);
  return h(
    "section",
    { class: "opening", "aria-label": T("opening") },
    h("strong", null, t("opening.step", { step: step.step, rule })),
    h("span", null, stepText(state), " ", step.actor === "you" && stones(step)),
    step.actor === "engine" ? h("small", null, T("opening.wait")) : options(state, step),
    h(
      "div",
      { class: "row" },
      step.can_go_back &&
        step.actor === "you" &&
        button({ label: T("opening.back"), class: "link", act: () => act({ do: "back" }) }),
      h("a", { class: "link", href: "/help#openings" }, T("opening.what")),
    ),
  );
}

/** The stones that are still to be put. @param {OpeningStep} step */
const stones = (step) =>
  h(
    "span",
    { class: "opening-stones" },
    step.colors.map((side) =>
      h("span", { class: `stone-dot ${side}`, role: "img", "aria-label": T(`side.${side}`) }),
    ),
  );

/** @param {GameState} state @param {OpeningStep} step */
function options(state, step) {
  if (step.do === "choose") {
    const offers = step.options.every((option) => state.offers.includes(option));
    return h(
      "div",
      { class: offers ? "options many" : "options" },
      step.options.map((option) =>
        choice(() => optionText(state, option), { do: "choose", option }),
      ),
    );
  }
  if (step.do !== "declare" || !step.range) return null;
  const [least, most] = step.range;
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  return h(
    "div",
    { class: "options many" },
    numbers.map((number) => choice(() => String(number), { do: "declare", number })),
  );
}

/** @param {() => string} label @param {any} action */
const choice = (label, action) => button({ label, class: "button", act: () => act(action) });

/** An option in words; an offered fifth move with the letter that it has on the board. @param {GameState} state @param {string} option */
function optionText(state, option) {
  if (hasText(`option.${option}`)) return t(`option.${option}`);
  const index = state.offers.indexOf(option);
  return index < 0 ? shown(option) : `${letter(index)} – ${shown(option)}`;
}

/**
 * Says what the engine chose.
 * @param {GameState} before
 * @param {GameState} state
 */
export function announceChoices(before, state) {
  if (state.opening !== "none") load();
  for (const { actor, option } of state.choices.slice(before.choices.length)) {
    if (actor === "engine") note(() => chosen(option), { seconds: 8 });
  }
}

/** @param {string} option */
function chosen(option) {
  const key = `opening.engine.${option}`;
  if (hasText(key)) return t(key);
  const number = Number(option);
  return number
    ? t("opening.engine.declare", { n: number })
    : t("opening.engine.other", { option: shown(option) });
}
