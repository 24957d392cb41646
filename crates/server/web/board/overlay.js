// @ts-check
// What lies over the stones: zones, threats, forbidden points, candidates, ghosts, marks; and the
// heat-map, one canvas under them. Discs are SVG, the full heat-map is not: text in all cells of an
// SVG costs ten times as much.

import { CELL, svg } from "./board.js";
import { xy } from "./notation.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./state.d.ts").State} State */
/** @typedef {import("./state.d.ts").Threat} Threat */

/**
 * The layers, each with the parts of the state it draws; all of them follow the size and the way the board
 * is looked at.
 * @type {{ of: (keyof State)[], layer: keyof Board["layers"], content: (board: Board) => any[] }[]}
 */
const DRAWINGS = [
  { layer: "zone", of: ["zone", "hint"], content: (board) => [zone(board), hint(board)] },
  {
    layer: "threats",
    of: ["threats", "must", "pointed", "candidates", "ghosts"],
    content: (board) => threats(board),
  },
  {
    layer: "fouls",
    of: ["forbidden", "explained"],
    content: (board) => [forbidden(board), explained(board)],
  },
  {
    layer: "discs",
    of: ["candidates", "limits", "played", "ghosts"],
    content: (board) => [played(board), candidates(board), limits(board)],
  },
  { layer: "ghosts", of: ["ghosts"], content: (board) => ghosts(board) },
  {
    layer: "marks",
    of: ["marks", "branches", "stones", "candidates", "ghosts", "arrowFrom", "pointed"],
    content: (board) => [marks(board), arrows(board), branches(board)],
  },
];

/**
 * Points that carry a text already: other signs there go to a corner.
 * @param {Board} board
 */
const written = ({ state }) =>
  new Set([
    ...state.candidates.filter(({ text }) => text).map(({ point }) => point),
    ...state.ghosts.map(({ point }) => point),
  ]);

/** Draws all that is there, and after that what changes. @param {Board} board */
export function createOverlay(board) {
  const tip = document.createElement("div");
  tip.className = "tip";
  board.element.append(tip);
  /** @param {Set<string> | null} changed everything, if it is null */
  const draw = (changed) => {
    const turned = !changed || changed.has("size") || changed.has("flip");
    const wants = (/** @type {string[]} */ of) => turned || of.some((name) => changed.has(name));
    for (const { layer, of, content } of DRAWINGS) {
      if (wants(of)) board.layers[layer].replaceChildren(...content(board).flat(3));
    }
    if (wants(["heat", "marks", "branches"])) heat(board);
    if (wants(["pointed", "labels", "heat"])) showTip(board, tip);
  };
  draw(null);
  new ResizeObserver(() => heat(board)).observe(board.element);
  return { draw };
}

/** Beside the point, on the side where there is room. @param {Board} board @param {HTMLElement} tip */
function showTip(board, tip) {
  const { pointed, labels } = board.state;
  const text = pointed && labels.tip(pointed);
  tip.hidden = !text;
  if (!text || !pointed) return;
  tip.textContent = text;
  const { cx, cy } = board.place(pointed);
  const [x, y] = [cx / board.span(), cy / board.span()];
  tip.style.left = x < 0.55 ? `${x * 100 + 4}%` : "auto";
  tip.style.right = x < 0.55 ? "auto" : `${(1 - x) * 100 + 4}%`;
  tip.style.top = y < 0.8 ? `${y * 100 + 2}%` : "auto";
  tip.style.bottom = y < 0.8 ? "auto" : `${(1 - y) * 100 + 2}%`;
}

// ---------------------------------------------------------------- zone and hint

/** The rectangle between two points, in the drawing. @param {Board} board @param {string} low @param {string} high */
function rectangle(board, low, high) {
  const [a, b] = [board.place(low), board.place(high)];
  const half = CELL / 2;
  const [x, y] = [Math.min(a.cx, b.cx) - half, Math.min(a.cy, b.cy) - half];
  return { x, y, width: Math.abs(a.cx - b.cx) + CELL, height: Math.abs(a.cy - b.cy) + CELL };
}

/** What is not allowed is darker. @param {Board} board */
function zone(board) {
  const wanted = board.state.zone;
  if (!wanted) return [];
  const box = rectangle(board, wanted.low, wanted.high);
  const inner = `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`;
  const all = `M0 0h${board.span()}v${board.span()}h${-board.span()}z`;
  const d = wanted.inside ? all + inner : inner;
  return [
    svg("path", { class: "zone-out", d, "fill-rule": "evenodd" }),
    svg("rect", { class: "zone-in", ...box }),
  ];
}

