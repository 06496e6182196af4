import type { Frame } from "../../src/shared/wire.ts";

type Listener = (frame: Frame) => void;

const listeners = new Map<string, Set<Listener>>();
const resets = new Set<() => void>();
/**
 * Frames that arrived before their event had a listener, because its page may still be loading.
 * Only frames without a number: the server sends them once and stores them nowhere.
 */
const unheard = new Map<string, Frame[]>();
const mostUnheard = 500;
let seq: number | undefined;

/** The number of the last frame that was received. */
export const lastSeq = () => seq;

/** Sets the frame number at which the first data is read. */
export function beginAt(number: number) {
  seq ??= number;
}

export function forgetSeq() {
  seq = undefined;
  unheard.clear();
}

export function on(event: string, listener: Listener) {
  const ofEvent = listeners.get(event) ?? new Set();
  listeners.set(event, ofEvent.add(listener));
  const waiting = unheard.get(event);
  unheard.delete(event);
  if (waiting) queueMicrotask(() => waiting.forEach(listener));
  return () => void ofEvent.delete(listener);
}

/** Calls `listener` when frames were missed and lists must load again. */
export function onReset(listener: () => void) {
  resets.add(listener);
  return () => void resets.delete(listener);
}

/** Delivers a frame to its listeners, once. */
export function dispatch(frame: Frame) {
  if (frame.event === "ready") {
    const fresh = seq === undefined;
    if (typeof frame.seq === "number" && fresh) seq = frame.seq;
    // Data loaded before the first number may be outdated, so all lists reload.
    if (fresh) reset();
  } else if (frame.event === "reset") {
    seq = typeof frame.seq === "number" ? frame.seq : undefined;
    reset();
    return;
  } else if (typeof frame.seq === "number") {
    if (seq !== undefined && frame.seq <= seq) return;
    seq = frame.seq;
  }
  const heardBy = listeners.get(frame.event);
  if (heardBy) for (const listener of heardBy) listener(frame);
  else if (frame.seq === undefined)
    unheard.set(frame.event, [...(unheard.get(frame.event) ?? []).slice(1 - mostUnheard), frame]);
}

/** The frames of one poll share one number. */
export function dispatchAll(frames: Frame[], to: number) {
  frames.forEach(dispatch);
  seq = to;
}

function reset() {
  for (const listener of resets) listener();
}
