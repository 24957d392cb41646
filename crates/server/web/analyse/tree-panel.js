// @ts-check
// The tree of variations in the panel, and what can be done with its moves.

import { button, copy, dialog, h, menu, note } from "../shared/dom.js";
import { linkOf } from "../shared/link.js";
import { numberedFrom, set, T } from "../shared/store.js";
import { Tree } from "../shared/tree.js";
import { scores, signOf } from "./engine.js";
import {
  current,
  go,
  perform,
  promote,
  removeFrom,
  replaceTree,
  revision,
  tree,
  undo,
} from "./study.js";
import { treeList } from "./tree-list.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/app.d.ts").App} App */

/** @param {App} app */
export const treeHead = (app) =>
  h(
    "div",
    {
      class: "section-head",
      style: { padding: "8px 8px 4px 16px", "border-top": "1px solid var(--line)" },
    },
    h("h3", null, T("tree")),
    h("span", { class: "grow" }),
    button({
      label: T("tree.menu"),
      icon: "more",
      bare: true,
      class: "ghost small",
      act: (event) => treeMenu(app, current.peek(), /** @type {Element} */ (event.currentTarget)),
    }),
  );

/** @param {App} app */
export const treeBox = (app) =>
  treeList({
    tree: () => tree.value,
    revision: () => revision.value,
    current: () => current.value,
    scores: () => scores.value,
    go,
    fold: (node) => {
      node.folded = !node.folded;
      revision.value++;
    },
    menu: (node, place) => treeMenu(app, node, place),
    scoreOf: (node) => (node.score?.proof ? signOf(node.score) : ""),
  });

/** @param {App} app @param {Node} node @param {Element} place */
function treeMenu(app, node, place) {
  const isRoot = !node.parent;
  const first = isRoot || node.parent?.children[0] === node;
  const main = tree
    .peek()
    .path(node)
    .every((one) => !one.parent || one.parent.children[0] === one);
  menu(place, [
    { label: T("tree.promote"), disabled: first, act: () => promote(node, false) },
    { label: T("tree.main"), disabled: main, act: () => promote(node, true) },
    { label: T("tree.delete"), disabled: isRoot, keys: "delete", act: () => removeFrom(node) },
    "line",
    { label: T("comment.edit"), act: () => editComment(node) },
    {
      label: T("tree.copy"),
      icon: "copy",
      act: () => copy(tree.peek().position(node).moves.join("")),
    },
    {
      label: T("tree.copy-link"),
      act: () => copy(new URL(linkOf(tree.peek().position(node)), location.href).href),
    },
    {
      label: T("tree.renumber"),
      act: () => {
        numberedFrom.value = node.ply;
        set("numbers", "here");
      },
    },
    "line",
    { label: T("tree.new"), act: () => newTree() },
    {
      label: T("play.from-here"),
      icon: "play",
      act: () => app.newGame(tree.peek().position(node)),
    },
  ]);
}

/** An empty board of the same kind; the former tree can be brought back. */
export function newTree() {
  const fresh = new Tree(tree.peek().rule, tree.peek().size);
  replaceTree(fresh, fresh.root);
  note(T("tree.cleared"), {
    seconds: 10,
    key: "deleted",
    actions: [{ label: T("undo"), act: undo }],
  });
}

/** @param {Node} node */
export function editComment(node) {
  dialog(T("comment"), (close) => {
    const field = h("textarea", { rows: "5", "aria-label": T("comment") }, node.comment);
    const keep = () => {
      const [before, after] = [node.comment, field.value.trim()];
      close();
      perform(
        () => void (node.comment = after),
        () => void (node.comment = before),
      );
    };
    return [
      field,
      h(
        "div",
        { class: "dialog-foot" },
        button({ label: T("cancel"), act: close }),
        button({ label: T("save"), class: "button primary", act: keep }),
      ),
    ];
  });
}
