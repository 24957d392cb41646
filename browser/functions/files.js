// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { fileName } = await load("pages/files.js");
  const name = (/** @type {string} */ words) => fileName(words, "sgf").replace(/-\d{8}\.sgf$/, "");
  same(name("ながしま – Dvořák"), "ながしま-Dvořák", "letters keep their signs");
  same(name("Nguyễn"), "Nguyễn".normalize("NFC"));
  same(name("Nguyễn".normalize("NFD")), "Nguyễn".normalize("NFC"), "however they were written");
  same(name("한국어 / 棋譜"), "한국어-棋譜");
  same(name("../../a:b*c"), "a-b-c", "nothing that a folder could mean");
  same(name("???"), "tengen");
};
