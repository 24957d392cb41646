// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { announce } = await load("play/game-tools.js");
  const { notes } = await load("shared/dom.js");
  const { t } = await load("shared/store.js");
  const state = { game: "1", choices: [], moves: [] };
  const failed = { ...state, save_problem: "the disk is full" };
  const shown = () => notes.value.map((/** @type {any} */ one) => [one.text(), one.kind]);
  announce(state, state);
  same(shown(), [], "a game that is saved");
  announce(state, failed);
  same(shown(), [[t("save.failed"), "error"]], "a game that is not saved");
  announce(failed, failed);
  same(shown(), [[t("save.failed"), "error"]], "a game that is still not saved");
  announce(failed, state);
  same(shown(), [[t("save.again"), "info"]], "a game that is saved again");
};
