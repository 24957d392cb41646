// @ts-check
// The board: wood, grid, coordinates, stones and numbers. It draws the state it is handed (state.d.ts) and
// reports what hands do to it; it knows no app and no rule. Only what changed is drawn again.

import { pointAt, stars, turned, unturned, xy } from "./notation.js";
import { cells, pointer } from "./input.js";

/** @typedef {import("./state.d.ts").State} State */
/** @typedef {import("./state.d.ts").Events} Events */
/** @typedef {import("./state.d.ts").Side} Side */

/** Units of the drawing per cell. */
export const CELL = 32;
const EDGE = 32;

/** How many units a board of this size takes. @param {number} size */
const spanOf = (size) => (size - 1) * CELL + 2 * EDGE;

/** An empty board. @returns {State} */
const initial = () => ({
  size: 15,
  stones: [],
  pending: [],
  last: null,
  rows: [],
  turn: null,
  placing: false,
  forbidden: [],
  refuses: false,
  flip: 0,
  coordinates: "two",
  numbers: "off",
  numbersFrom: 0,
  lastMove: true,
  stoneLook: "soft",
  tap: "auto",
  rightClick: "back",
  wheel: false,
  keys: {
    ArrowLeft: "left",
    ArrowRight: "right",
    ArrowUp: "up",
    ArrowDown: "down",
    Enter: "place",
    " ": "place",
    ContextMenu: "menu",
    "Shift+F10": "menu",
  },
  zone: null,
  hint: null,
  threats: [],
  must: [],
  explained: [],
  candidates: [],
  played: [],
  limits: null,
  ghosts: [],
  marks: [],
  arrows: false,
  arrowFrom: null,
  branches: [],
  heat: null,
  pointed: null,
  labels: { board: "", place: "", cell: (point) => point, tip: () => "" },
});

/** From the lowest to the highest. */
const LAYERS = /** @type {const} */ ([
  "zone",
  "stones",
  "win",
  "numbers",
  "threats",
  "fouls",
  "discs",
  "ghosts",
  "marks",
  "hover",
  "focus",
]);

/** Parts of the state that overlay.js draws. It is loaded when one of them is there. */
const OVERLAY = /** @type {const} */ ([
  "zone",
  "hint",
  "threats",
  "must",
  "forbidden",
  "explained",
  "candidates",
  "played",
  "limits",
  "ghosts",
  "marks",
  "arrowFrom",
  "branches",
  "heat",
]);

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Makes a board. Put its `element` into a page, then `set` what it shows.
 * @param {Events} events
 */
