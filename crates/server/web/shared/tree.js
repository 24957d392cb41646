// @ts-check
// Trees of variations, and records as trees.

import { other } from "../board/notation.js";

/** @typedef {"black" | "white"} Side */
/** @typedef {import("./wire.d.ts").GameRecord} GameRecord */
/** @typedef {import("./wire.d.ts").Position} Position */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {string | null} move nothing at the root and where stones are set up
 * @property {Side | null} side
 * @property {import("./wire.d.ts").RecordSetup | null} setup
 * @property {Node | null} parent
 * @property {Node[]} children the main continuation first
 * @property {number} ply moves since the root
 * @property {string} comment
 * @property {import("./wire.d.ts").RecordMark[]} marks
 * @property {import("./wire.d.ts").Score | null} score
 * @property {import("./wire.d.ts").AnalyseUpdate | null} update the last analysis of the position after this move
 * @property {boolean} folded
 * @property {Pick<import("./wire.d.ts").RecordNode, "ms" | "hot" | "extra">} rest what is kept and not shown
 */

export class Tree {
  /** @param {string} rule @param {number} size */
  constructor(rule, size) {
    this.rule = rule;
    this.size = size;
    /**
     * Names and dates of the record, kept as they came.
     * @type {Omit<GameRecord, "nodes" | "size" | "rule">}
     */
    this.info = {};
    this.count = 0;
    /** @type {Node} */
    this.root = this.#node(null, null, null);
  }

