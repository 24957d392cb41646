// @ts-check
// The socket to the server, with reconnecting and replay, and plain HTTP.

import { hasText, language, signal, t } from "./store.js";

/** How long to wait before each new try, in seconds; the last one repeats. */
const WAITS = [0.5, 1, 2, 5];
/** The server stops a search ten seconds after the last sign of life. */
const HEARTBEAT = 4000;
/** After this many milliseconds without a server the user is asked to start it again. */
const GONE = 30_000;
export const PROTOCOL = 1;

/**
 * `since` is when the connection was lost, `next` when the next try comes, both in milliseconds.
 * @typedef {{ state: "connecting" | "open" | "lost" | "gone" | "outdated", since: number, next: number }} Connection
 */

/** @type {import("./store.js").Signal<Connection>} */
export const connection = signal(
  /** @type {Connection} */ ({ state: "connecting", since: Date.now(), next: 0 }),
);

/**
 * @typedef {{ resolve: (answer: any) => void, reject: (error: any) => void, message: any, keep: boolean }} Pending
 */

/** What the server refused, in its words and as a code for the language table. */
export class Refused extends Error {
  /** @param {import("./wire.d.ts").Problem} error */
  constructor(error) {
    super(error.text);
    this.code = error.code;
    this.problem = error;
  }
}

/** The connection went away before the answer came. */
export class Lost extends Error {}

/** @type {Map<number, Pending>} */
const pending = new Map();
/** @type {Map<string, Set<(message: any) => void>>} */
const listeners = new Map();
/** @type {WebSocket | null} */
let socket = null;
let number = 0;
let tries = 0;
/** @type {any} */
let retry = 0;
/** @type {any} */
let beat = 0;

const TOKEN = "tengen.token";

/**
 * Takes the token of a remote link out of the address, so that neither the address bar nor the history nor a
 * copied link keeps it. Links have it in the fragment; `?token=` is what programs write.
 * @returns {boolean} whether there was one
 */
function takeToken() {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const found = fragment.get("token") ?? url.searchParams.get("token");
  if (found === null) return false;
  sessionStorage.setItem(TOKEN, found);
  if (fragment.has("token")) url.hash = "";
  if (url.searchParams.has("token")) url.searchParams.delete("token");
  history.replaceState(history.state, "", url);
  return true;
}

takeToken();
const token = sessionStorage.getItem(TOKEN);
// A new link in the tab of an old one changes the fragment alone, which loads nothing.
addEventListener("hashchange", () => takeToken() && location.reload());

/** Opens the socket; later it reopens itself. */
export function connect() {
  clearTimeout(retry);
  const url = new URL("/api/live", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (token) url.searchParams.set("token", token);
  const mine = new WebSocket(url);
  socket = mine;
  mine.addEventListener("open", opened);
  mine.addEventListener("message", (event) => socket === mine && receive(event.data));
  mine.addEventListener("close", () => socket === mine && lost());
}

function opened() {
  tries = 0;
  clearInterval(beat);
  beat = setInterval(() => transmit({ type: "ping" }), HEARTBEAT);
  connection.value = { state: "open", since: Date.now(), next: 0 };
  for (const listener of listeners.get("open") ?? []) listener(null);
  for (const { message } of pending.values()) transmit(message);
}

function lost() {
  clearInterval(beat);
  socket = null;
  for (const [id, one] of pending) {
    if (one.keep) continue;
    pending.delete(id);
    one.reject(new Lost());
  }
  const before = connection.peek();
  if (before.state === "outdated") return;
  const since = before.state === "open" ? Date.now() : before.since;
  const wait = WAITS[Math.min(tries++, WAITS.length - 1)] * 1000;
  const gone = Date.now() - since > GONE;
  connection.value = {
    state: gone ? "gone" : before.state === "connecting" ? "connecting" : "lost",
    since,
    next: Date.now() + wait,
  };
  if (before.state === "connecting" && tries > 1)
    connection.value = { ...connection.peek(), state: gone ? "gone" : "lost" };
  retry = setTimeout(connect, wait);
}

/** Tries again at once. */
export function retryNow() {
  tries = 0;
  connect();
}

/** @param {string} data */
function receive(data) {
  const message = JSON.parse(data);
  const waiting =
    message.id !== undefined && message.id !== null ? pending.get(message.id) : undefined;
  if (waiting) {
    pending.delete(message.id);
    if (message.type === "error") waiting.reject(new Refused(message));
    else waiting.resolve(message);
  }
  for (const listener of listeners.get(message.type) ?? []) listener(message);
}

/** @param {any} message */
function transmit(message) {
  if (socket?.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ v: PROTOCOL, ...message }));
}

