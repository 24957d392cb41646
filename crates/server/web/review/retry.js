// @ts-check
// Retry my mistakes: the position before each mistake; any move nearly as good as the best is accepted.

import { shown } from "../board/notation.js";
import { button, h, say, sound } from "../shared/dom.js";
import { request } from "../shared/net.js";
import { signal, t, T } from "../shared/store.js";
import { complain, goBefore, goBetter, review } from "./model.js";
import { chanceText } from "./words.js";

/** @typedef {import("../shared/wire.d.ts").ReviewTried} ReviewTried */
/**
 * @typedef {{ plies: number[], at: number, busy: boolean, tried: ReviewTried | null, right: number }} Retry
 */

/** What is being retried, if anything. */
export const retrying = signal(/** @type {Retry | null} */ (null));

/** @param {number[]} plies */
export function retry(plies) {
  retrying.value = { plies, at: 0, busy: false, tried: null, right: 0 };
  goBefore(plies[0]);
}

const now = () => {
  const state = retrying.peek();
  return state && { state, ply: state.plies[state.at] };
};

/** A move of the user in place of the mistake. @param {string} point */
export async function tryMove(point) {
  const here = now();
  if (!here || here.state.busy || here.state.tried?.accepted) return;
  retrying.value = { ...here.state, busy: true, tried: null };
  try {
    const game = review.peek()?.game;
    const tried = await request("review.try", { game, ply: here.ply, move: point });
    if (now()?.ply !== here.ply) return;
    const right = here.state.right + (tried.accepted ? 1 : 0);
    retrying.value = { ...here.state, busy: false, tried, right };
    sound(tried.accepted ? "end" : "error");
    say(outcome(tried));
  } catch (error) {
    if (retrying.peek()) retrying.value = { ...here.state, busy: false };
    complain(error);
  }
}

function next() {
  const here = now();
  if (!here) return;
  const at = here.state.at + 1;
  if (at >= here.state.plies.length) return end();
  retrying.value = { ...here.state, at, busy: false, tried: null };
  goBefore(here.state.plies[at]);
}

export const end = () => (retrying.value = null);

/** @param {ReviewTried} tried */
function outcome(tried) {
  const side = review.peek()?.moves[tried.ply]?.side ?? "black";
  const values = { point: shown(tried.move), chance: chanceText(tried.score, side) };
  return t(tried.accepted ? "review.retry.right" : "review.retry.wrong", values);
}

/** The stone that was tried, over the board. */
export function triedGhosts() {
  const state = retrying.value;
  const side = state && review.value?.moves[state.plies[state.at]]?.side;
  return state?.tried && side ? [{ point: state.tried.move, side, label: "" }] : [];
}

/** The card that stands in place of the report meanwhile. */
export function retryCard() {
  const state = retrying.value;
  if (!state) return null;
  const ply = state.plies[state.at];
  const move = review.value?.moves[ply];
  if (!move) return null;
  const last = state.at + 1 === state.plies.length;
  return h(
    "section",
    { class: "section stack retry", "aria-label": T("review.retry.title") },
    h("h2", null, T("review.retry.title")),
    h(
      "p",
      { class: "muted" },
      t("review.retry.place", { n: state.at + 1, of: state.plies.length }),
    ),
    h(
      "p",
      null,
      t("review.retry.ask", {
        side: t(`side.${move.side}`),
        move: ply + 1,
        point: shown(move.move),
      }),
    ),
    h(
      "p",
      {
        role: "status",
        class: state.tried ? (state.tried.accepted ? "right" : "problem") : "muted",
      },
      state.busy ? t("review.retry.busy") : state.tried ? outcome(state.tried) : "",
    ),
    h(
      "div",
      { class: "row" },
      button({
        label: T(last ? "review.retry.end" : "review.retry.next"),
        class: `button${state.tried?.accepted ? " primary" : ""}`,
        act: next,
      }),
      button({
        label: T("review.retry.answer"),
        act: () => {
          end();
          goBetter(ply);
        },
      }),
      !last && button({ label: T("review.retry.end"), act: end }),
    ),
  );
}
