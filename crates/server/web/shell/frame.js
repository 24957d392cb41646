// @ts-check
// The frame around the pages: header, board with bar and tools, panel; and the appearance of all of it.

import {
  effect,
  language,
  languages,
  preferredLanguage,
  set,
  settings,
  signal,
  speak,
  t,
  T,
  untracked,
} from "../shared/store.js";
import { button, fill, h, icon, link, liveRegions, noteList, select } from "../shared/dom.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/app.d.ts").Page} Page */

/** Icons of the pages that the navigation lists. @type {Record<string, any>} */
const NAVIGATION = { play: "play", analyse: "engine", games: "table", settings: "gear" };

/** @param {App} app @param {string} look */
const navigation = (app, look) =>
  h(
    "nav",
    { class: look, "aria-label": T("nav.label") },
    Object.keys(NAVIGATION).map((name) =>
      link(
        name === "play" ? "/" : `/${name}`,
        [icon(NAVIGATION[name]), h("span", null, T(`nav.${name}`))],
        "nav-link",
        {
          "aria-current": () => (app.page.value?.name === name ? "page" : null),
        },
      ),
    ),
  );

/** @param {App} app */
const header = (app) =>
  h(
    "header",
    { class: "top" },
    link("/", [h("span", { class: "brand-stone", "aria-hidden": "true" }), "Tengen"], "brand"),
    navigation(app, "nav-top"),
    h("span", { class: "grow" }),
    h("span", { class: "chip position-chip" }, () => {
      const position = app.view.value?.position();
      return position ? `${t(`rule.${position.rule}`)} ${position.size}×${position.size}` : "";
    }),
    select({
      label: T("settings.language"),
      hideLabel: true,
      options: Object.entries(languages).map(([code, name]) => [code, () => name]),
      value: () => language.value,
      choose: (code) => set("language", code),
    }),
    button({
      label: T("theme.switch"),
      icon: "sun",
      bare: true,
      class: "ghost",
      act: () => app.act("theme"),
    }),
    link("/help", icon("help"), "ghost", {
      "aria-label": T("nav.help"),
      title: T("nav.help"),
      "aria-current": () => (app.page.value?.name === "help" ? "page" : null),
    }),
  );

/** The arrows that walk through the game. @param {App} app */
const arrows = (app) =>
  h(
    "div",
    { class: "arrows", role: "group", "aria-label": T("walk") },
    [
      ["first", "first"],
      ["back", "prev"],
      ["forward", "next"],
      ["last", "last"],
    ].map(([picture, action]) =>
      button({
        label: T(`walk.${action}`),
        icon: /** @type {any} */ (picture),
        bare: true,
        class: "tool",
        disabled: () => !app.page.value?.actions[action],
        act: () => app.act(action),
      }),
    ),
  );

/** The evaluation bar. @param {App} app */
const bar = (app) =>
  h(
    "div",
    {
      class: () => (app.page.value?.bar ? "bar" : "bar absent"),
      role: "img",
      "aria-label": () => {
        const now = app.page.value?.bar?.();
        return now ? t("bar.label", { score: now.label }) : t("bar.none");
      },
    },
    h("div", {
      class: () => (app.page.value?.bar?.()?.proof ? "bar-black proved" : "bar-black"),
      style: { "--share": () => String(app.page.value?.bar?.()?.wp ?? 0.5) },
    }),
    h("span", { class: "bar-tick" }),
    h(
      "span",
      {
        class: () => `bar-label ${(app.page.value?.bar?.()?.wp ?? 0.5) >= 0.5 ? "black" : "white"}`,
      },
      () => app.page.value?.bar?.()?.label ?? "",
    ),
  );

/** What the page puts into a part of the layout. @param {App} app @param {keyof Page} part */
const slot = (app, part) => () => /** @type {any} */ (app.page.value?.[part])?.() ?? null;

/** Where there is little room the sheet begins closed. */
const SHORT = matchMedia("(max-height: 700px)");
const sheet = () =>
  settings.sheet.peek() !== "auto" ? settings.sheet.peek() : SHORT.matches ? "closed" : "half";