/**
 * Sends a message and waits for its answer. With `keep` it survives a lost connection and is sent again.
 * @param {string} type
 * @param {Record<string, any>} [body]
 * @param {{ keep?: boolean }} [options]
 * @returns {Promise<any>}
 */
export function request(type, body = {}, { keep = false } = {}) {
  const id = ++number;
  const message = { type, id, ...body };
  return new Promise((resolve, reject) => {
    if (!keep && socket?.readyState !== WebSocket.OPEN) return reject(new Lost());
    pending.set(id, { resolve, reject, message, keep });
    transmit(message);
  });
}

/** Sends a message that has no answer. @param {string} type @param {Record<string, any>} [body] */
export function tell(type, body = {}) {
  transmit({ type, ...body });
}

/**
 * Listens to a kind of message; `open` comes after each new connection.
 * @param {string} type
 * @param {(message: any) => void} listener
 * @returns {() => void} ends it
 */
export function on(type, listener) {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set.add(listener));
  return () => set.delete(listener);
}

/**
 * Plain HTTP. Refusals of the server become `Refused`, a server that does not answer `Lost`.
 * @param {string} method
 * @param {string} path
 * @param {BodyInit | object | null} [body] plain objects are sent as JSON
 * @param {AbortSignal} [signal] ends it before its time
 * @returns {Promise<Response>}
 */
export async function http(method, path, body = null, signal) {
  const plain = body !== null && Object.getPrototypeOf(body) === Object.prototype;
  /** @type {Record<string, string>} */
  const headers = plain ? { "content-type": "application/json" } : {};
  if (token) headers.authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      signal,
      body: plain ? JSON.stringify(body) : /** @type {BodyInit | null} */ (body),
    });
  } catch {
    throw new Lost();
  }
  if (answer.ok) return answer;
  const error = await answer
    .json()
    .catch(() => ({ code: "internal", text: `${answer.status} ${answer.statusText}` }));
  throw new Refused(error);
}

/**
 * Words of the server as a sentence: a capital first, points as the board names them. What it quotes stays.
 * @param {string} words
 */
export const sentence = (words) =>
  words
    .replace(/'[^']*'|\b[a-v]\d{1,2}\b/g, (one) => (one[0] === "'" ? one : one.toUpperCase()))
    .replace(/^./, (first) => first.toUpperCase());

/** A refusal in the user's language. @param {any} error */
export function problemText(error) {
  const code = error?.code ?? "lost";
  const key = `problem.${code}`;
  const own = error?.message ?? "";
  if (
    language.value === "en" &&
    own &&
    [
      "opening",
      "bad-position",
      "bad-file",
      "cannot-hold",
      "not-saved",
      "unsuited",
      "internal",
      "too-large",
      "bad-message",
    ].includes(code)
  )
    return sentence(own);
  return hasText(key) ? t(key) : own || t("problem.lost");
}

// ---------------------------------------------------------------- facts of positions

/** @typedef {import("./wire.d.ts").Facts} Facts */

/** The newest are kept; the oldest go first. */
const REMEMBERED = 600;
/**
 * @type {Map<string, { facts: import("./store.js").Signal<Facts | null>, ask: () => void, known: boolean }>}
 */
const asked = new Map();

/**
 * What the server knows about a position; null until the answer is there. It is asked once, and again after
 * a lost connection.
 * @param {import("./wire.d.ts").Position} pos
 * @param {boolean} [shapes] also what the engine sees at every point
 * @returns {import("./store.js").Signal<Facts | null>}
 */
export function factsOf(pos, shapes = false) {
  const key = JSON.stringify([pos.rule, pos.size, pos.setup, pos.moves, shapes]);
  const before = asked.get(key);
  if (before) return before.facts;
  const entry = { facts: signal(/** @type {Facts | null} */ (null)), known: false, ask };
  function ask() {
    request("position.query", { pos, shapes })
      .then((answer) => {
        entry.known = true;
        entry.facts.value = answer;
      })
      .catch((error) => {
        if (error instanceof Refused) entry.known = true;
      });
  }
  asked.set(key, entry);
  if (asked.size > REMEMBERED) asked.delete(/** @type {string} */ (asked.keys().next().value));
  ask();
  return entry.facts;
}

on("open", () => {
  for (const entry of asked.values()) if (!entry.known) entry.ask();
});
