// @ts-check
// Signals, the settings that a browser remembers, and the language table.
//
// A signal is a value that knows who read it. Effects run again when a value they read has changed;
// an effect made inside another one ends when the outer one runs again, so nothing has to be
// unsubscribed by hand. A change that an effect makes reaches others after that effect has ended.

/**
 * `order`: effects run in the order in which they were made, so that what others follow from comes first.
 * `update`: brings a computed value up to date.
 * @typedef {Set<Effect> & { update?: () => void }} Readers
 * @typedef {{ run: () => void, sources: Set<Readers>, children: Effect[], dead: boolean, order: number }} Effect
 */

/**
 * @template T
 * @typedef {{ value: T, peek: () => T }} Signal
 */

/** Who becomes a reader of the signals that are read now. @type {Effect | null} */
let reader = null;
/** Whose end ends the effects that are made now. @type {Effect | null} */
let owner = null;
/** What a change has yet to reach. Each effect runs once, however many of its values changed. @type {Set<Effect> | null} */
let due = null;
let made = 0;

/**
 * @template T
 * @param {T} initial
 * @returns {Signal<T>}
 */
export const signal = (initial) => signalOf(initial, new Set());

/**
 * @template T
 * @param {T} initial
 * @param {Readers} readers
 * @returns {Signal<T>}
 */
function signalOf(initial, readers) {
  let value = initial;
  return {
    get value() {
      if (reader) {
        readers.add(reader);
        reader.sources.add(readers);
      }
      readers.update?.();
      return value;
    },
    set value(next) {
      if (Object.is(next, value)) return;
      value = next;
      batch(() => readers.forEach((one) => due?.add(one)));
    },
    peek: () => {
      readers.update?.();
      return value;
    },
  };
}

/**
 * Several changes that are seen as one.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function batch(work) {
  if (due) return work();
  due = new Set();
  try {
    return work();
  } finally {
    try {
      for (let next = first(due); next; next = first(due)) runNow(next);
    } finally {
      due = null;
    }
  }
}

/** @param {Set<Effect>} effects */
function first(effects) {
  /** @type {Effect | undefined} */
  let least;
  for (const one of effects) if (!least || one.order < least.order) least = one;
  return least;
}

/** @param {Effect} effect */
function runNow(effect) {
  due?.delete(effect);
  effect.run();
}

/** @param {() => void} run @returns {Effect} */
const newEffect = (run) => ({
  run,
  sources: new Set(),
  children: [],
  dead: false,
  order: ++made,
});

/**
 * Runs `work` now and again whenever something it read changes. Returns how to end it.
 * @param {() => void} work
 * @returns {() => void}
 */
export function effect(work) {
  const self = makeEffect(work);
  return () => end(self);
}

/** @param {() => void} work */
function makeEffect(work) {
  const self = newEffect(() => {
    if (self.dead) return;
    release(self);
    within(self, self, work);
  });
  if (owner) owner.children.push(self);
  self.run();
  return self;
}

/**
 * @template T
 * @param {Effect | null} newOwner @param {Effect | null} newReader
 * @param {() => T} work
 * @returns {T}
 */
function within(newOwner, newReader, work) {
  const before = [owner, reader];
  [owner, reader] = [newOwner, newReader];
  try {
    return work();
  } finally {
    [owner, reader] = before;
  }
}

/** @param {Effect} effect */
function release(effect) {
  for (const child of effect.children) end(child);
  effect.children = [];
  for (const readers of effect.sources) readers.delete(effect);
  effect.sources.clear();
}

/** @param {Effect} effect */
function end(effect) {
  effect.dead = true;
  release(effect);
}

/**
 * A value that follows from others. It is computed at once and whenever they change; who reads it while a
 * change is on its way gets the new value.
 * @template T
 * @param {() => T} compute
 * @returns {Signal<T>}
 */
export function computed(compute) {
  /** @type {Readers} */
  const readers = new Set();
  const result = signalOf(/** @type {any} */ (undefined), readers);
  const self = makeEffect(() => {
    result.value = compute();
  });
  readers.update = () => {
    if (!due?.size) return;
    for (const source of [...self.sources]) source.update?.();
    if (due.has(self)) runNow(self);
  };
  return result;
}

/**
 * Reads signals without becoming their reader.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export const untracked = (work) => within(owner, null, work);

/**
 * Effects made by `work` live until the returned function is called, independent of the effect that runs this.
 * @param {() => void} work
 * @returns {() => void}
 */
export function root(work) {
  const self = newEffect(() => {});
  within(self, null, work);
  return () => end(self);
}

// ---------------------------------------------------------------- storage

