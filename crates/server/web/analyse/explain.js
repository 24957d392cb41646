// @ts-check
// An explanation: the search for a win, its proof as a line that is walked along, other defences, and what
// stops it. What is found and checked comes from the server; here it is only shown.

import { batch, moreTexts, set, settings, signal, t, T } from "../shared/store.js";
import { looks, note, say } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { http, problemText, request, tell } from "../shared/net.js";
import { explaining } from "./explaining.js";
import { explainPanel } from "./explain-panel.js";
import { captionOf, verdictOf } from "./explain-text.js";
import { viewOf } from "./explain-view.js";
import { addLine, current, go, shownNow, treePosition } from "./study.js";

await Promise.all([looks("explain"), moreTexts("explain")]);

/** @typedef {import("../shared/app.d.ts").App} App */
/** @typedef {import("../shared/wire.d.ts").Explanation} Explanation */
/** @typedef {import("../shared/wire.d.ts").ExplainStep} ExplainStep */
/** @typedef {import("../shared/wire.d.ts").DefenceList} DefenceList */
/** @typedef {"black" | "white"} Side */
/** @typedef {ReturnType<typeof create>} Explained */

/** How long the first search takes at most, and how much longer each further one, in milliseconds. */
const FIRST_LIMIT = 5000;
const LONGER = 6;
/** Stones that are drawn before anybody steps on. */
const DRAWN_FIRST = 12;
/** How much longer than its limit a search may take: its parts come one after the other. */
const PARTS = { fours: 0.25, threats: 1.25, any: 1.5 };
/** How long a stone waits for the next one. */
const PACE = 1000;

/**
 * Whose win is looked for, with which moves and for how long; whether what stops it is wanted too. Or what a
 * proof file says. With `onward` a position without a forced win leads on to the next one of the line with the
 * same side to move: a win may begin with quiet moves.
 * @typedef {{ side?: Side, kind?: import("../shared/wire.d.ts").ExplainKind, limit?: number, defend?: boolean,
 *   given?: Explanation, onward?: boolean }} Wish
 */

/** Begins an explanation of the position that is shown. @param {App} app @param {Wish} wish */
export function begin(app, wish) {
  const { side, given, onward } = wish;
  explaining.peek()?.close();
  const explained = create(side ?? given?.side ?? shownNow.peek().turn ?? "black", wish);
  const { pos, close } = explained;
  const shown = {
    pos,
    close,
    view: viewOf(explained),
    panel: () => explainPanel(app, explained),
    status: () => statusOf(explained),
  };
  batch(() => {
    explaining.value = shown;
    set("panelTab", "lines");
    if (settings.sheet.peek() !== "full") set("sheet", "half");
  });
  if (given) explained.show(given);
  else explained.search().then((answer) => onward && goOn(app, shown, answer));
  return shown;
}

/**
 * Two plies further, if there is no win here and nobody has gone elsewhere.
 * @param {App} app
 * @param {any} shown
 * @param {Explanation | void} answer
 */
function goOn(app, shown, answer) {
  const next = current.peek().children[0]?.children[0];
  if (!answer || answer.state === "win" || explaining.peek() !== shown || !next) return;
  go(next);
  note(T("explain.onward", { n: next.ply }), { key: "onward" });
  begin(app, { onward: true });
}

/** What the last stone that is drawn does, or what was found. @param {Explained} explained */
function statusOf({ found, line, drawn, side }) {
  const step = line.value[drawn.value - 1];
  if (step) return captionOf(step, drawn.value, side);
  return found.value ? verdictOf(found.value) : t("explain.searching");
}

