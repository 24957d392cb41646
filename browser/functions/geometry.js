// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { turned, unturned } = await load("board/notation.js");
  const { turnPosition } = await load("analyse/turn.js");
  for (const size of [5, 15, 22]) {
    for (let flip = 0; flip < 8; flip++) {
      const seen = new Set();
      for (let x = 0; x < size; x++) {
        for (let y = 0; y < size; y++) {
          const there = turned(x, y, size, flip);
          seen.add(`${there.x} ${there.y}`);
          const back = unturned(there.x, there.y, size, flip);
          if (back.x !== x || back.y !== y) same(back, { x, y }, `way ${flip} of ${size}`);
        }
      }
      same(seen.size, size * size, `way ${flip} of ${size} meets every point once`);
    }
  }
  const position = {
    rule: "freestyle",
    size: 15,
    moves: ["a1", "--", "c4"],
    setup: { black: ["b1"], white: ["o15"], turn: "black" },
  };
  let whole = position;
  for (let k = 0; k < 4; k++) whole = turnPosition(whole, "left");
  same(whole, position, "four quarter turns");
  same(turnPosition(turnPosition(position, "mirror"), "mirror"), position, "mirrored twice");
  same(turnPosition(position, "west"), null, "no room");
  same(turnPosition({ rule: "freestyle", size: 15, moves: ["a1"] }, "east").moves, ["b1"]);
};
