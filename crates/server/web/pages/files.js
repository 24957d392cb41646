// @ts-check
// Files in and out: what the server reads and writes, pictures, and downloads. Formats live in Rust.

import { language, numberedFrom, settings, t } from "../shared/store.js";
import { http } from "../shared/net.js";

export { download } from "../shared/download.js";

/** @typedef {import("../shared/wire.d.ts").GameRecord} GameRecord */
/** @typedef {import("../shared/wire.d.ts").Position} Position */

/** File formats in the order they are offered: the server's name, the ending of the file. */
export const FORMATS = /** @type {const} */ ([
  ["sgf", "sgf"],
  ["psq", "psq"],
  ["json", "json"],
  ["lib", "lib"],
  ["pos", "txt"],
]);

/** @typedef {(typeof FORMATS)[number][0]} Format */

/** Whether files of a format are text, which can be copied. @param {string} format */
export const isText = (format) => format !== "lib";

/** Whether a file of a format holds several games: as they are, or as one tree. @param {string} format */
export const holdsMany = (format) => format !== "psq";

/**
 * Records as a file, and what the format could not hold.
 * @param {GameRecord[]} records
 * @param {string} format
 * @returns {Promise<{ file: string | Blob, lost: string[] }>}
 */
export async function written(records, format) {
  const answer = await http("POST", `/api/export?format=${format}`, { records });
  const lost = answer.headers.get("tengen-lost");
  const file = await (isText(format) ? answer.text() : answer.blob());
  return { file, lost: lost ? lost.split("; ") : [] };
}

/** The server names in English what was left out. @param {string[]} what */
export const lostText = (what) =>
  language.value === "en"
    ? t("share.lost", { what: what.join(", ") })
    : t("share.lost-some", { n: what.length });

/** How pictures look unless something else is wanted: like the board. */
export function pictureLook() {
  const theme = settings.boardTheme.peek();
  const mode = settings.numbers.peek();
  return {
    numbers: mode === "off" ? "none" : mode === "last" ? "1" : "all",
    ...(mode === "here" && numberedFrom.peek() > 0 && { number_from: numberedFrom.peek() + 1 }),
    coordinates: settings.coordinates.peek() === "off" ? "none" : settings.coordinates.peek(),
    theme: theme === "slate" ? "slate" : theme === "wood" || theme === "auto" ? "wood" : "paper",
  };
}

/**
 * A picture of a position, or of its moves one after the other.
 * @param {"svg" | "png" | "gif"} format
 * @param {Position} pos
 * @param {Partial<import("../shared/wire.d.ts").Render>} [look]
 * @returns {Promise<Blob>}
 */
export async function picture(format, pos, look = {}) {
  const answer = await http("POST", `/api/render?format=${format}`, {
    pos,
    ...pictureLook(),
    ...look,
  });
  return answer.blob();
}

/**
 * Records as a file of the app's own format, made here: all games together may be more than the
 * server takes at once.
 * @param {GameRecord[]} games
 */
export const backup = (games) => JSON.stringify({ format: "tengen", version: 1, games }, null, 1);

/** A name for a file: the given words and the day. @param {string} words @param {string} ending */
export function fileName(words, ending) {
  const plain = words
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${plain || "tengen"}-${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}.${ending}`;
}

/** How much of a large library is sent to see its first moves. */
const PART = 8 << 20;

/**
 * What the server reads at the begin of a library that is more than a page holds.
 * @param {File} file
 * @returns {Promise<import("../shared/wire.d.ts").Imported>}
 */
export const readPart = async (file) =>
  (await http("POST", "/api/import?part=1&name=part.lib", file.slice(0, PART))).json();

/**
 * What the server reads in a file or text. Nothing is stored.
 * @param {File | string} given
 * @returns {Promise<import("../shared/wire.d.ts").Imported>}
 */
export async function read(given) {
  const body =
    typeof given === "string" ? new Blob([given], { type: "text/plain;charset=utf-8" }) : given;
  const name = typeof given === "string" ? "" : `?name=${encodeURIComponent(given.name)}`;
  return (await http("POST", `/api/import${name}`, body)).json();
}

/** 240 MB, 12 KB. @param {number} bytes */
export function bytesText(bytes) {
  if (bytes >= 1 << 20) return t("bytes.mega", { n: Math.round((bytes / (1 << 20)) * 10) / 10 });
  return t("bytes.kilo", { n: Math.max(1, Math.round(bytes / 1024)) });
}
