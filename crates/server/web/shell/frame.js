// @ts-check
// The frame around the pages: header, board with bar and tools, panel; the appearance of all of it; and
// the board as the app uses it.

import {
  effect,
  language,
  languages,
  numberedFrom,
  preferredLanguage,
  set,
  settings,
  signal,
  speak,
  t,
  T,
  untracked,
} from "../shared/store.js";
import {
  button,
  fill,
  h,
  icon,
  link,
  liveRegions,
  menu,
  note,
  noteList,
  select,
} from "../shared/dom.js";
import { shown } from "../board/notation.js";
import { createBoard } from "../board/board.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/app.d.ts").Page} Page */
/** @typedef {import("../shared/app.d.ts").View} View */
/** @typedef {import("../shared/wire.d.ts").Forbidden} Forbidden */
/** @typedef {import("../board/board.js").Board} Board */

/** Icons of the pages that the navigation lists. @type {Record<string, any>} */
const NAVIGATION = {
  play: "play",
  analyse: "engine",
  puzzles: "puzzle",
  games: "table",
  watch: "play",
  settings: "gear",
};

/** A server that shows a match shows no more. @type {(app: App, name: string) => boolean} */
const isListed = (app, name) =>
  name === "settings" || (name === "watch") === (app.info.value?.watch ?? false);

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
          hidden: () => !isListed(app, name),
        },
      ),
    ),
  );

