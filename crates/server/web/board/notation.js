// @ts-check
// Points and sides: their names, where they lie, and the eight ways to look at a board.

/** @typedef {import("./state.d.ts").Side} Side */

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** Column and row of a point, both from 0, rows from the bottom. @param {string} point */
export const xy = (point) => ({ x: point.charCodeAt(0) - 97, y: Number(point.slice(1)) - 1 });

/** The point of a column and a row. @param {number} x @param {number} y */
export const pointAt = (x, y) => String.fromCharCode(97 + x) + (y + 1);

/** Points are shown in capitals: H8. @param {string} point */
export const shown = (point) => (point === "--" || point === "pass" ? "–" : point.toUpperCase());

/** Whether a text is a point of a board of this size. @param {string} text @param {number} size */
export function isPoint(text, size) {
  if (!/^[a-v][1-9]\d?$/.test(text)) return false;
  const { x, y } = xy(text);
  return x < size && y >= 0 && y < size;
}

/** The star points of a size. @param {number} size */
export function stars(size) {
  const middle = (size - 1) / 2;
  const edge = size < 7 ? null : size < 12 ? 2 : 3;
  const lines = edge === null ? [] : [edge, size - 1 - edge];
  const points = lines.flatMap((x) => lines.map((y) => ({ x, y })));
  if (Number.isInteger(middle)) points.push({ x: middle, y: middle });
  if (size >= 19 && Number.isInteger(middle) && edge !== null) {
    points.push(
      ...lines.flatMap((x) => [
        { x, y: middle },
        { x: middle, y: x },
      ]),
    );
  }
  return points;
}

/**
 * Which side makes move number `index` (from 0) after a set-up.
 * @param {{ setup?: { turn: Side } | null }} position
 * @param {number} index
 * @returns {Side}
 */
export function sideOf(position, index) {
  const first = position.setup?.turn ?? "black";
  return index % 2 === 0 ? first : other(first);
}

/**
 * One of the eight ways to look at a board: quarter turns, from 4 on mirrored.
 * @param {number} x @param {number} y @param {number} size @param {number} flip
 */
export function turned(x, y, size, flip) {
  const far = size - 1;
  for (let k = 0; k < flip % 4; k++) [x, y] = [y, far - x];
  return flip >= 4 ? { x: far - x, y } : { x, y };
}

/** The way back. @param {number} x @param {number} y @param {number} size @param {number} flip */
export function unturned(x, y, size, flip) {
  if (flip >= 4) x = size - 1 - x;
  for (let k = 0; k < flip % 4; k++) [x, y] = [size - 1 - y, x];
  return { x, y };
}
