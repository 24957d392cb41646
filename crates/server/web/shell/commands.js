// @ts-check
// Text commands, for those who do not see the board or would rather type: `h8`, `last`, `row 8`.

import { t, T } from "../shared/store.js";
import { dialog, h, note, say } from "../shared/dom.js";
import { threatsShown, threatText } from "../shared/words.js";
import { cellNames } from "./frame.js";
import { isPoint, shown, xy } from "../board/notation.js";

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../board/board.js").Board} Board */

/** A small field that takes a point or a command. @param {App} app @param {Board} board */
export function commandField(app, board) {
  dialog(T("command.title"), (close) => {
    const field = h("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-label": T("command.title"),
      placeholder: "h8",
    });
    queueMicrotask(() => field.focus());
    return h(
      "form",
      {
        class: "stack",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            close();
            command(app, board, field.value.trim().toLowerCase());
          },
        },
      },
      h(
        "div",
        { class: "command" },
        field,
        h("button", { class: "button primary", type: "submit" }, T("command.do")),
      ),
      h("small", null, () => t("command.help", { commands: known(app).join(", ") })),
    );
  });
}

/** Commands that only some pages have. */
const SOME = ["best", "clock", "undo"];

/** What can be typed here besides a point. @param {App} app */
const known = (app) => [
  ..."last, row 8, col h, threats, moves 10".split(", "),
  ...SOME.filter((name) => app.page.peek()?.actions[name]),
];

/**
 * Does a text command and says what came of it.
 * @param {App} app
 * @param {Board} board
 * @param {string} text
 */
export function command(app, board, text) {
  const view = app.view.peek();
  const now = view?.position();
  if (!now) return;
  const [word, argument] = text.split(/\s+/);
  const answered = (/** @type {string} */ answer) =>
    note(() => answer, { seconds: 8, key: "command" });
  if (isPoint(text, now.size)) {
    board.moveTo(text, false);
    return board.press(text);
  }
  if (word === "last") return answered(lastMove(app));
  if (word === "row" && Number(argument) >= 1 && Number(argument) <= now.size)
    return answered(rowText(app, Number(argument) - 1));
  if (word === "col" && argument?.length === 1)
    return answered(columnText(app, argument.charCodeAt(0) - 97));
  if (word === "threats") {
    const list = threatsShown(view?.facts?.()?.threats ?? [], true);
    return answered(list.length ? list.slice(0, 8).map(threatText).join(". ") : t("threats.none"));
  }
  if (word === "moves") {
    const count = Number(argument) || 10;
    const played = now.stones.filter((stone) => stone.number).sort((a, b) => a.number - b.number);
    return answered(
      played
        .slice(-count)
        .map((stone) => `${stone.number} ${shown(stone.point)}`)
        .join(", ") || t("moves.none"),
    );
  }
  if (SOME.includes(word) && app.act(word)) return;
  answered(t("command.unknown", { text }));
}

/**
 * Speaks the point of the cursor, its row, or the last move.
 * @param {App} app
 * @param {Board} board
 * @param {string} action of the keys
 */
export function speak(app, board, action) {
  const { cursor } = board;
  if (action === "board.point") return say(cellNames(app.view.peek())(cursor));
  say(action === "board.row" ? rowText(app, xy(cursor).y) : lastMove(app));
}

/** @param {App} app */
function lastMove(app) {
  const now = app.view.peek()?.position();
  const stone = now?.stones.find((one) => one.point === now.last);
  return now && stone ? cellNames(app.view.peek())(stone.point) : t("moves.none");
}

/** @param {App} app @param {number} y */
function rowText(app, y) {
  return lineText(app, (stone) => xy(stone.point).y === y, t("row", { row: y + 1 }));
}

/** @param {App} app @param {number} x */
function columnText(app, x) {
  return lineText(
    app,
    (stone) => xy(stone.point).x === x,
    t("column", { column: String.fromCharCode(65 + x) }),
  );
}

/**
 * @param {App} app
 * @param {(stone: import("../board/state.d.ts").Stone) => boolean} on
 * @param {string} name
 */
function lineText(app, on, name) {
  const stones = app.view.peek()?.position().stones.filter(on) ?? [];
  const texts = stones.map((stone) => `${shown(stone.point)} ${t(`side.${stone.side}`)}`);
  return `${name}: ${texts.join(", ") || t("row.empty")}`;
}
