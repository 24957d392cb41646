// @ts-check
// The head of a review: progress, result, accuracy, counts that jump, turning points.

import { button, choice, dialog, h, menu } from "../shared/dom.js";
import { signal, t, T } from "../shared/store.js";
import { endingText, resultText } from "../shared/words.js";
import { exports } from "./export.js";
import {
  depth,
  game,
  goBefore,
  isMistake,
  jump,
  mySide,
  review,
  start,
  stop,
  tree,
} from "./model.js";
import { retry } from "./retry.js";
import { saveAsPuzzles } from "./save.js";
import { ghosts, turnText } from "./words.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").ReviewTurn} ReviewTurn */
/** @typedef {"black" | "white"} Side */

/** Labels with a count, in the order of the table. */
const COUNTED = ["best", "good", "book", "forced", "inaccuracy", "mistake", "blunder"];

/** @param {App} app */
export const report = (app) =>
  h(
    "section",
    { class: "section stack review-report", "aria-label": T("review.title") },
    head(app),
    about,
    () => progress(app),
    () => review.value && h("div", { class: "review-sides" }, side("black"), side("white")),
    () => turningPoints(app),
  );

/** @param {App} app */
const head = (app) =>
  h(
    "div",
    { class: "section-head" },
    h("h2", { class: "grow" }, T("review.title")),
    button({
      label: T("review.options"),
      icon: "gear",
      bare: true,
      class: "ghost small",
      "aria-haspopup": "dialog",
      act: options,
    }),
    button({
      label: T("review.export"),
      icon: "share",
      bare: true,
      class: "ghost small",
      "aria-haspopup": "menu",
      disabled: () => !review.value || ["none", "running"].includes(review.value.state),
      act: (event) => menu(/** @type {Element} */ (event.currentTarget), exports()),
    }),
  );

/** How the game ended, its rule, and its opening by name. */
function about() {
  const { record, state, summary } = game.value ?? {};
  if (!record || !summary) return null;
  const result = state?.result
    ? resultText(state.result, state.seats)
    : record.ending && endingText(record.ending);
  const rule = `${t(`rule.${summary.rule}`)} ${summary.size}×${summary.size}`;
  return h(
    "p",
    { class: "review-about" },
    result && h("strong", null, result),
    h("small", null, [rule, review.value?.opening].filter(Boolean).join(" · ")),
  );
}

/** How far it is, with Stop; or how it ended. @param {App} app */
function progress(app) {
  const now = review.value;
  if (!now) return h("p", { class: "muted", role: "status" }, T("review.loading"));
  if (now.state === "running") {
    const { checking = false, ply = 0, done = 0, total = 0, left_ms = 0 } = now.progress ?? {};
    const seconds = Math.ceil(left_ms / 1000);
    return h(
      "div",
      { class: "review-progress", role: "status" },
      h("progress", {
        value: total ? done / total : 0,
        max: "1",
        "aria-label": T("review.progress"),
      }),
      h(
        "span",
        { class: "grow" },
        t(checking ? "review.checking" : "review.scanning", { move: ply, n: seconds }),
      ),
      button({ label: T("review.stop"), class: "button small", act: stop }),
    );
  }
  if (now.state === "done") return h("div", { class: "row" }, retryButton(), saveButton(app));
  return h(
    "div",
    { class: "row", role: "status" },
    h("span", { class: "grow" }, t(`review.state.${now.state}`)),
    button({ label: T("review.continue"), class: "button small primary", act: start }),
    retryButton(),
    saveButton(app),
  );
}

const retryButton = () => {
  const mine = mySide.value;
  const own = (review.value?.moves ?? []).filter(
    (move) => isMistake(move) && (mine === "both" || move.side === mine),
  );
  return (
    own.length > 0 &&
    button({
      label: T("review.retry", { n: own.length }),
      icon: "flip",
      class: "button primary",
      act: () => retry(own.map((move) => review.peek()?.moves.indexOf(move) ?? 0)),
    })
  );
};

/** Mistakes that are clear enough come again as puzzles. @param {App} app */
const saveButton = (app) =>
  (review.value?.moves ?? []).some(isMistake) &&
  button({ label: T("review.save"), act: () => saveAsPuzzles(app) });

