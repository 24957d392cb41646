// @ts-check
// The review as files: SGF with comments and better lines, text, and the graph.

import { http } from "../shared/net.js";
import { T } from "../shared/store.js";
import { complain, review } from "./model.js";

const FORMATS = ["sgf", "txt", "png", "svg"];

/** @returns {import("../shared/dom.js").MenuItem[]} */
export const exports = () =>
  FORMATS.map((format) => ({ label: T(`review.export.${format}`), act: () => save(format) }));

/** @param {string} format */
async function save(format) {
  const id = review.peek()?.game;
  try {
    const answer = await http("GET", `/api/games/${id}/review/${format}`);
    const url = URL.createObjectURL(await answer.blob());
    const anchor = document.createElement("a");
    anchor.href = url;
    anchor.download = `tengen-${id}-review.${format}`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    complain(error);
  }
}
