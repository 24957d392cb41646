// @ts-check
// The engine at work for the study: when it starts and stops, what it says, and what of that the
// board shows. Results of another generation are dropped.

import {
  batch,
  computed,
  effect,
  hasText,
  remember,
  settings,
  signal,
  t,
  T,
  untracked,
} from "../shared/store.js";
import { xy } from "../board/notation.js";
import { note } from "../shared/dom.js";
import { connection, factsOf, on, problemText, request, tell } from "../shared/net.js";
import { counted, scoreSign, scoreText, winnerOf } from "../shared/score.js";
import { current, facts, shownNow, treePosition } from "./study.js";

/** @typedef {import("../shared/tree.js").Node} Node */
/** @typedef {import("../shared/wire.d.ts").AnalyseUpdate} AnalyseUpdate */
/** @typedef {import("../shared/wire.d.ts").AnalysisLine} AnalysisLine */
/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {"black" | "white"} Side */

export const engineOn = signal(false);
export const passing = signal(false);
/** Moves that are left out, or the only ones looked at. */
export const limits = signal(/** @type {{ exclude: string[], only: string[] } | null} */ (null));
/** The newest news of this generation, drawn five times a second. */
export const live = signal(/** @type {AnalyseUpdate | null} */ (null));
export const state = signal(
  /** @type {"off" | "starting" | "thinking" | "stopping" | "limit" | "solved" | "over" | "failed" | "taken"} */ (
    "off"
  ),
);
/** How often *Deeper* was pressed here. */
export const deeper = signal(0);
let generation = Date.now() % 1_000_000_000;
/**
 * The node a generation belongs to, whether it searches all of it, and what was known of it before.
 * @type {{ node: Node, whole: boolean, known: AnalyseUpdate | null } | null}
 */
let searched = null;
/** How many lines the search was asked for. */
let askedLines = 0;
/** @type {AnalyseUpdate | null} */
let newest = null;
let drawing = false;

on("analyse.update", (update) => {
  if (update.gen !== generation || !searched) return;
  newest = update;
  const words = {
    thinking: "thinking",
    stopped: "off",
    limit: "limit",
    solved: "solved",
    over: "over",
    failed: "failed",
  };
  const next = /** @type {any} */ (words)[update.state];
  if (!(state.peek() === "stopping" && next === "thinking") && !(next === "off" && engineOn.peek()))
    state.value = next;
  if (update.note)
    note(() => engineNote(update.note), { kind: "error", key: "engine", seconds: 8 });
  if (update.state !== "thinking") return show();
  if (drawing) return;
  drawing = true;
  setTimeout(() => requestAnimationFrame(show), 200);
});

on("engine.taken", ({ gen }) => {
  if (gen === generation) state.value = "taken";
});

/** @param {any} one */
function engineNote(one) {
  const key = `engine.note.${one.code}`;
  return hasText(key) ? t(key) : one.text;
}

function show() {
  drawing = false;
  if (!newest || newest.gen !== generation || !searched) return;
  const update = combined(searched.known, newest);
  if (searched.whole && update.lines.length) {
    searched.node.update = update;
    searched.node.score = update.lines[0].score;
  }
  batch(() => {
    live.value = update;
    scores.value++;
  });
}

/**
 * A search that begins again knows less at first: what was found deeper stays until it is as deep, or has a
 * proof.
 * @param {AnalyseUpdate | null} known
 * @param {AnalyseUpdate} news
 * @returns {AnalyseUpdate}
 */
export function combined(known, news) {
  if (!known || news.depth >= known.depth || news.lines[0]?.score.proof) return news;
  const found = new Set(known.lines.map(({ move }) => move));
  const further = news.lines.filter(({ move }) => !found.has(move));
  const { depth, seldepth } = known;
  return { ...news, depth, seldepth, lines: [...known.lines, ...further] };
}

/** Grows when a score in the tree changed. */
export const scores = signal(0);

/** How many lines list and board show together. */
const wantedLines = () =>
  Math.max(
    settings.lines.value,
    settings.candidates.value === "discs" ? settings.candidateCount.value : 0,
  );

