// @ts-check
// Puzzles: one of them on the board, what is asked beside it. Nothing that solves it is known here before it
// is solved or given up.

import { button, h, link, looks, note } from "../shared/dom.js";
import { problemText } from "../shared/net.js";
import { computed, effect, moreTexts, t, T } from "../shared/store.js";
import {
  again,
  askHint,
  branch,
  busy,
  clearRefuted,
  current,
  done,
  facts,
  failure,
  flip,
  go,
  hint,
  list,
  load,
  message,
  next,
  puzzle,
  record,
  refuted,
  revision,
  showSolution,
  shownNow,
  step,
  tree,
  tryMove,
} from "./model.js";
import { filters } from "./filters.js";
import { ownMistakes } from "./own.js";
import { promptOf, starsOf } from "./words.js";
import { scores } from "./scores.js";

await Promise.all([looks("puzzles"), moreTexts("puzzles")]);

/** @typedef {import("../shared/app.d.ts").App} App */

/** @type {import("../shared/app.d.ts").View} */
const view = {
  position: () => shownNow.value,
  facts: () => facts.value,
  rows: () => facts.value?.result?.rows ?? [],
  hint: () => {
    const { area, point } = hint.value ?? {};
    return area ? { area, ...(point && { point }) } : null;
  },
  ghosts: () => refuted.value,
  branches: () => {
    revision.value;
    const { children } = current.value;
    return !done.value || children.length < 2
      ? []
      : children
          .filter((one) => one.move && one.move !== "--")
          .map((one, k) => ({
            point: /** @type {string} */ (one.move),
            letter: String.fromCharCode(97 + k),
          }));
  },
  placing: () => !busy.value && Boolean(puzzle.value),
  refuses: () => shownNow.value.turn === "black",
  threats: () => false,
  flip: () => flip.value,
};

/** The name of the puzzle in the address. */
const named = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** @param {App} app @returns {import("../shared/app.d.ts").Page} */
export function open(app) {
  load(named());
  effect(keepFocus);
  return {
    name: "puzzles",
    title: T("nav.puzzles"),
    view,
    click: (point) => click(app, point),
    panel: () => () => panel(app),
    tools: () => () => tools(app),
    status: () => status,
    get actions() {
      return { ...common(app), ...(done.value ? walking() : {}) };
    },
    revisit: () => void load(named()),
    get document() {
      // A puzzle is shared with nobody before it is solved: files and links would show the game.
      return done.peek() ? documentNow : undefined;
    },
    leave: clearRefuted,
  };
}

function documentNow() {
  const whole = /** @type {any} */ (tree.peek().lineThrough(current.peek()).at(-1));
  return {
    record: tree.peek().record(),
    position: tree.peek().position(whole),
    at: tree.peek().position(current.peek()).moves.length,
  };
}

/** @param {App} app @returns {Record<string, (event?: any) => void>} */
const common = (app) => ({
  nextPuzzle: () => next(app),
  space: () => void askHint(),
  escape: clearRefuted,
  engine: () => analyse(app),
  explain: () => analyse(app, true),
  flip: () => (flip.value = (flip.peek() + 1) % 8),
  unflip: () => (flip.value = 0),
  share: () => (done.peek() ? app.share() : refuse()),
  review: () => {},
});

/** Arrows walk along the solution. @returns {Record<string, () => void>} */
const walking = () => ({
  prev: () => step(-1),
  next: () => step(1),
  prev10: () => step(-10),
  next10: () => step(10),
  first: () => go(tree.peek().root),
  last: () => step(10_000),
  branchUp: () => branch(-1),
  branchDown: () => branch(1),
});

const refuse = () => note(T("puzzle.closed"), { kind: "refused", key: "refused" });

/** Opens the position in Analyse, with the solution as variations. @param {App} app @param {boolean} [explained] */
function analyse(app, explained = false) {
  const now = puzzle.peek();
  if (!now) return;
  if (!done.peek()) return refuse();
  const { record: made, at } = record();
  const { kind, side } = now.summary;
  const winner = kind === "defence" ? (side === "black" ? "white" : "black") : side;
  app.analyse(made, { at, ...(explained && { explain: { side: winner } }) });
}

/** @param {App} app @param {string} point */
function click(app, point) {
  const { stones, turn } = shownNow.peek();
  if (stones.some((stone) => stone.point === point)) return;
  if (!turn) return app.refuse(point, T("problem.game-over"));
  tryMove(app, point);
}

