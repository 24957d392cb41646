// @ts-check
// Share: the moves one after the other as an animated GIF.

import { button, choice, h } from "../shared/dom.js";
import { problemText } from "../shared/net.js";
import { signal, t, T } from "../shared/store.js";
import { download, fileName, picture } from "./files.js";

/** Seconds for each move, and widths in pixels. */
const DELAYS = [0.5, 1, 2];
const WIDTHS = [300, 600, 900];

/**
 * @param {import("../shared/wire.d.ts").Position} position the moves up to the one that is shown
 * @param {string} words for the name of the file
 * @param {() => Record<string, any>} look as the picture of the dialog has it
 * @param {(text: string, bad?: boolean) => void} tell
 */
export function animationBox(position, words, look, tell) {
  const last = position.moves.length;
  const from = signal(0);
  const delay = signal(1);
  const width = signal(600);
  const busy = signal(false);
  const keep = async () => {
    if (busy.peek()) return;
    busy.value = true;
    tell(t("share.gif.busy"));
    const name = fileName(words, "gif");
    try {
      const wanted = {
        ...look(),
        from: from.peek(),
        delay: 1000 * delay.peek(),
        width: width.peek(),
      };
      download(await picture("gif", position, wanted), name);
      tell(t("share.downloaded", { name }));
    } catch (error) {
      tell(problemText(error), true);
    } finally {
      busy.value = false;
    }
  };
  return h(
    "details",
    { class: "animation" },
    h("summary", null, T("share.animation")),
    h(
      "div",
      { class: "stack" },
      h(
        "label",
        { class: "field" },
        h("span", null, T("share.gif.from")),
        h("input", {
          type: "number",
          inputmode: "numeric",
          min: "0",
          max: String(last),
          value: "0",
          on: {
            input: (/** @type {any} */ event) =>
              (from.value = Math.min(last, Math.max(0, Math.floor(+event.target.value) || 0))),
          },
        }),
      ),
      h(
        "div",
        { class: "field" },
        h("span", null, T("share.gif.delay")),
        choice({
          label: T("share.gif.delay"),
          options: DELAYS.map((seconds) => [seconds, () => t("share.gif.seconds", { n: seconds })]),
          value: () => delay.value,
          choose: (seconds) => (delay.value = seconds),
          class: "full",
        }),
      ),
      h(
        "div",
        { class: "field" },
        h("span", null, T("share.gif.width")),
        choice({
          label: T("share.gif.width"),
          options: WIDTHS.map((pixels) => [pixels, () => `${pixels} px`]),
          value: () => width.value,
          choose: (pixels) => (width.value = pixels),
          class: "full",
        }),
      ),
      button({
        label: T("share.gif"),
        icon: "open",
        "aria-disabled": () => String(busy.value),
        act: keep,
      }),
    ),
  );
}
