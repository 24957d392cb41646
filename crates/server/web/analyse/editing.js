// @ts-check
// The position editor in Analyse: opening it, and taking over what was made.

import { other } from "../board/notation.js";
import { signal } from "../shared/store.js";
import { Tree } from "../shared/tree.js";
import { engineOn } from "./engine.js";
import { replaceTree, treePosition } from "./study.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

/**
 * The editor, while it is open: `createEditor(app, position, finish)` of editor.js.
 * @type {import("../shared/store.js").Signal<any>}
 */
export const editing = signal(null);

/** @param {App} app */
export async function edit(app) {
  if (editing.peek()) return editing.peek().finish();
  const wasOn = engineOn.peek();
  engineOn.value = false;
  const { createEditor } = await import("./editor.js");
  editing.value = createEditor(
    app,
    treePosition.peek(),
    (/** @type {import("../shared/wire.d.ts").Position | null} */ made) => {
      editing.value = null;
      // The engine goes on with what was made.
      queueMicrotask(() => (engineOn.value = wasOn));
      if (!made) return;
      const fresh = new Tree(made.rule, made.size);
      if (made.setup)
        fresh.root.setup = {
          black: made.setup.black,
          white: made.setup.white,
          to_move: made.setup.turn,
        };
      let node = fresh.root;
      let side = /** @type {Side} */ (made.setup?.turn ?? "black");
      for (const move of made.moves) {
        node = fresh.play(node, move, side).node;
        side = other(side);
      }
      replaceTree(fresh, node);
    },
  );
}
