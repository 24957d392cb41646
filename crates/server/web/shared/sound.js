// @ts-check
// Short wooden sounds, made on the spot: no file has to be loaded. Nothing sounds before the first
// gesture of the user.

import { settings } from "./store.js";

/** @typedef {"stone" | "clock" | "end" | "error"} Sound */

/**
 * Pitch in hertz, length in seconds, and how hard the knock is.
 * @type {Record<Sound, [pitch: number, length: number, knock: number][]>}
 */
const SOUNDS = {
  stone: [[1150, 0.05, 0.9]],
  clock: [[1900, 0.03, 0.4]],
  end: [
    [660, 0.12, 0.5],
    [880, 0.18, 0.5],
  ],
  error: [[240, 0.09, 0.5]],
};

/** The setting that switches each off. */
const SWITCHES = /** @type {const} */ ({
  stone: "soundStone",
  clock: "soundClock",
  end: "soundEnd",
  error: "soundError",
});

/** @type {AudioContext | null} */
let context = null;

/** @param {Sound} name */
export function sound(name) {
  const wanted = settings.sound.peek() && settings[SWITCHES[name]].peek();
  if (!wanted || !settings.volume.peek() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  SOUNDS[name].forEach(([pitch, length, knock], index) =>
    strike(/** @type {AudioContext} */ (context), pitch, length, knock, index * 0.13),
  );
}

/**
 * A tone that dies away with a breath of noise at its start, as wood does.
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} length
 * @param {number} knock
 * @param {number} after
 */
function strike(audio, pitch, length, knock, after) {
  const start = audio.currentTime + after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime((settings.volume.peek() / 100) * 0.5, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * (1 - knock * 0.6), start + length);
  tone.connect(gain);
  tone.start(start);
  tone.stop(start + length);
}
