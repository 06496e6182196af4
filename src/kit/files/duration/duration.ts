import { uploadLimit } from "../../../shared/limits.ts";
import { limitConcurrency } from "../../process/limit-concurrency.ts";
import { matroskaDuration } from "./matroska.ts";
import { mp4Duration } from "./mp4.ts";
import { afterTag, mpegDuration } from "./mpeg.ts";
import { oggDuration } from "./ogg.ts";
import { countSteps } from "./steps.ts";
import { flacDuration, waveDuration } from "./wave.ts";

/** A file that claims to play for longer (s) is not believed. */
const longest = 7 * 24 * 3600;

// Each holds its whole file in memory.
const limited = limitConcurrency(2);

/**
 * The seconds that a sound or a video plays. Undefined where its headers don't tell, or it is too
 * large to be sent. Never throws. rules.md#foreign-bytes
 */
export async function durationIn(path: string): Promise<number | undefined> {
  const file = Bun.file(path);
  if (file.size > uploadLimit) return undefined;
  return limited(async () => durationOf(await file.bytes())).catch(() => undefined);
}

/**
 * The same of bytes. It reads headers alone, and at most `mostSteps` of them: a count in a file is
 * never the number of a loop's rounds.
 */
export function durationOf(file: Uint8Array): number | undefined {
  try {
    const seconds = read(Buffer.from(file.buffer, file.byteOffset, file.byteLength)) ?? 0;
    const rounded = Math.round(seconds * 1000) / 1000;
    return rounded > 0 && rounded < longest ? rounded : undefined;
  } catch {
    // It ends within a header, or has too many of them.
    return undefined;
  }
}

function read(bytes: Buffer): number | undefined {
  const step = countSteps();
  const mark = (at: number, length: number) => bytes.toString("latin1", at, at + length);
  if (mark(0, 4) === "\x1aE\xdf\xa3") return matroskaDuration(bytes, step);
  if (mark(0, 4) === "OggS") return oggDuration(bytes, step);
  if (mark(0, 4) === "RIFF" && mark(8, 4) === "WAVE") return waveDuration(bytes, step);
  if (["ftyp", "moov", "mdat", "free", "skip", "wide"].includes(mark(4, 4)))
    return mp4Duration(bytes, step);
  const tag = afterTag(bytes);
  return mark(tag, 4) === "fLaC" ? flacDuration(bytes, tag) : mpegDuration(bytes, step);
}