export function createBoard(events) {
  const state = initial();
  const ground = svg("svg", { class: "ground", "aria-hidden": "true" });
  const heat = document.createElement("canvas");
  heat.setAttribute("aria-hidden", "true");
  heat.hidden = true;
  const top = svg("svg", { class: "things", "aria-hidden": "true" });
  const layers = /** @type {Record<(typeof LAYERS)[number], SVGElement>} */ (
    Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]))
  );
  top.append(definitions(), ...Object.values(layers));
  const table = document.createElement("div");
  table.className = "grid-table";
  table.setAttribute("role", "grid");
  const element = document.createElement("div");
  element.className = "board";
  element.append(ground, heat, top, table);

  /** @type {ReturnType<typeof import("./overlay.js").createOverlay> | null} */
  let overlay = null;
  /** @type {Promise<void> | null} */
  let loading = null;

  const board = {
    element,
    /** What is shown now. It changes by `set` alone. @type {Readonly<State>} */
    state,
    layers,
    heat,
    table,
    events,
    /** The point that has the focus, or gets it next. */
    cursor: "h8",
    /** Moves the cursor. @type {(point: string, focus: boolean) => void} */
    moveTo: () => {},
    /** Gives the focus to the cursor. */
    focus: () => {},
    /** Whether the board has the focus. */
    hasFocus: () => table.contains(document.activeElement),

    /** Changes parts of the state and draws what depends on them. @param {Partial<State>} part */
    set(part) {
      /** @type {Partial<State>} */
      const next =
        "stones" in part && part.stones !== state.stones ? { explained: [], ...part } : part;
      const names = /** @type {(keyof State)[]} */ (Object.keys(next));
      const changed = new Set(names.filter((name) => !Object.is(next[name], state[name])));
      if (!changed.size) return;
      Object.assign(state, next);
      for (const { of, draw } of drawings) if (of.some((name) => changed.has(name))) draw();
      overlay?.draw(changed);
      if (!overlay && OVERLAY.some((name) => !isEmpty(state[name]))) board.loadOverlay();
    },

    /** Loads what draws over the stones; without this call it comes when it is first wanted. */
    loadOverlay() {
      loading ??= import("./overlay.js").then(
        ({ createOverlay }) => void (overlay = createOverlay(board)),
        // Without a server it does not come; the next change tries again.
        () => void (loading = null),
      );
      return loading;
    },

    /** Presses a point, as a hand or a key does. @param {string} point */
    press(point) {
      const { stones, forbidden, refuses } = state;
      const empty = !stones.some((stone) => stone.point === point);
      const refused = refuses && empty && forbidden.find((one) => one.point === point);
      if (!refused) return events.press(point);
      board.shake(point);
      events.refuse(refused);
    },

    /** Shakes a point: nothing can be put there. @param {string} point */
    shake(point) {
      const { cx, cy } = board.place(point);
      const cross = svg("g", { class: "shake" }, svg("circle", { cx, cy, r: 14, class: "must" }));
      layers.hover.append(cross);
      setTimeout(() => cross.remove(), 350);
    },

    /** Draws the stone that follows the pointer, if one does. @param {string | null} point @param {boolean} cross */
    drawHover(point, cross) {
      if (!point) return layers.hover.replaceChildren();
      const { cx, cy } = board.place(point);
      const all = board.span();
      const lines = svg("path", { class: "crosshair", d: `M0 ${cy}H${all}M${cx} 0V${all}` });
      const body = svg("circle", { cx, cy, r: 14.4 });
      const stone = svg("g", { class: `hover-stone ${state.turn}` }, body);
      layers.hover.replaceChildren(...(cross ? [lines, stone] : [stone]));
    },

    /** Draws where the focus is. */
    drawCursor() {
      if (!board.hasFocus()) return layers.focus.replaceChildren();
      const { cx, cy } = board.place(board.cursor);
      const box = { class: "cursor", x: cx - 15, y: cy - 15, width: 30, height: 30, rx: 4 };
      layers.focus.replaceChildren(svg("rect", box));
    },

    /** Where a point lies in the drawing. @param {string} point */
    place(point) {
      const { x, y } = xy(point);
      const seen = turned(x, y, state.size, state.flip);
      return { cx: EDGE + seen.x * CELL, cy: EDGE + (state.size - 1 - seen.y) * CELL };
    },

    /**
     * The point nearest to a place of the window, if one is near enough.
     * @param {number} clientX
     * @param {number} clientY
     * @param {number} [reach] in cells
     */
    nearest(clientX, clientY, reach = 0.45) {
      const { size, flip } = state;
      const box = element.getBoundingClientRect();
      const unit = spanOf(size) / box.width;
      const fx = ((clientX - box.left) * unit - EDGE) / CELL;
      const fy = size - 1 - ((clientY - box.top) * unit - EDGE) / CELL;
      const [x, y] = [Math.round(fx), Math.round(fy)];
      if (x < 0 || y < 0 || x >= size || y >= size) return null;
      if (Math.abs(fx - x) > reach || Math.abs(fy - y) > reach) return null;
      const real = unturned(x, y, size, flip);
      return pointAt(real.x, real.y);
    },

    /** How wide the drawing is, in its units. */
    span: () => spanOf(state.size),
    /** How wide a cell is in the window, in pixels. */
    cellPixels: () => (element.getBoundingClientRect().width / spanOf(state.size)) * CELL,
  };

  /** Each drawing with the parts of the state it depends on. @type {{ of: (keyof State)[], draw: () => void }[]} */
  const drawings = [
    {
      of: ["size", "flip", "coordinates"],
      draw: () => {
        drawGround(ground, state);
        const box = `0 0 ${spanOf(state.size)} ${spanOf(state.size)}`;
        for (const one of [ground, top]) one.setAttribute("viewBox", box);
      },
    },
    { of: ["size", "flip", "stones", "pending"], draw: stoneDrawing(board) },
    {
      of: ["size", "flip", "stones", "last", "numbers", "numbersFrom", "lastMove"],
      draw: () => drawNumbers(board),
    },
    { of: ["size", "flip", "rows"], draw: winDrawing(board) },
    { of: ["stoneLook"], draw: () => (element.dataset.stones = state.stoneLook) },
    ...cells(board),
    ...pointer(board),
  ];
  for (const { draw } of drawings) draw();
  return board;
}

