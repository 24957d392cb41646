// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { ruleOf } = await load("play/own-clock.js");
  const numbers = { main: 60_000, increment: 0, period: 5000, periods: 2, time: 9000 };
  same(ruleOf("increment", numbers), { kind: "increment", main: 60_000, increment: 0 });
  same(ruleOf("byo-yomi", numbers), { kind: "byo-yomi", main: 60_000, period: 5000, periods: 2 });
  same(ruleOf("per-move", numbers), { kind: "per-move", time: 9000 });
  same(ruleOf("per-move", { ...numbers, time: 0 }), null, "no time");
  same(ruleOf("byo-yomi", { ...numbers, main: 0, periods: 0 }), null, "no time in periods");
  same(ruleOf("byo-yomi", { ...numbers, periods: 101 }), null, "too many periods");
  same(ruleOf("increment", { ...numbers, main: NaN }), null, "an empty field");
  same(ruleOf("increment", { ...numbers, main: -1 }), null, "less than nothing");
  same(ruleOf("increment", { ...numbers, main: 25 * 3600 * 1000 }), null, "more than a day");
};
