// @ts-check
// What lies over the stones: zones, threats, forbidden points, candidates, ghosts, marks; and the
// heat-map, one canvas under them. Discs are SVG, the full heat-map is not: text in all cells of an
// SVG costs ten times as much.

import { effect, settings, signal, t } from "../shared/store.js";
import { h, s } from "../shared/dom.js";
import { shown, xy } from "./notation.js";
import { CELL } from "./board.js";

/** @typedef {import("../shared/wire.d.ts").Threat} Threat */
/** @typedef {import("../shared/wire.d.ts").Forbidden} Forbidden */

const STRENGTH = [
  "five",
  "open-four",
  "double-four",
  "four-three",
  "double-three",
  "four",
  "open-three",
];

/**
 * Threats to show: if a five is there only fives, and so on down, unless all are wanted.
 * @param {Threat[]} threats
 * @param {boolean} all
 */
export function threatsShown(threats, all) {
  if (all || !threats.length) return threats;
  const level = (/** @type {Threat} */ threat) =>
    threat.kind === "five"
      ? 0
      : threat.kind === "open-four"
        ? 1
        : threat.kind === "open-three"
          ? 3
          : 2;
  const best = Math.min(...threats.map(level));
  return threats.filter((threat) => level(threat) === best);
}

/** A threat in words. @param {Threat} threat */
export function threatText(threat) {
  const side = t(`side.${threat.side}`);
  const parts = threat.lines.map((line) => {
    const stones = line.stones.map(shown).join(" ");
    return line.completes.length
      ? t("threat.completes", {
          side,
          shape: t(`shape.${line.shape}`),
          stones,
          points: line.completes.map(shown).join(", "),
        })
      : t("threat.stones", { side, shape: t(`shape.${line.shape}`), stones });
  });
  return `${shown(threat.point)}: ${t(`threat.${threat.kind}`)}\n${parts.join("\n")}`;
}

/** @param {Forbidden} foul */
export const foulText = (foul) =>
  t("refused.forbidden", { kind: foul.kinds.map((kind) => t(`foul.${kind}`)).join(", ") });

/** @param {import("../shared/app.d.ts").App} app @param {import("./board.js").Board} board */
export function createOverlay(app, board) {
  const { layers, place } = board;
  /** The point under the pointer or the cursor. */
  const pointed = signal(/** @type {string | null} */ (null));
  /** A forbidden point whose reason is drawn. */
  const explained = signal(/** @type {Forbidden | null} */ (null));
  const tip = h("div", { class: "tip", hidden: true });
  board.element.append(tip);

  /** Follows a layer. @param {SVGElement} layer @param {() => any[]} content */
  const draw = (layer, content) =>
    effect(() => {
      settings.flip.value;
      app.view.value?.position().size;
      layer.replaceChildren(...content().flat(3).filter(Boolean));
    });

  queueMicrotask(() => {
    draw(layers.zone, () => [zone(app, board), hint(app, board)]);
    draw(layers.threats, () =>
      app.view.value?.threats?.() ? threats(app, board, pointed.value) : [],
    );
    draw(layers.fouls, () => [fouls(app, board), reason(explained.value, board)]);
    draw(layers.discs, () => [candidates(app, board), limits(app, board)]);
    draw(layers.ghosts, () => ghosts(app, board));
    draw(layers.marks, () => [marks(app, board), branches(app, board)]);
    effect(() => heat(app, board));
    new ResizeObserver(() => heat(app, board)).observe(board.element);
    effect(() => {
      const text = pointed.value && tipText(app, pointed.value);
      tip.hidden = !text;
      if (!text || !pointed.value) return;
      tip.textContent = text;
      const { cx, cy } = place(pointed.value);
      const [x, y] = [cx / board.span(), cy / board.span()];
      tip.style.left = x < 0.55 ? `${x * 100 + 4}%` : "auto";
      tip.style.right = x < 0.55 ? "auto" : `${(1 - x) * 100 + 4}%`;
      tip.style.top = y < 0.8 ? `${y * 100 + 2}%` : "auto";
      tip.style.bottom = y < 0.8 ? "auto" : `${(1 - y) * 100 + 2}%`;
    });
    // The reason of a refusal goes when the position does.
    effect(() => {
      app.view.value?.position();
      explained.value = null;
    });
  });
  return { pointed, explained };
}

/** @typedef {ReturnType<typeof createOverlay>} Overlay */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("./board.js").Board} Board */