/** Phone: the sheet has three heights; its handle goes through them, tabs open it. @param {App} app */
function sheetHead(app) {
  const next = { closed: "half", half: "full", full: "closed" };
  return h(
    "div",
    { class: "sheet-head" },
    button({
      label: T("sheet.size"),
      icon: "up",
      bare: true,
      class: "ghost sheet-handle",
      "aria-expanded": () => (settings.sheet.value, String(sheet() !== "closed")),
      act: () => set("sheet", next[/** @type {"half"} */ (sheet())]),
    }),
    () =>
      (app.page.value?.tabs ?? []).map(([name, label]) =>
        h(
          "button",
          {
            type: "button",
            class: "tab",
            "aria-pressed": () => String(settings.panelTab.value === name),
            on: {
              click: () => {
                set("panelTab", name);
                if (sheet() === "closed") set("sheet", "half");
              },
            },
          },
          label,
        ),
      ),
  );
}

/**
 * Puts the frame into the page; `trouble` holds the band for errors, `handle` makes the panel wider. Both
 * are filled after the first view.
 * @param {App} app
 * @param {import("../board/board.js").Board} board
 */
export function frame(app, board) {
  const trouble = h("div", { class: "band-slot", role: "status" });
  const handle = h("div", { class: "splitter" });
  const workspace = h(
    "main",
    {
      class: "workspace",
      data: {
        page: () => app.page.value?.name ?? "",
        sheet: () => settings.sheet.value,
        tab: () => settings.panelTab.value,
      },
    },
    h(
      "section",
      { class: "stage", "aria-label": T("board.region") },
      h("div", { class: "strip above" }, slot(app, "above")),
      h("div", { class: "board-row" }, bar(app), board.element),
      h("div", { class: "strip below" }, slot(app, "below")),
      h(
        "div",
        { class: "status-row" },
        h("div", { class: "status" }, slot(app, "status")),
        noteList(),
      ),
      h(
        "div",
        { class: "tools", role: "toolbar", "aria-label": T("tools") },
        arrows(app),
        h("div", { class: "tools-page" }, slot(app, "tools")),
      ),
    ),
    handle,
    h(
      "aside",
      { class: "panel", "aria-label": () => app.page.value?.title() ?? "" },
      sheetHead(app),
      h("div", { class: "panel-body" }, slot(app, "panel")),
    ),
  );
  effect(() => {
    const width = settings.panelWidth.value;
    if (width) workspace.style.setProperty("--panel", `${width}px`);
  });
  fill(
    /** @type {Element} */ (document.getElementById("app")),
    h(
      "a",
      {
        class: "skip",
        href: "#board",
        on: {
          click: (/** @type {Event} */ event) => (event.preventDefault(), app.act("focusBoard")),
        },
      },
      T("skip"),
    ),
    header(app),
    trouble,
    workspace,
    navigation(app, "nav-bottom"),
    ...liveRegions(),
  );
  return { trouble, handle };
}

// ---------------------------------------------------------------- appearance

/** Theme, text size, title and language follow the settings and the page. @param {App} app */
export function appearance(app) {
  const darkWanted = matchMedia("(prefers-color-scheme: dark)");
  const contrastWanted = matchMedia("(prefers-contrast: more)");
  const change = signal(0);
  for (const query of [darkWanted, contrastWanted])
    query.addEventListener("change", () => change.value++);
  effect(() => {
    change.value;
    const wanted = settings.appearance.value;
    const theme =
      wanted !== "auto"
        ? wanted
        : contrastWanted.matches
          ? "contrast"
          : darkWanted.matches
            ? "dark"
            : "light";
    const root = document.documentElement;
    root.dataset.theme = theme;
    const boardTheme = settings.boardTheme.value;
    root.dataset.board =
      boardTheme !== "auto" ? boardTheme : theme === "contrast" ? "contrast" : "wood";
    root.dataset.motion =
      settings.reducedMotion.value === "on" || !settings.animation.value ? "reduced" : "";
    root.style.fontSize = `${settings.textSize.value}%`;
  });
  effect(() => {
    const title = app.page.value?.title() ?? "";
    document.title = title ? `${title} – Tengen` : "Tengen";
  });
  effect(() => {
    const wanted = settings.language.value || preferredLanguage();
    if (wanted !== untracked(() => language.value)) speak(wanted);
  });
}