/** @param {Board} board */
function hint(board) {
  const wanted = board.state.hint;
  if (!wanted) return [];
  const area = svg("rect", { class: "hint-area", ...rectangle(board, ...wanted.area), rx: 6 });
  if (!wanted.point) return [area];
  const { cx, cy } = board.place(wanted.point);
  return [area, svg("circle", { class: "hint-point", cx, cy, r: 12 })];
}

// ---------------------------------------------------------------- threats and forbidden points

/** Kinds of threats, the strongest first, with what is written on their marks. */
const THREATS = {
  five: "5",
  "open-four": "4+",
  "double-four": "4·4",
  "four-three": "4·3",
  "double-three": "3·3",
  four: "4",
  "open-three": "3",
};
const STRENGTH = Object.keys(THREATS);

/** @param {Board} board */
function threats(board) {
  const { threats: list, must, pointed } = board.state;
  /** @type {Map<string, Threat[]>} */
  const byPoint = new Map();
  for (const one of list) byPoint.set(one.point, [...(byPoint.get(one.point) ?? []), one]);
  const taken = written(board);
  const parts = [...byPoint.values()].map((group) => threatMark(board, group, taken));
  for (const point of must) {
    const { cx, cy } = board.place(point);
    const box = { x: cx - 14, y: cy - 14, width: 28, height: 28, rx: 2 };
    parts.push([
      svg("rect", { class: "must", ...box }),
      svg("text", { class: "foul-kind", x: cx + 11, y: cy - 10 }, "!"),
    ]);
  }
  for (const { lines } of byPoint.get(pointed ?? "") ?? []) {
    const drawn = lines.map(({ stones, completes }) =>
      joined(board, [...stones, ...completes], "shape-line", completes),
    );
    parts.push(drawn);
  }
  return parts;
}

/**
 * Black's marks have one ring, White's two; where both want a point the stronger is drawn, with
 * both rings.
 * @param {Board} board
 * @param {Threat[]} group
 * @param {Set<string>} taken
 */
function threatMark(board, group, taken) {
  const strength = (/** @type {Threat} */ { kind }) => STRENGTH.indexOf(kind);
  const threat = [...group].sort((a, b) => strength(a) - strength(b))[0];
  const { cx, cy } = board.place(threat.point);
  const name = { class: `threat ${threat.side}`, "data-threat": threat.point };
  if (taken.has(threat.point)) {
    const sign = { class: "corner", x: cx - 11, y: cy + 12 };
    return svg("g", name, svg("text", sign, THREATS[threat.kind]));
  }
  const path = {
    five: `M${cx} ${cy - 10}L${cx + 10} ${cy}L${cx} ${cy + 10}L${cx - 10} ${cy}z`,
    "open-four": triangle(cx, cy),
    four: triangle(cx, cy),
    "open-three": `M${cx - 8} ${cy}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z`,
  }[/** @type {"five"} */ (threat.kind)];
  const filled = !["four", "open-three"].includes(threat.kind);
  const rings = group.some((one) => one.side === "white") ? [13, 15.2] : [13];
  const low = threat.kind.includes("four") && path ? 2.6 : 0.5;
  return svg(
    "g",
    name,
    ...rings.map((r) => svg("circle", { class: "ring", cx, cy, r })),
    svg("path", { class: `mark ${filled ? "filled" : "hollow"}`, d: path ?? star(cx, cy) }),
    svg("text", { x: cx, y: cy + low }, THREATS[threat.kind]),
  );
}

/** @param {number} cx @param {number} cy */
const triangle = (cx, cy) => `M${cx} ${cy - 10}L${cx + 10} ${cy + 7}H${cx - 10}z`;

