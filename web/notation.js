// @ts-check
// Small pure functions over the values of the wire: points, links, scores, times.

/** @typedef {import("./wire.d.ts").Position} Position */
/** @typedef {"black" | "white"} Side */

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

/** `h8i9i7` as points; what follows the first bad part is left out. @param {string} text @param {number} size */
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

/** The star points of a size. @param {number} size */
export function stars(size) {
  const middle = (size - 1) / 2;
  const edge = size < 7 ? null : size < 12 ? 2 : 3;
  const lines = edge === null ? [] : [edge, size - 1 - edge];
  const points = lines.flatMap((x) => lines.map((y) => ({ x, y })));
  if (Number.isInteger(middle)) points.push({ x: middle, y: middle });
  if (size >= 19 && Number.isInteger(middle) && edge !== null) {
    points.push(...lines.flatMap((x) => [{ x, y: middle }, { x: middle, y: x }]));
  }
  return points;
}

/** Which side makes move number `index` (from 0) after a set-up. @param {Position} position @param {number} index @returns {Side} */
export function sideOf(position, index) {
  const first = position.setup?.turn ?? "black";
  return index % 2 === 0 ? first : other(first);
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
  if (!Number.isInteger(size) || size < 5 || size > 22) [bad, size] = [bad ?? `n=${query.get("n")}`, 15];
  const read = (/** @type {string} */ name) => {
    const { points, bad: wrong } = splitMoves(query.get(name) ?? "", size);
    if (wrong !== null) bad ??= `${name}=…${wrong}`;
    return points;
  };
  /** @type {Position} */
  const position = { rule: /** @type {any} */ (rule), size, moves: read("m") };
  if (query.has("b") || query.has("w")) {
    position.setup = { black: read("b"), white: read("w"), turn: query.get("t") === "w" ? "white" : "black" };
  }
  const taken = new Set([...(position.setup?.black ?? []), ...(position.setup?.white ?? [])]);
  const twice = position.moves.findIndex((move) => move !== "--" && (taken.has(move) || !taken.add(move)));
  if (twice >= 0) {
    bad ??= `m=…${position.moves[twice]}`;
    position.moves.length = twice;
  }
  const at = query.has("at") ? Number(query.get("at")) : position.moves.length;
  const valid = Number.isInteger(at) && at >= 0 && at <= position.moves.length;
  if (!valid) bad ??= `at=${query.get("at")}`;
  return { position, at: valid ? at : position.moves.length, bad };
}

/** @typedef {import("./wire.d.ts").Score} Score */

/**
 * A score as text. Proven results and estimates never look the same.
 * @param {Score} score from Black's side
 * @param {"black" | "mover" | "points"} view
 * @param {Side} mover
 * @param {(key: string, args?: any) => string} t
 * @returns {string}
 */
export function scoreText(score, view, mover, t) {
  const turned = view === "black" ? false : mover === "white";
  if (score.proof) {
    if (score.proof === "draw") return t("score.draw");
    const wins = (score.proof === "win") !== turned;
    return t(wins ? "score.win" : "score.loss", { n: score.plies ?? 0 });
  }
  const chance = turned ? 1 - score.wp : score.wp;
  if (view === "points") return signed(Math.round(pointsOf(chance)));
  return `${percent(chance)}%`;
}

/** A chance as whole percent that never claims certainty. @param {number} chance */
export const percent = (chance) => Math.min(99, Math.max(1, Math.round(chance * 100)));

/** The engine's points behind a chance, 100 points to the pawn-like unit of its logistic scale. @param {number} chance */
const pointsOf = (chance) => 200 * Math.log(Math.max(0.001, Math.min(0.999, chance)) / (1 - Math.max(0.001, Math.min(0.999, chance))));

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** 1.24 M, 640 k, 312. @param {number} count */
export function counted(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(count >= 1e8 ? 0 : count >= 1e7 ? 1 : 2)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(count);
}

/** Minutes and seconds; below ten seconds also tenths. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
