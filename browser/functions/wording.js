// @ts-check
// Words that a walk through the app found wrong, each with what it became.
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { speak, t, moreTexts } = await load("shared/store.js");
  const { resultText } = await load("shared/words.js");
  await moreTexts("pages");
  await moreTexts("score");
  await moreTexts("review");
  /** @type {Record<string, Record<string, string>>} */
  const wanted = {
    en: {
      resume: "Resume",
      step: "Step",
      flip: "Rotate board",
      "editor.alternate": "Alternate",
      "set.appearance": "Theme",
      "rule.freestyle": "Freestyle",
    },
    zh: {
      "game.undo": "悔棋",
      "rule.freestyle": "无禁手",
      "rule.renju": "有禁手（连珠）",
      "review.label.inaccuracy": "欠佳",
      "review.label.blunder": "大失误",
      "review.reason.losing": "败着",
    },
    ja: {
      "game.undo": "待った",
      "level.3.name": "カジュアル",
      "rule.freestyle": "フリースタイル",
      "review.label.mistake": "疑問手",
      "review.label.blunder": "悪手",
      "review.reason.missed-win": "勝ち逃し",
    },
  };
  for (const [code, texts] of Object.entries(wanted)) {
    await speak(code);
    for (const [key, text] of Object.entries(texts)) same(t(key), text, `${code} ${key}`);
  }
  await speak("zh");
  same(t("step.place", { n: 3 }), "落 3 子");
  same(t("reason.forbidden", { loser: "黑方", fouls: "三三" }).includes("下出禁手"), true);

  await speak("en");
  same(t("import.unknown", { formats: "SGF" }).startsWith("Tengen cannot read this file."), true);
  same(t("score.proved", { n: 9 }), "Proven: five in a row within 9 plies", "plies");
  const person = { kind: "person" };
  const engine = { kind: "engine", level: 3 };
  const result = (/** @type {string} */ winner, /** @type {string} */ reason) => ({
    winner,
    reason,
    fouls: [],
  });
  const told = (/** @type {any} */ one, /** @type {any} */ black, /** @type {any} */ white) =>
    resultText(one, { black, white });
  same(told(result("white", "five"), person, engine), "Tengen (White) wins – five in a row");
  same(told(result("black", "five"), person, engine), "You win – five in a row");
  same(told(result("white", "time"), person, person), "White wins – Black ran out of time");
  same(
    told(result("black", "resignation"), { ...person, name: "Ann" }, person),
    "Ann (Black) wins – White resigned",
  );
};
