// @ts-check
// Balance: stones that make the position even, as candidates with their distance from one half.

import { other, shown } from "../board/notation.js";
import { button, h, looks, note, say } from "../shared/dom.js";
import { on, problemText, request } from "../shared/net.js";
import { counted, scoreText } from "../shared/score.js";
import { batch, moreTexts, settings, signal, t, T } from "../shared/store.js";
import { budget } from "../shared/budget.js";
import { engineOn } from "./engine.js";
import { endResearch, openTool } from "./researching.js";
import { searchProgress } from "./search-progress.js";
import { addLine, current, go, shownNow, treePosition } from "./study.js";

await Promise.all([looks("research"), moreTexts("research")]);

/** @typedef {import("../shared/wire.d.ts").BalanceState} BalanceState */
/** @typedef {import("../shared/wire.d.ts").BalanceWay} BalanceWay */
/** @typedef {"black" | "white"} Side */
/** @typedef {ReturnType<typeof create>} Balance */

const times = budget("balance", [2000, 10_000, 60_000, 300_000], 10_000, "research.time");
let generation = Date.now() % 1_000_000_000;

/** Opens the tool and begins to search. @param {1 | 2} stones */
export function balance(stones) {
  if (!shownNow.peek().turn) return note(T("problem.game-over"), { key: "research" });
  const one = create(stones);
  openTool({
    pos: one.pos,
    panel: () => panel(one),
    candidates: () => discs(one),
    ghosts: () => ghosts(one),
    click: () => false,
    status: () => t(`research.balance.${stones === 1 ? "one" : "two"}`),
    close: one.close,
  });
  one.start();
}

/** @param {1 | 2} stones */
function create(stones) {
  const pos = treePosition.peek();
  const node = current.peek();
  const side = /** @type {Side} */ (shownNow.peek().turn);
  const found = signal(/** @type {BalanceState | null} */ (null));
  /** When the search began; 0: it does not run. */
  const began = signal(0);
  /** The way whose stones are drawn. */
  const looked = signal(/** @type {BalanceWay | null} */ (null));
  let mine = 0;
  const end = () => (began.value = 0);
  const complain = (/** @type {any} */ error) => {
    end();
    note(() => problemText(error), { kind: "error", key: "research" });
  };
  const silent = on("balance.state", (news) => {
    if (news.gen !== mine) return;
    batch(() => {
      end();
      found.value = news;
    });
    say(news.ways.length ? wayText(news.ways[0], side) : t("research.balance.none"));
  });

  function start() {
    engineOn.value = false;
    mine = ++generation;
    batch(() => {
      found.value = null;
      looked.value = null;
      began.value = Date.now();
    });
    const limit = { ms: times.ms() };
    request("balance.start", { gen: mine, pos, stones, limit }).catch(complain);
  }

  /** @param {BalanceWay} way */
  function play(way) {
    batch(() => {
      looked.value = null;
      go(node);
      addLine(lineOf(way, side), "end");
    });
  }

  const stop = () => request("research.stop").catch(() => {});
  return {
    pos,
    side,
    stones,
    found,
    began,
    looked,
    start,
    play,
    stop,
    close: () => {
      silent();
      if (began.peek()) stop();
    },
  };
}

/** The stones of a way with their sides. @param {BalanceWay} way @param {Side} side */
const lineOf = (way, side) =>
  way.stones.map((move, index) => ({ move, side: index % 2 ? other(side) : side }));

/** @param {BalanceWay} way @param {Side} side */
const wayText = (way, side) =>
  `${way.stones.map(shown).join(" ")}: ${scoreText(way.score, /** @type {any} */ (settings.scoreView.value), side)}`;

/** How far a way is from even, in percent. @param {BalanceWay} way */
const distanceText = ({ distance }) => `±${(100 * distance).toFixed(1)} %`;

/** One stone is a disc with its distance; of two the first one is. @param {Balance} one */
function discs({ found, stones, looked, side }) {
  if (stones === 2 && looked.value) return [];
  const seen = new Set();
  const ways = (found.value?.ways ?? []).filter(
    ({ stones: [first] }) => !seen.has(first) && seen.add(first),
  );
  return ways.map((way, rank) => ({
    point: way.stones[0],
    text: (100 * way.distance).toFixed(1),
    label: `${wayText(way, side)}, ${distanceText(way)}`,
    step: Math.min(3, Math.floor(way.distance / 0.03)),
    proved: false,
    best: rank === 0,
    losing: false,
  }));
}

/** @param {Balance} one @returns {import("../board/state.d.ts").Ghost[]} */
const ghosts = ({ looked, side }) =>
  looked.value
    ? lineOf(looked.value, side).map(({ move, side: who }, index) => ({
        point: move,
        side: who,
        label: String(index + 1),
      }))
    : [];

/** @param {Balance} one */
const panel = (one) =>
  h(
    "section",
    { class: "section research", "data-part": "lines", "aria-label": T("research.balance") },
    h(
      "div",
      { class: "section-head" },
      h(
        "strong",
        { class: "grow" },
        T(one.stones === 1 ? "research.balance.one" : "research.balance.two"),
      ),
      button({ label: T("close"), icon: "close", bare: true, class: "ghost", act: endResearch }),
    ),
    () =>
      one.began.value
        ? searchProgress({ began: one.began.value, ms: times.ms(), stop: one.stop })
        : one.found.value && table(one, one.found.value),
    () =>
      !one.began.value &&
      h(
        "div",
        { class: "row" },
        times.field(),
        h("span", { class: "grow" }),
        button({ label: T("research.again"), class: "button small", act: one.start }),
      ),
  );

/** @param {Balance} one @param {BalanceState} found */
function table(one, { ways, stopped, nodes }) {
  if (!ways.length) return h("p", { role: "status" }, T("research.balance.none"));
  const look = (/** @type {BalanceWay | null} */ way) => () => (one.looked.value = way);
  return [
    stopped && h("p", { class: "muted" }, T("research.stopped")),
    h(
      "table",
      { class: "data-table research-table", "aria-label": T("research.balance") },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["stones", "score", "distance"].map((name) =>
            h("th", { scope: "col" }, T(`research.head.${name}`)),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        ways.map((way) =>
          h(
            "tr",
            { on: { pointerenter: look(way), pointerleave: look(null) } },
            h(
              "td",
              null,
              button({
                label: () => way.stones.map(shown).join(" "),
                class: "link",
                title: T("research.play-it"),
                on: { focus: look(way), blur: look(null) },
                act: () => one.play(way),
              }),
            ),
            h("td", { class: "num" }, () =>
              scoreText(way.score, /** @type {any} */ (settings.scoreView.value), one.side),
            ),
            h("td", { class: "num" }, distanceText(way)),
          ),
        ),
      ),
    ),
    h("p", { class: "muted num" }, T("engine.nodes", { nodes: counted(nodes) })),
  ];
}
