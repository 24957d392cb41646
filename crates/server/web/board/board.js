// @ts-check
// The board: wood, grid, coordinates, stones, numbers, and the hidden grid for those who do not see it.
// It draws what the current view says and knows no rule of the game. Only what changed is touched.

import { effect, numberedFrom, settings, t } from "../shared/store.js";
import { h, s } from "../shared/dom.js";
import { isPoint, pointAt, shown, stars, xy } from "./notation.js";

/** @typedef {"black" | "white"} Side */
/** @typedef {{ point: string, side: Side, number: number }} Stone number 0: set up, not played */
/** @typedef {{ point: string, side: Side, label: string, outline?: boolean }} Ghost */
/**
 * @typedef {{ rule: string, size: number, stones: Stone[], turn: Side | null, last: string | null, ply: number, pending?: string[] }} Shown
 */
/**
 * @typedef {{ point: string, text: string, step: number, proved: boolean, best: boolean, losing: boolean, label: string }} Candidate
 */
/**
 * @typedef {{ points: { point: string, value: number, text: string, detail: string }[] }} Heat value 0 to 1
 */

/**
 * What a page shows, layer by layer. Each function is followed by itself.
 * @typedef {object} View
 * @property {() => Shown} position
 * @property {() => import("../shared/wire.d.ts").Facts | null} [facts] of the shown position
 * @property {() => string[][]} [rows] rows that won
 * @property {() => { low: string, high: string, inside: boolean } | null} [zone]
 * @property {() => { area: [string, string], point?: string } | null} [hint]
 * @property {() => Candidate[]} [candidates]
 * @property {() => Heat | null} [heat]
 * @property {() => Ghost[]} [ghosts]
 * @property {() => import("../shared/wire.d.ts").RecordMark[]} [marks]
 * @property {() => { point: string, letter: string }[]} [branches]
 * @property {() => { exclude: string[], only: string[] } | null} [limits]
 * @property {() => boolean} [placing] whether a click would put a stone
 * @property {() => boolean} [threats] whether the threat layer is shown
 */

/** Units of the drawing per cell. */
export const CELL = 32;
const EDGE = 32;

/** How many units a board of this size takes. @param {number} size */
const span = (size) => (size - 1) * CELL + 2 * EDGE;

/**
 * One of the eight ways to look at a board, and back.
 * @param {number} x @param {number} y @param {number} size @param {number} flip
 */
export function turned(x, y, size, flip) {
  const far = size - 1;
  for (let k = 0; k < flip % 4; k++) [x, y] = [y, far - x];
  return flip >= 4 ? { x: far - x, y } : { x, y };
}

/** @param {number} x @param {number} y @param {number} size @param {number} flip */
export function unturned(x, y, size, flip) {
  if (flip >= 4) x = size - 1 - x;
  for (let k = 0; k < flip % 4; k++) [x, y] = [size - 1 - y, x];
  return { x, y };
}

