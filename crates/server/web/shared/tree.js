// @ts-check
// The tree of variations: its data, and its list of which only the visible rows are in the document.

import { effect, language, signal, t, T, untracked } from "./store.js";
import { h, icon } from "./dom.js";
import { other, shown } from "../board/notation.js";

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
    /** @type {Map<string, import("../board/board.js").Stone>} */
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

// ---------------------------------------------------------------- the list

const ROW = 30;
const INDENT = 14;

/**
 * @typedef {{ nodes: Node[], depth: number, head: Node | null }} Row head: the variation that begins here, if one does
 */

/**
 * The rows of the list. Main moves fill rows; a fork ends its row, its variations follow, then the line goes on.
 * @param {Node} root
 * @param {(depth: number) => number} room how many moves fit in a row
 * @returns {Row[]}
 */
export function rowsOf(root, room) {
  /** @type {Row[]} */
  const rows = [];
  const line = (
    /** @type {Node} */ start,
    /** @type {number} */ depth,
    /** @type {Node | null} */ head,
  ) => {
    /** @type {Row} */
    let row = { nodes: [], depth, head };
    const close = () => {
      if (row.nodes.length) rows.push(row);
      row = { nodes: [], depth, head: null };
    };
    for (let node = /** @type {Node | undefined} */ (start); node; node = node.children[0]) {
      if (row.nodes.length >= room(depth)) close();
      row.nodes.push(node);
      if (head?.folded) break;
      const variations =
        node.parent && node.parent.children[0] === node ? node.parent.children.slice(1) : [];
      if (variations.length) {
        close();
        for (const one of variations) line(one, depth + 1, one);
      }
    }
    close();
  };
  if (root.children[0]) line(root.children[0], 0, null);
  return rows;
}

/**
 * @param {{ tree: () => Tree, revision: () => number, current: () => Node, scores: () => any, go: (node: Node) => void,
 *   menu: (node: Node, place: Element) => void, fold: (node: Node) => void, scoreOf: (node: Node) => string }} model
 */
export function treeList(model) {
  const space = h("div", { class: "tree-space", role: "tree", "aria-label": T("tree") });
  const box = h("div", { class: "tree", tabindex: "-1" }, space);
  const width = signal(340);
  /** @type {Row[]} */
  let rows = [];
  /** @type {Map<Node, number>} */
  let place = new Map();
  let drawn = "";

  /** Rows in view are made anew when they are others; a step within them only moves the mark. */
  const draw = () => {
    const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 4);
    const to = Math.min(rows.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + 4);
    const key = `${from} ${to}`;
    const focused = space.contains(document.activeElement);
    if (key !== drawn) {
      drawn = key;
      space.replaceChildren(
        ...(rows.length
          ? rows.slice(from, to).map((row, k) => rowElement(row, from + k, model))
          : [h("p", { class: "muted section" }, T("tree.empty"))]),
      );
    }
    const mark = space.querySelector(`[data-node="${model.current().id}"]`);
    for (const old of space.querySelectorAll("[aria-current]"))
      if (old !== mark) old.removeAttribute("aria-current");
    mark?.setAttribute("aria-current", "true");
    if (focused) mark?.focus({ preventScroll: true });
  };
  const show = () =>
    untracked(() => {
      reveal();
      draw();
    });
  effect(() => {
    [model.revision(), language.value];
    const per = (/** @type {number} */ depth) =>
      Math.max(2, Math.floor((width.value - 40 - Math.min(depth, 8) * INDENT) / 66));
    rows = rowsOf(model.tree().root, per);
    place = new Map();
    rows.forEach((row, index) => row.nodes.forEach((node) => place.set(node, index)));
    space.style.height = `${rows.length * ROW + 8}px`;
    drawn = "";
    show();
  });
  effect(() => {
    model.current();
    show();
  });
  effect(() => {
    model.scores();
    untracked(() => {
      const node = model.current();
      const proof = space.querySelector(`[data-node="${node.id}"] .proof`);
      if (proof && proof.textContent !== model.scoreOf(node))
        proof.textContent = model.scoreOf(node);
    });
  });
  function reveal() {
    const at = place.get(model.current());
    if (at === undefined) {
      if (model.current() === model.tree().root) box.scrollTop = 0;
      return;
    }
    const top = at * ROW;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW > box.scrollTop + box.clientHeight && box.clientHeight)
      box.scrollTop = top + ROW - box.clientHeight + 4;
  }
  box.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(() => {
    width.value = box.clientWidth || 340;
    show();
  }).observe(box);
  return box;
}

/** @param {Row} row @param {number} index @param {any} model */
function rowElement(row, index, model) {
  const element = h("div", {
    class: `tree-row ${row.depth ? "side" : "main"}`,
    role: "presentation",
  });
  element.style.top = `${index * ROW + 4}px`;
  element.style.paddingLeft = `${12 + Math.min(row.depth, 8) * INDENT}px`;
  if (row.head) {
    const head = row.head;
    element.append(
      h(
        "button",
        {
          type: "button",
          class: "fold",
          "aria-label": T(head.folded ? "tree.unfold" : "tree.fold"),
          title: T(head.folded ? "tree.unfold" : "tree.fold"),
          "aria-expanded": String(!head.folded),
          on: { click: () => model.fold(head) },
        },
        icon(head.folded ? "forward" : "down"),
      ),
    );
  } else if (row.depth) element.append(h("span", { class: "fold", "aria-hidden": "true" }));
  for (const node of row.nodes) element.append(nodeButton(node, model));
  return element;
}

/** @param {Node} node @param {any} model */
function nodeButton(node, model) {
  const name = node.move ? shown(node.move) : t("tree.setup");
  return h(
    "button",
    {
      type: "button",
      class: "node",
      role: "treeitem",
      "aria-level": "1",
      "data-node": node.id,
      title: node.comment || null,
      on: {
        click: () => model.go(node),
        contextmenu: (/** @type {MouseEvent} */ event) => {
          event.preventDefault();
          model.menu(node, /** @type {Element} */ (event.currentTarget));
        },
      },
    },
    h("span", { class: "ply" }, String(node.ply)),
    name,
    node.comment && h("span", { class: "say", role: "img", "aria-label": T("comment") }, "✎"),
    h("span", { class: "say proof" }, model.scoreOf(node)),
  );
}