/** @typedef {ReturnType<typeof createBoard>} Board */

/** @param {any} value */
const isEmpty = (value) => value === null || value.length === 0;

/** Gradients of wood and stones. */
const definitions = () =>
  svg(
    "defs",
    {},
    gradient("shade-black", { cx: "36%", cy: "30%", r: "62%" }, ["0", "1"]),
    gradient("shade-white", { cx: "40%", cy: "34%", r: "66%" }, ["0.55", "1"]),
  );

/** From light to dark, as a style sheet colours it. @param {string} id @param {any} place @param {string[]} offsets */
const gradient = (id, place, [light, dark]) =>
  svg(
    "radialGradient",
    { id, ...place },
    svg("stop", { offset: light, class: `${id}-hi` }),
    svg("stop", { offset: dark, class: `${id}-lo` }),
  );

// ---------------------------------------------------------------- wood and grid

/** @param {SVGElement} ground @param {Readonly<State>} state */
function drawGround(ground, { size, flip, coordinates }) {
  const all = spanOf(size);
  const far = EDGE + (size - 1) * CELL;
  let lines = "";
  for (let k = 1; k < size - 1; k++) {
    const at = EDGE + k * CELL;
    lines += `M${EDGE} ${at}H${far}M${at} ${EDGE}V${far}`;
  }
  const dots = stars(size).map(({ x, y }) =>
    svg("circle", { cx: EDGE + x * CELL, cy: EDGE + y * CELL, r: 3.2 }),
  );
  const frame = { x: EDGE, y: EDGE, width: far - EDGE, height: far - EDGE };
  ground.replaceChildren(
    svg("defs", {}, wood()),
    svg("rect", { width: all, height: all, fill: "url(#wood)" }),
    grain(all),
    svg("path", { class: "grid-lines", d: lines }),
    svg("rect", { class: "grid-frame", ...frame }),
    svg("g", { class: "grid-stars" }, ...dots),
    coordinates === "off" ? "" : names(size, flip, coordinates === "four"),
  );
}

const wood = () =>
  svg(
    "linearGradient",
    { id: "wood", x1: "0", y1: "0", x2: "1", y2: "0.25" },
    svg("stop", { offset: "0", class: "wood-light" }),
    svg("stop", { offset: "0.5", class: "wood-mid" }),
    svg("stop", { offset: "1", class: "wood-dark" }),
  );

/** Straight grain as a saw leaves it. Its seed is fixed: it is the same at every visit. @param {number} all */
function grain(all) {
  const group = svg("g", { class: "grain" });
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const short = (/** @type {number} */ value) => value.toFixed(1);
  for (let x = 2; x < all; x += 3 + random() * 11) {
    const bend = (random() - 0.5) * 9;
    const curve = `${short(x + bend)} ${(all * 0.3).toFixed(0)} ${short(x - bend)} ${(all * 0.65).toFixed(0)}`;
    const d = `M${short(x)} 0C${curve} ${short(x + bend * 0.6)} ${all}`;
    group.append(svg("path", { d, "stroke-width": (0.4 + random() * 1.8).toFixed(2) }));
  }
  return group;
}

