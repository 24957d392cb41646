// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { languageOf, moreTexts, speak, t } = await load("shared/store.js");

  const chosen = (/** @type {string[]} */ ...tags) => tags.map(languageOf);
  same(chosen("zh", "zh-CN", "zh-SG"), ["zh", "zh", "zh"], "Chinese of the mainland");
  same(
    chosen("zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-CN"),
    Array(5).fill("zh-Hant"),
    "Chinese in traditional characters",
  );
  same(chosen("ko-KR", "vi-VN", "ru", "cs-CZ", "JA"), ["ko", "vi", "ru", "cs", "ja"], "others");
  same(chosen("de", "", "no tag at all"), [null, null, null], "what does not exist");

  await moreTexts("pages");
  /** @param {string} code */
  const counted = async (code) => {
    await speak(code);
    return [1, 2, 5, 21, 22].map((n) => t("games.moves", { n }));
  };
  same(await counted("en"), ["1 move", "2 moves", "5 moves", "21 moves", "22 moves"]);
  same(await counted("ko"), ["1수", "2수", "5수", "21수", "22수"]);
  same(await counted("ru"), ["1 ход", "2 хода", "5 ходов", "21 ход", "22 хода"]);
  same(await counted("cs"), ["1 tah", "2 tahy", "5 tahů", "21 tahů", "22 tahů"]);
};