/**
 * What the tip beside a point says: its threat or its numbers.
 * @param {App} app
 * @param {string} point
 */
function tipText(app, point) {
  const view = app.view.value;
  const parts = [];
  if (view?.threats?.()) {
    const list = view.facts?.()?.threats ?? [];
    parts.push(...list.filter((one) => one.point === point).map(threatText));
  }
  const warm = view?.heat?.()?.points.find((one) => one.point === point);
  if (warm) parts.push(warm.detail);
  return parts.join("\n");
}

// ---------------------------------------------------------------- zone and hint

/**
 * The rectangle between two points, in the drawing.
 * @param {Board} board
 * @param {string} low
 * @param {string} high
 */
function rectangle(board, low, high) {
  const [a, b] = [board.place(low), board.place(high)];
  const half = CELL / 2;
  const [x, y] = [Math.min(a.cx, b.cx) - half, Math.min(a.cy, b.cy) - half];
  return { x, y, width: Math.abs(a.cx - b.cx) + CELL, height: Math.abs(a.cy - b.cy) + CELL };
}

/** @param {App} app @param {Board} board */
function zone(app, board) {
  const wanted = app.view.value?.zone?.();
  if (!wanted) return [];
  const box = rectangle(board, wanted.low, wanted.high);
  const inner = `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`;
  const all = `M0 0h${board.span()}v${board.span()}h${-board.span()}z`;
  return [
    s("path", {
      class: "zone-out",
      d: wanted.inside ? all + inner : inner,
      "fill-rule": "evenodd",
    }),
    s("rect", { class: "zone-in", ...box }),
  ];
}

/** @param {App} app @param {Board} board */
function hint(app, board) {
  const wanted = app.view.value?.hint?.();
  if (!wanted) return [];
  const parts = [s("rect", { class: "hint-area", ...rectangle(board, ...wanted.area), rx: 6 })];
  if (wanted.point) {
    const { cx, cy } = board.place(wanted.point);
    parts.push(s("circle", { class: "hint-point", cx, cy, r: 12 }));
  }
  return parts;
}

// ---------------------------------------------------------------- threats and forbidden points

/** @param {App} app @param {Board} board @param {string | null} pointed */
function threats(app, board, pointed) {
  const facts = app.view.value?.facts?.();
  if (!facts) return [];
  const list = threatsShown(facts.threats, settings.allThreats.value);
  /** @type {Map<string, Threat[]>} */
  const byPoint = new Map();
  for (const one of list) byPoint.set(one.point, [...(byPoint.get(one.point) ?? []), one]);
  const parts = [...byPoint.values()].map((group) => threatMark(board, group));
  for (const point of facts.must) {
    const { cx, cy } = board.place(point);
    parts.push([
      s("rect", { class: "must", x: cx - 14, y: cy - 14, width: 28, height: 28, rx: 2 }),
      s("text", { class: "foul-kind", x: cx + 11, y: cy - 10 }, "!"),
    ]);
  }
  for (const threat of byPoint.get(pointed ?? "") ?? []) parts.push(shapeLines(board, threat));
  return parts;
}

const LABELS = {
  five: "5",
  "open-four": "4+",
  "double-four": "4·4",
  "four-three": "4·3",
  "double-three": "3·3",
  four: "4",
  "open-three": "3",
};

/**
 * Black's marks have one ring, White's two; where both want a point the stronger is drawn, with
 * both rings.
 * @param {Board} board
 * @param {Threat[]} group
 */
function threatMark(board, group) {
  const threat = [...group].sort((a, b) => STRENGTH.indexOf(a.kind) - STRENGTH.indexOf(b.kind))[0];
  const { cx, cy } = board.place(threat.point);
  const path = {
    five: `M${cx} ${cy - 10}L${cx + 10} ${cy}L${cx} ${cy + 10}L${cx - 10} ${cy}z`,
    "open-four": triangle(cx, cy),
    four: triangle(cx, cy),
    "open-three": `M${cx - 8} ${cy}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z`,
  }[/** @type {"five"} */ (threat.kind)];
  const filled = !["four", "open-three"].includes(threat.kind);
  const shape = path ?? star(cx, cy);
  const rings = group.some((one) => one.side === "white") ? [13, 15.2] : [13];
  return s(
    "g",
    { class: `threat ${threat.side}`, "data-threat": threat.point },
    rings.map((r) => s("circle", { class: "ring", cx, cy, r })),
    s("path", { class: `mark ${filled ? "filled" : "hollow"}`, d: shape }),
    s(
      "text",
      { x: cx, y: cy + (threat.kind.includes("four") && path ? 2.6 : 0.5) },
      LABELS[threat.kind],
    ),
  );
}

