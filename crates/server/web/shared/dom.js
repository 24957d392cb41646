// @ts-check
// The element builder, icons, menus, dialogs, notes and the two live regions.

import { effect, root, settings, signal, T, t, untracked } from "./store.js";

/** @typedef {Node | string | number | null | undefined | false} Plain */
/**
 * A child: plain, a list of children, or a function that gives one.
 * @typedef {Plain | any[] | (() => any)} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element. Properties: `class`, `on: { click }`, `style: { name: value }`, `data: {…}`; anything
 * else is an attribute (`true` = empty, `false` or `null` = absent). A value or child that is a function is
 * followed: it is computed again when a signal it reads changes.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {any}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  decorate(element, props);
  append(element, children);
  return element;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {any}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, props);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any> | null | undefined} props */
function decorate(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value))
        element.addEventListener(event, listener);
    } else if (name === "style" || name === "data") {
      for (const [key, one] of Object.entries(value))
        follow(one, (now) => putPart(element, name, key, now));
    } else {
      follow(value, (now) => put(element, name, now));
    }
  }
}

/** @param {any} value @param {(now: any) => void} use */
function follow(value, use) {
  if (typeof value === "function") effect(() => use(value()));
  else use(value);
}

/**
 * Styles go through the object model: the content security policy forbids style attributes.
 * @param {any} element
 * @param {string} kind
 * @param {string} key
 * @param {any} value
 */
function putPart(element, kind, key, value) {
  if (kind === "style") element.style.setProperty(key, String(value));
  else if (value === null || value === undefined || value === false) delete element.dataset[key];
  else element.dataset[key] = String(value);
}

/** @param {any} element @param {string} name @param {any} value */
function put(element, name, value) {
  if (
    name === "value" ||
    name === "checked" ||
    name === "disabled" ||
    name === "hidden" ||
    name === "indeterminate"
  ) {
    if (element[name] !== value) element[name] = value ?? false;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} parent @param {Child[]} children */
export function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (typeof child === "function") parent.append(...living(child));
    else if (child !== null && child !== undefined && child !== false)
      parent.append(/** @type {any} */ (child));
  }
}

/** Takes the focus away from what lies between two nodes. @param {Node} start @param {Node} finish */
function leave(start, finish) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  for (let node = start.nextSibling; node && node !== finish; node = node.nextSibling)
    if (node.contains(focused)) return focused?.blur();
}

/**
 * A child that changes lies between two empty texts that mark its place.
 * @param {() => any} make
 */
function living(make) {
  const start = document.createTextNode("");
  const finish = document.createTextNode("");
  const holder = document.createDocumentFragment();
  holder.append(start, finish);
  let runs = 0;
  effect(() => {
    const mine = ++runs;
    const now = make();
    const next = [now].flat(5).filter((one) => one !== null && one !== undefined && one !== false);
    if (
      next.length === 1 &&
      ["string", "number"].includes(typeof next[0]) &&
      start.nextSibling?.nodeType === 3 &&
      start.nextSibling.nextSibling === finish
    ) {
      const text = String(next[0]);
      if (start.nextSibling.nodeValue !== text) start.nextSibling.nodeValue = text;
      return;
    }
    // What has the focus loses it first: what that causes may draw this place anew, and then all is done.
    leave(start, finish);
    if (mine !== runs) return;
    while (start.nextSibling && start.nextSibling !== finish) start.nextSibling.remove();
    for (const one of next) finish.before(...(typeof one === "function" ? living(one) : [one]));
  });
  return [...holder.childNodes];
}

/** Takes everything out of an element. @param {Element} element @param {...Node} content */
export function fill(element, ...content) {
  element.replaceChildren(...content);
}

/**
 * A link within the app: a click on an address that begins with a slash changes the page.
 * @param {string} address
 * @param {Child} label
 * @param {string} [look]
 * @param {Record<string, any>} [rest]
 */
export const link = (address, label, look = "link", rest = {}) =>
  h("a", { href: address, class: look, ...rest }, label);

/** Loads a style sheet of `styles/` on demand. @param {string} name */
export function looks(name) {
  const address = import.meta.resolve(`../styles/${name}.css`);
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const on = { load: resolve, error: resolve };
    document.head.append(h("link", { rel: "stylesheet", href: address, on }));
  });
}

// ---------------------------------------------------------------- icons

