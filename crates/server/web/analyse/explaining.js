// @ts-check
// Explain in Analyse: what is explained, if anything is. The rest of it comes on demand.

import { effect, signal, untracked } from "../shared/store.js";
import { treePosition } from "./study.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

/**
 * What is explained, while something is: `begin` of explain.js makes it.
 * @type {import("../shared/store.js").Signal<ReturnType<typeof import("./explain.js").begin> | null>}
 */
export const explaining = signal(null);

/**
 * Explains the position: looks for the win of a side, or shows what a proof file says. Without a wish it ends
 * an explanation that is open.
 * @param {App} app
 * @param {import("./explain.js").Wish} [wish]
 */
export async function explain(app, wish) {
  if (!wish && explaining.peek()) return endExplain();
  const { begin } = await import("./explain.js");
  begin(app, wish ?? {});
}

export function endExplain() {
  explaining.peek()?.close();
  explaining.value = null;
}

/** An explanation ends when another position is shown. */
export function watchExplained() {
  effect(() => {
    const shown = JSON.stringify(treePosition.value);
    untracked(() => {
      const now = explaining.peek();
      if (now && JSON.stringify(now.pos) !== shown) endExplain();
    });
  });
}