/** A player: name, accuracy, and how often each label came. @param {Side} side */
function side(side) {
  const now = review.value;
  const name = game.value?.summary[side] || t(`side.${side}`);
  const accuracy = now?.[side];
  const counts = COUNTED.map((label) => {
    const fits = (/** @type {any} */ move) => move.side === side && move.label === label;
    const n = now?.moves.filter(fits).length ?? 0;
    return (
      n > 0 &&
      button({
        label: T(`review.count.${label}`, { n }),
        class: `chip label-${label}`,
        act: () => jump(1, fits),
      })
    );
  });
  return h(
    "div",
    { class: "review-side" },
    h("span", { class: `stone-dot ${side}`, "aria-hidden": "true" }),
    h("strong", { class: "grow" }, name),
    h(
      "span",
      { class: "accuracy" },
      accuracy === undefined ? "–" : t("review.accuracy", { n: Math.round(accuracy) }),
    ),
    h("div", { class: "chips" }, counts),
  );
}

/** @param {App} app */
function turningPoints(app) {
  const turns = review.value?.turning ?? [];
  return (
    turns.length > 0 &&
    h(
      "div",
      { class: "stack" },
      h("h3", null, T("review.turning")),
      h(
        "ul",
        { class: "turns" },
        turns.map((turn) =>
          h(
            "li",
            { class: `turn ${turn.kind}` },
            h("strong", null, T(`review.turn.${turn.kind}`)),
            h("p", null, turnText(turn)),
            h(
              "div",
              { class: "row" },
              button({
                label: T("review.show"),
                class: "button small",
                act: () => show(app, turn),
              }),
              button({
                label: T("review.try"),
                class: "button small",
                act: () => tryIt(app, turn),
              }),
              turn.kind !== "last-chance" &&
                button({
                  label: T("review.explain"),
                  class: "button small",
                  act: () => explain(app, turn),
                }),
            ),
          ),
        ),
      ),
    )
  );
}

/** The position of a turning point with its line. @param {App} app @param {ReviewTurn} turn */
function show(app, turn) {
  goBefore(turn.ply);
  app.preview.value = turn.line.length ? ghosts(turn.line.slice(0, 11), turn.side) : null;
}

/**
 * The win of a turning point, step by step, in Analyse: from the position in which the winner is to move.
 * @param {App} app
 * @param {ReviewTurn} turn
 */
function explain(app, turn) {
  const node = tree.peek().lineThrough(tree.peek().root)[turn.ply];
  const lost = turn.kind === "no-return" && tree.peek().stones(node).turn === turn.side;
  app.analyse(tree.peek().record(), { at: turn.ply + (lost ? 1 : 0), explain: { onward: true } });
}

/** A chance that was missed is retried; a lost position is played on. @param {App} app @param {ReviewTurn} turn */
function tryIt(app, turn) {
  if (turn.kind !== "no-return") return retry([turn.ply]);
  goBefore(turn.ply);
  const node = tree.peek().lineThrough(tree.peek().root)[turn.ply];
  if (node) app.newGame(tree.peek().position(node));
}

/** Depth and side; a change reviews again. */
function options() {
  const [wantedDepth, wantedSide] = [signal(depth.peek()), signal(mySide.peek())];
  dialog(T("review.options"), (close) => [
    h("h3", null, T("review.depth")),
    choice({
      label: T("review.depth"),
      options: ["quick", "standard", "deep"].map((one) => [one, T(`review.depth.${one}`)]),
      value: () => wantedDepth.value,
      choose: (one) => (wantedDepth.value = one),
    }),
    h("h3", null, T("review.side")),
    choice({
      label: T("review.side"),
      options: [
        ["black", T("side.black")],
        ["white", T("side.white")],
        ["both", T("review.side.both")],
      ],
      value: () => wantedSide.value,
      choose: (one) => (wantedSide.value = one),
    }),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("cancel"), act: close }),
      button({
        label: T("review.again"),
        class: "button primary",
        act: () => {
          [depth.value, mySide.value] = [wantedDepth.peek(), wantedSide.peek()];
          close();
          start();
        },
      }),
    ),
  ]);
}
