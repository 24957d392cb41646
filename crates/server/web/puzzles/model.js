// @ts-check
// The puzzle that is shown: its tree, the tries, what the server says of them; and the list it comes from.

import { other } from "../board/notation.js";
import { note, say, sound } from "../shared/dom.js";
import { factsOf, http, problemText, request } from "../shared/net.js";
import { batch, computed, recall, remember, settings, signal, t } from "../shared/store.js";
import { Tree, walker } from "../shared/tree.js";
import { changeText, hintText, promptOf, verdictText } from "./words.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").PuzzleShown} PuzzleShown */
/** @typedef {import("../shared/wire.d.ts").PuzzleList} PuzzleList */
/** @typedef {import("../shared/wire.d.ts").PuzzleFilter} PuzzleFilter */
/** @typedef {import("../shared/wire.d.ts").PuzzlePlayer} PuzzlePlayer */
/** @typedef {import("../shared/wire.d.ts").PuzzleHint} PuzzleHint */
/** @typedef {import("../shared/wire.d.ts").Position} Position */
/** @typedef {"black" | "white"} Side */

/** How long a reply waits, in milliseconds. */
const REPLY = 250;

export const list = signal(/** @type {PuzzleList | null} */ (null));
export const player = signal(/** @type {PuzzlePlayer | null} */ (null));
/** @type {import("../shared/store.js").Signal<Record<string, any>>} */
export const filter = signal(recall("puzzleFilter", { unsolved: true }));
export const puzzle = signal(/** @type {PuzzleShown | null} */ (null));
/** Why there is no puzzle to show. */
export const failure = signal(/** @type {any} */ (null));
/** Whether it is being solved, or how it ended. */
export const phase = signal(/** @type {"solving" | "solved" | "given-up"} */ ("solving"));
/** Whether the server is asked about a move or the reply is on its way. */
export const busy = signal(false);
/** What was said last, and whether it is good news. */
export const message = signal(
  /** @type {{ text: () => string, look: "" | "right" | "problem" }} */ ({
    text: () => "",
    look: "",
  }),
);
export const hint = signal(/** @type {PuzzleHint | null} */ (null));
/** What follows a move that fails: stones that are not there. */
export const refuted = signal(/** @type {{ point: string, side: Side, label: string }[]} */ ([]));
/** One of the eight ways to look at the board. */
export const flip = signal(0);
export const tree = signal(new Tree("freestyle", 15));
export const current = signal(tree.peek().root);
export const revision = signal(0);
export const { go, step, branch } = walker(current);

/** The puzzle's position in the tree. */
let start = tree.peek().root;
/** The puzzle that is wanted; answers about others come too late. */
let wanted = "";

export const done = computed(() => phase.value !== "solving");
export const position = computed(() => (revision.value, tree.value.position(current.value)));
export const facts = computed(() => factsOf(position.value).value);

/** @type {import("../shared/store.js").Signal<import("../shared/app.d.ts").Shown>} */
export const shownNow = computed(() => {
  revision.value;
  const node = current.value;
  const { stones, turn } = tree.value.stones(node);
  const over = !puzzle.value || facts.value?.result;
  return {
    rule: tree.value.rule,
    size: tree.value.size,
    stones,
    turn: over ? null : turn,
    last: node.move,
    ply: node.ply,
  };
});

/** @param {unknown} error */
const complain = (error) => note(() => problemText(error), { kind: "error", key: "puzzle" });

// ---------------------------------------------------------------- lists

/** The filter as the address of a list. @param {string} [after] */
function query(after) {
  const wishes = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter.peek(), after }))
    if (value) wishes.set(name, String(value));
  return wishes.size ? `?${wishes}` : "";
}

/** Loads the puzzles that fit the filter. */
export async function loadList() {
  try {
    const answer = await http("GET", `/api/puzzles${query(puzzle.peek()?.summary.id)}`);
    const found = /** @type {PuzzleList} */ (await answer.json());
    batch(() => {
      list.value = found;
      player.value = found.player;
    });
    return found;
  } catch (error) {
    failure.value = error;
    return null;
  }
}

/** @param {string} name @param {any} value */
export function wish(name, value) {
  filter.value = { ...filter.peek(), [name]: value };
  remember("puzzleFilter", filter.peek());
  return loadList();
}

/** To another puzzle that fits the filter. @param {import("../shared/app.d.ts").App} app */
export async function next(app) {
  const found = await loadList();
  if (!found) return;
  if (found.next) app.go(`/puzzles/${found.next}`);
  else note(() => t("puzzle.none"), { key: "puzzle" });
}

// ---------------------------------------------------------------- a puzzle

/** A position as a tree, and its last node. @param {Position} pos */
function treeOf(pos) {
  const made = new Tree(pos.rule, pos.size);
  const { setup } = pos;
  if (setup) made.root.setup = { black: setup.black, white: setup.white, to_move: setup.turn };
  let side = /** @type {Side} */ (setup?.turn ?? "black");
  let node = made.root;
  for (const move of pos.moves) {
    node = made.play(node, move, side).node;
    side = other(side);
  }
  return { made, node };
}

/** Loads a puzzle; without a name the one to try next. @param {string} id */
export async function load(id) {
  wanted = id;
  failure.value = null;
  try {
    const found = list.peek() && id ? list.peek() : await loadList();
    const name = id || found?.next;
    if (wanted !== id) return;
    if (!name) return void (puzzle.value = null);
    const answer = await http("GET", `/api/puzzles/${encodeURIComponent(name)}`);
    const shown = /** @type {PuzzleShown} */ (await answer.json());
    if (wanted !== id) return;
    wanted = name;
    if (!id) history.replaceState(history.state, "", `/puzzles/${name}`);
    set(shown);
  } catch (error) {
    if (wanted === id) failure.value = error;
  }
}