/** @param {App} app */
export function startSearch(app) {
  const node = current.peek();
  const known = facts.peek();
  const now = limits.peek();
  const whole = !passing.peek() && !now;
  searched = { node, whole, known: whole ? node.update : null };
  newest = null;
  const gen = ++generation;
  const seconds = settings.stopAfter.peek();
  askedLines = untracked(wantedLines);
  const ask = {
    gen,
    pos: treePosition.peek(),
    lines: Math.min(app.info.peek()?.limits.lines ?? 20, askedLines),
    ...(seconds && { limit: { ms: seconds * 1000 * 4 ** deeper.peek() } }),
    ...(now?.exclude.length && { exclude: now.exclude }),
    ...(now?.only.length && { only: now.only }),
    ...(passing.peek() && { pass: true }),
    ...(settings.threads.peek() && { threads: settings.threads.peek() }),
    ...(settings.memory.peek() && { memory: settings.memory.peek() }),
    algorithm: settings.algorithm.peek(),
    solver: settings.solver.peek(),
  };
  if (known?.result) return (state.value = "over");
  batch(() => {
    live.value = null;
    state.value = "starting";
  });
  request("analyse.start", ask).catch((error) => {
    if (gen !== generation || connection.peek().state !== "open") return;
    state.value = "failed";
    note(() => problemText(error), { kind: "error", key: "engine" });
  });
}

function stopSearch() {
  if (state.peek() === "thinking" || state.peek() === "starting") {
    state.value = "stopping";
    tell("analyse.stop", { gen: generation });
  } else if (state.peek() !== "taken") state.value = "off";
}

export function toggleEngine() {
  engineOn.value = !engineOn.peek();
  remember("engine", engineOn.peek());
}

/** Starts, restarts and stops the search as position and wishes change. @param {App} app */
export function driveEngine(app) {
  effect(() => {
    const wanted = engineOn.value && connection.value.state === "open";
    treePosition.value;
    const known = facts.value;
    // Everything below restarts the search when it changes.
    [
      passing.value,
      limits.value,
      settings.stopAfter.value,
      settings.threads.value,
      settings.memory.value,
      settings.solver.value,
      settings.algorithm.value,
      deeper.value,
    ];
    untracked(() => {
      if (!wanted) return stopSearch();
      if (!known) return;
      if (known.searchable || known.result) startSearch(app);
      else {
        stopSearch();
        live.value = null;
      }
    });
  });
  effect(() => {
    // Fewer lines are a part of what is searched already.
    if (wantedLines() <= askedLines) return;
    untracked(() => {
      if (engineOn.value && connection.value.state === "open" && facts.value?.searchable)
        startSearch(app);
    });
  });
  effect(() => {
    current.value;
    untracked(() => {
      deeper.value = 0;
      live.value = null;
      limits.value = null;
    });
  });
}

/** A hidden tab gives the machine back after a minute. */
export function careForDevice() {
  /** @type {any} */
  let timer = 0;
  let paused = false;
  const change = () => {
    clearTimeout(timer);
    if (document.hidden && engineOn.peek() && settings.pauseHidden.peek()) {
      timer = setTimeout(() => {
        paused = true;
        engineOn.value = false;
      }, 60_000);
    } else if (!document.hidden && paused) {
      paused = false;
      note(T("engine.paused-hidden"), {
        seconds: 20,
        actions: [{ label: T("resume"), act: () => (engineOn.value = true) }],
      });
    }
  };
  document.addEventListener("visibilitychange", change);
  return () => document.removeEventListener("visibilitychange", change);
}

// ---------------------------------------------------------------- scores and lines

/**
 * What is known of the shown position: live news once they hold a line, else what was found
 * earlier.
 */
export const update = computed(() => {
  scores.value;
  const news = live.value;
  if (news?.lines.length || passing.value || limits.value) return news;
  return current.value.update ?? news;
});

