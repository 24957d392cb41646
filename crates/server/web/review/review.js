// @ts-check
// Review: which moves were mistakes, what was better, and where the game was decided.

import { shown } from "../board/notation.js";
import { button, h, link, looks } from "../shared/dom.js";
import { problemText } from "../shared/net.js";
import { scoreSign } from "../shared/score.js";
import { moreTexts, settings, t, T } from "../shared/store.js";
import { graph } from "./graph.js";
import {
  add,
  branch,
  current,
  facts,
  failure,
  game,
  go,
  isReproach,
  jump,
  listen,
  load,
  plyShown,
  position,
  review,
  revision,
  shownNow,
  step,
  stop,
  tree,
} from "./model.js";
import { moveList } from "./move-list.js";
import { report } from "./report.js";
import { end, retryCard, retrying, triedGhosts, tryMove } from "./retry.js";
import { chanceSign, labelText } from "./words.js";

// Looks and texts come with the module.
await Promise.all([looks("review"), moreTexts("review")]);

/** @typedef {import("../shared/app.d.ts").App} App */

/** The move that led to what is shown, if it was judged. */
const moveShown = () => review.value?.moves[plyShown.value] ?? null;

/** @type {import("../shared/app.d.ts").View} */
const view = {
  position: () => shownNow.value,
  facts: () => facts.value,
  rows: () => facts.value?.result?.rows ?? [],
  ghosts: () => {
    if (retrying.value) return triedGhosts();
    const move = moveShown();
    return move && isReproach(move) && move.better.length
      ? [{ point: move.better[0], side: move.side, label: "!", outline: true }]
      : [];
  },
  marks: () => (revision.value, current.value.marks),
  branches: () => {
    revision.value;
    const { children } = current.value;
    return children.length < 2 || retrying.value
      ? []
      : children
          .filter((one) => one.move && one.move !== "--")
          .map((one, k) => ({
            point: /** @type {string} */ (one.move),
            letter: String.fromCharCode(97 + k),
          }));
  },
  refuses: () => shownNow.value.turn === "black",
  threats: () => settings.threats.value,
};

/** @param {App} app @param {string} path @returns {import("../shared/app.d.ts").Page} */
export function open(app, path) {
  const id = decodeURIComponent(path.split("/")[2] ?? "");
  const silent = listen();
  load(id);
  const free = (/** @type {() => void} */ act) => () => {
    app.preview.value = null;
    if (retrying.peek()) end();
    act();
  };
  return {
    name: "review",
    title: T("review.title"),
    view,
    click: (point) => click(app, point),
    panel: () => () => panel(app),
    tools: () => () => tools(app),
    status: () => status,
    bar,
    tabs: [
      ["report", T("review.tab.report")],
      ["moves", T("review.moves")],
    ],
    actions: {
      prev: free(() => step(-1)),
      next: free(() => step(1)),
      prev10: free(() => step(-10)),
      next10: free(() => step(10)),
      first: free(() => go(tree.peek().root)),
      last: free(() => step(10_000)),
      branchUp: free(() => branch(-1)),
      branchDown: free(() => branch(1)),
      prevMistake: free(() => jump(-1, isReproach)),
      nextMistake: free(() => jump(1, isReproach)),
      escape: () => {
        if (app.preview.peek()) app.preview.value = null;
        else if (retrying.peek()) end();
        else stop();
      },
      review: () => {},
    },
    leave: () => {
      silent();
      end();
    },
    document: () => {
      const whole = /** @type {any} */ (tree.peek().lineThrough(current.peek()).at(-1));
      return {
        record: tree.peek().record(),
        position: tree.peek().position(whole),
        at: position.peek().moves.length,
      };
    },
  };
}

/** @param {App} app @param {string} point */
function click(app, point) {
  const { stones } = shownNow.peek();
  if (stones.some((stone) => stone.point === point)) {
    const path = tree.peek().path(current.peek());
    const node = path.find((one) => one.move === point);
    return node && !retrying.peek() && go(node);
  }
  if (retrying.peek()) return void tryMove(point);
  if (facts.peek()?.result) return app.refuse(point, T("problem.game-over"));
  add(point);
}

/** @param {App} app */
function panel(app) {
  if (failure.value)
    return h(
      "div",
      { class: "card" },
      h("p", { class: "problem" }, problemText(failure.value)),
      link("/games", T("nav.games"), "button primary"),
    );
  if (!game.value) return h("p", { class: "card muted", role: "status" }, T("review.loading"));
  return [
    h("div", { "data-part": "report" }, () => retryCard() ?? [report(app), graph()]),
    h(
      "div",
      { class: "review-list", "data-part": "moves" },
      () => !retrying.value && moveList(app),
    ),
  ];
}

/** @param {App} app */
const tools = (app) => [
  button({
    label: T("review.previous"),
    icon: "up",
    class: "tool",
    bare: true,
    act: () => app.act("prevMistake"),
  }),
  button({
    label: T("review.next"),
    icon: "down",
    class: "tool",
    bare: true,
    act: () => app.act("nextMistake"),
  }),
  button({
    label: T("nav.analyse"),
    icon: "engine",
    class: "tool many",
    act: () => app.analyse(tree.peek().record(), { at: Math.max(0, plyShown.peek() + 1) }),
  }),
  button({ label: T("share"), icon: "share", class: "tool extra", act: () => app.share() }),
];

function status() {
  const move = moveShown();
  if (retrying.value) return h("span", null, T("review.retry.title"));
  if (!move) return h("span", null, t("review.status.start", { ply: current.value.ply }));
  const parts = [`${plyShown.value + 1}. ${shown(move.move)} ${move.sign}`, labelText(move)];
  if (move.before && move.after && move.label !== "not-judged")
    parts.push(`${chanceSign(move.before, move.side)} → ${chanceSign(move.after, move.side)}`);
  return h("span", null, parts.join(" · "));
}

function bar() {
  const score = review.value?.scores[plyShown.value + 1];
  if (!score || (plyShown.value < 0 && current.value.parent)) return null;
  const better = score.wp >= 0.5 ? "black" : "white";
  // At the end of the game there is nothing left to count.
  const over = score.proof && !score.plies;
  const label = over ? "" : scoreSign(score, "mover", better);
  return { wp: score.wp, proof: Boolean(score.proof), label };
}