/** @param {PuzzleShown} shown */
function set(shown) {
  const { made, node } = treeOf(shown.pos);
  start = node;
  batch(() => {
    puzzle.value = shown;
    tree.value = made;
    current.value = node;
    revision.value++;
    phase.value = "solving";
    busy.value = false;
    hint.value = null;
    refuted.value = [];
    message.value = { text: () => "", look: "" };
    flip.value = settings.puzzleTurn.peek() ? Math.floor(Math.random() * 8) : 0;
  });
  say(promptOf(shown.summary));
}

/** The moves since the puzzle's position. @returns {string[]} */
const played = () =>
  tree
    .peek()
    .path(current.peek())
    .filter((node) => node.ply > start.ply && node.move)
    .map((node) => /** @type {string} */ (node.move));

/** Puts a stone. @param {string} point @param {Side} side */
function put(point, side) {
  const { node } = tree.peek().play(current.peek(), point, side);
  sound("stone");
  batch(() => {
    revision.value++;
    current.value = node;
  });
}

/** Tries a move. @param {import("../shared/app.d.ts").App} app @param {string} point */
export async function tryMove(app, point) {
  const now = puzzle.peek();
  const side = now?.summary.side;
  if (!now || !side || busy.peek()) return;
  if (done.peek()) return explore(point);
  clearRefuted();
  busy.value = true;
  message.value = { text: () => t("puzzle.checking"), look: "" };
  const moves = [...played(), point];
  const here = current.peek();
  try {
    const answer = await request("puzzle.try", { puzzle: now.summary.id, moves });
    if (puzzle.peek() !== now || current.peek() !== here) return;
    await take(answer, point, side, now);
  } catch (error) {
    if (puzzle.peek() !== now) return;
    message.value = { text: () => "", look: "" };
    app.refuse(point, () => problemText(error));
  } finally {
    if (puzzle.peek() === now) busy.value = false;
  }
}

/**
 * @param {import("../shared/wire.d.ts").PuzzleTried} tried
 * @param {string} point @param {Side} side @param {PuzzleShown} now
 */
async function take(tried, point, side, now) {
  player.value = tried.player;
  const text = () => [verdictText(tried, now), changeText(tried.change)].filter(Boolean).join(" ");
  const fails = tried.verdict === "fails";
  message.value = { text, look: fails ? "problem" : "right" };
  say(text(), fails ? "assertive" : "polite");
  if (fails) {
    sound("error");
    const stones = [point, ...tried.refutation];
    refuted.value = stones.map((stone, k) => ({
      point: stone,
      side: k % 2 ? other(side) : side,
      label: String(k + 1),
    }));
    return;
  }
  hint.value = null;
  put(point, side);
  if (tried.solved) return finish("solved", now);
  const { reply } = tried;
  if (!reply) return;
  await new Promise((resolve) => setTimeout(resolve, REPLY));
  if (puzzle.peek() === now) put(reply, other(side));
}

/** The puzzle is over: its solution becomes a part of the tree. @param {"solved" | "given-up"} how @param {PuzzleShown} now */
async function finish(how, now) {
  const solution = await request("puzzle.solution", { puzzle: now.summary.id });
  if (puzzle.peek() !== now) return;
  batch(() => {
    player.value = solution.player;
    if (how === "given-up") {
      current.value = start;
      const text = () =>
        [t("puzzle.given-up"), changeText(solution.change)].filter(Boolean).join(" ");
      message.value = { text, look: "" };
    }
    const { side } = now.summary;
    addLine(solution.line, side);
    for (const answer of solution.answers) addLine([answer], side);
    if (solution.threat.length) addLine(["--", ...solution.threat], side);
    phase.value = how;
    hint.value = null;
    refuted.value = [];
    revision.value++;
  });
  loadList();
}

/** @param {string[]} points @param {Side} side */
function addLine(points, side) {
  let at = start;
  for (const point of points) {
    at = tree.peek().play(at, point, side).node;
    side = other(side);
  }
}

/** After the end stones can be put as in an analysis. @param {string} point */
function explore(point) {
  const { turn } = shownNow.peek();
  if (turn) put(point, turn);
}

export async function showSolution() {
  const now = puzzle.peek();
  if (!now || done.peek() || busy.peek()) return;
  try {
    await finish("given-up", now);
    step(1);
  } catch (error) {
    complain(error);
  }
}

/** The next step of a hint: the kind of the move, an area, the point. */
export async function askHint() {
  const now = puzzle.peek();
  if (!now || done.peek() || busy.peek()) return;
  clearRefuted();
  const step = Math.min(3, (hint.peek()?.step ?? 0) + 1);
  try {
    const answer = await request("puzzle.hint", { puzzle: now.summary.id, moves: played(), step });
    if (puzzle.peek() !== now || done.peek()) return;
    const text = () => [hintText(answer), changeText(answer.change)].filter(Boolean).join(" ");
    batch(() => {
      hint.value = answer;
      player.value = answer.player;
      message.value = { text, look: "" };
    });
    say(text());
  } catch (error) {
    complain(error);
  }
}

export function clearRefuted() {
  refuted.value = [];
}

/** From the beginning, with the same position. */
export function again() {
  const now = puzzle.peek();
  if (now) set(now);
}

/** What is handed to Analyse: the whole tree, and where the puzzle begins. */
export const record = () => ({ record: tree.peek().record(), at: start.ply });
