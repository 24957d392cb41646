// @ts-check
// The two dialogs for what goes out and comes in: Share (link, moves, files, pictures) and Import.

import { effect, moreTexts, signal, t, T } from "../shared/store.js";
import { button, choice, copy, dialog, h, looks, note, select } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { linkOf } from "../shared/link.js";
import {
  bytesText,
  download,
  fileName,
  FORMATS,
  picture,
  pictureLook,
  read,
  written,
} from "./files.js";

await Promise.all([moreTexts("pages"), looks("pages")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").GameRecord} GameRecord */
/** @typedef {import("../shared/wire.d.ts").Imported} Imported */

/** What an open dialog says of what was done in it: notes under the board lie behind it. */
const told = signal(/** @type {{ text: string, bad: boolean } | null} */ (null));
/** @param {string} text @param {boolean} [bad] */
const tell = (text, bad = false) => (told.value = { text, bad });
/** @param {any} error */
const complain = (error) => tell(problemText(error), true);
const tellLine = () =>
  h(
    "div",
    {
      class: () => `told${told.value?.bad ? " bad" : ""}${told.value ? "" : " unseen"}`,
      role: "status",
    },
    () => told.value?.text ?? "",
  );

/** @param {string} text */
const copyText = (text) =>
  navigator.clipboard.writeText(text).then(
    () => tell(t("copied")),
    () => copy(text),
  );

/** @param {GameRecord} record */
export const recordTitle = (record) =>
  [record.black, record.white].filter(Boolean).join(" – ") || record.event || "";

// ---------------------------------------------------------------- share

/** @param {App} app */
export function share(app) {
  const page = app.page.peek();
  const shown = page?.document?.();
  if (!shown) return void note(T("share.nothing"), { key: "files" });
  const { record, position, at } = shown;
  const here = { ...position, moves: position.moves.slice(0, at) };
  const marks = app.view.peek()?.marks?.() ?? [];
  const words = recordTitle(record);
  told.value = null;
  dialog(
    T("share.title"),
    () => [
      h(
        "div",
        { class: "share" },
        h(
          "div",
          { class: "stack share-texts" },
          copyField(T("share.link"), new URL(linkOf(position, at), location.href).href),
          position.moves.length > 0 &&
            !position.setup &&
            copyField(T("share.moves"), position.moves.join(" ")),
          h("h3", null, T("share.files")),
          FORMATS.map(([format, ending]) => fileRow(record, format, fileName(words, ending))),
          saveRow(app, record),
          h("small", null, T("share.local")),
        ),
        pictureBox(here, marks, words),
      ),
      tellLine(),
    ],
    { wide: true },
  );
}

/** A text to copy, in full view. @param {() => string} label @param {string} text */
function copyField(label, text) {
  const field = h("input", {
    class: "mono",
    readonly: true,
    value: text,
    on: { focus: (/** @type {any} */ event) => event.target.select() },
  });
  return h(
    "div",
    { class: "copy-field" },
    h("label", { class: "field" }, h("span", null, label), field),
    button({ label: T("share.copy"), icon: "copy", act: () => copyText(text) }),
  );
}

/** @param {GameRecord} record @param {string} format @param {string} name */
function fileRow(record, format, name) {
  const lost = signal(/** @type {string[]} */ ([]));
  const make = (/** @type {(text: string) => void} */ use) =>
    written([record], format)
      .then((file) => {
        lost.value = file.lost;
        use(file.text);
      })
      .catch(complain);
  return h(
    "div",
    { class: "file-row" },
    h(
      "div",
      { class: "grow" },
      h("strong", null, T(`format.${format}`)),
      h("small", null, () =>
        lost.value.length
          ? t("share.lost", { what: lost.value.join(", ") })
          : t(`format.${format}.text`),
      ),
    ),
    button({
      label: () => `${t("share.copy")}: ${t(`format.${format}`)}`,
      icon: "copy",
      bare: true,
      class: "ghost",
      act: () => make(copyText),
    }),
    button({
      label: () => `${t("share.download")}: ${t(`format.${format}`)}`,
      icon: "open",
      bare: true,
      class: "ghost",
      act: () => make((text) => (download(text, name), tell(t("share.downloaded", { name })))),
    }),
  );
}

/** Keeps a copy in Games. @param {App} app @param {GameRecord} record */
function saveRow(app, record) {
  const saved = signal(false);
  const save = () =>
    http("POST", "/api/games", { record })
      .then(() => (saved.value = true))
      .catch(complain);
  return h(
    "div",
    { class: "file-row" },
    h(
      "div",
      { class: "grow" },
      h("strong", null, T("nav.games")),
      h("small", null, () => t(saved.value ? "share.saved" : "share.save.text")),
    ),
    // Not disabled: a button that loses the focus takes the keys of the dialog with it.
    button({
      label: T("share.save"),
      class: "button small",
      "aria-disabled": () => String(saved.value),
      act: () => saved.peek() || save(),
    }),
  );
}

/**
 * @param {import("../shared/wire.d.ts").Position} position
 * @param {import("../shared/wire.d.ts").RecordMark[]} marks
 * @param {string} words
 */
function pictureBox(position, marks, words) {
  const look = signal(
    /** @type {Record<string, any>} */ ({ ...pictureLook(), width: 1200, caption: "" }),
  );
  const change = (/** @type {any} */ part) => (look.value = { ...look.peek(), ...part });
  const wanted = () => {
    const { caption, number_from, numbers, ...rest } = look.peek();
    return {
      ...rest,
      numbers,
      marks,
      ...(caption && { caption }),
      ...(number_from && numbers === "all" && { number_from }),
    };
  };
  const frame = h("div", { class: "picture" });
  /** @type {any} */
  let timer = 0;
  effect(() => {
    look.value;
    clearTimeout(timer);
    timer = setTimeout(() => showPicture(frame, position, wanted()), frame.firstChild ? 150 : 0);
  });
  const file = (/** @type {"svg" | "png"} */ format) => picture(format, position, wanted());
  const keep = (/** @type {"svg" | "png"} */ format) =>
    file(format)
      .then(
        (blob) => (
          download(blob, fileName(words, format)),
          tell(t("share.downloaded", { name: fileName(words, format) }))
        ),
      )
      .catch(complain);
  const options = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    /** @type {[any, () => string][]} */ (
      values.map((value) => [value, T(`picture.${name}.${value}`)])
    );
  return h(
    "div",
    { class: "stack share-picture" },
    h("h3", null, T("share.picture")),
    frame,
    h(
      "div",
      { class: "columns" },
      select({
        label: T("picture.numbers"),
        options: options("numbers", ["none", "1", "all"]),
        value: () => look.value.numbers,
        choose: (numbers) => change({ numbers }),
      }),
      select({
        label: T("picture.theme"),
        options: options("theme", ["wood", "paper", "slate"]),
        value: () => look.value.theme,
        choose: (theme) => change({ theme }),
      }),
    ),
    h(
      "label",
      { class: "field" },
      h("span", null, T("picture.caption")),
      h("input", {
        maxlength: "120",
        on: { input: (/** @type {any} */ event) => change({ caption: event.target.value.trim() }) },
      }),
    ),
    h(
      "div",
      { class: "field" },
      h("span", null, () => `${t("picture.size")}: ${look.value.width} px`),
      choice({
        label: T("picture.size"),
        options: [600, 1200, 2400].map((width, index) => [width, () => `${2 ** index}×`]),
        value: () => look.value.width,
        choose: (width) => change({ width }),
        class: "full",
      }),
    ),
    h(
      "div",
      { class: "row" },
      button({
        label: T("share.png"),
        icon: "open",
        class: "button primary",
        act: () => keep("png"),
      }),
      button({ label: T("share.svg"), icon: "open", act: () => keep("svg") }),
      "ClipboardItem" in window &&
        button({
          label: T("share.copy-picture"),
          icon: "copy",
          bare: true,
          class: "ghost",
          act: () => copyPicture(file("png")),
        }),
    ),
  );
}

/** @param {Element} frame @param {any} position @param {any} look */
async function showPicture(frame, position, look) {
  try {
    const address = URL.createObjectURL(await picture("svg", position, look));
    const drawn = h("img", {
      src: address,
      alt: T("share.picture"),
      on: { load: () => URL.revokeObjectURL(address) },
    });
    frame.replaceChildren(drawn);
  } catch (error) {
    frame.replaceChildren(h("p", { class: "muted" }, problemText(error)));
  }
}

/** @param {Promise<Blob>} blob */
async function copyPicture(blob) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    tell(t("copied"));
  } catch {
    tell(t("share.no-copy"), true);
  }
}

