import { voiceNote } from "../../kit/audio.ts";
import { Fault } from "../../kit/fault.ts";
import { sniffed } from "../../kit/files.ts";
import type { Store } from "../../kit/store.ts";
import { keepFile, refuseUnfit, whole } from "../messages/upload.ts";
import type { Parcel } from "./reply.ts";

/** What files are sent as, when not as what they are: recordings as voice notes, pictures as stickers. */
export type As = { voice?: boolean; sticker?: boolean };

/** A recording shorter than this (seconds) was a slip of the finger. doc 4, decision 7 */
const shortest = 0.7;

/** Keeps the files that an agent sends. Throws large over the limit, invalid for an empty file, a recording without sound or too short, a sticker that is none. */
export async function keepAll(store: Store, files: File[], { voice, sticker }: As): Promise<Parcel[]> {
  for (const file of files) refuseUnfit(file, "medias");
  const parcels: Parcel[] = [];
  for (const file of files) parcels.push(await (voice ? keepVoice(store, file) : sticker ? keepSticker(store, file) : keepFile(store, file, "medias")));
  return parcels;
}

async function keepVoice(store: Store, file: File): Promise<Parcel> {
  const note = await voiceNote(await file.bytes());
  if (!note) throw notThat("Esta gravação não tem som que se possa enviar");
  if (note.seconds < shortest) throw new Fault("invalid", "ERR_VALIDATION", { message: "Gravação curta demais", fields: { medias: "too_short" } });
  const kept = await store.files.keep(note.bytes, `${file.name.replace(/\.\w+$/, "")}.ogg`);
  return { ...kept, seconds: whole(note.seconds), voice: true, waveform: note.waveform };
}

async function keepSticker(store: Store, file: File): Promise<Parcel> {
  if ((await sniffed(await file.bytes())) !== "image/webp") throw notThat("Figurinhas são imagens WebP");
  return keepFile(store, file, "medias");
}

const notThat = (message: string) => new Fault("invalid", "ERR_MEDIA_TYPE", { message, fields: { medias: "invalid" } });