/** @param {number} cx @param {number} cy */
const triangle = (cx, cy) => `M${cx} ${cy - 10}L${cx + 10} ${cy + 7}H${cx - 10}z`;

/** @param {number} cx @param {number} cy */
function star(cx, cy) {
  let path = "";
  for (let k = 0; k < 16; k++) {
    const r = k % 2 ? 8.5 : 11.5;
    const angle = (Math.PI * k) / 8;
    path += `${k ? "L" : "M"}${(cx + r * Math.sin(angle)).toFixed(1)} ${(cy - r * Math.cos(angle)).toFixed(1)}`;
  }
  return path + "z";
}

/** The stones and empty points of a shape, joined. @param {Board} board @param {Threat} threat */
const shapeLines = (board, threat) =>
  threat.lines.map((line) =>
    joined(board, [...line.stones, ...line.completes], "shape-line", line.completes),
  );

/** @param {Board} board @param {string[]} points @param {string} look @param {string[]} [dots] */
function joined(board, points, look, dots = []) {
  const sorted = [...points].sort((a, b) => xy(a).x - xy(b).x || xy(a).y - xy(b).y);
  const [a, b] = [board.place(sorted[0]), board.place(/** @type {string} */ (sorted.at(-1)))];
  return [
    s("line", { class: look, x1: a.cx, y1: a.cy, x2: b.cx, y2: b.cy }),
    dots.map((point) => {
      const { cx, cy } = board.place(point);
      return s("circle", { class: "shape-dot", cx, cy, r: 4 });
    }),
  ];
}

const FOUL_LABELS = { 33: "3", 44: "4", 6: "6" };

/** @param {App} app @param {Board} board */
function fouls(app, board) {
  const facts = app.view.value?.facts?.();
  if (!facts || facts.result) return [];
  if (settings.forbiddenMarks.value !== "always" && facts.turn !== "black") return [];
  return facts.forbidden.map((foul) => {
    const { cx, cy } = board.place(foul.point);
    return s(
      "g",
      { "data-foul": foul.point },
      s("circle", { class: "seam", cx, cy, r: 9 }),
      s("path", {
        class: "foul",
        d: `M${cx - 5.5} ${cy - 5.5}l11 11M${cx + 5.5} ${cy - 5.5}l-11 11`,
      }),
      s("text", { class: "foul-kind", x: cx + 10.5, y: cy + 9 }, FOUL_LABELS[foul.kinds[0]]),
    );
  });
}

/**
 * Why a point is forbidden: the threes, fours or rows that it makes.
 * @param {Forbidden | null} foul
 * @param {Board} board
 */
const reason = (foul, board) =>
  foul ? foul.shapes.map((line) => joined(board, line.stones, "foul-line", line.growth)) : [];

// ---------------------------------------------------------------- candidates, exclusions

/** @param {App} app @param {Board} board */
function candidates(app, board) {
  // A line that is looked at has the board for itself.
  if (app.preview.value) return [];
  return (app.view.value?.candidates?.() ?? []).map((one, rank) => {
    const { cx, cy } = board.place(one.point);
    if (one.losing)
      return s("rect", {
        class: "losing",
        x: cx - 5,
        y: cy - 5,
        width: 10,
        height: 10,
        "data-candidate": one.point,
      });
    if (!one.text)
      return s("circle", { class: "best-ring", cx, cy, r: 11, "data-candidate": one.point });
    const r = Math.max(10.5, 14.2 - rank * 0.5);
    return s(
      "g",
      {
        class: `disc step-${one.step}${one.proved ? " proved" : ""}${one.text.length > 3 ? " long" : ""}`,
        "data-candidate": one.point,
      },
      one.best && s("circle", { class: "double", cx, cy, r: 15.6 }),
      s("circle", { class: "face", cx, cy, r: one.best ? 13 : r }),
      s("text", { x: cx, y: cy + 0.5 }, one.text),
    );
  });
}

