// @ts-check
// The list of a tree of variations. Only the rows in view are in the document.

import { effect, language, signal, t, T, untracked } from "../shared/store.js";
import { h, icon } from "../shared/dom.js";
import { shown } from "../board/notation.js";

/** @typedef {import("../shared/tree.js").Tree} Tree */
/** @typedef {import("../shared/tree.js").Node} Node */

const ROW = 30;
const INDENT = 14;

/**
 * @typedef {{ nodes: Node[], depth: number, head: Node | null }} Row head: the variation that begins here, if one does
 */

/**
 * The rows of the list. Main moves fill rows; a fork ends its row, its variations follow, then the line
 * goes on.
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
  /** The rows in the document, by their number. @type {Map<number, HTMLElement>} */
  const drawn = new Map();
  // Asking the box would lay out the page in the middle of a change.
  let [top, height] = [0, 0];
  const scrollTo = (/** @type {number} */ to) => {
    top = Math.max(0, Math.min(to, rows.length * ROW + 8 - height));
  };

  /** Rows that stay in view stay in the document; a step within them only moves the mark. */
  const draw = () => {
    const from = Math.max(0, Math.floor(top / ROW) - 4);
    const to = Math.min(rows.length, Math.ceil((top + height) / ROW) + 4);
    const focused = space.contains(document.activeElement);
    for (const [index, element] of drawn) {
      if (index >= from && index < to) continue;
      element.remove();
      drawn.delete(index);
    }
    /** @type {Element | null} */
    let before = space.firstElementChild;
    for (let index = from; index < to; index++) {
      const there = drawn.get(index);
      if (there) before = there.nextElementSibling;
      else {
        const element = rowElement(rows[index], index, model);
        drawn.set(index, element);
        space.insertBefore(element, before);
      }
    }
    const mark = space.querySelector(`[data-node="${model.current().id}"]`);
    for (const old of space.querySelectorAll("[aria-current]"))
      if (old !== mark) old.removeAttribute("aria-current");
    mark?.setAttribute("aria-current", "true");
    if (focused) mark?.focus({ preventScroll: true });
  };
  const show = () =>
    untracked(() => {
      const before = top;
      reveal();
      draw();
      // Last, as the page is laid out for it.
      if (top !== before) box.scrollTop = top;
    });
  effect(() => {
    [model.revision(), language.value];
    const per = (/** @type {number} */ depth) =>
      Math.max(2, Math.floor((width.value - 40 - Math.min(depth, 8) * INDENT) / 66));
    rows = rowsOf(model.tree().root, per);
    place = new Map();
    rows.forEach((row, index) => row.nodes.forEach((node) => place.set(node, index)));
    space.style.height = `${rows.length * ROW + 8}px`;
    drawn.clear();
    space.replaceChildren(
      ...(rows.length ? [] : [h("p", { class: "muted section" }, T("tree.empty"))]),
    );
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
      if (model.current() === model.tree().root) scrollTo(0);
      return;
    }
    const row = at * ROW;
    if (row < top) scrollTo(row);
    else if (row + ROW > top + height && height) scrollTo(row + ROW - height + 4);
  }
  const scrolled = () => {
    top = box.scrollTop;
    draw();
  };
  box.addEventListener("scroll", scrolled, { passive: true });
  new ResizeObserver(() => {
    width.value = box.clientWidth || 340;
    height = box.clientHeight;
    show();
    // A box that was not shown has not scrolled.
    box.scrollTop = top;
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
