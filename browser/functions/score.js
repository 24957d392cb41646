// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { scoreText, scoreSign, scoreLook, winText, percent, counted } =
    await load("shared/score.js");
  const estimate = { wp: 0.63, proof: null };
  same(scoreText(estimate, "black", "white"), "63%");
  same(scoreText(estimate, "mover", "white"), "37%");
  same(scoreText(estimate, "mover", "black"), "63%");
  same(scoreSign(estimate, "mover", "white"), "37");
  same(scoreLook(estimate), "", "an estimate is hollow");
  const won = { wp: 1, proof: "win", plies: 7 };
  const lost = { wp: 0, proof: "loss", plies: 25 };
  for (const view of ["black", "mover", "points"])
    for (const mover of ["black", "white"]) {
      same(scoreText(won, view, mover), "Black wins in 7", "a proof names its winner");
      same(scoreText(lost, view, mover), "White wins in 25", "whoever is to move");
      same(scoreSign(won, view, mover), "B7");
      same(scoreSign(lost, view, mover), "W25");
    }
  same(winText("white", 25), "White wins in 25", "the solver says it in the same words");
  same(scoreLook(won), "proved black", "a proof is filled with the colour of the winner");
  same(scoreLook(lost), "proved white");
  const draw = { wp: 0.5, proof: "draw" };
  same([scoreText(draw, "black", "black"), scoreSign(draw, "black", "black")], ["Draw", "="]);
  const likely = { wp: 0.995, proof: null, likely: "win", centi: 26_999 };
  same(scoreText(likely, "black", "white"), "Black likely wins");
  same(scoreText(likely, "points", "white"), "Black likely wins");
  same(scoreSign(likely, "black", "white"), "99", "what is likely stays an estimate on discs");
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