  /**
   * @param {Node | null} parent
   * @param {string | null} move
   * @param {Side | null} side
   * @returns {Node}
   */
  #node(parent, move, side) {
    return {
      id: this.count++,
      move,
      side,
      setup: null,
      parent,
      children: [],
      ply: (parent?.ply ?? -1) + 1,
      comment: "",
      marks: [],
      score: null,
      update: null,
      folded: false,
      rest: {},
    };
  }

  /**
   * Adds a move, or follows it if it is there.
   * @param {Node} at
   * @param {string} move
   * @param {Side} side
   */
  play(at, move, side) {
    const there = at.children.find((child) => child.move === move && child.side === side);
    if (there) return { node: there, fresh: false };
    const node = this.#node(at, move, side);
    at.children.push(node);
    return { node, fresh: true };
  }

  /** @param {Node} node */
  path(node) {
    const list = [];
    for (let one = /** @type {Node | null} */ (node); one; one = one.parent) list.push(one);
    return list.reverse();
  }

  /** The line through a node: what led to it, and its main continuation. @param {Node} node */
  lineThrough(node) {
    const line = this.path(node);
    for (let one = node.children[0]; one; one = one.children[0]) line.push(one);
    return line;
  }

  /**
   * A node as a position. Stones set up on the way, and moves out of turn, become a set-up.
   * @param {Node} node
   * @returns {Position}
   */
  position(node) {
    /** @type {Map<string, Side>} */
    const stones = new Map();
    /** @type {string[]} */
    let moves = [];
    /** @type {import("./wire.d.ts").Setup | undefined} */
    let setup;
    let turn = /** @type {Side} */ ("black");
    const settle = (/** @type {Side} */ next) => {
      const of = (/** @type {Side} */ side) =>
        [...stones].filter(([, one]) => one === side).map(([point]) => point);
      setup = { black: of("black"), white: of("white"), turn: next };
      moves = [];
      turn = next;
    };
    for (const one of this.path(node)) {
      if (one.setup) {
        for (const point of one.setup.cleared ?? []) stones.delete(point);
        for (const point of one.setup.black ?? []) stones.set(point, "black");
        for (const point of one.setup.white ?? []) stones.set(point, "white");
        settle(one.setup.to_move ?? turn);
      }
      if (one.move === null || one.side === null) continue;
      if (one.side !== turn) settle(one.side);
      moves.push(one.move);
      if (one.move !== "--") stones.set(one.move, one.side);
      turn = other(turn);
    }
    return {
      rule: /** @type {any} */ (this.rule),
      size: this.size,
      ...(setup && { setup }),
      moves,
    };
  }

  /** Stones of a position with the numbers of their moves, and who is next. @param {Node} node */
  stones(node) {
    /** @type {Map<string, import("../board/state.d.ts").Stone>} */
    const stones = new Map();
    let turn = /** @type {Side} */ ("black");
    let number = 0;
    for (const one of this.path(node)) {
      for (const point of one.setup?.cleared ?? []) stones.delete(point);
      for (const side of /** @type {Side[]} */ (["black", "white"])) {
        for (const point of one.setup?.[side] ?? []) stones.set(point, { point, side, number: 0 });
      }
      if (one.setup?.to_move) turn = one.setup.to_move;
      if (one.move === null || one.side === null) continue;
      number++;
      if (one.move !== "--") stones.set(one.move, { point: one.move, side: one.side, number });
      turn = other(one.side);
    }
    return { stones: [...stones.values()], turn };
  }

  /** Takes a node out; gives how to put it back. @param {Node} node */
  remove(node) {
    const siblings = /** @type {Node} */ (node.parent).children;
    const place = siblings.indexOf(node);
    siblings.splice(place, 1);
    return () => siblings.splice(Math.min(place, siblings.length), 0, node);
  }

  /** Moves a variation up by one, or to the front. @param {Node} node @param {boolean} front */
  promote(node, front) {
    /** @type {{ siblings: Node[], before: Node[] }[]} */
    const changed = [];
    for (let one = /** @type {Node} */ (node); one.parent; one = one.parent) {
      const siblings = one.parent.children;
      const place = siblings.indexOf(one);
      if (place === 0) continue;
      changed.push({ siblings, before: [...siblings] });
      siblings.splice(place, 1);
      siblings.splice(front ? 0 : place - 1, 0, one);
      if (!front) break;
    }
    return () =>
      changed
        .reverse()
        .forEach(({ siblings, before }) => siblings.splice(0, siblings.length, ...before));
  }

  /** @returns {GameRecord} */
  record() {
    /** @type {import("./wire.d.ts").RecordNode[]} */
    const nodes = [];
    /** @type {{ node: Node, parent: number | null }[]} */
    const stack = [{ node: this.root, parent: null }];
    while (stack.length) {
      const { node, parent } = /** @type {any} */ (stack.pop());
      const index = nodes.length;
      nodes.push({
        ...(parent !== null && parent !== index - 1 && { parent }),
        ...(node.side && { side: node.side, move: node.move }),
        ...(node.setup && { setup: node.setup }),
        ...(node.comment && { comment: node.comment }),
        ...(node.marks.length && { marks: node.marks }),
        ...node.rest,
      });
      for (const child of [...node.children].reverse()) stack.push({ node: child, parent: index });
    }
    return { size: this.size, rule: /** @type {any} */ (this.rule), ...this.info, nodes };
  }

  /**
   * @param {GameRecord} record
   * @returns {{ tree: Tree, nodes: Node[] }} the nodes in the order of the record
   */
  static from(record) {
    const { nodes: list, size, rule, ...info } = record;
    const tree = new Tree(rule ?? "freestyle", size);
    tree.info = info;
    /** @type {Node[]} */
    const nodes = [];
    list.forEach((one, index) => {
      const node =
        index === 0 && !one.move
          ? tree.root
          : tree.#node(
              index === 0 ? tree.root : nodes[one.parent ?? index - 1],
              one.move ?? null,
              one.side ?? null,
            );
      node.setup = one.setup ?? null;
      node.comment = one.comment ?? "";
      node.marks = one.marks ?? [];
      node.rest = {
        ...(one.ms !== undefined && { ms: one.ms }),
        ...(one.hot && { hot: one.hot }),
        ...(one.extra && { extra: one.extra }),
      };
      node.parent?.children.push(node);
      nodes.push(node);
    });
    return { tree, nodes };
  }
}

/**
 * Moving through a tree whose shown node is `current`. Forward goes where the user went last.
 * @param {import("./store.js").Signal<Node>} current
 */
export function walker(current) {
  /** For each node the child that was visited last. @type {WeakMap<Node, Node>} */
  const visited = new WeakMap();
  /** @param {Node} node */
  const go = (node) => {
    for (let one = node; one.parent; one = one.parent) visited.set(one.parent, one);
    current.value = node;
  };
  /** @param {Node} node */
  const next = (node) => {
    const wanted = visited.get(node);
    return wanted && node.children.includes(wanted) ? wanted : node.children[0];
  };
  /** @param {number} by */
  const step = (by) => {
    let node = current.peek();
    for (; by < 0 && node.parent; by++) node = node.parent;
    for (; by > 0 && next(node); by--) node = next(node);
    go(node);
  };
  /** Up and down choose the branch at a fork, else go to the ends. @param {number} by */
  const branch = (by) => {
    const node = current.peek();
    const siblings = node.parent?.children ?? [];
    if (siblings.length < 2) return step(by * 10_000);
    go(siblings[(siblings.indexOf(node) + by + siblings.length) % siblings.length]);
  };
  return { go, next, step, branch };
}
