// @ts-check
// The full form of a new game. Nobody needs it to play: one click starts a game.

import { signal, T } from "../shared/store.js";
import { button, choice, dialog, h, note, select, toggle } from "../shared/dom.js";
import { clockChoice, clockRule, keepChoice, last, levelText, seat, start } from "./play.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

/** @typedef {typeof last.value} Choices */

/**
 * Where the level of a seat is kept: one engine has the level of the start panel, two have their own.
 * @param {Choices} choices @param {Side} side
 */
const levelKey = ({ black, white }, side) =>
  black === "engine" && white === "engine"
    ? /** @type {const} */ (`${side}Level`)
    : /** @type {const} */ ("level");

/** @param {Choices} choices @param {Side} side */
const levelOf = (choices, side) => choices[levelKey(choices, side)] ?? choices.level;

/**
 * @param {App} app
 * @param {import("../shared/wire.d.ts").Position} [from] starts from this position
 */
export function newGameForm(app, from) {
  const info = app.info.peek();
  if (!info) return note(T("engine.starting"));
  const form = signal({ ...last.peek(), fromHere: Boolean(from) });
  const change = (/** @type {any} */ part) => (form.value = { ...form.peek(), ...part });
  const current = from ?? app.page.peek()?.document?.().position ?? null;
  const canStartHere = Boolean(current && (current.moves.length || current.setup));
  const levels = info.levels.map(
    (one) =>
      /** @type {[any, () => string]} */ ([
        one.level,
        () => `${one.level} ${levelText(one).split(" – ")[0]}`,
      ]),
  );
  const algorithms = info.algorithms.map(
    (name) => /** @type {[any, () => string]} */ ([name, T(`algorithm.${name}`)]),
  );
  const solvers = ["off", "fast", "medium", "slow"].map(
    (name) => /** @type {[any, () => string]} */ ([name, T(`seat.solver.${name}`)]),
  );
  const seatField = (/** @type {Side} */ side) => {
    const [algorithmKey, solverKey] =
      side === "black"
        ? /** @type {const} */ (["blackAlgorithm", "blackSolver"])
        : /** @type {const} */ (["whiteAlgorithm", "whiteSolver"]);
    return h(
      "fieldset",
      { class: "stack seat" },
      h("legend", null, h("span", { class: `stone-dot ${side}` }), " ", T(`side.${side}`)),
      choice({
        label: T(`side.${side}`),
        options: [
          ["person", T("seat.person")],
          ["engine", T("seat.engine")],
        ],
        value: () => form.value[side],
        choose: (kind) => change({ [side]: kind }),
      }),
      () =>
        form.value[side] === "engine" &&
        select({
          label: T("level"),
          options: levels,
          value: () => levelOf(form.value, side),
          choose: (level) => change({ [levelKey(form.peek(), side)]: level }),
        }),
      () =>
        form.value[side] === "engine" &&
        algorithms.length > 1 &&
        select({
          label: T("algorithm"),
          options: algorithms,
          value: () => form.value[algorithmKey],
          choose: (algorithm) => change({ [algorithmKey]: algorithm }),
        }),
      () =>
        form.value[side] === "engine" &&
        select({
          label: T("seat.solver"),
          options: solvers,
          value: () => form.value[solverKey],
          choose: (solver) => change({ [solverKey]: solver }),
        }),
    );
  };
  const openings = () =>
    info.openings
      .filter(({ sizes }) => sizes.includes(form.value.size))
      .map(({ name }) => /** @type {[any, () => string]} */ ([name, T(`opening.${name}`)]));
  const sizes = Array.from(
    { length: info.limits.sizes[1] - info.limits.sizes[0] + 1 },
    (_, k) => k + info.limits.sizes[0],
  );
  dialog(T("game.new-form"), (close) => {
    const begin = () => {
      const {
        fromHere,
        black,
        white,
        blackAlgorithm,
        whiteAlgorithm,
        blackSolver,
        whiteSolver,
        rule,
        size,
        opening,
        clock,
        pace,
        allowForbidden,
        resigns,
      } = form.peek();
      // One's own clock is kept by its own form, which may have been opened meanwhile.
      const { fromHere: _, ownClock: __, ...kept } = form.peek();
      keepChoice(kept);
      const base =
        fromHere && current
          ? { rule: current.rule, size: current.size, setup: current.setup, moves: current.moves }
          : { rule, size, opening };
      close();
      start({
        ...base,
        black: seat(black, levelOf(last.peek(), "black"), blackAlgorithm, blackSolver),
        white: seat(white, levelOf(last.peek(), "white"), whiteAlgorithm, whiteSolver),
        clock: clockRule(clock),
        pace_ms: pace,
        allow_forbidden: allowForbidden,
        engine_resigns: resigns,
      }).then((state) => state && app.page.peek()?.name !== "play" && app.go("/"));
    };
    return [
      h("div", { class: "columns" }, seatField("black"), seatField("white")),
      canStartHere &&
        toggle({
          label: T("form.from-here"),
          value: () => form.value.fromHere,
          choose: (fromHere) => change({ fromHere }),
        }),
      () =>
        !form.value.fromHere &&
        h(
          "div",
          { class: "columns" },
          select({
            label: T("rule"),
            options: info.rules.map((rule) => [rule, T(`rule.${rule}`)]),
            value: () => form.value.rule,
            choose: (rule) => change({ rule }),
          }),
          select({
            label: T("size"),
            options: sizes.map((size) => [size, () => `${size}×${size}`]),
            value: () => form.value.size,
            choose: (size) => change({ size }),
          }),
        ),
      h(
        "div",
        { class: "columns" },
        () =>
          !form.value.fromHere &&
          select({
            label: T("opening"),
            options: openings(),
            value: () => form.value.opening,
            choose: (opening) => change({ opening }),
          }),
        clockChoice(
          () => form.value.clock,
          (clock) => change({ clock }),
        ),
      ),
      () =>
        form.value.rule === "renju" &&
        toggle({
          label: T("form.allow-forbidden"),
          value: () => form.value.allowForbidden,
          choose: (allowForbidden) => change({ allowForbidden }),
        }),
      toggle({
        label: T("form.resigns"),
        value: () => form.value.resigns,
        choose: (resigns) => change({ resigns }),
      }),
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        button({ label: T("form.start"), class: "button primary", act: begin }),
      ),
    ];
  });
}
