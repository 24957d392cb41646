// @ts-check
// The explorer in Analyse: whether it is open. The rest of it comes on demand.

import { effect, recall, remember, set, settings, signal, untracked } from "../shared/store.js";

/** @typedef {import("../shared/app.d.ts").App} App */

/**
 * The explorer, while it is open: `begin` of explorer.js makes it.
 * @type {import("../shared/store.js").Signal<ReturnType<typeof import("./explorer.js").begin> | null>}
 */
export const explorer = signal(null);

/** @param {App} app */
async function begin(app) {
  const module = await import("./explorer.js");
  if (app.page.peek()?.name === "analyse" && !explorer.peek()) explorer.value = module.begin(app);
}

/** Opens it if it was open before, and on a phone when its tab is chosen. @param {App} app */
export function openExplorer(app) {
  effect(() => {
    const wanted = recall("explorer", false) || settings.panelTab.value === "explorer";
    if (wanted && !untracked(() => explorer.value)) begin(app);
  });
}

/** Another page wants it open, or open on another source. @param {App} app */
export function reviveExplorer(app) {
  if (!recall("explorer", false)) return;
  const now = explorer.peek();
  if (now) now.choose(recall("explorer.source", "own"));
  else begin(app);
}

/** @param {App} app */
export function toggleExplorer(app) {
  if (explorer.peek()) return closeExplorer();
  remember("explorer", true);
  set("panelTab", "explorer");
  return begin(app);
}

export function closeExplorer() {
  remember("explorer", false);
  if (settings.panelTab.peek() === "explorer") set("panelTab", "moves");
  explorer.peek()?.close();
  explorer.value = null;
}