/** Icons are strokes on 24 by 24. */
const ICONS = {
  first: "M18 5l-8 7 8 7M7 5v14",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M6 5l8 7-8 7M17 5v14",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 010 11h-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0012 3z",
  flag: "M6 21V4M6 4h11l-2.5 4L17 12H6",
  more: "M5 12h.5M11.75 12h.5M18.5 12h.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  gear: "M4 7h8M17 7h3M14.5 4.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM4 17h3M12 17h8M9.5 14.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z",
  help: "M9 9.2a3 3 0 115.2 2c-.9.9-2.2 1.4-2.2 2.9M12 17.6v.1",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9h14v-9h-1",
  open: "M12 4v11M8 11.5l4 4 4-4M5 19.5h14",
  edit: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19 4 20zM14 6.5l3.5 3.5",
  threat: "M12 4l8.5 15h-17zM12 10v4.5M12 16.8v.1",
  discs: "M7 6a3 3 0 100 6 3 3 0 000-6zM16.5 11a3.5 3.5 0 100 7 3.5 3.5 0 000-7z",
  numbers: "M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  engine: "M12 3v4M12 17v4M3 12h4M17 12h4M8 8h8v8H8z",
  pass: "M4 8.5h15M15.5 5l3.5 3.5M20 15.5H5M8.5 19L5 15.5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM5 15V4h10",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  puzzle: "M4 9h4.5a2 2 0 113.5 0H17v4.5a2 2 0 110 3.5V20H4z",
  table: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  flip: "M4 9a8.5 8.5 0 0114-2.5L20 8M20 4v4h-4M20 15a8.5 8.5 0 01-14 2.5L4 16M4 20v-4h4",
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[name] }),
  );

/**
 * A button. With an icon alone the label is its name and its tooltip.
 * @param {{ label: Child, icon?: keyof typeof ICONS | (() => keyof typeof ICONS), act: (event: Event) => void, class?: any, bare?: boolean, [attribute: string]: any }} options
 */
export function button({ label, icon: picture, act, class: look, bare, ...rest }) {
  const name = bare ? { "aria-label": label, title: label } : {};
  return h(
    "button",
    { type: "button", class: look ?? "button", ...name, ...rest, on: { click: act } },
    typeof picture === "function" ? () => icon(picture()) : picture && icon(picture),
    !bare && h("span", { class: "label" }, label),
  );
}

// ---------------------------------------------------------------- live regions

const polite = h("div", { class: "unseen", role: "status", "aria-live": "polite", id: "polite" });
const assertive = h("div", {
  class: "unseen",
  role: "alert",
  "aria-live": "assertive",
  id: "assertive",
});
let turn = 0;

/** Puts the live regions and the place for notes into the page. */
export const liveRegions = () => [polite, assertive];

/**
 * Speaks a sentence; the same one twice is spoken twice, for an invisible mark makes them differ.
 * @param {string} text
 * @param {"polite" | "assertive"} [how]
 */
export function say(text, how = "polite") {
  turn = 1 - turn;
  (how === "polite" ? polite : assertive).textContent = text + (turn ? "\u200b" : "");
}

/** Makes a sound, if the user wants any. @param {import("./sound.js").Sound} name */
export async function sound(name) {
  if (!settings.sound.peek()) return;
  // Without a server the module may be missing; silence is no error.
  const module = await import("./sound.js").catch(() => null);
  module?.sound(name);
}

// ---------------------------------------------------------------- notes

/**
 * @typedef {{ id: number, text: () => string, actions: { label: () => string, act: () => void }[], kind: string, key?: string }} Note
 */

/** @type {import("./store.js").Signal<Note[]>} */
export const notes = signal([]);
let noteNumber = 0;

/**
 * Shows a note under the board. It goes away by itself. Notes of the same key replace each other.
 * @param {() => string} text
 * @param {{ kind?: "info" | "refused" | "error", seconds?: number, key?: string, actions?: Note["actions"] }} [options]
 * @returns {() => void} takes it away
 */
export function note(text, { kind = "info", seconds, key, actions = [] } = {}) {
  const id = ++noteNumber;
  const drop = () => {
    notes.value = notes.peek().filter((one) => one.id !== id);
  };
  const others = notes.peek().filter((one) => !key || one.key !== key);
  notes.value = [...others, { id, text, actions, kind, key }].slice(-3);
  if (kind === "refused") sound("error");
  untracked(() => say(text(), kind === "info" ? "polite" : "assertive"));
  const wait = seconds ?? (actions.length ? 10 : 5);
  if (wait < Infinity) setTimeout(drop, wait * 1000);
  return drop;
}