/**
 * What the browser remembers under a name; a full or forbidden storage is no error.
 * @param {string} name
 * @param {any} fallback
 */
export function recall(name, fallback) {
  try {
    const text = localStorage.getItem("tengen." + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  try {
    localStorage.setItem("tengen." + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// ---------------------------------------------------------------- settings

/** Every setting with its default. A page that needs another one adds it here. */
export const defaults = {
  language: "",
  appearance: "auto", // auto, light, dark, contrast
  boardTheme: "auto", // auto, wood, paper, slate, contrast
  stones: "soft", // soft, flat
  coordinates: "two", // off, two, four
  numbers: "last", // off, last, all, here
  lastMove: true,
  animation: true,
  textSize: 100,
  reducedMotion: "auto", // auto, on
  flip: 0,
  placing: "auto", // auto, direct, twice, offset, button
  rightClick: "back", // back, menu
  wheel: true,
  letterKeys: true,
  keys: /** @type {Record<string, string[]> | null} */ (null), // of actions that have other keys
  forbiddenMarks: "turn", // turn (Black to move), always
  threats: false,
  allThreats: false,
  candidates: "off", // off, discs, heat
  candidatesSeen: false,
  candidateCount: 8,
  heatSide: "both", // black, white, both
  lines: 3,
  stopAfter: 30, // seconds, 0 = never
  scoreView: "black", // black, mover, points
  threads: 0, // 0 = all but one
  memory: 0, // MB, 0 = the server's choice
  solver: "medium", // off, fast, medium, slow
  algorithm: "alphabeta",
  ponder: false, // think on the person's time
  book: true, // level 10 plays from the opening book
  pauseHidden: true,
  panelWidth: 0,
  panelTab: "lines",
  sheet: "auto", // auto, closed, half, full
  play: /** @type {any} */ (null),
  puzzleTurn: true, // puzzles are turned or mirrored at random
  sound: true,
  soundStone: true,
  soundClock: true,
  soundEnd: true,
  soundError: true,
  volume: 40,
  spoken: "normal", // brief, normal
};

/** @typedef {typeof defaults} Settings */

/** What belongs to this screen: another browser does not get it. @type {string[]} */
export const DEVICE = ["flip", "panelWidth", "panelTab", "sheet"];

/** What older versions called a setting. @type {Record<string, string>} */
const olderNames = { solver: "kill" };

/**
 * The value of a setting among stored ones, else its default.
 * @param {Record<string, any>} values
 * @param {string} name
 */
function storedValue(values, name) {
  const key = [name, olderNames[name]].find((key) => key in values);
  return key ? values[key] : /** @type {any} */ (defaults)[name];
}

const stored = recall("settings", {});

/** @type {{ [K in keyof Settings]: Signal<Settings[K]> }} */
export const settings = /** @type {any} */ ({});
for (const name of Object.keys(defaults)) {
  /** @type {any} */ (settings)[name] = signal(storedValue(stored.values ?? {}, name));
}

// A view that was turned and a sheet that was closed belong to that visit.
settings.flip.value = defaults.flip;
if (settings.sheet.peek() === "closed") settings.sheet.value = defaults.sheet;

/** With numbers "from here": how many moves came before number 1. Not remembered. */
export const numberedFrom = signal(0);

/**
 * What was changed here and the server's profile does not have yet: names of settings, and `play.level`
 * for a part of one.
 * @type {Signal<string[]>}
 */
export const unsaved = signal(stored.unsaved ?? Object.keys(stored.values ?? {}));

/**
 * Changes a setting and remembers it.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  const before = settings[name].peek();
  settings[name].value = value;
  const parts = name === "play" ? changedParts(before, value) : [name];
  if (!DEVICE.includes(name)) unsaved.value = [...new Set([...unsaved.peek(), ...parts])];
  keepSettings();
}

/** The choices of a game that differ. @param {any} before @param {any} after */
const changedParts = (before, after) =>
  Object.keys({ ...before, ...after })
    .filter((key) => before?.[key] !== after?.[key])
    .map((key) => `play.${key}`);

/** All settings that differ from their defaults. */
export function settingsNow() {
  /** @type {Record<string, any>} */
  const values = {};
  for (const name of Object.keys(defaults)) {
    const value = /** @type {any} */ (settings)[name].peek();
    if (value !== /** @type {any} */ (defaults)[name]) values[name] = value;
  }
  return values;
}

/** Takes over settings; those of this screen stay. @param {Record<string, any>} values */
export function adopt(values) {
  batch(() => {
    for (const name of Object.keys(defaults)) {
      if (DEVICE.includes(name)) continue;
      const [now, next] = [/** @type {any} */ (settings)[name], storedValue(values, name)];
      // An equal one is no news: what depends on it would be drawn again.
      if (JSON.stringify(now.peek()) !== JSON.stringify(next)) now.value = next;
    }
  });
  keepSettings();
}

export const keepSettings = () =>
  remember("settings", { values: settingsNow(), unsaved: unsaved.peek() });

// ---------------------------------------------------------------- language

/** @type {Signal<Record<string, string>>} */
const table = signal({});

/** The language shown now. */
export const language = signal("en");

/** Languages that exist, with their own names. */
export const languages = {
  en: "English",
  zh: "简体中文",
  "zh-Hant": "繁體中文",
  ja: "日本語",
  ko: "한국어",
  vi: "Tiếng Việt",
  ru: "Русский",
  cs: "Čeština",
};

/**
 * The language for a tag such as `pt-BR`, if it exists. The region tells how Chinese is written: `zh-TW` and
 * `zh-HK` are `zh-Hant`.
 * @param {string} tag
 */
export function languageOf(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, language].find((code) => code in languages);
  } catch {
    return undefined;
  }
}

/** The language of the settings, else the browser's, else English. */
export function preferredLanguage() {
  const wanted = [settings.language.peek(), ...(navigator.languages ?? [])];
  return wanted.map(languageOf).find((code) => code) ?? "en";
}

/** Texts beside the table of the start: long ones, for pages on demand. @type {Set<string>} */
const more = new Set();

/**
 * The pseudo-language is for tests: English, but longer.
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
async function loadTexts(name) {
  if (name.endsWith("pseudo"))
    return (await import("../lang/check.js")).pseudo(
      await loadTexts(name.replace(/pseudo$/, "en")),
    );
  const answer = await fetch(import.meta.resolve(`../lang/${name}.json`));
  if (!answer.ok) throw new Error(`lang/${name}.json: ${answer.status}`);
  return answer.json();
}

/**
 * Loads the texts of a page on demand, `lang/<name>.<language>.json`, now and with every other language.
 * @param {string} name
 * @returns {Promise<void>}
 */
export async function moreTexts(name) {
  more.add(name);
  const code = language.peek();
  const messages = await loadTexts(`${name}.${code}`).catch(() => loadTexts(`${name}.en`));
  if (language.peek() !== code) return moreTexts(name);
  table.value = { ...table.peek(), ...messages };
}

/** The language that was asked for last. */
let asked = "";

/**
 * Loads a language and shows it, unless another one is asked for meanwhile.
 * @param {string} code
 * @returns {Promise<void>}
 */
export async function speak(code) {
  asked = code;
  const wanted = [...more];
  const names = [code, ...wanted.map((name) => `${name}.${code}`)];
  const english = (/** @type {string} */ name) =>
    loadTexts(name.replace(new RegExp(`(^|\\.)${code}$`), "$1en"));
  const parts = await Promise.all(names.map((name) => loadTexts(name).catch(() => english(name))));
  if (asked !== code) return;
  // A page may have been opened while its language was on the way.
  if (more.size !== wanted.length) return speak(code);
  const messages = Object.assign({}, ...parts);
  batch(() => {
    table.value = messages;
    language.value = code;
  });
  document.documentElement.lang = code === "zh" ? "zh-Hans" : code;
}

/**
 * The text of a key in the language of the user; `{name}` is replaced by `args.name`.
 * With `args.n` a key may have the plural forms of the language: `key.one`, `key.few`, `key.many` and
 * `key.other`, which stands in for a missing one.
 * @param {string} key
 * @param {Record<string, any>} [args]
 * @returns {string}
 */
export function t(key, args) {
  const messages = table.value;
  let text = messages[key];
  if (args && typeof args.n === "number") {
    const form = formats().plural.select(args.n);
    text = messages[`${key}.${form}`] ?? messages[`${key}.other`] ?? text;
  }
  text ??= key;
  if (!args) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? show(args[name]) : whole));
}

/** Whether the language has this key. @param {string} key */
export const hasText = (key) => key in table.value || `${key}.other` in table.value;

/**
 * Making these is slow, so each language has one of each.
 * @type {Map<string, { plural: Intl.PluralRules, number: Intl.NumberFormat }>}
 */
const formatters = new Map();

function formats() {
  const code = language.value;
  const known = formatters.get(code) ?? {
    plural: new Intl.PluralRules(code),
    number: new Intl.NumberFormat(code),
  };
  formatters.set(code, known);
  return known;
}

/** @param {any} value */
function show(value) {
  return typeof value === "number" ? formats().number.format(value) : String(value);
}

/**
 * The text of a key as a function, for the element builder.
 * @param {string} key
 * @param {Record<string, any>} [args]
 */
export const T = (key, args) => () => t(key, args);
