// @ts-check
// Jobs in the background: a chip in the header, and a dialog with their progress, pause and stop.

import { button, dialog, h, icon, looks, note } from "../shared/dom.js";
import { on, problemText, request } from "../shared/net.js";
import { computed, effect, language, moreTexts, root, signal, t, T } from "../shared/store.js";

/** @typedef {import("../shared/wire.d.ts").JobState} JobState */

/** @type {import("../shared/store.js").Signal<JobState[]>} */
const jobs = signal([]);
/** Whether its texts and looks are there. */
const ready = signal(false);

/** Whether there is anything to show. */
const there = computed(() => ready.value && jobs.value.length > 0);

/** @param {Element} place in the header */
export function showJobs(place) {
  const take = ({ jobs: list = /** @type {JobState[]} */ ([]) }) => {
    const ended = list.filter((one) => isOver(one) && !wasOver(one));
    jobs.value = list;
    if (list.length) load().then(() => ended.forEach(announce));
  };
  on("jobs", take);
  // Without a server the next connection asks again.
  const ask = () => request("job.list").then(take, () => {});
  on("open", ask);
  ask();
  root(() => place.append(h("span", null, () => there.value && makeChip())));
}

async function load() {
  await Promise.all([looks("research"), moreTexts("research")]);
  ready.value = true;
}

/** @param {JobState} job */
const isOver = ({ state }) => ["done", "stopped", "failed"].includes(state);
/** Whether it was over when it was seen last; one that was never seen is no news. @param {JobState} job */
function wasOver(job) {
  const before = jobs.peek().find((one) => one.job === job.job);
  return !before || isOver(before);
}

/** @param {JobState} job */
function announce(job) {
  if (job.state !== "stopped") note(T(`job.over.${job.state}`, { n: job.done }), { key: "job" });
}

/** The job that is worked on, or the last one. */
const shownJob = () => {
  const list = jobs.value;
  return list.find((one) => ["running", "yielding"].includes(one.state)) ?? list[list.length - 1];
};

/** @param {number} ms */
function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [value, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 5400
        ? [Math.round(seconds / 60), "minute"]
        : [Math.round(seconds / 3600), "hour"];
  return new Intl.NumberFormat(language.value, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "short",
  }).format(Number(value));
}

/** @param {JobState} job */
const stateText = ({ state, remaining_ms }) =>
  remaining_ms !== undefined && state === "running"
    ? t("job.remaining", { time: timeText(remaining_ms) })
    : t(`job.state.${state}`);

/** It is made when it is needed, and lives as long as the app. */
const makeChip = () =>
  h(
    "button",
    {
      type: "button",
      class: () => `job-chip ${shownJob()?.state ?? ""}`,
      "aria-haspopup": "dialog",
      "aria-label": () => {
        const job = shownJob();
        return job ? `${t("job.chip", job)}, ${stateText(job)}` : "";
      },
      on: { click: () => jobDialog() },
    },
    icon("engine"),
    h("span", { class: "num" }, () => {
      const job = shownJob();
      return job ? `${job.done}/${job.total}` : "";
    }),
    h("span", { class: "job-time num" }, () => {
      const job = shownJob();
      return job ? stateText(job) : "";
    }),
  );

function jobDialog() {
  // Rows stay while their jobs change: a button that is made again would lose the focus.
  const numbers = computed(() => jobs.value.map(({ job }) => job).join());
  dialog(T("job.title"), (close) => {
    effect(() => {
      if (!numbers.value) queueMicrotask(close);
    });
    return h("ul", { class: "job-list" }, () =>
      numbers.value.split(",").filter(Boolean).map(Number).map(row),
    );
  });
}

/** @param {number} number */
function row(number) {
  const found = () => jobs.value.find((one) => one.job === number);
  let last = /** @type {JobState} */ (found());
  // The last state stays until the row is gone.
  const job = () => (last = found() ?? last);
  const over = computed(() => isOver(job()));
  const paused = computed(() => job().state === "paused");
  const { length: games } = job().games;
  return h(
    "li",
    null,
    h("strong", null, T(games ? "job.games" : "job.line", { n: games })),
    h("progress", {
      max: () => String(job().total),
      value: () => job().done,
      "aria-label": () => t("job.chip", job()),
    }),
    h(
      "div",
      { class: "row" },
      h("span", { class: "grow num", role: "status" }, () => {
        const now = job();
        return `${now.done}/${now.total} · ${stateText(now)}`;
      }),
      button({
        label: () => t(paused.value ? "job.resume" : "job.pause"),
        icon: () => (paused.value ? "play" : "pause"),
        class: "button small",
        hidden: () => over.value,
        act: () => ask("job.pause", { job: number, pause: !paused.peek() }),
      }),
      button({
        label: () => t(over.value ? "job.dismiss" : "job.stop"),
        icon: "close",
        class: "button small",
        act: () => ask("job.stop", { job: number }),
      }),
    ),
    () => job().problem && h("p", { class: "problem" }, job().problem),
  );
}

/** The answer comes as news for everybody, too. @param {string} type @param {object} body */
const ask = (type, body) =>
  request(type, body).catch((error) =>
    note(() => problemText(error), { kind: "error", key: "job" }),
  );
