// @ts-check
// Explanations in words: the verdict, and a sentence for each stone, made from the facts that the server
// sends.

import { shown } from "../board/notation.js";
import { t } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").Explanation} Explanation */
/** @typedef {import("../shared/wire.d.ts").ExplainStep} ExplainStep */
/** @typedef {"black" | "white"} Side */

/** Threats of which only one part can be stopped. */
const TWOFOLD = ["open-four", "double-four", "four-three", "double-three"];
/** Points that a sentence names; with more it names none. */
const NAMED = 6;

/** @param {Explanation} found */
export function verdictOf({ side, state, plies, fours, threats, any, limit_ms }) {
  const who = t(`side.${side}`);
  if (state === "win") return t("explain.win", { side: who, n: plies ?? 0 });
  if (threats === "none" && any)
    return `${t("explain.none.threats", { side: who })} ${t("explain.any", { verdict: unknownText(limit_ms) })}`;
  if (threats === "none") return t("explain.none.threats", { side: who });
  if (state === "none") return t("explain.none.fours", { side: who });
  const unknown = unknownText(limit_ms);
  return fours === "none"
    ? `${t("explain.none.fours", { side: who })} ${t("explain.threats", { verdict: unknown })}`
    : `${who}: ${unknown}`;
}

/** @param {number | undefined} ms */
const unknownText = (ms) => t("explain.unknown", { seconds: Math.round((ms ?? 0) / 1000) });

/**
 * "1 H9 makes a four – White must answer at H12".
 * @param {ExplainStep} step
 * @param {number} number
 * @param {Side} attacker
 */
export function captionOf(step, number, attacker) {
  const point = shown(step.point);
  const defends = step.side !== attacker;
  const makes = t(`explain.makes.${step.makes ?? (defends ? "nothing" : "quiet")}`);
  const parts = [
    ...(step.blocks && step.makes !== "five" ? [t("explain.blocks")] : []),
    ...(step.blocks && !step.makes ? [] : [makes]),
  ];
  const deed = parts.join(t("explain.and"));
  const what = t("explain.step", { number, point, deed });
  const answer = defends ? "" : answerOf(step);
  return answer ? `${what} – ${answer}` : what;
}

/** How a threat can be answered. @param {ExplainStep} step */
function answerOf({ side, makes, answers, forbidden }) {
  const who = t(`side.${side === "black" ? "white" : "black"}`);
  if (makes === "five") return "";
  if (forbidden.length && !answers.length) {
    const kinds = [...new Set(forbidden.flatMap(({ kinds }) => kinds))];
    return t("explain.forbidden", {
      side: who,
      points: names(forbidden),
      kind: kinds.map((kind) => t(`foul.${kind}`)).join(t("explain.comma")),
    });
  }
  if (makes && TWOFOLD.includes(makes)) return t("explain.only-one", { side: who });
  if (!answers.length || answers.length > NAMED) return "";
  const points = answers.map(shown).join(t("explain.comma"));
  return t(answers.length === 1 ? "explain.must" : "explain.one-of", { side: who, points });
}

/** @param {{ point: string }[]} list */
const names = (list) => list.map(({ point }) => shown(point)).join(t("explain.comma"));
