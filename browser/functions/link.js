// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { splitMoves, linkOf, positionOf, splitVariations, variationsText } =
    await load("shared/link.js");
  const rules = ["freestyle", "standard", "renju", "caro"];
  const read = (/** @type {string} */ address) =>
    positionOf(new URL(address, "http://localhost").searchParams, rules);
  same(splitMoves("h8i9o15a1", 15), { points: ["h8", "i9", "o15", "a1"], bad: null });
  same(splitMoves("h8--i9", 15).points, ["h8", "--", "i9"]);
  same(splitMoves("h8p1", 15), { points: ["h8"], bad: "p1" });
  same(splitMoves("H8I10", 15).points, ["h8", "i10"], "capitals");
  const positions = [
    { rule: "freestyle", size: 15, moves: [] },
    { rule: "renju", size: 22, moves: ["v22", "a1", "--", "k11"] },
    {
      rule: "caro",
      size: 9,
      moves: ["a1"],
      setup: { black: ["c3", "d4"], white: [], turn: "white" },
    },
  ];
  for (const position of positions) {
    for (let at = 0; at <= position.moves.length; at++) {
      const found = read(linkOf(position, at));
      same(
        [found.position, found.at, found.bad],
        [{ ...position }, at, null].map((one) => one),
        linkOf(position, at),
      );
    }
  }
  for (const text of [
    "",
    "h8i9",
    "h8i9(i7g9)(g7f7)",
    "(h8)(i9(a1)(--b2(c3)(d4)))",
    "h8(i9)(j10)",
  ]) {
    const { children, bad } = splitVariations(text, 15);
    same([variationsText(children), bad], [text, null], "variations");
    const found = read(linkOf(positions[0], 0, children));
    same([found.tree, found.bad], [children, null], "variations in a link");
  }
  same(splitVariations("h8(i9p1)", 15).bad, "p1)", "a variation off the board");
  same(variationsText(splitVariations("h8(i9", 15).children), "h8i9", "what is valid stays");
  same(splitVariations("h8(i9", 15).bad === null, false, "a bracket that is not closed");
  same(splitVariations("h8)i9", 15).bad, ")i9", "a bracket that was not opened");
  same(read("/analyse?m=h8&v=h8(x").bad, "v=…x");
  same(read("/analyse"), null, "no position in the address");
  same(read("/analyse?n=99&m=h8").bad, "n=99");
  same(read("/analyse?r=chess&m=h8").position.rule, "freestyle");
  same(read("/analyse?m=h8h8").position.moves, ["h8"], "a stone on a stone");
  same(read("/analyse?m=h8i9&at=7").at, 2, "a ply too far");
  same(read("/analyse?b=h8&w=h8&m=h8").bad === null, false, "two stones on one point");
};
