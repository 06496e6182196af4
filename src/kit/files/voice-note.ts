import { replyOf, type Limits } from "../process/confined/process.ts";
import type { VoiceNote } from "../process/confined/voice.ts";
import { limitConcurrency } from "../process/limit-concurrency.ts";
import { uploadLimit } from "../../shared/limits.ts";

/** The limits of the process that reads a recording. */
export const limits: Limits = { time: 20_000, memory: 320 * 1024 * 1024, output: 2 * uploadLimit };

const limited = limitConcurrency(2);

/**
 * The recording in a file as a voice note, which phones play. Undefined where it has no sound that
 * can be sent, or reading it takes too much. rules.md#foreign-bytes
 */
export async function voiceNoteIn(path: string): Promise<VoiceNote | undefined> {
  try {
    const { head, bytes } = await limited(() =>
      replyOf<{ note: Omit<VoiceNote, "bytes"> | null }>(["voice-note", path], limits),
    );
    return head.note ? { ...head.note, bytes } : undefined;
  } catch {
    return undefined;
  }
}
