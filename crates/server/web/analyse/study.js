// @ts-check
// The study: a tree of variations and a place in it, kept by the browser, with undo and redo.

import {
  batch,
  computed,
  effect,
  recall,
  remember,
  signal,
  T,
  untracked,
} from "../shared/store.js";
import { note, sound } from "../shared/dom.js";
import { factsOf, problemText } from "../shared/net.js";
import { other } from "../board/notation.js";
import { positionOf } from "../shared/link.js";
import { Tree, walker } from "../shared/tree.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

export const tree = signal(new Tree("freestyle", 15));
export const current = signal(tree.peek().root);
/** Grows with every change of the tree. */
export const revision = signal(0);
const { go, next, step, branch } = walker(current);
export { go, step, branch };
/** @typedef {{ undo: () => void, redo: () => void }} Deed */
/** What can be undone and done again. @type {Deed[]} */
let done = [];
/** @type {Deed[]} */
let undone = [];

/** Does something that can be undone. @param {() => void} redo @param {() => void} undo */
export function perform(redo, undo) {
  redo();
  done.push({ undo, redo });
  undone = [];
  if (done.length > 200) done.shift();
  revision.value++;
}

export const undo = () => turnBack(done, undone, "undo");
export const redo = () => turnBack(undone, done, "redo");

/** @param {Deed[]} from @param {Deed[]} into @param {"undo" | "redo"} what */
function turnBack(from, into, what) {
  const step = from.pop();
  if (!step) return note(T("problem.nothing-to-undo"), { key: "undo" });
  step[what]();
  into.push(step);
  revision.value++;
}

/**
 * Puts another tree in place of this one; that can be undone too.
 * @param {Tree} next
 * @param {Node} at
 */
export function replaceTree(next, at) {
  const [oldTree, oldNode] = [tree.peek(), current.peek()];
  const show = (/** @type {Tree} */ one, /** @type {Node} */ node) =>
    batch(() => {
      tree.value = one;
      go(node);
    });
  perform(
    () => show(next, at),
    () => show(oldTree, oldNode),
  );
}

/** @param {1 | -1} by */
export function fork(by) {
  const onward = (/** @type {Node} */ node) => (by < 0 ? node.parent : next(node));
  let node = onward(current.peek());
  for (let to = node; to && node && node.children.length < 2; to = onward(node)) node = to;
  if (node) go(node);
}

/** Adds a stone, or follows it if it is there. @param {string} move */
export function add(move) {
  const at = current.peek();
  const side = /** @type {Side} */ (shownNow.peek().turn ?? "black");
  const there = at.children.find((child) => child.move === move && child.side === side);
  sound("stone");
  if (there) return go(there);
  const { node } = tree.peek().play(at, move, side);
  const place = at.children.length - 1;
  at.children.pop();
  perform(
    () => {
      at.children.splice(place, 0, node);
      go(node);
    },
    () => {
      at.children.splice(at.children.indexOf(node), 1);
      go(at);
    },
  );
}

/**
 * Adds a line of play after the current node, as one deed.
 * @param {{ move: string, side: Side }[]} line
 * @param {"end" | "here"} where to be afterwards
 */
export function addLine(line, where) {
  const start = current.peek();
  let node = start;
  /** @type {{ parent: Node, node: Node } | null} */
  let first = null;
  for (const { move, side } of line) {
    const parent = node;
    const added = tree.peek().play(parent, move, side);
    node = added.node;
    if (added.fresh && !first) first = { parent, node };
  }
  const end = where === "end" ? node : start;
  if (!first) return go(end);
  const { parent, node: head } = first;
  const place = parent.children.indexOf(head);
  parent.children.splice(place, 1);
  perform(
    () => {
      parent.children.splice(place, 0, head);
      go(end);
    },
    () => {
      parent.children.splice(parent.children.indexOf(head), 1);
      go(start);
    },
  );
}

/** @param {Node} node */
export function removeFrom(node) {
  const parent = node.parent;
  if (!parent) return;
  let restore = () => {};
  const was = current.peek();
  perform(
    () => {
      restore = tree.peek().remove(node);
      if (tree.peek().path(was).includes(node)) go(parent);
    },
    () => {
      restore();
      go(node);
    },
  );
  note(T("tree.deleted"), {
    seconds: 10,
    key: "deleted",
    actions: [{ label: T("undo"), act: undo }],
  });
}

/** @param {Node} node @param {boolean} front */
export function promote(node, front) {
  let restore = () => {};
  perform(
    () => void (restore = tree.peek().promote(node, front)),
    () => restore(),
  );
}

// ---------------------------------------------------------------- keeping it

