// @ts-check
// The panel of an explanation: verdict, controls, the steps in words, defences.

import { shown } from "../board/notation.js";
import { button, h, icon, menu } from "../shared/dom.js";
import { effect, t, T } from "../shared/store.js";
import { endExplain, explain } from "./explaining.js";
import { captionOf, verdictOf } from "./explain-text.js";
import { searchProgress } from "./search-progress.js";
import { shownNow } from "./study.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("./explain.js").Explained} Explained */
/** @typedef {import("../shared/wire.d.ts").ExplainStep} ExplainStep */

/** @param {App} app @param {Explained} explained */
export const explainPanel = (app, explained) =>
  h(
    "section",
    {
      class: () => `section explain${isThreat(explained) ? " threat" : ""}`,
      "data-part": "lines",
      "aria-label": T("explain"),
    },
    h(
      "div",
      { class: "section-head" },
      h("strong", { class: "grow" }, () => headText(explained)),
      button({ label: T("close"), icon: "close", bare: true, class: "ghost", act: endExplain }),
    ),
    () => explained.problem.value && h("p", { class: "note-text" }, explained.problem.value),
    () => (explained.found.value ? outcome(app, explained) : waiting(explained)),
  );

/** Whether it is about what would happen after a pass. @param {Explained} explained */
const isThreat = ({ side }) => shownNow.value.turn !== null && shownNow.value.turn !== side;

/** Whose win is looked for; in the threat view, what would happen after a pass. @param {Explained} explained */
function headText(explained) {
  const side = t(`side.${explained.side}`);
  if (!isThreat(explained)) return t("explain.title", { side });
  return t("explain.threat-of", { side, other: t(`side.${shownNow.value.turn}`) });
}

/** @param {Explained} explained */
function waiting({ problem, search, searchOf }) {
  const timed = searchOf();
  if (problem.value) return button({ label: T("retry"), class: "button small", act: search });
  return timed
    ? searchProgress({ ...timed, stop: endExplain })
    : h(
        "div",
        { class: "row", role: "status" },
        h("span", { class: "grow muted" }, T("explain.searching")),
        button({ label: T("explain.stop"), class: "button small", act: endExplain }),
      );
}

/** @param {App} app @param {Explained} explained */
function outcome(app, explained) {
  const found = /** @type {NonNullable<Explained["found"]["value"]>} */ (explained.found.value);
  const won = found.state === "win";
  return [
    h(
      "div",
      { class: won ? "verdict" : "row explain-verdict" },
      won && icon("check"),
      h("span", { class: "grow" }, () => verdictOf(found)),
      won &&
        h(
          "small",
          { class: "tag" },
          T(`explain.${found.source === "certificate" ? "certificate" : "checked"}`),
        ),
    ),
    won && controls(explained),
    won && stepList(explained),
    h("div", { class: "row explain-foot" }, actions(app, explained)),
    () => defenceList(explained),
  ];
}

/** @param {Explained} explained */
const controls = ({ line, drawn, playing, step, play, putIntoTree }) =>
  h(
    "div",
    { class: "row explain-controls", role: "group", "aria-label": T("explain.controls") },
    button({
      label: T("explain.back"),
      icon: "back",
      bare: true,
      class: "tool",
      disabled: () => drawn.value === 0,
      act: () => step(drawn.peek() - 1),
    }),
    h("span", { class: "num" }, () => `${drawn.value}/${line.value.length}`),
    button({
      label: T("explain.forward"),
      icon: "forward",
      bare: true,
      class: "tool",
      disabled: () => drawn.value >= line.value.length,
      act: () => step(drawn.peek() + 1),
    }),
    button({
      label: () => t(playing.value ? "pause" : "explain.play"),
      icon: () => (playing.value ? "pause" : "play"),
      bare: true,
      class: "tool",
      act: play,
    }),
    button({
      label: T("explain.all"),
      class: "button small",
      act: () => step(line.peek().length),
    }),
    () =>
      shownNow.value.turn === line.value[0]?.side &&
      button({ label: T("explain.put-in"), class: "button small", act: putIntoTree }),
  );

