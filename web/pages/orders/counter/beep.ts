import { volume } from "../../../shell/sound.ts";

let context: AudioContext | undefined;

/** A short high note for a product that was added, a long low one for a refused code. */
export function beep(isAdded: boolean) {
  if (volume.peek() === 0) return;
  context ??= new AudioContext();
  const sounding = context;
  void sounding.resume();
  const from = sounding.currentTime;
  const length = isAdded ? 0.07 : 0.3;
  const out = new GainNode(sounding, { gain: volume.peek() ** 2 * 0.2 });
  const note = new OscillatorNode(sounding, {
    type: isAdded ? "sine" : "square",
    frequency: isAdded ? 1320 : 220,
  });
  note.connect(out).connect(sounding.destination);
  note.start(from);
  note.stop(from + length);
  note.onended = () => out.disconnect();
}
