// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { xy, pointAt, shown, isPoint, stars, sideOf, other } = await load("board/notation.js");
  const { clockText } = await load("play/clocks.js");
  same(xy("h8"), { x: 7, y: 7 }, "h8");
  same(xy("v22"), { x: 21, y: 21 }, "v22");
  for (let x = 0; x < 22; x++)
    for (let y = 0; y < 22; y++) same(xy(pointAt(x, y)), { x, y }, `${x} ${y}`);
  same(shown("i9"), "I9", "the letter I is not skipped");
  same(
    ["a1", "o15", "p1", "a16", "a0", "i10", "", "h8h8", "H8", "--"].map((text) =>
      isPoint(text, 15),
    ),
    [true, true, false, false, false, true, false, false, false, false],
  );
  same(isPoint("e5", 5), true);
  same(stars(15).length, 5, "stars of 15");
  same(
    stars(15).some((/** @type {any} */ one) => one.x === 7 && one.y === 7),
    true,
    "the centre is a star",
  );
  for (let size = 5; size <= 22; size++)
    for (const { x, y } of stars(size))
      same(x >= 0 && y >= 0 && x < size && y < size, true, `stars of ${size}`);
  same(other("black"), "white");
  const position = { rule: "freestyle", size: 15, moves: ["h8"] };
  same(
    [0, 1, 2].map((k) => sideOf(position, k)),
    ["black", "white", "black"],
  );
  same(sideOf({ ...position, setup: { black: [], white: [], turn: "white" } }, 0), "white");
  same([0, 9_940, 10_000, 61_000, 3_600_000, -5].map(clockText), [
    "0:00.0",
    "0:09.9",
    "0:10",
    "1:01",
    "1:00:00",
    "0:00.0",
  ]);
};
