// @ts-check
// Files in and out: what the server reads and writes, pictures, and downloads. Formats live in Rust.

import { numberedFrom, settings, t } from "../shared/store.js";
import { http } from "../shared/net.js";

/** @typedef {import("../shared/wire.d.ts").GameRecord} GameRecord */
/** @typedef {import("../shared/wire.d.ts").Position} Position */

/** File formats in the order they are offered: the server's name, the ending of the file. */
export const FORMATS = /** @type {const} */ ([
  ["sgf", "sgf"],
  ["psq", "psq"],
  ["json", "json"],
  ["pos", "txt"],
]);

/** @typedef {(typeof FORMATS)[number][0]} Format */

/**
 * Records as a file, and what the format could not hold.
 * @param {GameRecord[]} records
 * @param {string} format
 * @returns {Promise<{ text: string, lost: string[] }>}
 */
export async function written(records, format) {
  const answer = await http("POST", `/api/export?format=${format}`, { records });
  const lost = answer.headers.get("tengen-lost");
  return { text: await answer.text(), lost: lost ? lost.split("; ") : [] };
}

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
 * A picture of a position.
 * @param {"svg" | "png"} format
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

/** Gives a file to the browser to keep. @param {Blob | string} content @param {string} name */
export function download(content, name) {
  const address = URL.createObjectURL(
    typeof content === "string"
      ? new Blob([content], { type: "text/plain;charset=utf-8" })
      : content,
  );
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for a file: the given words and the day. @param {string} words @param {string} ending */
export function fileName(words, ending) {
  const plain = words
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${plain || "tengen"}-${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}.${ending}`;
}

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