/** @param {Explained} explained */
function stepList(explained) {
  const list = h("ol", { class: "explain-steps" });
  effect(() => {
    const steps = explained.line.value;
    list.replaceChildren(...steps.map((step, index) => stepRow(explained, step, index)));
  });
  effect(() => {
    const row = /** @type {HTMLElement | undefined} */ (list.children[explained.drawn.value - 1]);
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  return list;
}

/** @param {Explained} explained @param {ExplainStep} step @param {number} index */
function stepRow(explained, step, index) {
  const { drawn, why } = explained;
  const toggleWhy = (/** @type {string} */ point) => {
    explained.step(index + 1);
    why.value = point;
  };
  return h(
    "li",
    { class: step.side === explained.side ? "attack" : "defence" },
    h(
      "button",
      {
        type: "button",
        class: "step-text",
        "aria-current": () => (drawn.value === index + 1 ? "step" : null),
        on: { click: () => explained.step(index + 1) },
      },
      h("span", { class: `stone-dot ${step.side}`, "aria-hidden": "true" }),
      () => captionOf(step, index + 1, explained.side),
    ),
    step.other_count > 0 &&
      button({
        label: T("explain.others", { n: step.other_count }),
        class: "chip others",
        "aria-haspopup": "menu",
        act: (event) =>
          menu(/** @type {Element} */ (event.currentTarget), others(explained, step, index)),
      }),
    step.forbidden.length > 0 &&
      button({
        label: T("menu.why"),
        class: "chip",
        act: () => toggleWhy(step.forbidden[0].point),
      }),
  );
}

/** @param {Explained} explained @param {ExplainStep} step @param {number} index */
const others = (explained, step, index) =>
  step.others.map((point) => ({
    label: () => shown(point),
    act: () => explained.choose(index, point),
  }));

/** What can be done with an explanation. @param {App} app @param {Explained} explained */
function actions(app, explained) {
  const { line, side, save, longer, mainLine, defend, defences } = explained;
  const found = /** @type {NonNullable<Explained["found"]["value"]>} */ (explained.found.value);
  const won = found.state === "win";
  const threatens = isThreat(explained);
  const other = side === "black" ? "white" : "black";
  const small = (/** @type {() => string} */ label, /** @type {() => void} */ act) =>
    button({ label, class: "button small", act });
  const threat = () => t("explain.threat", { side: t(`side.${other}`) });
  return [
    () => line.value !== found.line && small(T("explain.main-line"), mainLine),
    found.can_be_saved && small(T("explain.save"), save),
    found.state === "unknown" && small(T("explain.longer"), longer),
    !won && !threatens && small(threat, () => explain(app, { side: other })),
    won && threatens && (() => !defences.value && small(T("explain.defend"), defend)),
  ];
}

/** @param {Explained} explained */
function defenceList({ defences, stopDefending }) {
  const list = defences.value;
  if (!list) return null;
  if (list === "searching")
    return h(
      "div",
      { class: "row", role: "status" },
      h("span", { class: "grow muted" }, T("explain.defending")),
      button({ label: T("explain.stop"), class: "button small", act: stopDefending }),
    );
  if (!list.moves.length) return h("p", { role: "status" }, T("explain.no-defence"));
  const group = (/** @type {boolean} */ holds) =>
    list.moves.filter((one) => one.holds === holds).map(({ point }) => shown(point));
  const row = (/** @type {string} */ key, /** @type {string[]} */ points) =>
    points.length > 0 &&
    h(
      "p",
      { class: `defences ${key}` },
      h("strong", null, T(`explain.${key}`)),
      " ",
      points.join(" "),
    );
  return h("div", { role: "status" }, row("holds", group(true)), row("not-refuted", group(false)));
}
