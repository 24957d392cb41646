// @ts-check
// Keys as they are shown, and which keys an action has.

/** @type {Record<string, string>} */
const NAMES = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Delete: "Del",
  Escape: "Esc",
  ContextMenu: "Menu",
  "-": "−",
  ">": "Shift + .",
  "1-9": "1 … 9",
};

/** What stands on a key: `Shift+n` is "Shift + N". @param {string} key */
export function keyLabel(key) {
  const [, held, last] = /** @type {RegExpExecArray} */ (/^((?:Shift\+|Ctrl\+)*)(.+)$/s.exec(key));
  const sign = NAMES[last] ?? (last.length === 1 ? last.toUpperCase() : last);
  return held.replaceAll("+", " + ") + sign;
}

/** Whether an action wants the focus on the board. @param {string} action */
export const isOfBoard = (action) => action.startsWith("board.");

/**
 * The keys of an action, in the order of the table.
 * @param {Record<string, string>} keys
 * @param {string} action
 */
export const keysOf = (keys, action) =>
  Object.keys(keys)
    .filter((key) => keys[key] === action)
    .map((key) => (isOfBoard(action) ? key.slice("board ".length) : key));

/**
 * What the key does already where this action lives: another action, or nothing.
 * @param {Record<string, string>} keys
 * @param {string} action
 * @param {string} key
 * @returns {string | null}
 */
export function rivalOf(keys, action, key) {
  const there = keys[isOfBoard(action) ? `board ${key}` : key];
  return there && there !== action ? there : null;
}

/** Keys that stay with the browser or lead through the page. */
const RESERVED =
  /^(Shift\+)?(Tab|F5|F11|F12|Ctrl\+[tnwrl]|Ctrl\+Tab|Ctrl\+v|Dead|Process|Unidentified)$/;

/** Whether nobody can have this key. @param {string} key */
export const isReserved = (key) => RESERVED.test(key);

/** Whether only a key that is held with others was pressed. @param {KeyboardEvent} event */
export const isHeldOnly = ({ key }) =>
  ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Fn"].includes(key);
