import type { countSteps } from "./steps.ts";

/** Seconds that a WAV file plays: the size of its sound, by the bytes that a second takes. */
export function waveDuration(
  bytes: Buffer,
  step: ReturnType<typeof countSteps>,
): number | undefined {
  let perSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    step();
    const type = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (type === "fmt ") perSecond = bytes.readUInt32LE(at + 16);
    if (type === "data") return Math.min(size, bytes.length - at - 8) / perSecond;
    at += 8 + size + (size & 1);
  }
  return undefined;
}

/** Seconds that a FLAC file plays, by the samples that its first block counts. RFC 9639 §8.2 */
export function flacDuration(bytes: Buffer, at: number): number {
  const rate = bytes.readUIntBE(at + 18, 3) >> 4;
  return ((bytes.readUInt8(at + 21) & 15) * 2 ** 32 + bytes.readUInt32BE(at + 22)) / rate;
}