/** While the pointer is on a line, lines do not slide away under it. */
export const held = signal(/** @type {AnalysisLine[] | null} */ (null));
export const lines = computed(() => {
  const now = update.value?.lines.slice(0, settings.lines.value) ?? [];
  const kept = held.value;
  if (!kept) return now;
  if (kept.length > settings.lines.value) return kept.slice(0, settings.lines.value);
  return kept.length < now.length ? [...kept, ...now.slice(kept.length)] : kept;
});

/** @returns {Side} */
export const mover = () => update.value?.turn ?? shownNow.value.turn ?? "black";

/** @param {import("../shared/wire.d.ts").Score} score */
export const textOf = (score) =>
  scoreText(score, /** @type {any} */ (settings.scoreView.value), mover());

/** The same in a few signs. @param {import("../shared/wire.d.ts").Score} score */
export const signOf = (score) =>
  scoreSign(score, /** @type {any} */ (settings.scoreView.value), mover());

/** The chance of a side. @param {import("../shared/wire.d.ts").Score} score @param {Side} side */
const chanceOf = (score, side) => (side === "black" ? score.wp : 1 - score.wp);

/** The recommended moves for the board. */
export function candidates() {
  const mode = settings.candidates.value;
  const list = update.value?.lines ?? [];
  if (!list.length || passing.value || mode === "heat") return [];
  const side = mover();
  const best = chanceOf(list[0].score, side);
  const all = list
    .slice(0, mode === "discs" ? settings.candidateCount.value : 1)
    .map((line, rank) => {
      const loss = best - chanceOf(line.score, side);
      const winner = winnerOf(line.score);
      return {
        point: line.move,
        text: line.score.proof || mode === "discs" ? signOf(line.score) : "",
        label: textOf(line.score),
        step: loss < 0.02 ? 0 : loss < 0.06 ? 1 : loss < 0.12 ? 2 : 3,
        proved: Boolean(line.score.proof),
        winner,
        best: rank === 0,
        losing: winner !== null && winner !== side,
      };
    });
  return all;
}

/** How far the stones of a five lie apart. */
const REACH = 4;

/** What every point is worth, as a heat-map. */
export function heat() {
  if (settings.candidates.value !== "heat") return null;
  const known = factsOf(treePosition.value, true).value;
  if (!known?.shapes || known.stones.black + known.stones.white === 0) return null;
  const side = settings.heatSide.value;
  const value = (/** @type {import("../shared/wire.d.ts").PointShapes} */ one) =>
    side === "both"
      ? one[known.turn].attack + one[known.turn].defence
      : one[/** @type {Side} */ (side)].attack;
  // Points far from everything have worth too; what is shown is how much more a point has. Beyond the reach
  // of a five the differences mean nothing.
  const stones = shownNow.value.stones.map(({ point }) => xy(point));
  const near = known.shapes.filter(({ point }) => {
    const at = xy(point);
    return stones.some((stone) => {
      const [x, y] = [Math.abs(stone.x - at.x), Math.abs(stone.y - at.y)];
      return Math.max(x, y) <= REACH && (x === 0 || y === 0 || x === y);
    });
  });
  const sorted = known.shapes.map(value).sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)];
  const span = Math.max(1, ...near.map((one) => value(one) - usual));
  return {
    points: near.map((one) => ({
      point: one.point,
      value: (Math.max(0, value(one) - usual) / span) ** 0.7,
      text: counted(value(one)),
      detail: ["black", "white"]
        .filter((name) => side === "both" || side === name)
        .map((name) => heatText(/** @type {Side} */ (name), one[/** @type {Side} */ (name)]))
        .join("\n"),
    })),
  };
}

/** @param {Side} side @param {import("../shared/wire.d.ts").SideShapes} shapes */
function heatText(side, { attack, defence, lines: four }) {
  const names = ["heat.row", "heat.column", "heat.up", "heat.down"].map(
    (key, index) =>
      `${t(key)} ${hasText(`line.${four[index]}`) ? t(`line.${four[index]}`) : four[index]}`,
  );
  return `${t(`side.${side}`)}: ${t("heat.attack", { attack, defence })}\n${names.join(", ")}`;
}

/** The page is left: no search goes on. */
export function leaveEngine() {
  engineOn.value = false;
  tell("analyse.stop", { gen: generation });
  state.value = "off";
}
