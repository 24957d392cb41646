// @ts-check
// The game under review: its tree with the better lines as variations, the place that is shown, and what
// the server says of every move.

import { other } from "../board/notation.js";
import { note, sound } from "../shared/dom.js";
import { factsOf, http, on, problemText, request, tell } from "../shared/net.js";
import { batch, computed, recall, remember, signal, untracked } from "../shared/store.js";
import { Tree, walker } from "../shared/tree.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").ReviewState} ReviewState */
/** @typedef {import("../shared/wire.d.ts").ReviewedMove} ReviewedMove */
/** @typedef {import("../shared/wire.d.ts").StoredGame} StoredGame */
/** @typedef {"black" | "white"} Side */

/** Labels that blame the mover, and those worth a retry. */
export const REPROACHES = ["inaccuracy", "mistake", "blunder"];
const MISTAKES = ["mistake", "blunder"];

/** The stored game; null until it is loaded. */
export const game = signal(/** @type {StoredGame | null} */ (null));
export const review = signal(/** @type {ReviewState | null} */ (null));
/** Why there is nothing to show. */
export const failure = signal(/** @type {any} */ (null));
export const tree = signal(new Tree("freestyle", 15));
export const current = signal(tree.peek().root);
/** Grows with every change of the tree. */
export const revision = signal(0);
export const depth = signal(recall("reviewDepth", "quick"));
/** Whose moves are judged: a side, or both. */
export const mySide = signal(/** @type {Side | "both"} */ ("both"));

/** The nodes of the game as it was played: before the first move, and after each. @type {Node[]} */
let played = [];
export const { go, step, branch } = walker(current);
let id = "";

/** @param {unknown} error */
export const complain = (error) => note(() => problemText(error), { kind: "error", key: "review" });

// ---------------------------------------------------------------- the server

/** Loads a game and its review; one that has none is reviewed at once. @param {string} wanted */
export async function load(wanted) {
  id = wanted;
  batch(() => {
    game.value = null;
    review.value = null;
    failure.value = null;
  });
  try {
    const answer = await http("GET", `/api/games/${encodeURIComponent(wanted)}`);
    const stored = /** @type {StoredGame} */ (await answer.json());
    if (id !== wanted) return;
    adopt(stored);
    await follow();
  } catch (error) {
    if (id === wanted) failure.value = error;
  }
}

/** @param {StoredGame} stored */
function adopt(stored) {
  const { tree: made } = Tree.from({
    ...stored.record,
    rule: stored.record.rule ?? stored.summary.rule,
  });
  played = positionsOf(made);
  const seats = stored.state?.seats;
  const people = /** @type {Side[]} */ (["black", "white"]).filter(
    (side) => seats?.[side].kind === "person",
  );
  batch(() => {
    game.value = stored;
    tree.value = made;
    current.value = /** @type {Node} */ (played.at(-1));
    mySide.value = people.length === 1 ? people[0] : "both";
    revision.value++;
  });
}

/**
 * The nodes of the main line as the server counts positions: from the last set-up on, and with a pass where
 * one side moves twice in a row.
 * @param {Tree} made
 */
function positionsOf(made) {
  /** @type {Node[]} */
  let nodes = [];
  let turn = /** @type {Side | null} */ (null);
  for (const node of made.lineThrough(made.root)) {
    if (!node.parent || node.setup) {
      nodes = [node];
      turn = node.setup?.to_move ?? null;
    }
    if (!node.move || !node.side) continue;
    if (turn && node.side !== turn) nodes.push(nodes[nodes.length - 1]);
    nodes.push(node);
    turn = other(node.side);
  }
  return nodes;
}

async function follow() {
  const wanted = id;
  const state = await request("review.open", { game: wanted }, { keep: true });
  if (id !== wanted) return;
  if (state.state === "none") return start();
  take(state);
  mySide.value = state.side ?? "both";
  depth.value = state.depth;
}

