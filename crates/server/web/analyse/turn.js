// @ts-check
// Turning, mirroring and shifting of records. How the board is looked at is the `flip` of the board.

import { pointAt, xy } from "../board/notation.js";

/** @typedef {import("../shared/wire.d.ts").GameRecord} GameRecord */
/** @typedef {import("../shared/wire.d.ts").Position} Position */
/** @typedef {keyof typeof WAYS} Way */

/** Where a point comes to lie; rows count from the bottom. */
const WAYS = {
  left: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ far) => [
    far - y,
    x,
  ],
  right: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ far) => [
    y,
    far - x,
  ],
  mirror: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ far) => [
    far - x,
    y,
  ],
  upend: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ far) => [
    x,
    far - y,
  ],
  north: (/** @type {number} */ x, /** @type {number} */ y) => [x, y + 1],
  south: (/** @type {number} */ x, /** @type {number} */ y) => [x, y - 1],
  west: (/** @type {number} */ x, /** @type {number} */ y) => [x - 1, y],
  east: (/** @type {number} */ x, /** @type {number} */ y) => [x + 1, y],
};

/** No room: a stone would leave the board. */
class NoRoom extends Error {}

/** @param {number} size @param {Way} way @returns {(point: string) => string} */
function mover(size, way) {
  return (point) => {
    if (point === "--") return point;
    const from = xy(point);
    const [x, y] = WAYS[way](from.x, from.y, size - 1);
    if (x < 0 || y < 0 || x >= size || y >= size) throw new NoRoom(point);
    return pointAt(x, y);
  };
}

/**
 * @template T
 * @param {() => T} make
 * @returns {T | null} nothing if there is no room
 */
function orNothing(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoRoom) return null;
    throw error;
  }
}

/**
 * The position turned or shifted; nothing if there is no room.
 * @param {Position} position
 * @param {Way} way
 * @returns {Position | null}
 */
export function turnPosition(position, way) {
  const move = mover(position.size, way);
  const { setup, moves } = position;
  return orNothing(() => ({
    ...position,
    ...(setup && {
      setup: { ...setup, black: setup.black.map(move), white: setup.white.map(move) },
    }),
    moves: moves.map(move),
  }));
}

/**
 * The record with all its variations turned or shifted; nothing if there is no room.
 * @param {GameRecord} record
 * @param {Way} way
 * @returns {GameRecord | null}
 */
export function turnRecord(record, way) {
  const move = mover(record.size, way);
  const all = (/** @type {string[] | undefined} */ points) => points && points.map(move);
  return orNothing(() => ({
    ...record,
    nodes: record.nodes.map((node) => ({
      ...node,
      ...(node.move && { move: move(node.move) }),
      ...(node.setup && {
        setup: {
          ...node.setup,
          black: all(node.setup.black),
          white: all(node.setup.white),
          cleared: all(node.setup.cleared),
        },
      }),
      ...(node.marks && {
        marks: node.marks.map((mark) => ({
          ...mark,
          point: move(mark.point),
          ...(mark.to && { to: move(mark.to) }),
        })),
      }),
    })),
  }));
}
