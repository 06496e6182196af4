import { Fault } from "../../../kit/fault.ts";
import type { Upload } from "../../../kit/files/files.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { voiceNoteIn } from "../../../kit/files/voice-note.ts";
import { storeUpload, wholeSeconds } from "../../messages/stored-files.ts";
import type { UploadedFile } from "./reply.ts";

/** How files are sent: recordings as voice notes, images as stickers. */
export type SendAs = { voice?: boolean; sticker?: boolean };

/** A recording shorter than this (seconds) was started by mistake. */
const shortest = 0.7;

/**
 * Stores the files that an agent sends. Throws invalid for a recording without sound or too short,
 * and for a sticker that is no WebP image.
 */
export async function storeUploads(
  db: CompanyDb,
  uploads: Upload[],
  { voice, sticker }: SendAs,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  try {
    for (const upload of uploads)
      files.push(await (voice ? storeVoiceNote : sticker ? storeSticker : storeUpload)(db, upload));
    return files;
  } catch (thrown) {
    for (const { sha256 } of files) db.files.release(sha256);
    throw thrown;
  }
}

async function storeVoiceNote(db: CompanyDb, upload: Upload): Promise<UploadedFile> {
  const note = await voiceNoteIn(upload.path);
  if (!note) throw wrongType("Esta gravação não tem som que se possa enviar");
  if (note.seconds < shortest)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Gravação curta demais",
      fields: { medias: "too_short" },
    });
  const stored = await db.files.keep(note.bytes, `${upload.name.replace(/\.\w+$/, "")}.ogg`);
  return { ...stored, seconds: wholeSeconds(note.seconds), voice: true, waveform: note.waveform };
}

async function storeSticker(db: CompanyDb, upload: Upload): Promise<UploadedFile> {
  if ((await upload.type()) !== "image/webp") throw wrongType("Figurinhas são imagens WebP");
  return storeUpload(db, upload);
}

const wrongType = (message: string) =>
  new Fault("invalid", "ERR_MEDIA_TYPE", { message, fields: { medias: "invalid" } });
