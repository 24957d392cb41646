// @ts-check
// The graph of winning chances along the line, as a picture or as a table.

import { computed, effect, signal, t, T } from "../shared/store.js";
import { button, h, s } from "../shared/dom.js";
import { dragThrough, runs, widthOf } from "../shared/graph.js";
import { shown } from "../board/notation.js";
import { percent } from "../shared/score.js";
import { current, go, revision, tree } from "./study.js";
import { scores, textOf } from "./engine.js";

/** @typedef {import("../shared/tree.js").Node} Node */

const asTable = signal(false);

/** The scores of the line: Black's chance after each move, where it is known. */
const curve = computed(() => {
  scores.value;
  revision.value;
  return tree.value
    .lineThrough(current.value)
    .map((node) => ({ node, wp: node.score?.wp ?? null }));
});

export function graph() {
  return [
    h(
      "div",
      { class: "section-head" },
      h("h3", null, T("graph")),
      h("span", { class: "grow" }),
      button({
        label: T("graph.table"),
        icon: "table",
        bare: true,
        class: "ghost small",
        "aria-pressed": () => String(asTable.value),
        act: () => (asTable.value = !asTable.peek()),
      }),
    ),
    () => (asTable.value ? graphTable() : graphPicture()),
  ];
}

const graphTable = () =>
  h(
    "table",
    { class: "data-table" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", null, T("graph.move")),
        h("th", null, T("graph.point")),
        h("th", null, T("graph.chance")),
      ),
    ),
    h("tbody", null, () =>
      curve.value
        .filter(({ wp, node }) => wp !== null && node.move)
        .map(({ node, wp }) =>
          h(
            "tr",
            null,
            h("td", null, String(node.ply)),
            h("td", null, shown(node.move ?? "")),
            h("td", null, node.score ? textOf(node.score) : `${percent(wp ?? 0.5)}%`),
          ),
        ),
    ),
  );

function graphPicture() {
  const svg = s("svg", {
    viewBox: "0 0 100 100",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const box = h(
    "div",
    {
      class: "graph",
      tabindex: "0",
      role: "slider",
      "aria-label": T("graph.label"),
      "aria-valuemin": "0",
      "aria-valuemax": () => String(curve.value.length - 1),
      "aria-valuenow": () => String(current.value.ply),
      "aria-valuetext": () => graphText(),
    },
    svg,
  );
  effect(() => {
    const points = curve.value;
    const far = widthOf(points.length);
    const x = (/** @type {number} */ k) => (k / far) * 100;
    const y = (/** @type {number} */ wp) => 100 - wp * 100;
    const parts = [s("line", { class: "half", x1: 0, x2: 100, y1: 50, y2: 50 })];
    // Stretches without knowledge stay empty.
    for (const run of runs(points.map(({ wp }) => wp))) {
      const path = run
        .map(({ k, wp }, index) => `${index ? "L" : "M"}${x(k).toFixed(2)} ${y(wp).toFixed(2)}`)
        .join("");
      parts.push(
        s("path", {
          class: "area",
          d: `${path}L${x(run[run.length - 1].k)} 100L${x(run[0].k)} 100z`,
        }),
        s("path", { class: "curve", d: path }),
      );
      if (run.length === 1)
        parts.push(
          s("ellipse", { class: "spot", cx: x(run[0].k), cy: y(run[0].wp), rx: 0.8, ry: 2.8 }),
        );
    }
    const at = x(points.findIndex(({ node }) => node === current.value));
    parts.push(s("line", { class: "now", x1: at, x2: at, y1: 0, y2: 100 }));
    svg.replaceChildren(...parts);
  });
  dragThrough(
    box,
    () => curve.peek().length,
    (index) => go(curve.peek()[index].node),
  );
  return box;
}

function graphText() {
  const node = current.value;
  scores.value;
  return t("graph.value", {
    ply: node.ply,
    score: node.score ? textOf(node.score) : t("graph.unknown"),
  });
}