/** @param {App} app @param {Element} jobs */
const header = (app, jobs) =>
  h(
    "header",
    { class: "top" },
    link("/", [h("span", { class: "brand-stone", "aria-hidden": "true" }), "Tengen"], "brand"),
    navigation(app, "nav-top"),
    h("span", { class: "grow" }),
    () =>
      settings.flip.value !== 0 &&
      button({
        label: T("flip.reset"),
        icon: "flip",
        class: "button small turned",
        act: () => app.act("unflip"),
      }),
    jobs,
    h("span", { class: "chip position-chip" }, () => {
      const { rule, size } = app.view.value.position();
      return `${t(`rule.${rule}`)} ${size}×${size}`;
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
      "data-keys": "theme",
      act: () => app.act("theme"),
    }),
    link("/help", icon("help"), "ghost", {
      "aria-label": T("nav.help"),
      title: T("nav.help"),
      "data-keys": "help",
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
        "data-keys": action,
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
 * Puts the frame into the page; `trouble` holds the band for errors, `handle` makes the panel wider, `jobs`
 * is in the header. All are filled after the first view.
 * @param {App} app
 * @param {Board} board
 */
export function frame(app, board) {
  const trouble = h("div", { class: "band-slot", role: "status" });
  const handle = h("div", { class: "splitter" });
  const jobs = h("span", { class: "job-slot" });
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
    header(app, jobs),
    trouble,
    workspace,
    navigation(app, "nav-bottom"),
    ...liveRegions(),
  );
  feed(app, board);
  return { trouble, handle, jobs };
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

// ---------------------------------------------------------------- the board of the app

/** Signs of the kinds of fouls. @type {Record<string, string>} */
const FOULS = { 33: "3", 44: "4", 6: "6" };

/** What a step on the board is called among the actions. @type {Record<number, string>} */
const STEPS = { 1: "next", [-1]: "prev", 10: "next10", [-10]: "prev10" };

/** The board; what is done to it goes to the page in front. @param {App} app */
export function appBoard(app) {
  const foulAt = (/** @type {string} */ point) =>
    app.view
      .peek()
      .facts?.()
      ?.forbidden.find((one) => one.point === point);
  const why = (/** @type {Forbidden} */ foul) => ({
    label: T("why"),
    act: () => explain(board, foul),
  });
  /** Takes back the cue for the second tap. */
  let dropCue = () => {};
  const board = createBoard({
    press: (point) => {
      dropCue();
      app.page.peek()?.click?.(point);
    },
    refuse: ({ point, reason }) => {
      const foul = foulAt(point);
      const actions = foul ? [why(foul)] : [];
      note(() => reason, { kind: "refused", key: "refused", actions });
    },
    menu: (point, at) => {
      const foul = foulAt(point);
      const items = [
        { label: T("menu.place"), act: () => board.press(point) },
        ...(app.page.peek()?.pointMenu?.(point) ?? []),
        ...(foul ? [{ ...why(foul), label: T("menu.why") }] : []),
      ];
      menu(at, items, () => shown(point));
    },
    step: (by) => app.act(STEPS[by]),
    arrow: (from, to) => app.page.peek()?.arrow?.(from, to),
    wait: (point) => {
      dropCue = note(T("tap.again", { point: shown(point) }), { key: "tap", seconds: 4 });
    },
  });
  board.element.id = "board";
  return board;
}

/** @param {Forbidden} foul */
const foulText = ({ kinds }) =>
  t("refused.forbidden", { kind: kinds.map((kind) => t(`foul.${kind}`)).join(", ") });

/** Draws and says why a point is forbidden. @param {Board} board @param {Forbidden} foul */
function explain(board, foul) {
  board.set({ explained: foul.shapes });
  const parts = foul.shapes.map(({ kind, stones }) =>
    t("foul.part", { kind: t(`foul.one.${kind}`), stones: stones.map(shown).join(" ") }),
  );
  note(() => `${foulText(foul)}: ${parts.join("; ")}`, { seconds: 12, key: "refused" });
}

/** Hands the board what the page in front shows, each part when it changes. @param {App} app @param {Board} board */
function feed(app, board) {
  const part = (/** @type {(view: View) => Partial<Board["state"]>} */ make) =>
    effect(() => {
      const made = make(app.view.value);
      untracked(() => board.set(made));
    });
  part((view) => {
    const { size, stones, turn, last, pending = [] } = view.position();
    return { size, stones, turn, last, pending };
  });
  part((view) => ({ placing: view.placing?.() ?? true, refuses: view.refuses?.() ?? false }));
  part((view) => ({
    flip: view.flip?.() ?? settings.flip.value,
    coordinates: /** @type {any} */ (settings.coordinates.value),
    lastMove: settings.lastMove.value,
    stoneLook: /** @type {any} */ (settings.stones.value),
    tap: /** @type {any} */ (settings.placing.value),
    rightClick: /** @type {any} */ (settings.rightClick.value),
    wheel: settings.wheel.value && Boolean(app.page.value?.actions.next),
    arrows: Boolean(app.page.value?.arrow),
  }));
  part(() => {
    const mode = settings.numbers.value;
    const here = mode === "here";
    return {
      numbers: /** @type {any} */ (here ? "all" : mode),
      numbersFrom: here ? numberedFrom.value : 0,
    };
  });
  part((view) => ({ rows: view.rows?.() ?? [] }));
  part((view) => ({ zone: view.zone?.() ?? null, hint: view.hint?.() ?? null }));
  part((view) => ({ forbidden: foulsShown(view) }));
  part((view) => ({ ghosts: app.preview.value ?? view.ghosts?.() ?? [] }));
  // A line that is looked at has the board for itself.
  part((view) => ({ candidates: app.preview.value ? [] : (view.candidates?.() ?? []) }));
  part((view) => ({ played: app.preview.value ? [] : (view.played?.() ?? []) }));
  part((view) => ({ limits: view.limits?.() ?? null }));
  part((view) => ({ marks: view.marks?.() ?? [], arrowFrom: view.arrowFrom?.() ?? null }));
  part((view) => ({ explained: view.explained?.() ?? [] }));
  part((view) => ({ branches: view.branches?.() ?? [] }));
  // Few look at threats: what is known of them comes on demand.
  const words = signal(/** @type {typeof import("../shared/words.js") | null} */ (null));
  part((view) => {
    const facts = view.threats?.() ? view.facts?.() : null;
    if (facts && !words.value) {
      // Without a server it does not come; the next position tries again.
      const module = import("../shared/words.js");
      module.then((found) => (words.value = found)).catch(() => {});
    }
    const threats = facts && words.value?.threatsShown(facts.threats, settings.allThreats.value);
    return { threats: threats ?? [], must: facts?.must ?? [] };
  });
  /** @type {ReturnType<NonNullable<View["heat"]>>} */
  let heat = null;
  part((view) => ({ heat: (heat = app.preview.value ? null : (view.heat?.() ?? null)) }));
  part((view) => {
    const { size, turn, ply: n } = view.position();
    const threats = (view.threats?.() && view.facts?.()?.threats) || [];
    return {
      labels: {
        board: t("board.label", { size, turn: t(turn ? `turn.${turn}` : "turn.over"), n }),
        place: t("place"),
        cell: cellNames(view),
        tip: (point) => {
          const here = threats.filter((one) => one.point === point);
          const warm = heat?.points.find((one) => one.point === point);
          const texts = here.map((one) => words.peek()?.threatText(one) ?? "");
          return [...texts, ...(warm ? [warm.detail] : [])].join("\n");
        },
      },
    };
  });
}

/** Forbidden points as the settings want them. @param {View} view */
function foulsShown(view) {
  const facts = view.facts?.();
  if (!facts || facts.result) return [];
  if (settings.forbiddenMarks.value !== "always" && facts.turn !== "black") return [];
  return facts.forbidden.map((foul) => ({
    point: foul.point,
    mark: FOULS[foul.kinds[0]],
    reason: foulText(foul),
  }));
}

/** What each cell is called: "H8, black stone, move 1". @param {View} view @returns {(point: string) => string} */
export function cellNames(view) {
  const stones = new Map(view.position().stones.map((stone) => [stone.point, stone]));
  const fouls = new Map(view.facts?.()?.forbidden.map(({ point, kinds }) => [point, kinds[0]]));
  const candidates = new Map(
    view.candidates?.().map(({ point, label }, rank) => [point, { rank: rank + 1, score: label }]),
  );
  const played = new Map(view.played?.().map(({ point, label }) => [point, label]));
  return (point) => {
    const name = shown(point);
    const stone = stones.get(point);
    const foul = fouls.get(point);
    const candidate = candidates.get(point);
    if (stone) {
      const { side, number } = stone;
      return t(number ? "cell.stone" : "cell.setup", { name, stone: t(`stone.${side}`), number });
    }
    if (foul) return t("cell.forbidden", { name, kind: t(`foul.${foul}`) });
    if (candidate) return t("cell.candidate", { name, ...candidate });
    return played.get(point) ?? t("cell.empty", { name });
  };
}