// ---------------------------------------------------------------- import

/**
 * Asks for a file or text, or reads the one that was dropped or pasted. The board stays as it is until the
 * user opens what was read.
 * @param {App} app
 * @param {File | string | null} [given]
 */
export function importDialog(app, given = null) {
  if (typeof given === "string" && openLink(app, given)) return;
  /**
   * @type {import("../shared/store.js").Signal<{ busy: boolean, found: Imported | null, failed: string | null }>}
   */
  const state = signal({ busy: false, found: null, failed: null });
  const take = async (/** @type {File | string} */ source, /** @type {() => void} */ close) => {
    if (typeof source === "string" && openLink(app, source)) return close();
    const limits = app.info.peek()?.limits;
    const most =
      typeof source !== "string" && /\.lib$/i.test(source.name)
        ? limits?.library_bytes
        : limits?.import_bytes;
    const size = typeof source === "string" ? source.length : source.size;
    if (most && size > most) {
      state.value = {
        busy: false,
        found: null,
        failed: t("import.too-large", { size: bytesText(size), most: bytesText(most) }),
      };
      return;
    }
    state.value = { busy: true, found: null, failed: null };
    const answer = await read(source).then(
      (found) => ({ found, failed: null }),
      (error) => ({ found: null, failed: problemText(error) }),
    );
    state.value = { busy: false, ...answer };
  };
  dialog(T("import.title"), (close) => {
    if (given) queueMicrotask(() => take(given, close));
    told.value = null;
    return [
      sources(app, given, (source) => take(source, close)),
      () => outcome(app, state.value, close),
      tellLine(),
    ];
  });
}

