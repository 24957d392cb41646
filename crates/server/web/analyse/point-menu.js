// @ts-check
// The menu of a point in Analyse: marks, and what the search leaves out.

import { T } from "../shared/store.js";
import { engineOn, limits } from "./engine.js";
import { current, perform, shownNow } from "./study.js";

/** @param {string} point @returns {import("../shared/dom.js").MenuItem[]} */
export function pointMenu(point) {
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
        { label: T("mark.none"), act: () => putMark(point, null) },
      ],
    },
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
  const others = before.filter((one) => one.point !== point);
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
