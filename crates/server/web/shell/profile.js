// @ts-check
// Settings live in this browser and in the server's profile, where other browsers find them. The profile is
// read before it is written, and only what was changed here is written over it.

import { adopt, DEVICE, effect, keepSettings, settingsNow, unsaved } from "../shared/store.js";
import { connection, http } from "../shared/net.js";

/** @typedef {Record<string, any>} Values */

/**
 * The settings of the profile with the changes of this browser.
 * @param {Values} profile
 * @param {Values} here
 * @param {string[]} changed names of settings, and `play.level` for a part of one
 * @returns {Values}
 */
export function merged(profile, here, changed) {
  const result = structuredClone(profile);
  for (const path of changed) {
    const [name, part] = path.split(".");
    if (part) result[name] = { ...result[name], [part]: here[name]?.[part] };
    else if (name in here) result[name] = here[name];
    else delete result[name];
  }
  for (const name of DEVICE) delete result[name];
  return result;
}

/** Reads the profile, takes it over, and writes what it lacks. */
async function exchange() {
  const profile = await (await http("GET", "/api/profile")).json();
  // A server that has no profile gets everything.
  const whole = profile.changed === 0;
  const sent = whole ? Object.keys(settingsNow()) : unsaved.peek();
  const now = () => merged(profile.settings, settingsNow(), sent);
  const values = now();
  adopt(values);
  if (!sent.length) return;
  await http("PUT", "/api/profile", { changed: Date.now(), settings: values });
  // What changed meanwhile waits for its own turn.
  if (JSON.stringify(now()) !== JSON.stringify(values)) return;
  unsaved.value = unsaved.peek().filter((path) => !whole && !sent.includes(path));
  keepSettings();
}

/** Exchanges settings with the server now, and soon after each change and each new connection. */
export function mirrorSettings() {
  /** @type {any} */
  let timer = 0;
  let busy = Promise.resolve();
  // Without a server the changes wait for the next connection.
  const run = () => (busy = busy.then(exchange).catch(() => {}));
  run();
  effect(() => {
    if (!unsaved.value.length || connection.value.state !== "open") return;
    clearTimeout(timer);
    timer = setTimeout(run, 1000);
  });
}