/**
 * A link of this app opens at once: it is an address, not a file.
 * @param {App} app
 * @param {string} text
 */
function openLink(app, text) {
  const found = /^\s*(?:https?:\/\/[^\s/]+)?(\/analyse\?\S+)\s*$/.exec(text);
  if (found) app.go(found[1]);
  return Boolean(found);
}

/** @param {App} app */
const formatNames = (app) =>
  (app.info.value?.reads ?? []).map((one) => one.toUpperCase()).join(", ");

/**
 * @param {App} app
 * @param {File | string | null} given
 * @param {(source: File | string) => void} take
 */
function sources(app, given, take) {
  const text = h("textarea", {
    class: "mono",
    rows: "5",
    "aria-label": T("import.text"),
    placeholder: T("import.text.example"),
    spellcheck: "false",
  });
  if (typeof given === "string") text.value = given;
  const file = h("input", {
    type: "file",
    class: "unseen",
    "aria-label": T("import.file"),
    tabindex: "-1",
    on: { change: () => file.files?.[0] && take(file.files[0]) },
  });
  const over = signal(false);
  const drag = (/** @type {boolean} */ inside) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    over.value = inside;
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    over.value = false;
    const source = event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text");
    if (source) take(source);
  };
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      {
        class: () => `drop${over.value ? " over" : ""}`,
        on: { dragenter: drag(true), dragover: drag(true), dragleave: drag(false), drop },
      },
      file,
      button({
        label: T("import.file"),
        icon: "open",
        class: "button primary",
        act: () => file.click(),
      }),
      h(
        "span",
        { class: "muted" },
        typeof given === "object" && given ? given.name : T("import.drop"),
      ),
    ),
    text,
    h(
      "div",
      { class: "row" },
      h(
        "small",
        { class: "grow" },
        () => app.info.value && t("import.reads", { formats: formatNames(app) }),
      ),
      button({ label: T("import.read"), act: () => text.value.trim() && take(text.value) }),
    ),
  );
}

