// @ts-check
// The API for programmers: the calls this app makes itself, each with an example to copy and to try.
// `CALLS` and `TALKS` are plain data: a test runs those that change nothing (browser/functions/api.js).

import { signal, t, T } from "../shared/store.js";
import { button, copy, h, link } from "../shared/dom.js";
import { http, problemText, PROTOCOL } from "../shared/net.js";

/**
 * @typedef {{ id: string, method: string, path: string, body?: any, file?: string, changes?: boolean }} Call a call over HTTP; `changes`: it stores something, so the page does not try it
 */
/**
 * @typedef {{ id: string, messages: any[], until: (message: any) => boolean }} Talk a talk over the socket, up to the message that ends it
 */

const POSITION = { rule: "renju", size: 15, moves: ["h8", "h9", "j8", "j9"] };
const RECORD = {
  size: 15,
  rule: "renju",
  black: "Ada",
  white: "Tengen",
  nodes: [
    {},
    { side: "black", move: "h8" },
    { side: "white", move: "h9" },
    { side: "black", move: "j8", comment: "A comment." },
  ],
};

/** @type {Call[]} */
export const CALLS = [
  { id: "info", method: "GET", path: "/api/info" },
  { id: "import", method: "POST", path: "/api/import", body: "h8 h9 j8 j9" },
  { id: "export", method: "POST", path: "/api/export?format=sgf", body: { records: [RECORD] } },
  {
    id: "svg",
    method: "GET",
    path: "/api/render.svg?r=renju&n=15&m=h8h9j8j9&numbers=all",
    file: "board.svg",
  },
  {
    id: "png",
    method: "POST",
    path: "/api/render?format=png",
    body: { pos: POSITION, numbers: "all", coordinates: "two", theme: "wood", width: 600 },
    file: "board.png",
  },
  { id: "games", method: "GET", path: "/api/games" },
  {
    id: "save",
    method: "POST",
    path: "/api/games",
    body: { name: "My study", record: RECORD },
    changes: true,
  },
  { id: "profile", method: "GET", path: "/api/profile" },
];

/** @param {string} type @param {any} [body] @param {number} [id] */
const say = (type, body = {}, id = 1) => ({ v: PROTOCOL, id, type, ...body });

/** @type {Talk[]} */
export const TALKS = [
  {
    id: "query",
    messages: [say("position.query", { pos: POSITION })],
    until: (message) => message.type === "position.facts",
  },
  {
    id: "analyse",
    messages: [say("analyse.start", { gen: 1, pos: POSITION, lines: 3, limit: { ms: 2000 } })],
    until: (message) => message.type === "analyse.update" && message.state !== "thinking",
  },
  {
    id: "explain",
    messages: [say("explain", { pos: POSITION, limit_ms: 2000 })],
    until: (message) => message.type === "explain.result",
  },
  { id: "ping", messages: [say("ping")], until: (message) => message.type === "pong" },
];

/** Messages that change something are shown, not tried. @type {[string, any[]][]} */
const TOLD = [
  ["stop", [say("analyse.stop", { gen: 1 })]],
  [
    "new",
    [
      say("game.new", {
        rule: "freestyle",
        size: 15,
        opening: "none",
        black: { kind: "person" },
        white: { kind: "engine", level: 2 },
      }),
    ],
  ],
  ["move", [say("game.move", { game: "<game>", move: "h8", ply: 0 })]],
  ["undo", [say("game.undo", { game: "<game>" })]],
  ["action", [say("game.action", { game: "<game>", action: { do: "resign" } })]],
  ["hint", [say("game.hint", { game: "<game>" })]],
  [
    "review",
    [
      say("review.start", { game: "<game>", depth: "quick" }),
      say("review.stop", { game: "<game>" }),
    ],
  ],
];

/** Who is let in from another machine shows this. */
const token = () => sessionStorage.getItem("tengen.token");

/**
 * A call for a shell.
 * @param {Call} call
 * @param {string} origin
 * @param {string | null} [key] the token, if one is needed
 */
