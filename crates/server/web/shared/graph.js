// @ts-check
// What graphs of winning chances have in common.

/**
 * Stretches in which everything is known: nothing is drawn across a gap.
 * @param {(number | null)[]} chances
 */
export function runs(chances) {
  /** @type {{ k: number, wp: number }[][]} */
  const all = [];
  chances.forEach((wp, k) => {
    if (wp === null) return;
    const last = all.at(-1);
    if (last && last[last.length - 1].k === k - 1) last.push({ k, wp });
    else all.push([{ k, wp }]);
  });
  return all;
}

/** Short games do not fill the width. @param {number} count */
export const widthOf = (count) => Math.max(10, count - 1);

/**
 * Lets a pointer move through the game.
 * @param {HTMLElement} box
 * @param {() => number} count of the positions
 * @param {(index: number) => void} go
 */
export function dragThrough(box, count, go) {
  const seek = (/** @type {PointerEvent} */ event) => {
    const area = box.getBoundingClientRect();
    const k = Math.round(((event.clientX - area.left) / area.width) * widthOf(count()));
    go(Math.max(0, Math.min(count() - 1, k)));
  };
  box.addEventListener("pointerdown", (event) => {
    box.setPointerCapture(event.pointerId);
    seek(event);
  });
  box.addEventListener("pointermove", (event) => event.buttons && seek(event));
}