/** @param {number} cx @param {number} cy */
function star(cx, cy) {
  const corners = Array.from({ length: 16 }, (_, k) => {
    const r = k % 2 ? 8.5 : 11.5;
    const angle = (Math.PI * k) / 8;
    return `${(cx + r * Math.sin(angle)).toFixed(1)} ${(cy - r * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/**
 * A line from the first to the last of points on a row, with dots.
 * @param {Board} board
 * @param {string[]} points
 * @param {string} look
 * @param {string[]} dots
 */
function joined(board, points, look, dots) {
  const sorted = [...points].sort((a, b) => xy(a).x - xy(b).x || xy(a).y - xy(b).y);
  const [a, b] = [board.place(sorted[0]), board.place(/** @type {string} */ (sorted.at(-1)))];
  return [
    svg("line", { class: look, x1: a.cx, y1: a.cy, x2: b.cx, y2: b.cy }),
    ...dots.map((point) => {
      const { cx, cy } = board.place(point);
      return svg("circle", { class: "shape-dot", cx, cy, r: 4 });
    }),
  ];
}

/** @param {Board} board */
const forbidden = (board) =>
  board.state.forbidden.map(({ point, mark }) => {
    const { cx, cy } = board.place(point);
    const d = `M${cx - 5.5} ${cy - 5.5}l11 11M${cx + 5.5} ${cy - 5.5}l-11 11`;
    return svg(
      "g",
      { "data-foul": point },
      svg("circle", { class: "seam", cx, cy, r: 9 }),
      svg("path", { class: "foul", d }),
      svg("text", { class: "foul-kind", x: cx + 10.5, y: cy + 9 }, mark),
    );
  });

/** @param {Board} board */
const explained = (board) =>
  board.state.explained.map(({ stones, growth }) => joined(board, stones, "foul-line", growth));

// ---------------------------------------------------------------- candidates and limits

/** @param {Board} board */
const candidates = (board) =>
  board.state.candidates.map(({ point, text, step, proved, winner, best, losing }, rank) => {
    const { cx, cy } = board.place(point);
    const name = { "data-candidate": point };
    const filled = proved ? ` proved ${winner ?? "drawn"}` : "";
    if (losing && !best) {
      const box = { x: cx - 5, y: cy - 5, width: 10, height: 10 };
      return svg("rect", { class: `losing${filled}`, ...box, ...name });
    }
    if (!text) return svg("circle", { class: "best-ring", cx, cy, r: 11, ...name });
    const r = best ? 13 : Math.max(10.5, 14.2 - rank * 0.5);
    const look = `disc step-${step}${filled}${text.length > 3 ? " long" : ""}`;
    return svg(
      "g",
      { class: look, ...name },
      ...(best ? [svg("circle", { class: "double", cx, cy, r: 15.6 })] : []),
      svg("circle", { class: "face", cx, cy, r }),
      svg("text", { x: cx, y: cy + 0.5 }, text),
    );
  });

/**
 * Boxes with a bar for their share, at the corner of a point that carries something else.
 * @param {Board} board
 */
function played(board) {
  const taken = written(board);
  return board.state.played.map(({ point, text, share }) => {
    const { cx, cy } = board.place(point);
    const small = `translate(${cx + 11} ${cy + 11}) scale(0.55) translate(${-cx} ${-cy})`;
    const long = text.length > 3 ? " long" : "";
    return svg(
      "g",
      {
        class: `played${long}`,
        "data-played": point,
        ...(taken.has(point) && { transform: small }),
      },
      svg("rect", { class: "face", x: cx - 12, y: cy - 10, width: 24, height: 20, rx: 4 }),
      svg("rect", { class: "share", x: cx - 10, y: cy + 5.5, width: 20 * share, height: 3 }),
      svg("text", { x: cx, y: cy - 1 }, text),
    );
  });
}

/** @param {Board} board */
function limits(board) {
  const now = board.state.limits;
  if (!now) return [];
  const strokes = now.exclude.map((point) => {
    const { cx, cy } = board.place(point);
    return svg("line", { class: "excluded", x1: cx - 9, y1: cy + 9, x2: cx + 9, y2: cy - 9 });
  });
  const boxes = now.only.map((point) => {
    const { cx, cy } = board.place(point);
    const box = { x: cx - 14, y: cy - 14, width: 28, height: 28, rx: 3 };
    return svg("rect", { class: "only-box", ...box });
  });
  return [strokes, boxes];
}

// ---------------------------------------------------------------- ghosts, marks, branches

/** @param {Board} board */
const ghosts = (board) =>
  board.state.ghosts.map(({ point, side, label, outline }) => {
    const { cx, cy } = board.place(point);
    const look = `ghost-stone ${side}${outline ? " outline" : ""}`;
    const body = svg("circle", { class: "body", cx, cy, r: 11.5 });
    return [
      svg("g", { class: look, "data-ghost": point }, body),
      svg("text", { class: `number on-${side}`, x: cx, y: cy + 0.5 }, label),
    ];
  });

/** @param {Board} board */
function marks(board) {
  const taken = written(board);
  const shapes = board.state.marks.filter(({ mark }) => mark !== "arrow");
  return markShapes(board, shapes).map((drawn, index) => {
    const { point } = shapes[index];
    if (!taken.has(point)) return drawn;
    const { cx, cy } = board.place(point);
    const transform = `translate(${cx - 11} ${cy - 11}) scale(0.5) translate(${-cx} ${-cy})`;
    return svg("g", { transform }, ...[drawn].flat());
  });
}

/** @param {Board} board @param {State["marks"]} shapes */
function markShapes({ state, place }, shapes) {
  const stones = new Map(state.stones.map((stone) => [stone.point, stone.side]));
  return shapes.map(({ point, mark, text }) => {
    const { cx, cy } = place(point);
    const look = stones.get(point) === "black" ? " on-black" : "";
    if (mark === "label") {
      const label = svg("text", { class: `mark-text${look}`, x: cx, y: cy + 0.5 }, text ?? "");
      return stones.has(point) ? label : [svg("circle", { class: "seam", cx, cy, r: 9 }), label];
    }
    const d = {
      circle: `M${cx - 9} ${cy}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z`,
      triangle: triangle(cx, cy),
      square: `M${cx - 8} ${cy - 8}h16v16h-16z`,
      cross: `M${cx - 7} ${cy - 7}l14 14M${cx + 7} ${cy - 7}l-14 14`,
    }[/** @type {"circle"} */ (mark)];
    return svg("path", { class: `mark-shape${look}`, d });
  });
}

/** Arrows with the one that is being drawn. @param {Board} board */
function arrows(board) {
  const { marks: all, arrowFrom, pointed } = board.state;
  const drawn = all.map(({ point, mark, to }) => (mark === "arrow" && to ? [point, to] : []));
  const parts = drawn
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => arrow(board, from, to, ""));
  if (!arrowFrom) return parts;
  const { cx, cy } = board.place(arrowFrom);
  const start = svg("circle", { class: "arrow-start", cx, cy, r: 14 });
  const next = pointed && pointed !== arrowFrom && arrow(board, arrowFrom, pointed, " next");
  return [parts, start, next || []];
}

/**
 * From the rim of one point to the rim of the other, over a seam that parts it from stones and lines.
 * @param {Board} board
 * @param {string} from
 * @param {string} to
 * @param {string} look
 */
function arrow(board, from, to, look) {
  const [a, b] = [board.place(from), board.place(to)];
  const length = Math.hypot(b.cx - a.cx, b.cy - a.cy);
  const [dx, dy] = [(b.cx - a.cx) / length, (b.cy - a.cy) / length];
  const at = (
    /** @type {{ cx: number, cy: number }} */ { cx, cy },
    /** @type {number} */ along,
    across = 0,
  ) =>
    `${(cx + along * dx - across * dy).toFixed(1)} ${(cy + along * dy + across * dx).toFixed(1)}`;
  const end = at(b, -6);
  const d = `M${at(a, 9)}L${end}M${at(b, -15, 6)}L${end}L${at(b, -15, -6)}`;
  const name = { class: `arrow${look}`, "data-arrow": `${from}-${to}` };
  return svg(
    "g",
    name,
    svg("path", { class: "arrow-seam", d }),
    svg("path", { class: "arrow-line", d }),
  );
}

/** @param {Board} board */
const branches = (board) =>
  board.state.branches.map(({ point, letter }) => {
    const { cx, cy } = board.place(point);
    return [
      svg("circle", { class: "branch-dot", cx: cx + 11, cy: cy - 11, r: 5.5 }),
      svg("text", { class: "branch-text", x: cx + 11, y: cy - 10.6 }, letter),
    ];
  });

// ---------------------------------------------------------------- heat-map

/** From nothing over yellow to red, readable on every board and for all eyes. @param {number} value */
function warmth(value) {
  const [red, green, blue] = [255 - 60 * value, 190 - 170 * value, 60 - 40 * value].map(Math.round);
  return `rgba(${red}, ${green}, ${blue}, ${(0.12 + 0.7 * value).toFixed(2)})`;
}

/** @param {Board} board */
function heat(board) {
  const canvas = board.heat;
  const now = board.state.heat;
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
  const { marks: marked, branches: forks } = board.state;
  const taken = new Set([...marked, ...forks].map(({ point }) => point));
  for (const { point, text, value } of best) {
    if (value <= 0.01 || taken.has(point)) continue;
    const { cx, cy } = board.place(point);
    context.fillStyle = value > 0.5 ? "#fff" : "#1a0d00";
    context.fillText(text, cx, cy + 0.5);
  }
}
