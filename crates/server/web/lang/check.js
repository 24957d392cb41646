// @ts-check
// Whether the languages fit each other and the code, and the pseudo-language of the tests. No page of the
// app needs this module: browser tests import it, and `speak("pseudo")` does.

/** @typedef {Record<string, string>} Texts */

/** Parts of the language table: the start, and what pages load on demand. */
const PARTS = [
  "",
  "analyse",
  "score",
  "explain",
  "explorer",
  "opening",
  "pages",
  "help",
  "review",
  "puzzles",
  "keys",
  "clock",
  "watch",
  "research",
];
const CODES = ["en", "zh", "zh-Hant", "ja", "ko", "vi", "ru", "cs"];

/** @param {string} part @param {string} code */
const fileOf = (part, code) => `./${part ? `${part}.` : ""}${code}.json`;

/** @param {string} text */
const places = (text) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

/**
 * The plural forms that whole numbers take in a language, and `other`, which stands in for a missing one.
 * @param {string} code
 */
function pluralForms(code) {
  const plural = new Intl.PluralRules(code);
  const counts = Array.from({ length: 200 }, (_, n) => plural.select(n));
  return [...new Set([...counts, "other"])];
}

/**
 * A plural key without its form, else nothing: `line.one` is no plural, for English has no `line.other`.
 * @param {Texts} english
 * @param {string} key
 */
function pluralStem(english, key) {
  const [, stem] = /^(.+)\.(?:zero|one|two|few|many|other)$/.exec(key) ?? [];
  return stem && `${stem}.one` in english && `${stem}.other` in english ? stem : undefined;
}

/**
 * The keys a language needs: those of English, with its own plural forms.
 * @param {Texts} english
 * @param {string} code
 */
function wantedKeys(english, code) {
  const forms = pluralForms(code);
  const keys = Object.keys(english).flatMap((key) => {
    const stem = pluralStem(english, key);
    return stem ? forms.map((form) => `${stem}.${form}`) : [key];
  });
  return [...new Set(keys)];
}

/**
 * What is wrong with a language, compared with English: missing, needless and empty texts, other places to
 * fill.
 * @param {Texts} english @param {Texts} texts @param {string} code
 * @returns {string[]}
 */
function compare(english, texts, code) {
  const wanted = wantedKeys(english, code);
  const problems = wanted
    .filter((key) => !(key in texts))
    .map((key) => `${code}: ${key} is missing`);
  for (const [key, text] of Object.entries(texts)) {
    if (!wanted.includes(key)) problems.push(`${code}: ${key} is needless`);
    else if (!text.trim()) problems.push(`${code}: ${key} is empty`);
    else if (differs(english, key, text))
      problems.push(`${code}: ${key} has other places than in English`);
  }
  return problems;
}

/**
 * The number itself may be left out of a plural: "one stone".
 * @param {Texts} english
 * @param {string} key
 * @param {string} text
 */
function differs(english, key, text) {
  const stem = pluralStem(english, key);
  const without = (/** @type {string[]} */ names) =>
    (stem ? names.filter((name) => name !== "n") : names).join();
  return without(places(english[stem ? `${stem}.other` : key])) !== without(places(text));
}

/**
 * What is wrong between the code and English: keys that are used and missing, keys that nobody uses.
 * A key in code is a literal, or the beginning of a template: `rule.${name}` uses all that begin with `rule.`.
 * @param {Texts} english @param {string[]} sources
 * @returns {string[]}
 */
export function usage(english, sources) {
  const code = sources.join("\n").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const literals = new Set([...code.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) => text));
  const beginnings = [
    ...new Set([...code.matchAll(/`((?:[a-z][\w-]*\.)+)\$\{/g)].map(([, head]) => head)),
  ];
  const exists = (/** @type {string} */ key) => key in english || `${key}.other` in english;
  const asked = [...code.matchAll(/\b[tT]\(\s*"([^"]+)"/g)].map(([, key]) => key);
  const missing = [...new Set(asked)]
    .filter((key) => !exists(key))
    .map((key) => `en: ${key} is used and missing`);
  const stem = (/** @type {string} */ key) => key.replace(/\.(one|other)$/, "");
  const used = (/** @type {string} */ key) =>
    literals.has(key) || literals.has(stem(key)) || beginnings.some((head) => key.startsWith(head));
  return [
    ...missing,
    ...Object.keys(english)
      .filter((key) => !used(key))
      .map((key) => `en: ${key} is not used`),
  ];
}

/** @param {string} path */
async function load(path) {
  const answer = await fetch(import.meta.resolve(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The table of a language, all parts together. @param {string} code @returns {Promise<Texts>} */
async function allTexts(code) {
  const parts = await Promise.all(
    PARTS.map(async (part) => (await load(fileOf(part, code))).json()),
  );
  return Object.assign({}, ...parts);
}

/**
 * The text of every module that is reached from the start, at once or on demand.
 * @returns {Promise<string[]>}
 */
async function allSources() {
  /** @type {Map<string, string>} */
  const sources = new Map();
  for (const waiting = [import.meta.resolve("../main.js")]; waiting.length;) {
    const address = /** @type {string} */ (waiting.pop());
    if (sources.has(address) || address === import.meta.url) continue;
    const text = await (await load(address)).text();
    sources.set(address, text);
    const imported = [...text.matchAll(/(?:from|import\()\s*"(\.[\w./-]+\.js)"/g)];
    waiting.push(...imported.map(([, path]) => new URL(path, address).href));
  }
  return [...sources.values()];
}

/**
 * Everything that is wrong with the languages; an empty list is what a test wants.
 * @param {string[]} actions what keys do: each has a text
 * @returns {Promise<string[]>}
 */
export async function checkLanguages(actions) {
  const tables = Object.fromEntries(
    await Promise.all(CODES.map(async (code) => [code, await allTexts(code)])),
  );
  const keys = actions
    .filter((action) => !(`keys.${action}` in tables.en))
    .map((action) => `en: keys.${action} is used and missing`);
  const others = CODES.slice(1).flatMap((code) => compare(tables.en, tables[code], code));
  return [...new Set(keys), ...others, ...usage(tables.en, await allSources())];
}

/**
 * A longer text that is still readable, for tests of layouts: forty in a hundred more, places kept.
 * @param {string} text
 */
export function longer(text) {
  const accents = {
    a: "á",
    e: "é",
    i: "í",
    o: "ó",
    u: "ú",
    A: "Á",
    E: "É",
    I: "Í",
    O: "Ó",
    U: "Ú",
  };
  const marked = text.replace(
    /\{\w+\}|[aeiouAEIOU]/g,
    (one) => accents[/** @type {"a"} */ (one)] ?? one,
  );
  const more = Math.ceil(text.replace(/\{\w+\}/g, "").length * 0.4);
  // Words of five and a blank, as in a text that goes on.
  const filler = "~~~~~ "
    .repeat(more)
    .slice(0, Math.max(0, more - 1))
    .trimEnd();
  return filler ? `${marked} ${filler}` : `${marked}~`;
}

/** @param {Texts} texts @returns {Texts} */
export const pseudo = (texts) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, longer(text)]));