/** @param {App} app @param {Board} board */
function limits(app, board) {
  const now = app.view.value?.limits?.();
  if (!now) return [];
  const strokes = now.exclude.map((point) => {
    const { cx, cy } = board.place(point);
    return s("line", { class: "excluded", x1: cx - 9, y1: cy + 9, x2: cx + 9, y2: cy - 9 });
  });
  const boxes = now.only.map((point) => {
    const { cx, cy } = board.place(point);
    return s("rect", { class: "only-box", x: cx - 14, y: cy - 14, width: 28, height: 28, rx: 3 });
  });
  return [strokes, boxes];
}

// ---------------------------------------------------------------- ghosts, marks, branches

/** @param {App} app @param {Board} board */
function ghosts(app, board) {
  const list = app.preview.value ?? app.view.value?.ghosts?.() ?? [];
  return list.map((ghost) => {
    const { cx, cy } = board.place(ghost.point);
    return [
      s(
        "g",
        {
          class: `ghost-stone stone ${ghost.side}${ghost.outline ? " outline" : ""}`,
          "data-ghost": ghost.point,
        },
        s("circle", { class: "body", cx, cy, r: 14 }),
      ),
      s("text", { class: `number on-${ghost.side}`, x: cx, y: cy + 0.5 }, ghost.label),
    ];
  });
}

/** @param {App} app @param {Board} board */
function marks(app, board) {
  const view = app.view.value;
  const stones = new Map((view?.position().stones ?? []).map((stone) => [stone.point, stone.side]));
  return (view?.marks?.() ?? []).map(({ point, mark, text }) => {
    const { cx, cy } = board.place(point);
    const look = stones.get(point) === "black" ? " on-black" : "";
    if (mark === "label") {
      const seam = !stones.has(point) && s("circle", { class: "seam", cx, cy, r: 9 });
      return [seam, s("text", { class: `mark-text${look}`, x: cx, y: cy + 0.5 }, text ?? "")];
    }
    const path = {
      circle: `M${cx - 9} ${cy}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z`,
      triangle: triangle(cx, cy),
      square: `M${cx - 8} ${cy - 8}h16v16h-16z`,
      cross: `M${cx - 7} ${cy - 7}l14 14M${cx + 7} ${cy - 7}l-14 14`,
    }[mark];
    return s("path", { class: `mark-shape${look}`, d: path });
  });
}

/** @param {App} app @param {Board} board */
const branches = (app, board) =>
  (app.view.value?.branches?.() ?? []).map(({ point, letter }) => {
    const { cx, cy } = board.place(point);
    return [
      s("circle", { class: "branch-dot", cx: cx + 9, cy: cy - 9, r: 6.5 }),
      s("text", { class: "branch-text", x: cx + 9, y: cy - 8.6 }, letter),
    ];
  });

// ---------------------------------------------------------------- heat-map

/**
 * From nothing over yellow to red, readable on every board and for all eyes.
 * @param {number} value
 */
const warmth = (value) =>
  `rgba(${Math.round(255 - 60 * value)}, ${Math.round(190 - 170 * value)}, ${Math.round(60 - 40 * value)}, ${(0.12 + 0.7 * value).toFixed(2)})`;

/** @param {App} app @param {Board} board */
function heat(app, board) {
  const canvas = board.heat;
  const now = app.view.value?.heat?.() ?? null;
  settings.flip.value;
  canvas.hidden = !now;
  if (!now) return;
  const side = board.element.clientWidth;
  const scale = Math.min(2, devicePixelRatio || 1);
  if (canvas.width !== Math.round(side * scale))
    canvas.width = canvas.height = Math.round(side * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const unit = canvas.width / board.span();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(unit, 0, 0, unit, 0, 0);
  const half = CELL / 2 - 0.5;
  for (const { point, value } of now.points) {
    if (value <= 0.12) continue;
    const { cx, cy } = board.place(point);
    context.fillStyle = warmth(value);
    context.beginPath();
    context.roundRect(cx - half, cy - half, 2 * half, 2 * half, 5);
    context.fill();
  }
  // Small boards need larger figures, hot points light ones.
  context.font = `600 ${side < 450 ? 12 : 10.5}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const best = [...now.points].sort((a, b) => b.value - a.value).slice(0, 5);
  for (const { point, text, value } of best) {
    if (value <= 0.01) continue;
    const { cx, cy } = board.place(point);
    context.fillStyle = value > 0.5 ? "#fff" : "#1a0d00";
    context.fillText(text, cx, cy + 0.5);
  }
}
