import { signal } from "@preact/signals-react";
import { joinElection } from "./tabs.ts";

/** No second ring within this many ms. */
const pause = 1500;
const usual = 0.7;
const loudest = 0.45;
const gestures = ["pointerup", "keydown"] as const;

/** The volume of new messages, 0 to 1 in steps of 0.1. */
export const volume = signal(stored("volume"));

export function setVolume(level: number) {
  const before = volume.peek();
  if (level === 0 && before > 0) localStorage.setItem("volumeBefore", String(before));
  volume.value = level;
  localStorage.setItem("volume", String(level));
}

/** Mutes, or restores the previous volume. */
export const toggleMute = () => setVolume(volume.peek() > 0 ? 0 : stored("volumeBefore") || usual);

/**
 * Enables sound at the first click or key, because browsers block it before. Returns a function
 * that ends this.
 */
export function unlockSound() {
  const unlock = () => {
    context ??= new AudioContext();
    void context.resume().then(rest);
    joinElection("sound");
    end();
  };
  const end = () =>
    gestures.forEach((gesture) => document.removeEventListener(gesture, unlock, true));
  gestures.forEach((gesture) => document.addEventListener(gesture, unlock, true));
  return end;
}

/** Rings for a new message: in only one of this browser's tabs, and not again within a moment. */
export function ring() {
  if (!context || Date.now() - rang < pause || !joinElection("sound")()) return;
  rang = Date.now();
  void play();
}

/** Plays two notes a fourth apart that fade like a counter bell. */
export async function play() {
  if (volume.peek() === 0) return;
  context ??= new AudioContext();
  const sounding = context;
  playing += 1;
  await sounding.resume();
  const out = new GainNode(sounding, { gain: volume.peek() ** 2 * loudest });
  out.connect(sounding.destination);
  const from = sounding.currentTime + 0.02;
  strike(out, 880, from);
  const last = strike(out, 1174.66, from + 0.14);
  last.onended = () => {
    out.disconnect();
    playing -= 1;
    rest();
  };
}

let context: AudioContext | undefined;
let playing = 0;
let rang = 0;

function stored(key: string) {
  const level = Number.parseFloat(localStorage.getItem(key) ?? "");
  return level >= 0 && level <= 1 ? Math.round(level * 10) / 10 : usual;
}

function strike(out: AudioNode, pitch: number, from: number) {
  const { context: sounding } = out;
  const ends = from + 0.9;
  const partials = [
    { times: 1, gain: 0.7 },
    { times: 2, gain: 0.16 },
    { times: 3.01, gain: 0.06 },
  ].map(({ times, gain }) => {
    const tone = new OscillatorNode(sounding, { frequency: pitch * times });
    const swell = new GainNode(sounding, { gain: 0 });
    swell.gain.setValueAtTime(0, from);
    swell.gain.linearRampToValueAtTime(gain, from + 0.008);
    swell.gain.exponentialRampToValueAtTime(0.0001, from + 0.9 / times);
    tone.connect(swell).connect(out);
    tone.start(from);
    tone.stop(ends);
    return tone;
  });
  return partials[0] as OscillatorNode;
}

/** Let an idle sound card sleep. */
function rest() {
  if (playing === 0) void context?.suspend();
}

window.addEventListener("storage", ({ key }) => {
  if (key === "volume") volume.value = stored("volume");
});
