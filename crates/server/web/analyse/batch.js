// @ts-check
// Batch: every position of a line is searched in the background. The chip in the header shows how far it is;
// here a job begins, and what jobs find goes into the tree.

import { button, dialog, h, looks, note } from "../shared/dom.js";
import { http, on, problemText, request } from "../shared/net.js";
import { moreTexts, signal, T } from "../shared/store.js";
import { budget } from "../shared/budget.js";
import { scores } from "./engine.js";
import { current, tree } from "./study.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").Position} Position */
/** @typedef {import("../shared/wire.d.ts").ScoredLine} ScoredLine */
/** @typedef {import("../shared/wire.d.ts").JobState} JobState */

const times = budget("batch", [500, 2000, 10_000, 60_000], 2000, "research.each-position");

/** Asks how long each position of the line gets, and starts. */
export async function batchDialog() {
  await Promise.all([looks("research"), moreTexts("research")]);
  const end = /** @type {Node} */ (tree.peek().lineThrough(current.peek()).at(-1));
  const line = tree.peek().position(end);
  const problem = signal("");
  dialog(T("research.batch"), (close) => {
    const start = async () => {
      try {
        await request("job.start", { line, limit: { ms: times.ms() } });
        close();
        note(T("research.batch.started"), { key: "research" });
      } catch (error) {
        problem.value = problemText(error);
      }
    };
    return h(
      "div",
      { class: "stack" },
      h("p", null, T("research.batch.text", { n: line.moves.length + 1 })),
      times.field(),
      h(
        "p",
        { class: "problem", role: "alert", hidden: () => !problem.value },
        () => problem.value,
      ),
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        button({ label: T("research.start"), class: "button primary", act: start }),
      ),
    );
  });
}

// ---------------------------------------------------------------- what jobs find

/** How many positions of each job are in the tree. @type {Map<number, number>} */
const taken = new Map();
/** The tree that has them. @type {import("../shared/tree.js").Tree | null} */
let filled = null;

/** Takes what jobs find as long as the page is open. */
export function listenToJobs() {
  const look = ({ jobs = /** @type {JobState[]} */ ([]) }) => {
    if (filled !== tree.peek()) {
      filled = tree.peek();
      taken.clear();
    }
    for (const { job, done, games } of jobs) {
      if (taken.get(job) === done || games.length) continue;
      taken.set(job, done);
      request("job.results", { job })
        .then(({ lines }) => lines.forEach(putScores))
        .catch(() => taken.delete(job));
    }
  };
  // Without a server the next connection asks again.
  const ask = () => request("job.list").then(look, () => {});
  const ends = [on("jobs", look), on("open", ask)];
  ask();
  return () => ends.forEach((end) => end());
}

/** Shows what jobs have found of a stored game. @param {string} id */
export async function loadScores(id) {
  try {
    const answer = await http("GET", `/api/games/${encodeURIComponent(id)}/scores`);
    putScores(await answer.json());
  } catch {
    // Most games have no scores.
  }
}

/** A position as a key: set-up stones come in any order. @param {Position} pos @param {number} [moves] */
function keyOf({ rule, size, setup, moves: all }, moves = all.length) {
  const stones = setup && [[...setup.black].sort(), [...setup.white].sort(), setup.turn];
  return JSON.stringify([rule, size, stones, all.slice(0, moves)]);
}

/** Scores go to the nodes of their positions; what the user had searched there stays. @param {ScoredLine} line */
function putScores({ pos, scores: found }) {
  /** @type {Map<string, Node>} */
  const nodes = new Map();
  const stack = [tree.peek().root];
  while (stack.length) {
    const node = /** @type {Node} */ (stack.pop());
    nodes.set(keyOf(tree.peek().position(node)), node);
    stack.push(...node.children);
  }
  found.forEach((score, moves) => {
    const node = score && nodes.get(keyOf(pos, moves));
    if (node && !node.update) node.score = score;
  });
  scores.value++;
}