/** The list of notes as an element. */
export const noteList = () =>
  h("div", { class: "notes" }, () =>
    notes.value.map((one) =>
      h(
        "div",
        { class: `note ${one.kind}` },
        h("span", { class: "note-text" }, one.text),
        one.actions.map((action) =>
          button({
            label: action.label,
            class: "link",
            act: () => {
              dropNote(one.id);
              action.act();
            },
          }),
        ),
        button({
          label: T("close"),
          icon: "close",
          bare: true,
          class: "ghost small",
          act: () => dropNote(one.id),
        }),
      ),
    ),
  );

/** @param {number} id */
function dropNote(id) {
  notes.value = notes.peek().filter((one) => one.id !== id);
}

// ---------------------------------------------------------------- dialogs and menus

/** How many dialogs of the app are open; clocks stop meanwhile. */
export const dialogs = signal(0);

/**
 * Opens a dialog. Focus is trapped by the browser and returns to where it was.
 * @param {() => string} title
 * @param {(close: () => void) => Child} content
 * @param {{ wide?: boolean }} [options]
 */
export function dialog(title, content, { wide = false } = {}) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  /** @type {HTMLDialogElement} */
  let box;
  const close = () => box.close();
  const end = root(() => {
    box = h(
      "dialog",
      { class: wide ? "dialog wide" : "dialog", "aria-label": title },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", null, title),
        button({ label: T("close"), icon: "close", bare: true, class: "ghost", act: close }),
      ),
      h("div", { class: "dialog-body" }, content(close)),
    );
  });
  // @ts-ignore assigned in the root above
  const made = /** @type {HTMLDialogElement} */ (box);
  made.addEventListener("close", () => {
    made.remove();
    end();
    dialogs.value = dialogs.peek() - 1;
    if (before?.isConnected) before.focus();
  });
  made.addEventListener("click", (event) => {
    if (event.target === made) close();
  });
  document.body.append(made);
  dialogs.value = dialogs.peek() + 1;
  made.showModal();
  /** @type {HTMLElement | null} */ (
    made.querySelector(".dialog-body :is(input, select, textarea, button, a)")
  )?.focus();
  return close;
}

/** The keys of actions as they are shown: `L` for `engine`. shell/keys.js fills it. @type {import("./store.js").Signal<Record<string, string>>} */
export const keyTexts = signal({});

/**
 * `keys` is the action whose keys are shown.
 * @typedef {{ label: () => string, act?: () => void, icon?: keyof typeof ICONS, checked?: boolean, disabled?: boolean, keys?: string, items?: MenuItem[] } | "line"} MenuItem
 */

/** @type {(() => void) | null} */
let closeMenu = null;

/**
 * Opens a menu beside an element or at a place of the window.
 * @param {Element | { x: number, y: number }} place
 * @param {MenuItem[]} items
 * @param {() => string} [name]
 */
export function menu(place, items, name = T("menu")) {
  closeMenu?.();
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const box = h("div", { class: "menu", role: "menu", "aria-label": name, tabindex: "-1" });
  const close = (/** @type {boolean} */ restore = true) => {
    closeMenu = null;
    removeEventListener("pointerdown", outside, true);
    box.remove();
    if (restore && before?.isConnected) before.focus({ preventScroll: true });
  };
  const outside = (/** @type {Event} */ event) => {
    if (!box.contains(/** @type {Node} */ (event.target))) close(false);
  };
  closeMenu = () => close(false);
  const entries = () =>
    /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button:not(:disabled)")]);
  box.append(...items.map((item) => menuEntry(item, close, place)));
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const list = entries();
    const at = list.indexOf(/** @type {any} */ (document.activeElement));
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      list[(at + steps[/** @type {"ArrowUp"} */ (event.key)] + list.length) % list.length]?.focus();
    } else if (event.key === "Home") list[0]?.focus();
    else if (event.key === "End") list.at(-1)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(box);
  settle(box, place);
  addEventListener("pointerdown", outside, true);
  (entries()[0] ?? box).focus({ preventScroll: true });
}

