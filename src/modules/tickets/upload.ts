import { voiceNote } from "../../kit/audio.ts";
import { Fault } from "../../kit/fault.ts";
import type { Upload } from "../../kit/files.ts";
import type { Store } from "../../kit/store.ts";
import { keepFile, whole } from "../messages/upload.ts";
import type { Parcel } from "./reply.ts";

/** What files are sent as, when not as what they are: recordings as voice notes, pictures as stickers. */
export type As = { voice?: boolean; sticker?: boolean };

/** A recording shorter than this (seconds) was a slip of the finger. doc 4, decision 7 */
const shortest = 0.7;

/** Keeps the files that an agent sends. Throws invalid for a recording without sound or too short, and for a sticker that is none. */
export async function keepAll(store: Store, uploads: Upload[], { voice, sticker }: As): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  for (const upload of uploads) parcels.push(await (voice ? keepVoice : sticker ? keepSticker : keepFile)(store, upload));
  return parcels;
}

async function keepVoice(store: Store, upload: Upload): Promise<Parcel> {
  const note = await voiceNote(await upload.bytes());
  if (!note) throw notThat("Esta gravação não tem som que se possa enviar");
  if (note.seconds < shortest) throw new Fault("invalid", "ERR_VALIDATION", { message: "Gravação curta demais", fields: { medias: "too_short" } });
  const kept = await store.files.keep(note.bytes, `${upload.name.replace(/\.\w+$/, "")}.ogg`);
  return { ...kept, seconds: whole(note.seconds), voice: true, waveform: note.waveform };
}

async function keepSticker(store: Store, upload: Upload): Promise<Parcel> {
  if ((await upload.type()) !== "image/webp") throw notThat("Figurinhas são imagens WebP");
  return keepFile(store, upload);
}

const notThat = (message: string) => new Fault("invalid", "ERR_MEDIA_TYPE", { message, fields: { medias: "invalid" } });
