import type { Tx } from "../../kit/db/company-db.ts";
import type { Attachment } from "../../channel/channel.ts";
import { media } from "../../kit/db/media.ts";

/**
 * Inserts the media row of a file that is still to be downloaded. Everything in it was claimed by
 * the sender.
 */
export function addPendingMedia(
  tx: Tx,
  { name, type, size, seconds, voice, waveform }: Attachment,
  now: number,
): number {
  const whole = (value = 0) => (Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0);
  return tx
    .insert(media)
    .values({
      sha256: "",
      name: safeName(name),
      type: type.slice(0, 100),
      size: whole(size),
      seconds: seconds === undefined ? null : whole(seconds),
      voice: voice ?? false,
      waveform: waveform?.slice(0, 64).map(whole),
      createdAt: new Date(now),
    })
    .returning({ id: media.id })
    .get().id;
}

// Control and direction characters could make a name show another extension than it has.
const safeName = (text: string) =>
  (text.split(/[/\\]/).pop() ?? "")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(-100)
    .replace(/^\.{1,2}$/, "") || "arquivo";
