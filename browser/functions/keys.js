// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { isReserved, keyLabel, keysOf, rivalOf } = await load("shared/keys.js");
  const { keyName } = await load("board/input.js");
  const { app } = await load("main.js");
  const labels = ["l", "Shift+n", "Shift+Ctrl+z", " ", "+", "Ctrl++", "ArrowLeft", "Shift+1-9"];
  same(labels.map(keyLabel), [
    "L",
    "Shift + N",
    "Shift + Ctrl + Z",
    "Space",
    "+",
    "Ctrl + +",
    "←",
    "Shift + 1 … 9",
  ]);
  const named = (/** @type {string} */ key, /** @type {any} */ more = {}) =>
    keyName(new KeyboardEvent("keydown", { key, ...more }));
  same(named("L"), "l", "with Caps Lock");
  same(named("N", { shiftKey: true }), "Shift+n");
  same(named("?", { shiftKey: true }), "?", "a sign that needs Shift");
  same(named("д", { code: "KeyL" }), "l", "a letter of another alphabet by its place");
  same(named("z", { metaKey: true }), "Ctrl+z");
  same(named("F10", { shiftKey: true }), "Shift+F10");

  const usual = app.keysWith(null);
  same(keysOf(usual, "undo"), ["u", "Ctrl+z"]);
  same(keysOf(usual, "board.place"), ["Enter", " "]);
  const own = app.keysWith({ engine: ["k"], undo: [], "board.up": ["l"] });
  same([own.k, own.l, own.u, own["Ctrl+z"]], ["engine", undefined, undefined, undefined]);
  same([own["board l"], own["board ArrowUp"]], ["board.up", undefined], "keys of the board");
  same(rivalOf(usual, "theme", "l"), "engine", "a key that is taken");
  same(rivalOf(usual, "engine", "l"), null, "its own");
  same(rivalOf(usual, "board.up", "l"), null, "the board has keys of its own");
  same(rivalOf(usual, "board.up", "ArrowLeft"), "board.left");
  same(["Ctrl+w", "Tab", "F5", "Shift+Tab", "l", "Ctrl+k"].map(isReserved), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
};
