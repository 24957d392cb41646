// @ts-check
/** A board on its own, without the app. @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { createBoard } = await load("board/board.js");
  /** @type {any[]} */
  const heard = [];
  const names = ["press", "refuse", "menu", "step", "wait"];
  const listen = (/** @type {string} */ name) => (/** @type {any} */ what) => {
    heard.push([name, what]);
  };
  const board = createBoard(Object.fromEntries(names.map((name) => [name, listen(name)])));
  document.body.append(board.element);
  board.element.style.cssText = "position: fixed; left: 0; top: 0; width: 480px; height: 480px";
  const all = (/** @type {string} */ selector) => [...board.element.querySelectorAll(selector)];
  const points = (/** @type {string} */ selector, /** @type {string} */ name) =>
    all(selector).map((one) => one.dataset[name]);

  board.set({
    size: 9,
    stones: [
      { point: "e5", side: "black", number: 1 },
      { point: "d4", side: "white", number: 2 },
    ],
    last: "d4",
    turn: "black",
    placing: true,
    numbers: "all",
    forbidden: [{ point: "f6", mark: "3", reason: "a double three" }],
    refuses: true,
    labels: {
      board: "a board",
      place: "Put",
      cell: (/** @type {string} */ point) => `cell ${point}`,
      tip: () => "",
    },
  });
  same(points(".layer-stones .stone", "point"), ["e5", "d4"], "stones");
  same(
    all(".layer-numbers text").map((one) => one.textContent),
    ["1", "2"],
    "numbers",
  );
  same(all("[role=gridcell]").length, 81, "cells");
  same(all("[role=gridcell]")[0].getAttribute("aria-label"), "cell a9", "names of cells");

  const [stone] = all(".layer-stones .stone");
  board.set({ stones: board.state.stones.slice(0, 1), last: "e5" });
  same(all(".layer-stones .stone")[0] === stone, true, "a stone that stays is not drawn again");
  same(points(".layer-stones .stone", "point"), ["e5"], "a stone that goes");

  await board.loadOverlay();
  same(points("[data-foul]", "foul"), ["f6"], "forbidden points");
  board.set({ explained: [{ stones: ["e5", "f5"], growth: ["g5"] }] });
  same(all(".foul-line").length, 1, "why a point is forbidden");
  board.set({ stones: [] });
  same(all(".foul-line").length, 0, "the reason goes with the position");

  board.press("a1");
  board.press("f6");
  board.set({ refuses: false });
  board.press("f6");
  same(heard.splice(0), [
    ["press", "a1"],
    ["refuse", { point: "f6", mark: "3", reason: "a double three" }],
    ["press", "f6"],
  ]);

  const { left, top } = board.element.getBoundingClientRect();
  const { cx, cy } = board.place("c3");
  const unit = 480 / board.span();
  same(board.nearest(left + cx * unit, top + cy * unit), "c3", "the point under the pointer");
  board.set({ flip: 3 });
  const seen = board.place("c3");
  same(
    board.nearest(left + seen.cx * unit, top + seen.cy * unit),
    "c3",
    "the same on a turned board",
  );

  board.moveTo("e5", true);
  same(board.hasFocus(), true, "the cursor has the focus");
  const key = (/** @type {string} */ name) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }),
    );
  board.set({ flip: 0 });
  key("ArrowRight");
  key("Enter");
  same([board.cursor, ...heard.splice(0)], ["f5", ["press", "f5"]], "keys");
  board.element.remove();
};
