// @ts-check
// Import: a file or text is read, and what was read is opened or kept.

import { button, dialog, h, note, select } from "../shared/dom.js";
import { linkOf } from "../shared/link.js";
import { http, problemText, sentence } from "../shared/net.js";
import { language, signal, t, T } from "../shared/store.js";
import { collectionForm } from "./collections.js";
import { bytesText, read, readPart } from "./files.js";
import { told, tell, tellLine, recordTitle } from "./share.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").GameRecord} GameRecord */
/** @typedef {import("../shared/wire.d.ts").Imported} Imported */

/**
 * Asks for a file or text, or reads the one that was dropped or pasted. The board stays as it is until the
 * user opens what was read.
 * @param {App} app
 * @param {File | string | null} [given]
 */
export function importDialog(app, given = null) {
  if (typeof given === "string" && openLink(app, given)) return;
  /**
   * `large` is a file that is too much for a page.
   * @type {import("../shared/store.js").Signal<{ busy: boolean, found: Imported | null, failed: string | null, file?: File, large?: File }>}
   */
  const state = signal(/** @type {any} */ ({ busy: false, found: null, failed: null }));
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
    if (typeof source !== "string" && size > (limits?.import_bytes ?? Infinity)) {
      state.value = { busy: false, found: null, failed: null, large: source };
      return;
    }
    state.value = { busy: true, found: null, failed: null };
    if (typeof source !== "string" && (await isProof(source))) {
      const failed = await openProof(app, source).catch(refusalText);
      state.value = { busy: false, found: null, failed };
      return failed === null && close();
    }
    const file = typeof source === "string" ? undefined : source;
    const answer = await read(source).then(
      (found) => ({ found, failed: null, file }),
      (error) => ({
        found: null,
        failed: problemText(error),
        large: error?.code === "too-large" ? file : undefined,
      }),
    );
    state.value = { busy: false, ...answer };
  };
  /** The first moves of a file that is too much for a page. */
  const takePart = async (/** @type {File} */ file) => {
    state.value = { busy: true, found: null, failed: null };
    const answer = await readPart(file).then(
      (found) => ({ found, failed: null, file }),
      (error) => ({ found: null, failed: problemText(error), large: file }),
    );
    state.value = { busy: false, ...answer };
  };
  dialog(T("import.title"), (close) => {
    if (given) queueMicrotask(() => take(given, close));
    told.value = null;
    return [
      sources(app, given, (source) => take(source, close)),
      () => outcome(app, state.value, close),
      () => {
        const { file, found, large } = state.value;
        const it = large ?? (found?.records.length ? file : undefined);
        return it && collectionForm(app, it, close, large && takePart);
      },
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

/** Whether a file is a proof, by its first bytes. @param {File} file */
const isProof = async (file) => (await file.slice(0, PROOF.length).text()) === PROOF;
const PROOF = "TENGPRF";

/** Shows the win of a proof file, once the server has checked it. @param {App} app @param {File} file */
async function openProof(app, file) {
  const answer = await http("POST", "/api/proof/check", file);
  const proof = await answer.json();
  app.go(linkOf(proof.pos), { proof });
  return null;
}

/** @param {any} error */
const refusalText = (error) =>
  error?.code === "bad-file"
    ? t("import.proof-refused", { reason: error.message })
    : problemText(error);

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
    found.notices.map((one) => h("p", { class: "muted" }, noticeText(one))),
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
  const problem = problemWords(error.problem);
  const what = place ? t("import.problem", { place, problem }) : `${problem}.`;
  return moves
    ? `${what} ${t("import.moves-read", { n: moves })}`
    : `${what} ${t("import.nothing-read")}`;
}

/**
 * The server says in English what is wrong with a file; other languages get what it points at.
 * @param {string} words
 */
function problemWords(words) {
  if (language.value === "en") return sentence(words).replace(/\.$/, "");
  const [quoted] = /'[^']*'/.exec(words) ?? [];
  return quoted ? t("import.unread-part", { part: quoted }) : t("import.unread");
}

/** What the server noticed while reading. @param {string} words */
function noticeText(words) {
  if (/game of Go/.test(words)) return t("import.notice.go");
  const [size] = /\d+/.exec(words) ?? [];
  return size ? t("import.notice.size", { size }) : sentence(words);
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
      if (records.length > 1) tell(t("import.keeping", { kept, of: records.length }));
    }
    close();
    note(T("import.kept", { n: kept }));
  } catch (error) {
    tell(`${t("import.kept", { n: kept })} ${problemText(error)}`, true);
  }
}
