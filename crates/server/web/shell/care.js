// @ts-check
// What the app cares for besides its pages: the band that reports errors, the handle between board
// and panel, the profile of settings, files that are dropped or pasted. The first view does without it.

import { signal, T } from "../shared/store.js";
import { button, dialog, fill, h } from "../shared/dom.js";
import { connection, retryNow } from "../shared/net.js";
import { install } from "../shared/install.js";
import { keyTips } from "./keys.js";
import { showJobs } from "./jobs.js";
import { mirrorSettings } from "./profile.js";
import { splitter } from "./splitter.js";

/** @typedef {import("../shared/app.d.ts").App} App */

/** @param {App} app @param {{ trouble: Element, handle: HTMLElement, jobs: Element }} parts of the frame */
export function care(app, { trouble, handle, jobs }) {
  fill(trouble, h("div", null, band(app)));
  splitter(handle);
  keyTips(app);
  install();
  takeFiles(app);
  showJobs(jobs);
  // The first view does not wait for the profile.
  setTimeout(mirrorSettings, 1000);
}

/** The band over everything: what blocks work, what was kept, what to do. @param {App} app */
function band(app) {
  const now = signal(Date.now());
  setInterval(() => connection.peek().state === "lost" && (now.value = Date.now()), 500);
  return () => {
    const { state, next } = connection.value;
    if (state === "lost") {
      const seconds = Math.max(0, Math.ceil((next - now.value) / 1000));
      return h(
        "div",
        { class: "band warning" },
        h("span", null, T("net.lost", { seconds })),
        button({ label: T("retry"), class: "button small", act: retryNow }),
      );
    }
    if (state === "gone") {
      return h(
        "div",
        { class: "band warning" },
        h("span", null, T("net.gone")),
        button({ label: T("retry"), class: "button small", act: retryNow }),
        app.page.value?.document &&
          button({ label: T("net.text"), class: "button small", act: () => showText(app) }),
      );
    }
    if (state === "outdated") {
      return h(
        "div",
        { class: "band" },
        h("span", null, T("net.outdated")),
        button({ label: T("reload"), class: "button small", act: () => location.reload() }),
      );
    }
    return (
      app.failure.value &&
      h(
        "div",
        { class: "band warning" },
        h("span", null, T("script.error")),
        button({ label: T("reload"), class: "button small", act: () => location.reload() }),
        button({
          label: T("script.report"),
          class: "button small",
          act: () =>
            dialog(T("script.report"), () =>
              h(
                "textarea",
                { class: "mono", rows: "10", readonly: true },
                app.failure.peek() ?? "",
              ),
            ),
        }),
      )
    );
  };
}

/** The unsaved game as text to copy. @param {App} app */
function showText(app) {
  const shown = app.page.peek()?.document?.();
  if (!shown) return;
  const { position } = shown;
  const text = `${position.rule} ${position.size}\n${position.moves.join(" ")}`;
  dialog(T("net.text"), () => h("textarea", { class: "mono", rows: "6", readonly: true }, text));
}

/** Files and texts may be dropped or pasted anywhere. @param {App} app */
function takeFiles(app) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text");
    if (file ?? text) app.importFiles(file ?? text);
  });
  addEventListener("paste", (event) => {
    const target = /** @type {Element | null} */ (event.target);
    if (target?.closest?.("input, textarea, select, [contenteditable]")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text");
    if (!(file ?? text)) return;
    event.preventDefault();
    app.importFiles(file ?? text);
  });
}
