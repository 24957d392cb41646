// @ts-check
// Mistakes as puzzles, to be tried again after days and weeks.

import { note } from "../shared/dom.js";
import { http } from "../shared/net.js";
import { T } from "../shared/store.js";
import { complain, mySide, review } from "./model.js";

/** @typedef {import("../shared/app.d.ts").App} App */

/** Saves the clear mistakes of the sides that are judged, and offers the first of them. @param {App} app */
export async function saveAsPuzzles(app) {
  const side = mySide.peek();
  const of = side === "both" ? "" : `?side=${side}`;
  try {
    const answer = await http("POST", `/api/games/${review.peek()?.game}/review/puzzles${of}`);
    /** @type {import("../shared/wire.d.ts").OwnSaved} */
    const { saved, first } = await answer.json();
    const tryIt = { label: T("review.saved.try"), act: () => app.go(`/puzzles/${first}`) };
    const text = saved ? T("review.saved", { n: saved }) : T("review.saved.none");
    note(text, { key: "review", actions: first ? [tryIt] : [] });
  } catch (error) {
    complain(error);
  }
}
