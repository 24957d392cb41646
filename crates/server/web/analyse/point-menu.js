// @ts-check
// The menu of a point in Analyse: marks, and what the search leaves out.

import { shown } from "../board/notation.js";
import { note, say } from "../shared/dom.js";
import { settings, signal, t, T } from "../shared/store.js";
import { engineOn, limits } from "./engine.js";
import { explain } from "./explaining.js";
import { current, facts, perform, shownNow } from "./study.js";

/** @typedef {import("../shared/app.d.ts").App} App */

/** Where an arrow begins whose end has not been chosen yet. */
export const arrowFrom = signal(/** @type {string | null} */ (null));
let dropCue = () => {};

/** Asks for the other end of an arrow: the next point that is pressed. @param {string} point */
function startArrow(point) {
  arrowFrom.value = point;
  dropCue = note(T("arrow.to", { point: shown(point) }), {
    key: "arrow",
    seconds: 60,
    actions: [{ label: T("cancel"), act: endArrow }],
  });
}

export function endArrow() {
  arrowFrom.value = null;
  dropCue();
}

/** Draws the arrow that waits for its end. @param {string} to */
export function finishArrow(to) {
  const from = arrowFrom.peek();
  endArrow();
  if (from && from !== to) putArrow(from, to);
}

/**
 * A point with the mark of a threat leads to the win of the side that threatens.
 * @param {App} app
 * @param {string} point
 */
function threatItems(app, point) {
  const threats = (settings.threats.peek() && facts.peek()?.threats) || [];
  const sides = new Set(threats.filter((one) => one.point === point).map(({ side }) => side));
  return [...sides].map((side) => ({
    label: T("menu.explain", { side: t(`side.${side}`) }),
    act: () => explain(app, { side }),
  }));
}

/** @param {App} app @param {string} point @returns {import("../shared/dom.js").MenuItem[]} */
export function pointMenu(app, point) {
  const now = limits.peek() ?? { exclude: [], only: [] };
  const flip = (/** @type {string[]} */ list) =>
    list.includes(point) ? list.filter((one) => one !== point) : [...list, point];
  const kinds = /** @type {const} */ (["circle", "triangle", "square", "cross"]);
  const empty = !shownNow.peek().stones.some((stone) => stone.point === point);
  return [
    {
      label: T("menu.mark"),
      items: [
        ...kinds.map((mark) => ({
          label: T(`mark.${mark}`),
          checked: current.peek().marks.some((one) => one.point === point && one.mark === mark),
          act: () => putMark(point, mark),
        })),
        { label: T("mark.letter"), act: () => putMark(point, "label") },
        { label: T("mark.arrow"), act: () => startArrow(point) },
        ...arrowsOf(point).map(({ to = "" }) => ({
          label: T("mark.arrow-to", { point: shown(to) }),
          checked: true,
          act: () => putArrow(point, to),
        })),
        { label: T("mark.none"), act: () => putMark(point, null) },
      ],
    },
    ...threatItems(app, point),
    ...(empty
      ? [
          {
            label: T("menu.exclude"),
            checked: now.exclude.includes(point),
            act: () =>
              (limits.value = {
                exclude: flip(now.exclude),
                only: now.only.filter((one) => one !== point),
              }),
          },
          {
            label: T("menu.only"),
            checked: now.only.includes(point),
            act: () =>
              (limits.value = {
                only: flip(now.only),
                exclude: now.exclude.filter((one) => one !== point),
              }),
          },
          {
            label: T("menu.evaluate"),
            act: () => {
              limits.value = { only: [point], exclude: [] };
              engineOn.value = true;
            },
          },
        ]
      : []),
  ];
}

/**
 * Puts a mark, or takes it away if it is there.
 * @param {string} point
 * @param {import("../shared/wire.d.ts").MarkKind | null} mark
 */
function putMark(point, mark) {
  const node = current.peek();
  const before = node.marks;
  // A point has one sign and any number of arrows; "no mark" takes all of them.
  const others = before.filter((one) => one.point !== point || (mark && one.mark === "arrow"));
  const letters = new Set(before.map((one) => one.text));
  const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((one) => !letters.has(one)) ?? "A";
  const same = before.some((one) => one.point === point && one.mark === mark);
  const after =
    mark && !same
      ? [...others, { point, mark, ...(mark === "label" && { text: letter }) }]
      : others;
  perform(
    () => void (node.marks = after),
    () => void (node.marks = before),
  );
}

/** @param {string} point */
const arrowsOf = (point) =>
  current.peek().marks.filter((one) => one.mark === "arrow" && one.point === point);

/** Draws an arrow, or takes it away if it is there. @param {string} from @param {string} to */
export function putArrow(from, to) {
  const node = current.peek();
  const before = node.marks;
  const others = before.filter(
    (one) => one.mark !== "arrow" || one.point !== from || one.to !== to,
  );
  const fresh = others.length === before.length;
  /** @type {typeof before} */
  const after = fresh ? [...others, { point: from, mark: "arrow", to }] : others;
  perform(
    () => void (node.marks = after),
    () => void (node.marks = before),
  );
  const ends = { from: shown(from), to: shown(to) };
  say(t(fresh ? "arrow.drawn" : "arrow.gone", ends));
}
