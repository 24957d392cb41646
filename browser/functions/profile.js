// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { merged } = await load("shell/profile.js");
  const profile = { appearance: "dark", volume: 10, play: { level: 6, rule: "renju" } };
  const here = {
    appearance: "light",
    lines: 5,
    play: { level: 2, rule: "freestyle" },
    sheet: "full",
  };
  same(merged(profile, here, []), profile, "what was not changed here stays as it was");
  same(merged(profile, here, ["lines"]), { ...profile, lines: 5 }, "one change is one change");
  same(
    merged(profile, here, ["play.level"]).play,
    { level: 2, rule: "renju" },
    "a level takes no rule along",
  );
  same(
    merged(profile, here, ["volume"]),
    { appearance: "dark", play: profile.play },
    "back to the default",
  );
  same(merged({}, here, ["sheet", "lines"]), { lines: 5 }, "the sheet stays on this screen");
  same(merged({ sheet: "closed", flip: 3 }, here, []), {}, "nor does it come from another screen");
};