/** @param {import("../shared/app.d.ts").App} app */
export function createBoard(app) {
  const ground = s("svg", { class: "ground", "aria-hidden": "true" });
  const heat = h("canvas", { "aria-hidden": "true" });
  const top = s("svg", { class: "things", "aria-hidden": "true" });
  const layers = Object.fromEntries(
    [
      "zone",
      "stones",
      "numbers",
      "win",
      "threats",
      "fouls",
      "discs",
      "ghosts",
      "marks",
      "hover",
      "focus",
    ].map((name) => [name, s("g", { class: `layer-${name}` })]),
  );
  top.append(definitions(), ...Object.values(layers));
  const table = h("div", { class: "grid-table", role: "grid" });
  const element = h("div", { class: "board", id: "board" }, ground, heat, top, table);

  let size = 15;
  let flip = 0;

  /** Where a point lies in the drawing. @param {string} point */
  const place = (point) => {
    const { x, y } = xy(point);
    const seen = turned(x, y, size, flip);
    return { cx: EDGE + seen.x * CELL, cy: EDGE + (size - 1 - seen.y) * CELL };
  };

  /**
   * The point nearest to a place of the window, if one is near enough.
   * @param {number} clientX
   * @param {number} clientY
   * @param {number} [reach] in cells
   */
  const nearest = (clientX, clientY, reach = 0.45) => {
    const box = element.getBoundingClientRect();
    const unit = span(size) / box.width;
    const fx = ((clientX - box.left) * unit - EDGE) / CELL;
    const fy = size - 1 - ((clientY - box.top) * unit - EDGE) / CELL;
    const [x, y] = [Math.round(fx), Math.round(fy)];
    if (
      x < 0 ||
      y < 0 ||
      x >= size ||
      y >= size ||
      Math.abs(fx - x) > reach ||
      Math.abs(fy - y) > reach
    )
      return null;
    const real = unturned(x, y, size, flip);
    return pointAt(real.x, real.y);
  };

  const cellPixels = () => (element.getBoundingClientRect().width / span(size)) * CELL;

  const board = {
    element,
    layers,
    heat,
    place,
    nearest,
    cellPixels,
    get size() {
      return size;
    },
    span: () => span(size),
    grid: {
      focusCursor: () => {},
      cursor: "h8",
      moveTo: (/** @type {string} */ _point, /** @type {boolean} */ _focus) => {},
    },
    /** Shakes a point: nothing can be put there. @param {string} point */
    shake(point) {
      const { cx, cy } = place(point);
      const cross = s("g", { class: "shake" }, s("circle", { cx, cy, r: 14, class: "must" }));
      layers.hover.append(cross);
      setTimeout(() => cross.remove(), 350);
    },
  };

  // Effects of the board begin once the app has its view: the app is made after the board.
  queueMicrotask(() => {
    effect(() => {
      const view = app.view.value;
      const now = view?.position();
      size = now?.size ?? 15;
      flip = settings.flip.value;
      drawGround(ground, size, flip, settings.coordinates.value);
      for (const one of [ground, top])
        one.setAttribute("viewBox", `0 0 ${span(size)} ${span(size)}`);
    });
    effect(() => {
      document.documentElement.dataset.stones = settings.stones.value;
    });
    drawStones(app, board);
    drawNumbers(app, board);
    drawWin(app, board);
    hiddenGrid(app, board, table);
  });
  return board;
}

/** @typedef {ReturnType<typeof createBoard>} Board */

/** Gradients of wood and stones. */
const definitions = () =>
  s(
    "defs",
    null,
    s(
      "radialGradient",
      { id: "shade-black", cx: "36%", cy: "30%", r: "62%" },
      s("stop", { offset: "0", class: "shade-black-hi" }),
      s("stop", { offset: "1", class: "shade-black-lo" }),
    ),
    s(
      "radialGradient",
      { id: "shade-white", cx: "40%", cy: "34%", r: "66%" },
      s("stop", { offset: "0.55", class: "shade-white-hi" }),
      s("stop", { offset: "1", class: "shade-white-lo" }),
    ),
  );

// ---------------------------------------------------------------- wood and grid

/** @param {SVGElement} svg @param {number} size @param {number} flip @param {string} coordinates */
function drawGround(svg, size, flip, coordinates) {
  const key = `${size} ${flip} ${coordinates}`;
  if (svg.dataset.key === key) return;
  svg.dataset.key = key;
  const all = span(size);
  const far = EDGE + (size - 1) * CELL;
  let lines = "";
  for (let k = 1; k < size - 1; k++) {
    const at = EDGE + k * CELL;
    lines += `M${EDGE} ${at}H${far}M${at} ${EDGE}V${far}`;
  }
  svg.replaceChildren(
    s(
      "defs",
      null,
      s(
        "linearGradient",
        { id: "wood", x1: "0", y1: "0", x2: "1", y2: "0.25" },
        s("stop", { offset: "0", class: "wood-light" }),
        s("stop", { offset: "0.5", class: "wood-mid" }),
        s("stop", { offset: "1", class: "wood-dark" }),
      ),
    ),
    s("rect", { width: all, height: all, fill: "url(#wood)" }),
    grain(all),
    s("path", { class: "grid-lines", d: lines }),
    s("rect", { class: "grid-frame", x: EDGE, y: EDGE, width: far - EDGE, height: far - EDGE }),
    s(
      "g",
      { class: "grid-stars" },
      ...stars(size).map(({ x, y }) =>
        s("circle", { cx: EDGE + x * CELL, cy: EDGE + y * CELL, r: 3.2 }),
      ),
    ),
    coordinates === "off" ? "" : names(size, flip, coordinates === "four"),
  );
}

/**
 * Straight grain as a saw leaves it; the same at every visit, for its numbers are made, not drawn.
 * @param {number} all
 */