/** @param {Side} side @param {Wish} wish */
function create(side, wish) {
  const pos = treePosition.peek();
  const found = signal(/** @type {Explanation | null} */ (null));
  const problem = signal(/** @type {(() => string) | null} */ (null));
  /** @type {import("../shared/store.js").Signal<ExplainStep[]>} */
  const line = signal([]);
  /** How many stones of the line are drawn. */
  const drawn = signal(0);
  const playing = signal(false);
  const defences = signal(/** @type {DefenceList | "searching" | null} */ (null));
  /** The point whose prohibition is drawn. */
  const why = signal(/** @type {string | null} */ (null));
  let limit = wish.limit ?? FIRST_LIMIT;
  /** When the search began. */
  let began = 0;
  let closed = false;
  /** @type {any} */
  let timer = 0;

  /** @param {any} error */
  const complain = (error) => {
    if (!closed) problem.value = () => problemText(error);
  };

  /** @param {Explanation} answer */
  function show(answer) {
    if (closed || answer.state === "stopped") return;
    batch(() => {
      found.value = answer;
      line.value = answer.line;
      drawn.value = Math.min(DRAWN_FIRST, answer.line.length);
    });
    say(verdictOf(answer));
    if (wish.defend && answer.state === "win") defend();
  }

  function search() {
    found.value = null;
    problem.value = null;
    began = Date.now();
    const kind = wish.kind && { kind: wish.kind };
    return request("explain", { pos, side, limit_ms: limit, ...kind })
      .then((answer) => (show(answer), answer))
      .catch(complain);
  }

  /** @param {number} count */
  function draw(count) {
    drawn.value = Math.max(0, Math.min(line.peek().length, count));
    why.value = null;
    const step = line.peek()[drawn.peek() - 1];
    if (step) say(captionOf(step, drawn.peek(), side));
  }

  function pause() {
    clearInterval(timer);
    playing.value = false;
  }

  function play() {
    if (playing.peek()) return pause();
    if (drawn.peek() >= line.peek().length) drawn.value = 0;
    playing.value = true;
    timer = setInterval(() => {
      draw(drawn.peek() + 1);
      if (drawn.peek() >= line.peek().length) pause();
    }, PACE);
  }

  /** Shows how the proof answers another reply. @param {number} index @param {string} reply */
  function choose(index, reply) {
    pause();
    const moves = [
      ...line
        .peek()
        .slice(0, index)
        .map(({ point }) => point),
      reply,
    ];
    request("explain.reply", { proof: found.peek()?.proof, moves })
      .then((answer) => {
        if (closed) return;
        line.value = answer.line;
        draw(index + 2);
      })
      .catch(complain);
  }

  function defend() {
    defences.value = "searching";
    request("explain.defend", { pos, limit_ms: limit * LONGER })
      .then((answer) => {
        if (!closed) defences.value = answer.stopped ? null : answer;
      })
      .catch(complain);
  }

  async function save() {
    try {
      const answer = await http("GET", `/api/proof/${found.peek()?.proof}`);
      download(await answer.blob(), "tengen.proof");
    } catch (error) {
      complain(error);
    }
  }

  return {
    pos,
    side,
    /** A search that was asked for with a limit shows how far it is. */
    searchOf: () => (wish.limit ? { began, ms: limit * PARTS[wish.kind ?? "threats"] } : null),
    found,
    problem,
    line,
    drawn,
    playing,
    defences,
    why,
    show,
    search,
    play,
    choose,
    defend,
    stopDefending: () => tell("explain.stop"),
    save,
    /** @param {number} count */
    step: (count) => (pause(), draw(count)),
    longer: () => {
      limit *= LONGER;
      search();
    },
    /** Back to the line that was shown first. */
    mainLine: () => {
      line.value = found.peek()?.line ?? [];
      draw(Math.min(DRAWN_FIRST, line.peek().length));
    },
    putIntoTree: () => {
      addLine(
        line.peek().map(({ point, side }) => ({ move: point, side })),
        "here",
      );
      note(T("explain.put"), { key: "explain", seconds: 4 });
    },
    close: () => {
      closed = true;
      pause();
      tell("explain.stop");
    },
  };
}
