// @ts-check
/** @param {import("./tools.d.ts").Tools} tools */
async ({ load, same }) => {
  const { signal, effect, computed, batch, untracked, root } = await load("shared/store.js");
  const a = signal(1);
  const b = signal(10);
  /** @type {number[]} */
  const seen = [];
  const end = effect(() => seen.push(a.value + untracked(() => b.value)));
  a.value = 2;
  b.value = 20;
  same(seen, [11, 12], "what is read untracked is not followed");
  batch(() => {
    a.value = 3;
    a.value = 4;
  });
  same(seen, [11, 12, 24], "several changes are seen as one");
  end();
  a.value = 5;
  same(seen.length, 3, "an effect that ended is silent");
  const sum = computed(() => a.value + b.value);
  same(sum.value, 25);
  a.value = 6;
  same(sum.value, 26, "computed values follow");
  let inner = 0;
  const finish = root(() => {
    effect(() => {
      a.value;
      inner++;
    });
  });
  a.value = 7;
  same(inner, 2, "effects of a root live");
  finish();
  a.value = 8;
  same(inner, 2, "and end with it");
  // A field that is drawn anew while it has the focus, and whose loss of it draws it anew as well.
  const { h } = await load("shared/dom.js");
  const kind = signal("first");
  const box = h("div", null, () =>
    h("input", { name: kind.value, on: { blur: () => (kind.value = "third") } }),
  );
  document.body.append(box);
  /** @type {HTMLElement} */ (box.firstElementChild).focus();
  kind.value = "second";
  same(
    [...box.children].map((one) => one.getAttribute("name")),
    ["third"],
    "one field is left",
  );
  box.remove();
};