function curl({ method, path, body, file }, origin, key = null) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const json = body !== undefined && typeof body !== "string";
  return [
    "curl -s",
    method !== "GET" && method !== "POST" && `-X ${method}`,
    quoted(origin + path),
    key && `-H ${quoted(`authorization: Bearer ${key}`)}`,
    json && "-H 'content-type: application/json'",
    body !== undefined && `--data-binary ${quoted(json ? JSON.stringify(body) : body)}`,
    file && `-o ${file}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * A program that talks over the socket, for Node.js 22 or the console of a browser on this page.
 * @param {Talk} talk
 * @param {string} origin
 * @param {string | null} [key]
 */
function program({ messages }, origin, key = null) {
  return [
    `const socket = new WebSocket("${origin.replace(/^http/, "ws")}/api/live${key ? `?token=${key}` : ""}");`,
    "socket.onmessage = (event) => console.log(JSON.parse(event.data));",
    "socket.onopen = () => {",
    ...messages.map((message) => `  socket.send(JSON.stringify(${JSON.stringify(message)}));`),
    "};",
  ].join("\n");
}

/**
 * Makes a call as a program would, and gives what came back as text.
 * @param {Call} call
 * @returns {Promise<string>}
 */
export async function tryCall({ method, path, body }) {
  const answer = await http(method, path, body ?? null);
  const kind = answer.headers.get("content-type") ?? "";
  if (/png/.test(kind)) return `${kind}, ${(await answer.blob()).size} bytes`;
  const text = await answer.text();
  return /json/.test(kind) ? JSON.stringify(JSON.parse(text), null, 1) : text;
}

/**
 * Talks over a socket of its own, as a program would.
 * @param {Talk} talk
 * @returns {Promise<any[]>} what was said, the last one ends it
 */
export function tryTalk({ messages, until }) {
  const url = new URL("/api/live", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const key = token();
  if (key) url.searchParams.set("token", key);
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    /** @type {any[]} */
    const heard = [];
    socket.addEventListener("open", () =>
      messages.forEach((message) => socket.send(JSON.stringify(message))),
    );
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      heard.push(message);
      if (message.type === "error") reject(new Error(message.text));
      else if (until(message)) resolve(heard);
      else return;
      socket.close();
    });
    socket.addEventListener("close", () => reject(new Error(t("problem.lost"))));
  });
}

// ---------------------------------------------------------------- the page

/** Code with a button that copies it. @param {string} text */
const code = (text) =>
  h(
    "div",
    { class: "code" },
    h("pre", { tabindex: "0" }, h("code", null, text)),
    button({
      label: T("api.copy"),
      icon: "copy",
      bare: true,
      class: "ghost small",
      act: () => copy(text),
    }),
  );

/**
 * An example, with a button that tries it where nothing is changed by that.
 * @param {string} key
 * @param {string} text
 * @param {(() => Promise<string>) | null} attempt
 */
function example(key, text, attempt) {
  const answer = signal(/** @type {string | null} */ (null));
  const run = async () => {
    answer.value = t("api.waiting");
    answer.value = await /** @type {() => Promise<string>} */ (attempt)().catch((error) =>
      problemText(error),
    );
  };
  return h(
    "div",
    { class: "example" },
    h(
      "div",
      { class: "row" },
      h("p", { class: "grow" }, T(`api.${key}`)),
      attempt && button({ label: T("api.try"), class: "button small", act: run }),
    ),
    code(text),
    h(
      "div",
      { role: "status" },
      () =>
        answer.value !== null &&
        h("pre", { class: "answer", tabindex: "0" }, shorten(answer.value)),
    ),
  );
}

/** @param {string} text */
const shorten = (text) => (text.length > 4000 ? `${text.slice(0, 4000)}\n…` : text);

const ROUTES = [
  ["GET", "/api/info"],
  ["GET", "/api/games"],
  ["POST", "/api/games"],
  ["GET", "/api/games/<id>"],
  ["GET", "/api/games/<id>.sgf, .psq, .pos, .json, .svg, .png"],
  ["PUT", "/api/games/<id>"],
  ["PATCH", "/api/games/<id>"],
  ["DELETE", "/api/games/<id>"],
  ["POST", "/api/games/<id>/restore"],
  ["GET", "/api/games/<id>/review/sgf, json, txt, svg, png"],
  ["POST", "/api/games/<id>/review/puzzles"],
  ["GET", "/api/puzzles?kind=…&rule=…&side=…&low=…&high=…&unsolved=true"],
  ["GET", "/api/puzzles/<id>"],
  ["GET", "/api/puzzles/own"],
  ["GET", "/api/puzzles/own/export/sgf, json"],
  ["DELETE", "/api/puzzles/<id>"],
  ["POST", "/api/puzzles/<id>/restore"],
  ["POST", "/api/import"],
  ["POST", "/api/export?format=…"],
  ["GET", "/api/proof/<id>"],
  ["POST", "/api/proof/check"],
  ["POST", "/api/render?format=svg|png|gif"],
  ["GET", "/api/render.svg, /api/render.png, /api/render.gif"],
  ["GET", "/api/profile"],
  ["PUT", "/api/profile"],
  ["GET", "/api/storage"],
  ["GET", "/api/live"],
];

/** @param {import("../shared/app.d.ts").App} app */
export function page(app) {
  const { origin } = location;
  return h(
    "div",
    { class: "help" },
    h("nav", { class: "section toc" }, link("/help", T("api.back"), "")),
    h(
      "section",
      { class: "card" },
      h("h2", { tabindex: "-1" }, T("api.title")),
      h("p", null, T("api.intro.1")),
      h("p", null, T("api.intro.2")),
      h("p", null, T("api.intro.3")),
      h("p", { class: "muted" }, () =>
        t("api.version", {
          protocol: app.info.value?.protocol ?? PROTOCOL,
          version: app.info.value?.version ?? "–",
        }),
      ),
    ),
    h(
      "section",
      { class: "card" },
      h("h2", null, T("api.http")),
      h("p", null, T("api.http.text")),
      CALLS.map((call) =>
        example(call.id, curl(call, origin, token()), call.changes ? null : () => tryCall(call)),
      ),
    ),
    h(
      "section",
      { class: "card" },
      h("h2", null, T("api.live")),
      h("p", null, T("api.live.text")),
      TALKS.map((talk) =>
        example(talk.id, program(talk, origin, token()), () =>
          tryTalk(talk).then((heard) => heard.map((one) => JSON.stringify(one)).join("\n\n")),
        ),
      ),
      TOLD.map(([id, messages]) =>
        example(id, messages.map((message) => JSON.stringify(message)).join("\n"), null),
      ),
    ),
    h(
      "section",
      { class: "card" },
      h("h2", null, T("api.routes")),
      h(
        "table",
        { class: "routes" },
        h(
          "tbody",
          null,
          ROUTES.map(([method, path]) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, h("code", null, `${method} ${path}`)),
              h("td", null, T(`api.route.${method} ${path.replace(/[?,].*/, "")}`)),
            ),
          ),
        ),
      ),
    ),
    h(
      "section",
      { class: "card" },
      h("h2", null, T("api.errors")),
      h("p", null, T("api.errors.text")),
      code(JSON.stringify({ code: "occupied", text: "h8 is occupied", point: "h8" })),
    ),
  );
}