/** The study survives a reload in its own tab, and the last one of all tabs a new start. */
export function save() {
  const line = tree.peek().path(current.peek());
  const steps = line
    .slice(1)
    .map((node) => /** @type {Node} */ (node.parent).children.indexOf(node));
  const text = { record: tree.peek().record(), steps };
  try {
    sessionStorage.setItem("tengen.study", JSON.stringify(text));
  } catch {
    // A full storage: the copy for all tabs may still fit.
  }
  remember("study", text);
}

export function restore() {
  let text = null;
  try {
    text = JSON.parse(sessionStorage.getItem("tengen.study") ?? "null");
  } catch {
    // Without a session the last study of all tabs is taken.
  }
  text ??= recall("study", null);
  if (!text?.record?.nodes) return false;
  const { tree: stored } = Tree.from(text.record);
  let node = stored.root;
  for (const index of text.steps ?? []) node = node.children[index] ?? node;
  batch(() => {
    tree.value = stored;
    go(node);
    revision.value++;
  });
  return true;
}

/** @type {any} */
let saving = 0;
export function saveSoon() {
  clearTimeout(saving);
  saving = setTimeout(save, 250);
}
addEventListener("pagehide", save);

/**
 * Opens a record at a ply of its main line, or at its end.
 * @param {import("../shared/wire.d.ts").GameRecord} record
 * @param {{ at?: number }} options
 */
export function openRecord(record, { at } = {}) {
  const { tree: made } = Tree.from(record);
  let node = made.root;
  for (let ply = 0; node.children[0] && (at === undefined || ply < at); ply++)
    node = node.children[0];
  replaceTree(made, node);
}

/** Opens a position link. @param {App} app @param {URLSearchParams} query */
export function openLink(app, query) {
  const rules = app.info.peek()?.rules ?? ["freestyle", "standard", "renju", "caro", "caro-exact"];
  const found = positionOf(query, rules);
  if (!found) return false;
  const { position, at, tree: branches, bad } = found;
  if (bad) note(T("link.bad", { part: bad }), { kind: "error", seconds: 15, key: "link" });
  const line = tree.peek().lineThrough(current.peek());
  const shownLine = tree.peek().position(/** @type {Node} */ (line.at(-1)));
  if (!branches.length && JSON.stringify(shownLine) === JSON.stringify(position)) {
    const node = line.find(
      (one) =>
        tree.peek().position(one).moves.length === at &&
        tree.peek().position(one).setup === undefined,
    );
    if (node) go(node);
    return true;
  }
  const made = new Tree(position.rule, position.size);
  if (position.setup)
    made.root.setup = {
      black: position.setup.black,
      white: position.setup.white,
      to_move: position.setup.turn,
    };
  let node = made.root;
  let side = /** @type {Side} */ (position.setup?.turn ?? "black");
  addBranches(made, node, side, branches);
  let shownNode = node;
  position.moves.forEach((move, index) => {
    node = made.play(node, move, side).node;
    side = other(side);
    if (index + 1 === at) shownNode = node;
  });
  replaceTree(made, shownNode);
  return true;
}

/**
 * Adds variations below a node. A stone on another one ends its branch.
 * @param {Tree} made
 * @param {Node} at
 * @param {Side} side
 * @param {import("../shared/link.js").Branch[]} branches
 */
function addBranches(made, at, side, branches) {
  for (const { move, children } of branches) {
    const taken = made.stones(at).stones.some(({ point }) => point === move);
    if (taken) continue;
    addBranches(made, made.play(at, move, side).node, other(side), children);
  }
}

// ---------------------------------------------------------------- what the board shows

export const treePosition = computed(() => {
  revision.value;
  return tree.value.position(current.value);
});
export const facts = computed(() => factsOf(treePosition.value).value);

/** @type {import("../shared/store.js").Signal<import("../shared/app.d.ts").Shown>} */
export const shownNow = computed(() => {
  revision.value;
  const node = current.value;
  const { stones, turn } = tree.value.stones(node);
  const over = facts.value?.result;
  return {
    rule: tree.value.rule,
    size: tree.value.size,
    stones,
    turn: over ? null : turn,
    last: node.move,
    ply: node.ply,
  };
});

// A move that the rules refuse is taken back, with the reason: it was drawn before the server had answered.
effect(() => {
  const known = facts.value;
  if (!known?.problem || !known.problem.point || current.value.move === null) return;
  if (known.problem.code !== "forbidden" && known.problem.code !== "occupied") return;
  const problem = known.problem;
  untracked(() => {
    const node = current.peek();
    if (!node.parent) return;
    tree.peek().remove(node);
    go(node.parent);
    done.pop();
    revision.value++;
    note(() => problemText({ code: problem.code, message: problem.text }), {
      kind: "refused",
      key: "refused",
    });
  });
});
