// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { scoreText, percent, counted } = await load("analyse/score.js");
  const t = (/** @type {string} */ key, /** @type {any} */ args) =>
    `${key}${args ? ` ${args.n}` : ""}`;
  const estimate = { wp: 0.63, proof: null };
  same(scoreText(estimate, "black", "white", t), "63%");
  same(scoreText(estimate, "mover", "white", t), "37%");
  same(scoreText(estimate, "mover", "black", t), "63%");
  const won = { wp: 1, proof: "win", plies: 7 };
  same(scoreText(won, "black", "white", t), "score.win 7");
  same(scoreText(won, "mover", "white", t), "score.loss 7");
  same(scoreText({ wp: 0, proof: "loss", plies: 4 }, "mover", "white", t), "score.win 4");
  same(scoreText({ wp: 0.5, proof: "draw" }, "black", "black", t), "score.draw");
  const likely = { wp: 0.995, proof: null, likely: "win", centi: 26_999 };
  same(scoreText(likely, "black", "white", t), "score.likely-win");
  same(scoreText(likely, "mover", "white", t), "score.likely-loss");
  same(scoreText(likely, "points", "black", t), "score.likely-win");
  same([0, 0.004, 0.5, 0.996, 1].map(percent), [1, 1, 50, 99, 99], "an estimate is never certain");
  same([312, 9999, 64_000, 1_240_000, 12_400_000, 2_000_000_000].map(counted), [
    "312",
    "9999",
    "64 k",
    "1.24 M",
    "12.4 M",
    "2.00 G",
  ]);
};
