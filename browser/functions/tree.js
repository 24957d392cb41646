// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { Tree } = await load("shared/tree.js");
  const { rowsOf } = await load("analyse/tree-list.js");
  const tree = new Tree("renju", 15);
  const play = (/** @type {any} */ at, /** @type {string[]} */ moves, side = "black") => {
    for (const move of moves) {
      at = tree.play(at, move, side).node;
      side = side === "black" ? "white" : "black";
    }
    return at;
  };
  const end = play(tree.root, ["h8", "i9", "i7", "g9"]);
  const second = tree.path(end)[2];
  const other = play(second, ["g7", "f7"]);
  same(tree.play(second, "i7", "black").fresh, false, "a move that is there is followed");
  same(tree.position(other), { rule: "renju", size: 15, moves: ["h8", "i9", "g7", "f7"] });
  same(tree.stones(other).turn, "black");
  same(
    tree.lineThrough(second).map((/** @type {any} */ node) => node.move),
    [null, "h8", "i9", "i7", "g9"],
  );
  const text = (/** @type {any} */ root) =>
    rowsOf(root, () => 4).map(
      (/** @type {any} */ row) =>
        `${row.depth}:${row.nodes.map((/** @type {any} */ node) => node.move).join(" ")}`,
    );
  same(text(tree.root), ["0:h8 i9 i7", "1:g7 f7", "0:g9"]);
  const back = tree.promote(other, true);
  same(second.children[0].move, "g7", "promoted");
  back();
  same(second.children[0].move, "i7", "taken back");
  const restore = tree.remove(second.children[1]);
  same(second.children.length, 1, "removed");
  restore();
  same(
    second.children.map((/** @type {any} */ node) => node.move),
    ["i7", "g7"],
    "brought back",
  );
  const record = tree.record();
  same(Tree.from(record).tree.record(), record, "through a record and back");
  const set = new Tree("freestyle", 15);
  set.root.setup = { black: ["a1"], white: ["b2"], to_move: "white" };
  const first = set.play(set.root, "c3", "white").node;
  same(set.position(first).setup, { black: ["a1"], white: ["b2"], turn: "white" });
  const twice = set.play(first, "d4", "white").node;
  same(
    set.position(twice),
    {
      rule: "freestyle",
      size: 15,
      setup: { black: ["a1"], white: ["b2", "c3"], turn: "white" },
      moves: ["d4"],
    },
    "a move out of turn becomes a set-up",
  );
};
