// @ts-check
// Positions as addresses: `/analyse?r=renju&n=15&m=h8i9&at=1`, set-ups with `b`, `w` and `t`.

import { isPoint } from "../board/notation.js";

/** @typedef {import("./wire.d.ts").Position} Position */

/**
 * `h8i9i7` as points; what follows the first bad part is left out.
 * @param {string} text
 * @param {number} size
 */
export function splitMoves(text, size) {
  const points = [];
  let rest = text.toLowerCase();
  while (rest) {
    const part = /^(--|[a-v][1-9]\d?)/.exec(rest)?.[0];
    if (!part || (part !== "--" && !isPoint(part, size))) return { points, bad: rest.slice(0, 8) };
    points.push(part);
    rest = rest.slice(part.length);
  }
  return { points, bad: null };
}

/** The address of a position. @param {Position} position @param {number} [at] */
export function linkOf(position, at) {
  const query = new URLSearchParams({ r: position.rule, n: String(position.size) });
  if (position.moves.length) query.set("m", position.moves.join(""));
  if (at !== undefined && at !== position.moves.length) query.set("at", String(at));
  if (position.setup) {
    query.set("b", position.setup.black.join(""));
    query.set("w", position.setup.white.join(""));
    query.set("t", position.setup.turn === "white" ? "w" : "b");
  }
  return `/analyse?${query}`;
}

/**
 * The position of an address, as far as it is valid, and the first bad part.
 * @param {URLSearchParams} query
 * @param {string[]} rules
 * @returns {{ position: Position, at: number, bad: string | null } | null} nothing if the address names no position
 */
export function positionOf(query, rules) {
  if (!["r", "n", "m", "b", "w"].some((name) => query.has(name))) return null;
  let bad = null;
  let rule = query.get("r") ?? "freestyle";
  if (!rules.includes(rule)) [bad, rule] = [`r=${rule}`, "freestyle"];
  let size = Number(query.get("n") ?? 15);
  if (!Number.isInteger(size) || size < 5 || size > 22)
    [bad, size] = [bad ?? `n=${query.get("n")}`, 15];
  const read = (/** @type {string} */ name) => {
    const { points, bad: wrong } = splitMoves(query.get(name) ?? "", size);
    if (wrong !== null) bad ??= `${name}=…${wrong}`;
    return points;
  };
  /** @type {Position} */
  const position = { rule: /** @type {any} */ (rule), size, moves: read("m") };
  if (query.has("b") || query.has("w")) {
    position.setup = {
      black: read("b"),
      white: read("w"),
      turn: query.get("t") === "w" ? "white" : "black",
    };
  }
  const taken = new Set([...(position.setup?.black ?? []), ...(position.setup?.white ?? [])]);
  const twice = position.moves.findIndex(
    (move) => move !== "--" && (taken.has(move) || !taken.add(move)),
  );
  if (twice >= 0) {
    bad ??= `m=…${position.moves[twice]}`;
    position.moves.length = twice;
  }
  const at = query.has("at") ? Number(query.get("at")) : position.moves.length;
  const valid = Number.isInteger(at) && at >= 0 && at <= position.moves.length;
  if (!valid) bad ??= `at=${query.get("at")}`;
  return { position, at: valid ? at : position.moves.length, bad };
}
