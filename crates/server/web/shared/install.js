// @ts-check
// Tengen as an installed app: its manifest in the language of the user, the colour of its window, and the
// browser's offer to install it.

import { effect, language, settings, signal } from "./store.js";
import { h } from "./dom.js";

/** The browser's offer to install the app, once it makes one. @type {import("./store.js").Signal<any>} */
export const offer = signal(null);

/** Whether this window is the installed app. */
export const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

/**
 * An installed app starts without the token of a link, so it is offered for a server on this machine alone.
 */
export const canInstall = () => !sessionStorage.getItem("tengen.token");

export function install() {
  colourWindow();
  if (!canInstall()) return;
  const manifest = h("link", { rel: "manifest" });
  const touch = h("link", { rel: "apple-touch-icon", href: "/icons/touch-180.png" });
  effect(() => {
    // The pseudo-language of the tests is English.
    const code = language.value === "pseudo" ? "en" : language.value;
    manifest.setAttribute("href", `/install/${code}.webmanifest`);
  });
  document.head.append(manifest, touch);
  addEventListener("beforeinstallprompt", (event) => {
    // The settings have a button for it.
    event.preventDefault();
    offer.value = event;
  });
  addEventListener("appinstalled", () => (offer.value = null));
}

/** The bar of the window has the colour of the page, also when the theme is not the system's. */
function colourWindow() {
  const colour = () =>
    getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  effect(() => {
    settings.appearance.value;
    // The theme is set by another effect of the same change.
    queueMicrotask(() => {
      for (const meta of document.querySelectorAll("meta[name=theme-color]"))
        meta.setAttribute("content", colour());
    });
  });
}

/** Asks the browser to install the app; what comes of it is the user's choice. */
export async function installNow() {
  const now = offer.peek();
  offer.value = null;
  await now?.prompt();
}