/** @param {number} size @param {number} flip @param {boolean} four */
function names(size, flip, four) {
  const group = svg("g", { class: "coords" });
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ what) =>
    group.append(svg("text", { x, y }, what));
  const all = spanOf(size);
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
const stoneShape = (cx, cy, side) => [
  svg("circle", { class: "cast", cx: cx + 0.8, cy: cy + 1.6, r: 14.6 }),
  svg("circle", { class: "body", cx, cy, r: 14.4 }),
  svg("circle", { class: "shade", cx, cy, r: 14, fill: `url(#shade-${side})` }),
];

/** How long a stone takes to settle, with some room. */
const SETTLING = 250;

/**
 * Stones that stay are left alone, so that only new ones move in. A stone that follows another at once is
 * just there: each frame of its arrival would draw the board again while the next one waits.
 * @param {Board} board
 */
function stoneDrawing(board) {
  /** @type {Map<string, { side: Side, element: SVGElement }>} */
  const lying = new Map();
  let drawn = "";
  let latest = -Infinity;
  return () => {
    const { size, flip, stones, pending } = board.state;
    const key = `${size} ${flip}`;
    const moved = key !== drawn;
    if (moved) {
      lying.clear();
      board.layers.stones.replaceChildren();
      drawn = key;
    }
    const wanted = new Map(stones.map((stone) => [stone.point, stone.side]));
    for (const [point, stone] of lying) {
      if (wanted.get(point) === stone.side) continue;
      stone.element.remove();
      lying.delete(point);
    }
    const now = performance.now();
    const settles = wanted.size - lying.size === 1 && !moved && now - latest > SETTLING;
    if (wanted.size > lying.size) latest = now;
    for (const [point, side] of wanted) {
      if (lying.has(point)) continue;
      const { cx, cy } = board.place(point);
      const look = `stone ${side}${settles ? " fresh" : ""}`;
      const element = svg("g", { class: look, "data-point": point }, ...stoneShape(cx, cy, side));
      board.layers.stones.append(element);
      lying.set(point, { side, element });
    }
    for (const [point, { element }] of lying) {
      element.classList.toggle("pending", pending.includes(point));
    }
  };
}

/** @param {Board} board */
function drawNumbers(board) {
  const { stones, last, numbers, numbersFrom, lastMove } = board.state;
  /** @type {Node[]} */
  const content = [];
  for (const stone of stones) {
    const isLast = stone.point === last;
    const number = stone.number - numbersFrom;
    const numbered = number > 0 && (numbers === "all" || (numbers === "last" && isLast));
    const { cx, cy } = board.place(stone.point);
    if (numbered) {
      const look = `number on-${stone.side}${isLast ? " last" : ""}${number > 99 ? " long" : ""}`;
      content.push(svg("text", { class: look, x: cx, y: cy + 0.5 }, String(number)));
    }
    if (isLast && lastMove) {
      const r = numbered ? 12 : 6.5;
      content.push(svg("circle", { class: `last-ring on-${stone.side}`, cx, cy, r }));
    }
  }
  board.layers.numbers.replaceChildren(...content);
}

/** Rows that won; one that is new grows. @param {Board} board */
function winDrawing(board) {
  let before = "";
  return () => {
    const { rows } = board.state;
    const key = rows.join(" ");
    const fresh = key !== before ? " fresh" : "";
    before = key;
    const lines = rows.map((row) => {
      const [a, b] = [board.place(row[0]), board.place(/** @type {string} */ (row.at(-1)))];
      return svg("line", { class: `win-line${fresh}`, x1: a.cx, y1: a.cy, x2: b.cx, y2: b.cy });
    });
    board.layers.win.replaceChildren(...lines);
  };
}