function grain(all) {
  const group = s("g", { class: "grain" });
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let x = 2; x < all; x += 3 + random() * 11) {
    const bend = (random() - 0.5) * 9;
    const path = `M${x.toFixed(1)} 0C${(x + bend).toFixed(1)} ${(all * 0.3).toFixed(0)} ${(x - bend).toFixed(1)} ${(all * 0.65).toFixed(0)} ${(x + bend * 0.6).toFixed(1)} ${all}`;
    group.append(s("path", { d: path, "stroke-width": (0.4 + random() * 1.8).toFixed(2) }));
  }
  return group;
}

/** @param {number} size @param {number} flip @param {boolean} four */
function names(size, flip, four) {
  const group = s("g", { class: "coords" });
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ what) =>
    group.append(s("text", { x, y }, what));
  const all = span(size);
  for (let k = 0; k < size; k++) {
    // Seen column k at the bottom row and seen row k at the left edge, back to their real names.
    const bottom = unturned(k, 0, size, flip);
    const left = unturned(0, k, size, flip);
    const swapped = flip % 2 === 1;
    const column = swapped ? String(bottom.y + 1) : String.fromCharCode(65 + bottom.x);
    const row = swapped ? String.fromCharCode(65 + left.x) : String(left.y + 1);
    const [x, y] = [EDGE + k * CELL, EDGE + (size - 1 - k) * CELL];
    text(x, all - 8.5, column);
    text(9.5, y, row);
    if (four) {
      text(x, 8.5, column);
      text(all - 9.5, y, row);
    }
  }
  return group;
}

// ---------------------------------------------------------------- stones and what is written on them

/** @param {number} cx @param {number} cy @param {Side} side */
export const stoneShape = (cx, cy, side) => [
  s("circle", { class: "cast", cx: cx + 0.8, cy: cy + 1.6, r: 14.6 }),
  s("circle", { class: "body", cx, cy, r: 14.4 }),
  s("circle", { class: "shade", cx, cy, r: 14, fill: `url(#shade-${side})` }),
];

/** @param {import("../shared/app.d.ts").App} app @param {Board} board */
function drawStones(app, board) {
  /** @type {Map<string, { side: Side, element: SVGElement }>} */
  const lying = new Map();
  let drawn = "";
  effect(() => {
    const now = app.view.value?.position();
    const key = `${now?.size} ${settings.flip.value}`;
    const moved = key !== drawn;
    if (moved) {
      lying.clear();
      board.layers.stones.replaceChildren();
      drawn = key;
    }
    const wanted = new Map((now?.stones ?? []).map((stone) => [stone.point, stone.side]));
    for (const [point, stone] of lying) {
      if (wanted.get(point) === stone.side) continue;
      stone.element.remove();
      lying.delete(point);
    }
    const several = wanted.size - lying.size > 1;
    for (const [point, side] of wanted) {
      if (lying.has(point)) continue;
      const { cx, cy } = board.place(point);
      const fresh = !several && !moved ? " fresh" : "";
      const element = s(
        "g",
        { class: `stone ${side}${fresh}`, "data-point": point },
        ...stoneShape(cx, cy, side),
      );
      board.layers.stones.append(element);
      lying.set(point, { side, element });
    }
    for (const [point, stone] of lying)
      stone.element.classList.toggle("pending", Boolean(now?.pending?.includes(point)));
  });
}

/** @param {import("../shared/app.d.ts").App} app @param {Board} board */
function drawNumbers(app, board) {
  effect(() => {
    const now = app.view.value?.position();
    settings.flip.value;
    const mode = settings.numbers.value;
    /** @type {any[]} */
    const content = [];
    for (const stone of now?.stones ?? []) {
      const isLast = stone.point === now?.last;
      const number = mode === "here" ? stone.number - numberedFrom.value : stone.number;
      const numbered =
        number > 0 && (mode === "all" || mode === "here" || (mode === "last" && isLast));
      const { cx, cy } = board.place(stone.point);
      if (numbered) {
        const look = `number on-${stone.side}${isLast ? " last" : ""}${number > 99 ? " long" : ""}`;
        content.push(s("text", { class: look, x: cx, y: cy + 0.5 }, String(number)));
      }
      if (isLast && settings.lastMove.value)
        content.push(
          s("circle", { class: `last-ring on-${stone.side}`, cx, cy, r: numbered ? 12 : 6.5 }),
        );
    }
    board.layers.numbers.replaceChildren(...content);
  });
}