/**
 * @param {App} app
 * @param {{ busy: boolean, found: Imported | null, failed: string | null }} state
 * @param {() => void} close
 */
function outcome(app, { busy, found, failed }, close) {
  if (busy) return h("p", { class: "muted", role: "status" }, T("import.busy"));
  if (failed) return h("p", { class: "problem", role: "alert" }, failed);
  if (!found) return null;
  const rule = signal(/** @type {any} */ ("freestyle"));
  const known = found.records.every((record) => record.rule);
  const complete = (/** @type {GameRecord} */ record) => ({
    ...record,
    rule: record.rule ?? rule.peek(),
  });
  const open = (/** @type {GameRecord} */ record) => {
    close();
    app.analyse(complete(record));
  };
  const [first] = found.records;
  return h(
    "div",
    { class: "stack", role: "status" },
    found.error && h("p", { class: "problem" }, errorText(app, found)),
    found.notices.map((one) => h("p", { class: "muted" }, one)),
    first && h("strong", null, summaryText(found)),
    first &&
      !known &&
      select({
        label: T("import.rule"),
        options: (app.info.peek()?.rules ?? ["freestyle"]).map((one) => [one, T(`rule.${one}`)]),
        value: () => rule.value,
        choose: (value) => (rule.value = value),
      }),
    found.records.length > 1 && recordList(found.records, open),
    h(
      "div",
      { class: "dialog-foot" },
      button({ label: T("cancel"), act: close }),
      first &&
        button({
          label: T("import.keep", { n: found.records.length }),
          act: () => keepAll(found.records.map(complete), close),
        }),
      first &&
        button({
          label: T(found.error ? "import.open-read" : "import.open"),
          class: "button primary",
          act: () => open(first),
        }),
    ),
  );
}

/** @param {App} app @param {Imported} found */
function errorText(app, { error, format, moves }) {
  if (!error) return "";
  if (!format) return t("import.unknown", { formats: formatNames(app) });
  const place =
    error.line !== undefined
      ? t("import.at-line", { line: error.line, column: error.column ?? 1 })
      : error.byte !== undefined
        ? t("import.at-byte", { byte: error.byte })
        : "";
  const problem = error.problem.replace(/\.$/, "");
  const what = place
    ? t("import.problem", { place, problem })
    : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  return moves
    ? `${what} ${t("import.moves-read", { n: moves })}`
    : `${what} ${t("import.nothing-read")}`;
}

/** @param {Imported} found */
function summaryText({ records, moves, variations }) {
  const [first] = records;
  const parts = [
    t("import.games", { n: records.length }),
    t("import.moves", { n: moves }),
    variations && t("import.variations", { n: variations }),
  ];
  const same = records.every((one) => one.size === first.size && one.rule === first.rule);
  const board = same
    ? ` – ${first.rule ? `${t(`rule.${first.rule}`)} ` : ""}${first.size} × ${first.size}`
    : "";
  return parts.filter(Boolean).join(t("import.comma")) + board;
}

/**
 * Several games in one file: each can be opened.
 * @param {GameRecord[]} records
 * @param {(record: GameRecord) => void} open
 */
const recordList = (records, open) =>
  h(
    "ol",
    { class: "record-list" },
    records
      .slice(0, 200)
      .map((record, index) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "link", on: { click: () => open(record) } },
            recordTitle(record) || t("import.game-number", { number: index + 1 }),
          ),
          h("small", null, [record.event, record.date].filter(Boolean).join(" · ")),
        ),
      ),
  );

/** @param {GameRecord[]} records @param {() => void} close */
async function keepAll(records, close) {
  let kept = 0;
  try {
    for (const record of records) {
      await http("POST", "/api/games", { record });
      kept++;
    }
    close();
    note(T("import.kept", { n: kept }));
  } catch (error) {
    tell(`${t("import.kept", { n: kept })} ${problemText(error)}`, true);
  }
}
