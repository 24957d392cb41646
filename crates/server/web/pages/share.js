// @ts-check
// Share: a link, the moves, files and pictures of what the page shows.

import { other } from "../board/notation.js";
import { button, choice, copy, dialog, h, looks, note, select, toggle } from "../shared/dom.js";
import { linkOf } from "../shared/link.js";
import { http, problemText } from "../shared/net.js";
import { effect, moreTexts, signal, t, T } from "../shared/store.js";
import { Tree } from "../shared/tree.js";
import { animationBox } from "./share-animation.js";
import {
  download,
  fileName,
  FORMATS,
  isText,
  lostText,
  picture,
  pictureLook,
  written,
} from "./files.js";

await Promise.all([moreTexts("pages"), looks("pages")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").GameRecord} GameRecord */

/** What an open dialog reports: notes under the board would lie behind it. */
export const told = signal(/** @type {{ text: string, bad: boolean } | null} */ (null));
/** @param {string} text @param {boolean} [bad] */
export const tell = (text, bad = false) => (told.value = { text, bad });
/** @param {any} error */
const complain = (error) => tell(problemText(error), true);
export const tellLine = () =>
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

/** Whether the address of the app means this machine alone. */
const isOwnMachine = () => /^(localhost|127\.|\[::1\])/.test(location.host);

/** @param {App} app */
export function share(app) {
  const page = app.page.peek();
  const shown = page?.document?.();
  if (!shown) return void note(T("share.nothing"), { key: "files" });
  const { record, position, at } = shown;
  const here = { ...position, moves: position.moves.slice(0, at) };
  const marks = app.view.peek()?.marks?.() ?? [];
  // Numbered stones over the board: a line that is looked at, or the steps of an explanation.
  const over = app.preview.peek() ?? app.view.peek()?.ghosts?.() ?? [];
  const line = over.filter(({ label }, k) => label === String(k + 1)).map(({ point }) => point);
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
          linkFields(record, position, at),
          position.moves.length > 0 &&
            !position.setup &&
            copyField(T("share.moves"), () => position.moves.join(" ")),
          h("h3", null, T("share.files")),
          FORMATS.map(([format, ending]) => fileRow(record, format, fileName(words, ending))),
          saveRow(app, record),
        ),
        pictureBox(here, marks, line, words),
      ),
      tellLine(),
    ],
    { wide: true },
  );
}

/** Links longer than this are cut by some programs that pass them on. */
const LONG_LINK = 2000;

/**
 * The moves of a record with all variations, as far as a link can tell them: sides in turn from the same start.
 * @param {GameRecord} record
 * @param {import("../shared/wire.d.ts").Position} position
 * @returns {import("../shared/link.js").Branch[] | null} nothing if there are no variations
 */
function variationsOf(record, position) {
  const { tree, nodes } = Tree.from(record);
  const start = tree.position(tree.root);
  if (JSON.stringify(start.setup) !== JSON.stringify(position.setup)) return null;
  if (!nodes.some((node) => node.children.length > 1)) return null;
  const first = start.setup?.turn ?? "black";
  /** @type {(node: import("../shared/tree.js").Node, turn: "black" | "white") => import("../shared/link.js").Branch[]} */
  const below = (node, turn) =>
    node.children
      .filter((one) => one.move && one.side === turn && !one.setup)
      .map((one) => ({ move: one.move ?? "", children: below(one, other(turn)) }));
  return below(tree.root, first);
}

/**
 * The link, with or without variations, and where it works.
 * @param {GameRecord} record
 * @param {import("../shared/wire.d.ts").Position} position
 * @param {number} at
 */
function linkFields(record, position, at) {
  const tree = variationsOf(record, position);
  const address = (/** @type {boolean} */ whole) =>
    new URL(linkOf(position, at, whole && tree ? tree : undefined), location.href).href;
  const whole = signal(tree !== null && address(true).length <= LONG_LINK);
  return [
    copyField(T("share.link"), () => address(whole.value)),
    tree &&
      toggle({
        label: T("share.variations"),
        value: () => whole.value,
        choose: (on) => (whole.value = on),
      }),
    () =>
      address(whole.value).length > LONG_LINK &&
      h("small", { class: "bad" }, T("share.long", { n: address(whole.value).length })),
    h("small", null, T(isOwnMachine() ? "share.local" : "share.everywhere")),
  ];
}

/** A text to copy, in full view. @param {() => string} label @param {() => string} text */
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
    button({ label: T("share.copy"), icon: "copy", act: () => copyText(text()) }),
  );
}

/** @param {GameRecord} record @param {string} format @param {string} name */
function fileRow(record, format, name) {
  const lost = signal(/** @type {string[]} */ ([]));
  const make = (/** @type {(file: any) => void} */ use) =>
    written([record], format)
      .then(({ file, lost: left }) => {
        lost.value = left;
        use(file);
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
        lost.value.length ? lostText(lost.value) : t(`format.${format}.text`),
      ),
    ),
    isText(format) &&
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
      act: () => make((file) => (download(file, name), tell(t("share.downloaded", { name })))),
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
 * @param {string[]} line stones over the board
 * @param {string} words
 */
function pictureBox(position, marks, line, words) {
  const look = signal(
    /** @type {Record<string, any>} */ ({ ...pictureLook(), width: 1200, caption: "" }),
  );
  const withLine = signal(line.length > 0);
  const change = (/** @type {any} */ part) => (look.value = { ...look.peek(), ...part });
  const wanted = () => {
    const { caption, number_from, numbers, ...rest } = look.peek();
    return {
      ...rest,
      numbers,
      marks,
      ...(withLine.peek() && { ghosts: line }),
      ...(caption && { caption }),
      ...(number_from && numbers === "all" && { number_from }),
    };
  };
  const frame = h("div", { class: "picture" });
  /** @type {any} */
  let timer = 0;
  effect(() => {
    [look.value, withLine.value];
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
    line.length > 0 &&
      toggle({
        label: T("picture.line"),
        value: () => withLine.value,
        choose: (on) => (withLine.value = on),
      }),
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
      button({
        label: T("share.print"),
        icon: "print",
        bare: true,
        class: "ghost",
        act: () => printPicture(file("svg"), look.peek().caption),
      }),
    ),
    position.moves.length > 0 &&
      animationBox(position, words, () => ({ ...wanted(), ghosts: [] }), tell),
  );
}

/** Prints the picture, and nothing of the page around it. @param {Promise<Blob>} blob @param {string} words */
async function printPicture(blob, words) {
  try {
    const address = URL.createObjectURL(await blob);
    const drawn = h("img", { src: address, alt: words || t("share.picture") });
    await drawn.decode();
    const sheet = h("div", { class: "print-sheet" }, drawn);
    // Some browsers go on at once and print later.
    const end = () => {
      sheet.remove();
      URL.revokeObjectURL(address);
    };
    addEventListener("afterprint", end, { once: true });
    document.body.append(sheet);
    print();
  } catch (error) {
    complain(error);
  }
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
