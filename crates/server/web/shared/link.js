// @ts-check
// Positions as addresses: `/analyse?r=renju&n=15&m=h8i9&at=1`, set-ups with `b`, `w` and `t`, variations with
// `v`: `h8i9(i7g9)(g7f7)` branches after i9. `m` is the line that is shown, so that a link opens without `v` too.

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

/**
 * A part of a tree: a move and what follows it.
 * @typedef {{ move: string, children: Branch[] }} Branch
 */

/** A tree of moves as a text. @param {Branch[]} children @returns {string} */
export function variationsText(children) {
  let text = "";
  let next = children;
  for (; next.length === 1; next = next[0].children) text += next[0].move;
  return text + next.map((one) => `(${one.move}${variationsText(one.children)})`).join("");
}

/**
 * The tree of such a text, as far as it is valid, and the first bad part.
 * @param {string} text
 * @param {number} size
 */
export function splitVariations(text, size) {
  /** @type {Branch[]} */
  const first = [];
  let list = first;
  const stack = [];
  for (let rest = text.toLowerCase(); rest;) {
    const part = /^(--|[a-v][1-9]\d?|[()])/.exec(rest)?.[0];
    const closed = part === ")" ? stack.pop() : null;
    if (
      !part ||
      (part === ")" && !closed) ||
      (part.length > 1 && part !== "--" && !isPoint(part, size))
    )
      return { children: first, bad: rest.slice(0, 8) };
    if (part === "(") stack.push(list);
    else if (closed) list = closed;
    else {
      /** @type {Branch} */
      const branch = { move: part, children: [] };
      list.push(branch);
      list = branch.children;
    }
    rest = rest.slice(part.length);
  }
  return { children: first, bad: stack.length ? ")" : null };
}

/**
 * The address of a position.
 * @param {Position} position
 * @param {number} [at]
 * @param {Branch[]} [tree] what follows the set-up, with its variations
 */
export function linkOf(position, at, tree) {
  const query = new URLSearchParams({ r: position.rule, n: String(position.size) });
  if (position.moves.length) query.set("m", position.moves.join(""));
  if (at !== undefined && at !== position.moves.length) query.set("at", String(at));
  if (position.setup) {
    query.set("b", position.setup.black.join(""));
    query.set("w", position.setup.white.join(""));
    query.set("t", position.setup.turn === "white" ? "w" : "b");
  }
  // Brackets stand in an address as they are.
  const variations = tree ? `&v=${variationsText(tree)}` : "";
  return `/analyse?${query}${variations}`;
}

/**
 * The position of an address, as far as it is valid, and the first bad part.
 * @param {URLSearchParams} query
 * @param {string[]} rules
 * @returns {{ position: Position, at: number, tree: Branch[], bad: string | null } | null} nothing if the address names no position
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
  const { children: tree, bad: odd } = splitVariations(query.get("v") ?? "", size);
  if (odd !== null) bad ??= `v=…${odd}`;
  const at = query.has("at") ? Number(query.get("at")) : position.moves.length;
  const valid = Number.isInteger(at) && at >= 0 && at <= position.moves.length;
  if (!valid) bad ??= `at=${query.get("at")}`;
  return { position, at: valid ? at : position.moves.length, tree, bad };
}