/** @param {MenuItem} item @param {(restore?: boolean) => void} close @param {any} place */
function menuEntry(item, close, place) {
  if (item === "line") return h("hr", { role: "separator" });
  const checkable = item.checked !== undefined;
  return h(
    "button",
    {
      type: "button",
      role: checkable ? "menuitemcheckbox" : "menuitem",
      "aria-checked": checkable ? String(item.checked) : null,
      "aria-haspopup": item.items ? "menu" : null,
      disabled: item.disabled ?? false,
      on: {
        click: () => {
          close();
          if (item.items) menu(place, item.items, item.label);
          else item.act?.();
        },
      },
    },
    h(
      "span",
      { class: "menu-icon" },
      item.checked ? icon("check") : item.icon ? icon(item.icon) : null,
    ),
    h("span", { class: "label" }, item.label()),
    item.keys && keyTexts.peek()[item.keys] && h("kbd", null, keyTexts.peek()[item.keys]),
    item.items && icon("forward"),
  );
}

/**
 * Keeps a menu inside the window.
 * @param {HTMLElement} box
 * @param {Element | { x: number, y: number }} place
 */
function settle(box, place) {
  const at = place instanceof Element ? place.getBoundingClientRect() : null;
  const { width, height } = box.getBoundingClientRect();
  let x = at ? at.left : /** @type {any} */ (place).x;
  let y = at ? at.bottom + 4 : /** @type {any} */ (place).y;
  if (at && y + height > innerHeight - 8) y = Math.max(8, at.top - height - 4);
  x = Math.max(8, Math.min(x, innerWidth - width - 8));
  y = Math.max(8, Math.min(y, innerHeight - height - 8));
  box.style.left = `${x}px`;
  box.style.top = `${y}px`;
}

// ---------------------------------------------------------------- form parts

/**
 * A row of buttons of which one is chosen.
 * @param {{ label: () => string, options: [any, () => string][], value: () => any, choose: (value: any) => void, class?: string }} spec
 */
export function choice({ label, options, value, choose, class: look }) {
  const at = () => options.findIndex(([one]) => one === value());
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  // One stop for the Tab key; the arrows go on from there, as in every group of radio buttons.
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    const by = steps[/** @type {"ArrowUp"} */ (event.key)];
    const next = (untracked(at) + by + options.length) % options.length;
    choose(options[next][0]);
    group.children[next].focus();
  };
  const group = h(
    "div",
    { class: `segmented ${look ?? ""}`, role: "radiogroup", "aria-label": label, on: { keydown } },
    options.map(([one, text], index) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": () => String(value() === one),
          tabindex: () => (Math.max(0, at()) === index ? "0" : "-1"),
          on: { click: () => choose(one) },
        },
        text,
      ),
    ),
  );
  return group;
}

/**
 * A list to choose from, with its label.
 * @param {{ label: () => string, options: [any, () => string][], value: () => any, choose: (value: any) => void, class?: string, hideLabel?: boolean }} spec
 */
export function select({ label, options, value, choose, class: look, hideLabel }) {
  const list = h(
    "select",
    {
      "aria-label": label,
      on: { change: (/** @type {any} */ event) => choose(options[event.target.selectedIndex][0]) },
    },
    options.map(([, text]) => h("option", null, text)),
  );
  effect(() => {
    list.selectedIndex = options.findIndex(([one]) => one === value());
  });
  return hideLabel
    ? list
    : h("label", { class: `field ${look ?? ""}` }, h("span", null, label), list);
}

/**
 * A switch with its label.
 * @param {{ label: () => string, value: () => boolean, choose: (value: boolean) => void, help?: () => string }} spec
 */
export const toggle = ({ label, value, choose, help }) =>
  h(
    "label",
    { class: "toggle" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: value,
      on: { change: (/** @type {any} */ event) => choose(event.target.checked) },
    }),
    h("span", { class: "label" }, label, help && h("small", null, help)),
  );

/** Copies text and says so. @param {string} text @param {() => string} [done] */
export async function copy(text, done = T("copied")) {
  try {
    await navigator.clipboard.writeText(text);
    note(done);
  } catch {
    dialog(T("copy.by-hand"), () =>
      h(
        "textarea",
        {
          class: "mono",
          rows: "8",
          readonly: true,
          on: { focus: (/** @type {any} */ e) => e.target.select() },
        },
        text,
      ),
    );
  }
}

export { t, T };
