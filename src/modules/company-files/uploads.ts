import { existsSync, readdirSync, statSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "../../kit/db/page.ts";
import { Fault } from "../../kit/fault.ts";
import { privateFolder, writeWhole } from "../../kit/files/disk.ts";
import { folderOf, keptFor, refuseNoSpace } from "./made-files.ts";

/**
 * Starts an upload of so many bytes. Throws where the disk lacks room for both the file and the
 * company.
 */
export function beginUpload(data: string, size: number): { upload: string } {
  refuseNoSpace(data, 2 * size);
  const upload = crypto.randomUUID();
  writeWhole(join(incoming(data), upload), "");
  return { upload };
}

/**
 * Appends a piece. Throws a conflict where the upload has another size; `details.size` says which.
 */
export async function addPiece(
  data: string,
  upload: string,
  at: number,
  piece: Uint8Array,
): Promise<{ size: number }> {
  const path = uploadPath(data, upload);
  const { size } = statSync(path);
  if (at !== size)
    throw new Fault("conflict", "ERR_UPLOAD_PIECE", {
      message: "Este pedaço não continua o arquivo",
      details: { size },
    });
  await appendFile(path, piece);
  return { size: size + piece.byteLength };
}

/** The path of an upload. Throws missing. */
export function uploadPath(data: string, upload: string): string {
  const path = join(incoming(data), upload);
  if (!existsSync(path)) throw notFound();
  return path;
}

/** Removes uploads that nobody continued. */
export async function removeOldUploads(data: string, now: number) {
  const folder = incoming(data);
  for (const name of readdirSync(folder))
    if ((statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) < now - keptFor)
      await rm(join(folder, name), { force: true });
}

const incoming = (data: string) => privateFolder(join(folderOf(data), "incoming"));