/** Starts the review, or goes on with it. */
export async function start() {
  const side = mySide.peek();
  remember("reviewDepth", depth.peek());
  try {
    take(
      await request(
        "review.start",
        { game: id, depth: depth.peek(), ...(side !== "both" && { side }) },
        { keep: true },
      ),
    );
  } catch (error) {
    complain(error);
  }
}

export const stop = () => tell("review.stop", { game: id });

/** @param {ReviewState} state */
function take(state) {
  // One that there is none of is started at once.
  if (state.game !== id || state.state === "none") return;
  review.value = state;
  untracked(addBetterLines);
}

/** Listens to the server as long as the page is open. */
export function listen() {
  const ends = [
    on("review.state", take),
    on("open", () => game.peek() && follow().catch(complain)),
  ];
  return () => {
    ends.forEach((end) => end());
    id = "";
    tell("review.leave");
  };
}

// ---------------------------------------------------------------- the tree

/** Every better line becomes a variation, so that the arrows reach it. */
function addBetterLines() {
  let fresh = false;
  review.peek()?.moves.forEach((move, ply) => {
    if (!REPROACHES.includes(move.label) || !played[ply]) return;
    fresh = addLine(played[ply], move.side, move.better) || fresh;
  });
  if (fresh) revision.value++;
}

/** @param {Node} at @param {Side} side @param {string[]} points @returns {boolean} whether anything is new */
function addLine(at, side, points) {
  let fresh = false;
  for (const point of points) {
    const step = tree.peek().play(at, point, side);
    fresh ||= step.fresh;
    at = step.node;
    side = other(side);
  }
  return fresh;
}

/** The position before move `ply`. @param {number} ply */
export const goBefore = (ply) => played[ply] && go(played[ply]);
/** The position after move `ply`. @param {number} ply */
export const goAfter = (ply) => played[ply + 1] && go(played[ply + 1]);

/** Goes to the better line of a move, to its first stone. @param {number} ply */
export function goBetter(ply) {
  const move = review.peek()?.moves[ply];
  const at = played[ply];
  if (!move?.better.length || !at) return;
  if (addLine(at, move.side, move.better)) revision.value++;
  const first = at.children.find((child) => child.move === move.better[0]);
  if (first) go(first);
}

/** The ply of the move that led to what is shown; -1 before the first one and off the game. */
export const plyShown = computed(() => played.indexOf(current.value) - 1);

/** To the next or previous move that fits. @param {1 | -1} by @param {(move: ReviewedMove) => boolean} fits */
export function jump(by, fits) {
  const moves = review.peek()?.moves ?? [];
  const from = plyShown.peek();
  const order = moves.map((_, k) => (from + by * (k + 1) + 2 * moves.length) % moves.length);
  const found = order.find((ply) => fits(moves[ply]));
  if (found !== undefined) goAfter(found);
}

/** @param {ReviewedMove} move */
export const isReproach = (move) => REPROACHES.includes(move.label);
/** @param {ReviewedMove} move */
export const isMistake = (move) => MISTAKES.includes(move.label) && move.better.length > 0;

/** A stone off the game opens a variation. @param {string} point */
export function add(point) {
  const { turn } = shownNow.peek();
  if (!turn) return;
  sound("stone");
  const { node, fresh } = tree.peek().play(current.peek(), point, turn);
  if (fresh) revision.value++;
  go(node);
}

export const position = computed(() => (revision.value, tree.value.position(current.value)));
export const facts = computed(() => factsOf(position.value).value);

/** @type {import("../shared/store.js").Signal<import("../shared/app.d.ts").Shown>} */
export const shownNow = computed(() => {
  revision.value;
  const node = current.value;
  const { stones, turn } = tree.value.stones(node);
  return {
    rule: tree.value.rule,
    size: tree.value.size,
    stones,
    turn: facts.value?.result ? null : turn,
    last: node.move,
    ply: node.ply,
  };
});
