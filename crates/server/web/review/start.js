// @ts-check
// Starts the review of what a page shows. A game that is not stored yet is stored first.

import { note } from "../shared/dom.js";
import { http, problemText } from "../shared/net.js";
import { moreTexts, T } from "../shared/store.js";

/** @param {import("../shared/app.d.ts").App} app */
export async function reviewDocument(app) {
  await moreTexts("review");
  const shown = app.page.peek()?.document?.();
  if (!shown?.position.moves.length) return note(T("review.nothing"), { key: "review" });
  try {
    const answer = await http("POST", "/api/games", { record: shown.record });
    app.go(`/review/${(await answer.json()).id}`);
  } catch (error) {
    note(() => problemText(error), { kind: "error", key: "review" });
  }
}
