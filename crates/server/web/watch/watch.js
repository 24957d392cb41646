// @ts-check
// Watch: a match of engines while it is played, or by its log. Nothing here can touch the match.

import { button, copy, h, looks } from "../shared/dom.js";
import { problemText } from "../shared/net.js";
import { computed, moreTexts, set, settings, t, T } from "../shared/store.js";
import {
  choose,
  count,
  failure,
  listen,
  match,
  neighbour,
  ply,
  shownGame,
  step,
  view,
} from "./model.js";
import { panel } from "./panel.js";
import { resultText } from "./words.js";

// Looks and texts come with the module.
await Promise.all([looks("watch"), moreTexts("watch")]);

/** @typedef {import("../shared/app.d.ts").App} App */

/** Parts of the panel on a phone. */
const TABS = ["score", "boards", "games"];

/** @returns {import("../shared/app.d.ts").Page} */
export function open() {
  const silent = listen();
  if (!TABS.includes(settings.panelTab.peek())) set("panelTab", TABS[0]);
  const there = computed(() => match.value !== null && !failure.value);
  return {
    name: "watch",
    title: T("watch.title"),
    view,
    panel: () => () => {
      // Once it is there, its parts follow the match by themselves.
      if (there.value) return panel();
      return failure.value
        ? nothing()
        : h("p", { class: "card muted", role: "status" }, T("watch.loading"));
    },
    tools,
    status: () => status,
    tabs: [
      ["score", T("watch.match")],
      ["boards", T("watch.boards")],
      ["games", T("watch.games")],
    ],
    actions: {
      prev: () => step(-1),
      next: () => step(1),
      prev10: () => step(-10),
      next10: () => step(10),
      first: () => step(-10_000),
      last: () => step(10_000),
      branchUp: () => neighbour(-1),
      branchDown: () => neighbour(1),
      escape: follow,
      copyMoves,
    },
    leave: silent,
  };
}

/** Back to the games that are played. */
function follow() {
  const [first] = match.peek()?.live ?? [];
  if (first) choose({ table: first.table });
  else ply.value = null;
}

const copyMoves = () => copy((shownGame.peek()?.pos.moves ?? []).join(""));

/** How to see a match. */
const nothing = () =>
  h(
    "div",
    { class: "card" },
    h("h2", null, T("watch.nothing")),
    failure.value?.code !== "not-found" && h("p", { class: "problem" }, problemText(failure.value)),
    h("p", null, T("watch.nothing.how")),
    h("pre", { class: "mono" }, "tengen match --watch --a tengen --b tengen:level=8"),
    h("pre", { class: "mono" }, "tengen watch match.jsonl"),
  );

const tools = () => [
  button({
    label: T("watch.follow"),
    icon: "play",
    class: "tool",
    disabled: () => !match.value?.live.length,
    act: follow,
  }),
  button({
    label: T("watch.copy"),
    icon: "copy",
    class: "tool",
    disabled: () => !shownGame.value,
    act: copyMoves,
  }),
];

function status() {
  const game = shownGame.value;
  if (!game) return "";
  const total = game.pos.moves.length;
  const place = `${count.value}/${total}`;
  if ("number" in game && count.value === total)
    return h("strong", { class: "result-text" }, resultText(game));
  return h("span", { class: "num" }, `${game.black} – ${game.white} · ${t("watch.at", { place })}`);
}
