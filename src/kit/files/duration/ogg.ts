import type { countSteps } from "./steps.ts";

/** Seconds that an Ogg file plays, by the sample position of its last page. RFC 3533 §6 */
export function oggDuration(
  bytes: Buffer,
  step: ReturnType<typeof countSteps>,
): number | undefined {
  const sound = soundOf(bytes, step);
  if (!sound) return undefined;
  for (let at = bytes.length; at > 0;) {
    step();
    at = bytes.lastIndexOf("OggS", at - 1, "latin1");
    if (at < 0 || at + 27 > bytes.length) continue;
    const granule = bytes.readBigInt64LE(at + 6);
    if (bytes.readUInt32LE(at + 14) === sound.serial && granule >= 0n)
      return (Number(granule) - sound.skipped) / sound.rate;
  }
  return undefined;
}

/** The first stream that is sound: the streams of a file begin with a page each. */
function soundOf(bytes: Buffer, step: ReturnType<typeof countSteps>) {
  for (let at = 0; at + 27 < bytes.length && bytes.toString("latin1", at, at + 4) === "OggS";) {
    step();
    const serial = bytes.readUInt32LE(at + 14);
    const body = at + 27 + bytes.readUInt8(at + 26);
    if (!(bytes.readUInt8(at + 5) & 2)) return undefined;
    const is = (mark: string) =>
      bytes.toString("latin1", body, body + mark.length) === mark ? mark : undefined;
    // Opus counts at 48 kHz, whatever was recorded. RFC 7845 §4
    if (is("OpusHead")) return { serial, rate: 48_000, skipped: bytes.readUInt16LE(body + 10) };
    if (is("\x01vorbis")) return { serial, rate: bytes.readUInt32LE(body + 12), skipped: 0 };
    if (is("Speex   ")) return { serial, rate: bytes.readUInt32LE(body + 36), skipped: 0 };
    if (is("\x7fFLAC")) return { serial, rate: bytes.readUIntBE(body + 27, 3) >> 4, skipped: 0 };
    at = body + bytes.subarray(at + 27, body).reduce((sum, lacing) => sum + lacing, 0);
  }
  return undefined;
}
