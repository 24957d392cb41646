// @ts-check
// Keys in menus and tooltips: `data-keys` on a button names the action whose key its tooltip adds, `data-tip` says
// what stands there instead of its name.

import { effect, settings } from "../shared/store.js";
import { keyTexts } from "../shared/dom.js";
import { keyLabel, keysOf } from "../shared/keys.js";

/** @typedef {import("../shared/app.d.ts").App} App */

/** @param {App} app */
export function keyTips(app) {
  effect(() => {
    const keys = app.keys.value;
    const letters = settings.letterKeys.value;
    const works = (/** @type {string} */ key) => letters || !/^(Shift\+)?[a-z]$/.test(key);
    keyTexts.value = Object.fromEntries(
      Object.values(keys).flatMap((action) => {
        const key = keysOf(keys, action).find(works);
        return key ? [[action, keyLabel(key)]] : [];
      }),
    );
  });
  addEventListener("pointerover", (event) => addKeys(event.target));
  addEventListener("focusin", (event) => addKeys(event.target));
}

/** The tooltip of a button says its name and its key. @param {EventTarget | null} target */
function addKeys(target) {
  const at = /** @type {Element | null} */ (target);
  const button = /** @type {HTMLElement | null} */ (at?.closest?.("[data-keys]"));
  if (!button) return;
  const { tip, keys = "" } = button.dataset;
  const key = keyTexts.peek()[keys];
  const name = tip ?? button.getAttribute("aria-label") ?? button.textContent?.trim() ?? "";
  button.title = key ? `${name} (${key})` : name;
  if (key) button.setAttribute("aria-keyshortcuts", key.replaceAll(" + ", "+"));
  else button.removeAttribute("aria-keyshortcuts");
}