/** @param {import("../shared/app.d.ts").App} app @param {Board} board */
function drawWin(app, board) {
  let before = "";
  effect(() => {
    const rows = app.view.value?.rows?.() ?? [];
    settings.flip.value;
    const key = rows.join(" ");
    const fresh = key !== before ? " fresh" : "";
    before = key;
    board.layers.win.replaceChildren(
      ...rows.map((row) => {
        const [a, b] = [board.place(row[0]), board.place(/** @type {string} */ (row.at(-1)))];
        return s("line", { class: `win-line${fresh}`, x1: a.cx, y1: a.cy, x2: b.cx, y2: b.cy });
      }),
    );
  });
}

// ---------------------------------------------------------------- the hidden grid

/**
 * Rows and cells for screen readers, with one tab stop that moves. The drawing shows where it is.
 * @param {import("../shared/app.d.ts").App} app @param {Board} board @param {HTMLElement} table
 */
function hiddenGrid(app, board, table) {
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  let size = 0;
  const build = (/** @type {number} */ now) => {
    size = now;
    cells.clear();
    const rows = [];
    for (let y = size - 1; y >= 0; y--) {
      const row = h("div", { role: "row", "aria-rowindex": String(size - y) });
      for (let x = 0; x < size; x++) {
        const cell = h("span", {
          role: "gridcell",
          tabindex: "-1",
          "aria-colindex": String(x + 1),
        });
        cell.dataset.point = pointAt(x, y);
        cells.set(cell.dataset.point, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    table.replaceChildren(...rows);
    const middle = Math.floor((size - 1) / 2);
    if (!isPoint(board.grid.cursor, size)) board.grid.cursor = pointAt(middle, middle);
    /** @type {any} */ (cells.get(board.grid.cursor)).tabIndex = 0;
  };
  board.grid.moveTo = (point, focus) => {
    const [from, to] = [cells.get(board.grid.cursor), cells.get(point)];
    if (!to) return;
    if (from) from.tabIndex = -1;
    to.tabIndex = 0;
    board.grid.cursor = point;
    if (focus) to.focus({ preventScroll: true });
    drawCursor();
  };
  board.grid.focusCursor = () => cells.get(board.grid.cursor)?.focus({ preventScroll: true });
  const drawCursor = () => {
    const focused = table.contains(document.activeElement);
    if (!focused) return board.layers.focus.replaceChildren();
    const { cx, cy } = board.place(board.grid.cursor);
    board.layers.focus.replaceChildren(
      s("rect", { class: "cursor", x: cx - 15, y: cy - 15, width: 30, height: 30, rx: 4 }),
    );
  };
  table.addEventListener("focusin", drawCursor);
  table.addEventListener("focusout", () => queueMicrotask(drawCursor));

  effect(() => {
    const view = app.view.value;
    const now = view?.position();
    if (!now) return;
    if (now.size !== size) build(now.size);
    const names = cellNames(app, now);
    for (const [point, cell] of cells) {
      const name = names(point);
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
    }
    table.setAttribute(
      "aria-label",
      t("board.label", {
        size: now.size,
        turn: t(now.turn ? `turn.${now.turn}` : "turn.over"),
        n: now.ply,
      }),
    );
    table.setAttribute("aria-rowcount", String(now.size));
    table.setAttribute("aria-colcount", String(now.size));
  });
}

/**
 * What each cell is called: "H8, black stone, move 1".
 * @param {import("../shared/app.d.ts").App} app
 * @param {Shown} now
 * @returns {(point: string) => string}
 */
export function cellNames(app, now) {
  const view = app.view.value;
  const stones = new Map(now.stones.map((stone) => [stone.point, stone]));
  const fouls = new Map(
    (view?.facts?.()?.forbidden ?? []).map((foul) => [foul.point, foul.kinds[0]]),
  );
  const candidates = new Map(
    (view?.candidates?.() ?? []).map((one, rank) => [
      one.point,
      { rank: rank + 1, text: one.label },
    ]),
  );
  return (point) => {
    const name = shown(point);
    const stone = stones.get(point);
    if (stone)
      return stone.number
        ? t("cell.stone", { name, stone: t(`stone.${stone.side}`), number: stone.number })
        : t("cell.setup", { name, stone: t(`stone.${stone.side}`) });
    const candidate = candidates.get(point);
    const foul = fouls.get(point);
    if (foul) return t("cell.forbidden", { name, kind: t(`foul.${foul}`) });
    if (candidate)
      return t("cell.candidate", { name, rank: candidate.rank, score: candidate.text });
    return t("cell.empty", { name });
  };
}
