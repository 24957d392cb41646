// @ts-check
// The research tools in Analyse: which one is open, if any. Each comes on demand.

import { batch, effect, set, settings, signal, T, untracked } from "../shared/store.js";
import { tree, treePosition } from "./study.js";

/** @typedef {import("../shared/app.d.ts").App} App */

/**
 * A tool that is open. What it draws belongs to the position it was opened at.
 * @typedef {object} Tool
 * @property {import("../shared/wire.d.ts").Position} pos
 * @property {() => any} panel
 * @property {() => any[]} candidates
 * @property {() => import("../board/state.d.ts").Ghost[]} ghosts
 * @property {(point: string) => boolean} click whether it took a press on a point
 * @property {() => string} status
 * @property {() => void} close
 */

/** The tool that is open. */
export const researching = signal(/** @type {Tool | null} */ (null));

/** Whether the board shows the position of the tool. */
const isHere = () => JSON.stringify(researching.value?.pos) === JSON.stringify(treePosition.value);

/** The tool, while its position is shown. */
export const toolHere = () => (researching.value && isHere() ? researching.value : null);

/** Opens a tool in place of another one. @param {Tool} tool */
export function openTool(tool) {
  researching.peek()?.close();
  batch(() => {
    researching.value = tool;
    set("panelTab", "lines");
    if (settings.sheet.peek() !== "full") set("sheet", "half");
  });
}

export function endResearch() {
  researching.peek()?.close();
  researching.value = null;
}

/** A tool ends with the tree it was opened in. */
export function watchResearch() {
  /** @type {import("../shared/tree.js").Tree | null} */
  let known = null;
  effect(() => {
    const now = tree.value;
    untracked(() => {
      if (known && known !== now) endResearch();
    });
    known = now;
  });
}

/** The entries of the menu. @param {App} app @returns {import("../shared/dom.js").MenuItem[]} */
export const researchItems = (app) => [
  {
    label: T("research.solve"),
    icon: "hint",
    act: async () => (await import("./solve.js")).solveDialog(app),
  },
  { label: T("research.defend"), act: async () => (await import("./solve.js")).defend(app) },
  "line",
  { label: T("research.balance.one"), act: () => balance(1) },
  { label: T("research.balance.two"), act: () => balance(2) },
  { label: T("research.compare"), act: async () => (await import("./compare.js")).compare() },
  "line",
  { label: T("research.batch"), act: async () => (await import("./batch.js")).batchDialog() },
  { label: T("play.from-here"), icon: "play", act: () => app.newGame(treePosition.peek()) },
  {
    label: T("research.log"),
    icon: "table",
    act: async () => (await import("./engine-log.js")).logDialog(),
  },
];

/** @param {1 | 2} stones */
const balance = async (stones) => (await import("./balance.js")).balance(stones);
