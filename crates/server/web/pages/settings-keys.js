// @ts-check
// The keys in the settings: what each action has, another key for it, and the way back to the usual ones.

import { keyName } from "../board/input.js";
import { batch, moreTexts, set, settings, signal, t, T } from "../shared/store.js";
import { button, h, looks, say } from "../shared/dom.js";
import { isHeldOnly, isOfBoard, isReserved, keyLabel, keysOf, rivalOf } from "../shared/keys.js";

await Promise.all([moreTexts("help"), moreTexts("keys"), looks("keys")]);

/** @typedef {import("../shared/app.d.ts").App} App */

/** The action that waits for a key. */
const waiting = signal("");
/** What came of the last key that was pressed. @type {import("../shared/store.js").Signal<{ action: string, key: string, rival: string | null, text: string } | null>} */
const told = signal(null);

/** All actions, in the order of the table of usual keys. @param {App} app */
const actions = (app) => [...new Set(Object.values(app.keysWith(null)))];

/** @param {string} action */
const actionText = (action) => t(`keys.${action}`);

/**
 * Gives an action these keys; usual keys are not remembered.
 * @param {App} app
 * @param {string} action
 * @param {string[]} keys
 */
function giveKeys(app, action, keys) {
  const { [action]: _, ...others } = settings.keys.peek() ?? {};
  const usual = keysOf(app.keysWith(null), action);
  const own = keys.join("\n") === usual.join("\n") ? others : { ...others, [action]: keys };
  set("keys", Object.keys(own).length ? own : null);
}

/** @param {App} app @param {string} action @param {string} key */
function addKey(app, action, key) {
  const now = app.keys.peek();
  const rival = rivalOf(now, action, key);
  batch(() => {
    const left = rival && keysOf(now, rival).filter((one) => one !== key);
    if (rival && left) giveKeys(app, rival, left);
    giveKeys(app, action, [...new Set([...keysOf(now, action), key])]);
    waiting.value = "";
    told.value = null;
  });
  say(t("keyset.added", { key: keyLabel(key), action: actionText(action) }));
}

/** @param {App} app @param {string} action @param {string} key */
const dropKey = (app, action, key) =>
  giveKeys(
    app,
    action,
    keysOf(app.keys.peek(), action).filter((one) => one !== key),
  );

/** The name of a pressed key for this action: digits go together. @param {string} action @param {KeyboardEvent} event */
function nameFor(action, event) {
  const name = keyName(event);
  if (!["previewLine", "playLine"].includes(action)) return name;
  const held = (event.shiftKey ? "Shift+" : "") + (/Ctrl\+/.exec(name) ?? "");
  return /^(?:Digit|Numpad)[1-9]$/.test(event.code) ? `${held}1-9` : "";
}

/** A key was pressed for the action that waits. @param {App} app @param {string} action @param {KeyboardEvent} event */
function take(app, action, event) {
  if (event.key === "Tab") return void (waiting.value = "");
  event.preventDefault();
  event.stopPropagation();
  if (isHeldOnly(event)) return;
  if (event.key === "Escape") return void (waiting.value = "");
  const key = nameFor(action, event);
  const digit = /^(Shift\+|Ctrl\+)*[1-9]$/.test(key);
  const complain = (/** @type {string} */ text, /** @type {string | null} */ rival = null) => {
    told.value = { action, key, rival, text };
    say(text, "assertive");
  };
  if (!key) return complain(t("keyset.digits"));
  if (event.altKey || isReserved(key))
    return complain(t("keyset.reserved", { key: keyLabel(key) }));
  if (digit) return complain(t("keyset.digit", { key: keyLabel(key) }));
  const rival = rivalOf(app.keys.peek(), action, key);
  if (!rival) return addKey(app, action, key);
  complain(t("keyset.taken", { key: keyLabel(key), action: actionText(rival) }), rival);
}

/** @param {App} app @param {string} action */
function row(app, action) {
  const keys = () => keysOf(app.keys.value, action);
  const waits = () => waiting.value === action;
  const wait = (/** @type {Event} */ event) => {
    told.value = null;
    waiting.value = action;
    // Some browsers do not focus a button that is clicked.
    /** @type {HTMLElement} */ (event.currentTarget).focus();
  };
  const more = h(
    "button",
    {
      type: "button",
      class: () => `button small key-add${waits() ? " waits" : ""}`,
      "aria-label": () =>
        t(waits() ? "keyset.press" : "keyset.add", { action: actionText(action) }),
      on: {
        click: wait,
        blur: () => waits() && told.peek()?.action !== action && (waiting.value = ""),
        keydown: (/** @type {KeyboardEvent} */ event) => waits() && take(app, action, event),
      },
    },
    () => (waits() ? t("keyset.wait") : "+"),
  );
  return h(
    "li",
    { class: "key-row", data: { action } },
    h("span", { class: "key-action" }, () => actionText(action)),
    h(
      "span",
      { class: "key-list" },
      () => !keys().length && !waits() && h("span", { class: "muted" }, T("keyset.none")),
      () =>
        keys().map((key) =>
          h(
            "button",
            {
              type: "button",
              class: "button small key-chip",
              "aria-label": T("keyset.remove", { key: keyLabel(key), action: actionText(action) }),
              on: { click: () => dropKey(app, action, key) },
            },
            h("kbd", null, keyLabel(key)),
            h("span", { "aria-hidden": "true" }, "×"),
          ),
        ),
      more,
    ),
    () => told.value?.action === action && conflict(app),
  );
}

/** What stands in the way of a key, and what can be done about it. @param {App} app */
function conflict(app) {
  const now = told.value;
  if (!now) return null;
  const end = () => {
    told.value = null;
    waiting.value = "";
  };
  return h(
    "div",
    { class: "key-told" },
    h("p", null, now.text),
    now.rival &&
      button({
        label: T("keyset.take"),
        class: "button small primary",
        act: () => addKey(app, now.action, now.key),
      }),
    button({ label: T("cancel"), class: "button small", act: end }),
  );
}

/** @param {App} app */
export function keyEditor(app) {
  const list = (/** @type {boolean} */ ofBoard) =>
    h(
      "ul",
      { class: "key-rows" },
      actions(app)
        .filter((action) => isOfBoard(action) === ofBoard)
        .map((action) => row(app, action)),
    );
  return h(
    "div",
    { class: "stack key-editor" },
    h("p", { class: "muted" }, T("keyset.text")),
    h(
      "div",
      { class: "row" },
      button({
        label: T("keyset.reset"),
        disabled: () => !settings.keys.value,
        act: () => {
          told.value = null;
          set("keys", null);
        },
      }),
    ),
    h("h4", null, T("help.keys.all")),
    list(false),
    h("h4", null, T("keyset.board")),
    list(true),
  );
}