/** @param {App} app */
function panel(app) {
  if (failure.value)
    return h(
      "div",
      { class: "card stack" },
      h("p", { class: "problem" }, problemText(failure.value)),
      button({ label: T("retry"), act: () => load(named()) }),
      link("/puzzles", T("nav.puzzles"), "button primary"),
    );
  if (!ready.value) return h("p", { class: "card muted", role: "status" }, T("puzzle.loading"));
  // Each part follows what it shows, so that the others and the focus in them stay.
  return [
    () =>
      puzzle.value ? card(app) : h("p", { class: "card muted", role: "status" }, T("puzzle.none")),
    scores,
    filters(app),
    ownMistakes(app),
  ];
}

/** Whether there is anything to show. */
const ready = computed(() => Boolean(list.value || puzzle.value));

/** Who pressed a button that is gone now goes on from the next one. */
function keepFocus() {
  if (!done.value) return;
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    const next = document.querySelector(".puzzle-card .button.primary");
    if (next instanceof HTMLElement) next.focus();
  });
}

/** What is asked, and what was said of the last move. @param {App} app */
function card(app) {
  const now = /** @type {import("../shared/wire.d.ts").PuzzleShown} */ (puzzle.value);
  const { summary, own } = now;
  return h(
    "section",
    { class: "section stack puzzle-card", "aria-label": T("puzzle.title") },
    h(
      "h2",
      { class: "puzzle-prompt" },
      h("span", { class: `stone-dot ${summary.side}`, "aria-hidden": "true" }),
      h("span", null, promptOf(summary)),
    ),
    h(
      "p",
      { class: "muted puzzle-facts" },
      [
        `${t(`rule.${summary.rule}`)} ${summary.size}×${summary.size}`,
        own ? t("puzzle.own.place", { move: own.ply + 1 }) : "",
        summary.state === "solved" ? t("puzzle.state.solved") : "",
      ]
        .filter(Boolean)
        .join(" · "),
      summary.rating !== undefined && [" · ", stars(summary.rating)],
    ),
    h("p", { class: () => `puzzle-message ${message.value.look}`, role: "status" }, () =>
      message.value.text(),
    ),
    () => (done.value ? afterwards(app) : meanwhile(app)),
  );
}

/** @param {number} rating */
const stars = (rating) =>
  h(
    "span",
    { class: "stars", role: "img", "aria-label": t("puzzle.rating", { n: rating }) },
    `${"★".repeat(starsOf(rating))}${"☆".repeat(5 - starsOf(rating))} ${rating}`,
  );

/** @param {App} app */
const meanwhile = (app) => [
  h(
    "div",
    { class: "row" },
    button({ label: T("hint"), icon: "hint", disabled: () => busy.value, act: askHint }),
    button({ label: T("puzzle.solution"), disabled: () => busy.value, act: showSolution }),
    button({ label: T("puzzle.skip"), act: () => next(app) }),
  ),
  h(
    "div",
    { class: "row" },
    closed(T("puzzle.explain")),
    closed(T("nav.analyse")),
    h("small", { class: "muted grow", id: "puzzle-closed" }, T("puzzle.closed")),
  ),
];

/** A button that works when the puzzle is over. @param {() => string} label */
const closed = (label) =>
  h(
    "button",
    { type: "button", class: "button small", disabled: true, "aria-describedby": "puzzle-closed" },
    label,
  );

/** @param {App} app */
const afterwards = (app) => [
  h("p", { class: "muted" }, T("puzzle.walk")),
  h(
    "div",
    { class: "row" },
    button({ label: T("puzzle.next"), class: "button primary", act: () => next(app) }),
    button({ label: T("puzzle.explain"), act: () => analyse(app, true) }),
    button({ label: T("nav.analyse"), icon: "engine", act: () => analyse(app) }),
    button({ label: T("puzzle.again"), act: again }),
  ),
];

/** @param {App} app */
const tools = (app) =>
  done.value
    ? button({ label: T("puzzle.next"), icon: "forward", class: "tool", act: () => next(app) })
    : [
        button({ label: T("hint"), icon: "hint", class: "tool", act: askHint }),
        button({ label: T("puzzle.skip"), icon: "forward", class: "tool", act: () => next(app) }),
      ];

const status = () => {
  const said = message.value.text();
  return h(
    "span",
    { class: message.value.look },
    said || (puzzle.value && promptOf(puzzle.value.summary)),
  );
};
