// @ts-check
// What the certificates of the first player's win say of a position.

import { moreTexts, signal, T } from "./store.js";
import { h, icon, looks } from "./dom.js";

/** Whether texts and looks are there: few games need them. */
const ready = signal(false);
/** @type {Promise<any> | null} */
let coming = null;

/** @param {import("./wire.d.ts").CertificateState | undefined} state */
export function certificateCard(state) {
  if (!state) return null;
  coming ??= Promise.all([looks("explain"), moreTexts("explain")]).then(() => (ready.value = true));
  if (!ready.value) return null;
  return h(
    "section",
    { class: `certificate ${state}`, "aria-label": T("certificate") },
    h("strong", null, state === "proven" && icon("check"), T(`certificate.${state}`)),
    h("small", null, T(`certificate.${state}.why`)),
  );
}
