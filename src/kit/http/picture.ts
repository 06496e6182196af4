import { sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { pictureTypes, uploadLimit } from "../../shared/limits.ts";
import { invalidFields } from "../fault.ts";
import type { Upload } from "../files/files.ts";
import { pictureSizeIn } from "../files/picture-size.ts";
import { maxShownPixels } from "../files/thumbnails.ts";
import { media } from "../db/media.ts";
import type { CompanyDb } from "../db/company-db.ts";

/**
 * Throws invalid at the field for a file that is no picture, and for one with more pixels than a
 * browser should draw.
 */
export async function refuseUnlessPicture(
  upload: Upload,
  field = "file",
  types: readonly string[] = pictureTypes,
) {
  const type = await upload.type();
  if (!types.includes(type)) throw invalidFields({ [field]: "invalid" });
  if (!type.startsWith("image/")) return;
  const size = await pictureSizeIn(upload.path);
  if (!size || size.width === 0 || size.height === 0) throw invalidFields({ [field]: "invalid" });
  if (size.width * size.height > maxShownPixels) throw invalidFields({ [field]: "too_long" });
}

/** The limit of JSON with a picture in base64, in bytes. */
export const pictureJsonLimit = Math.ceil((uploadLimit * 4) / 3) + 64 * 1024;

const base64 = z
  .string()
  .max(pictureJsonLimit, { abort: true })
  .regex(/^(data:image\/(png|jpe?g);base64,)?(iVBORw0KGgo|\/9j\/)/);

/** A PNG or JPEG as base64, alone or as a data URL, or none: clients send it as `media`. */
export const pictureText = z
  .union([base64, z.literal("")])
  .nullable()
  .optional();

/** A picture in base64 becomes a file before any write, and is refused if it is no picture. */
export async function withPictureText<T>(
  db: CompanyDb,
  media: string | null | undefined,
  work: (picture: Upload | undefined) => T | Promise<T>,
): Promise<T> {
  if (!media) return work(undefined);
  const upload = await db.files.receive(bytesOf(media), "imagem.png");
  try {
    if (upload.size > uploadLimit) throw invalidFields({ media: "too_long" });
    await refuseUnlessPicture(upload, "media");
    return await work(upload);
  } finally {
    await upload.discard();
  }
}

// In pieces: otherwise it would be in memory twice. Throws invalid for other characters than base64
// has, which the decoder leaves out.
function* bytesOf(media: string): Generator<Uint8Array> {
  const end = media.length - (/={0,2}$/.exec(media.slice(-2))?.[0].length ?? 0);
  for (let at = media.indexOf(",") + 1; at < end; at += piece) {
    const text = media.slice(at, Math.min(at + piece, end));
    const bytes = Buffer.from(text, "base64");
    if (bytes.length !== Math.floor((text.length * 3) / 4))
      throw invalidFields({ media: "invalid" });
    yield bytes;
  }
}

/** Characters of base64; four of them are three bytes. */
const piece = 1024 * 1024;

type PictureFile = { sha256: string; name: string };

/** The file that a column refers to, to be selected beside the table's own columns. */
export const pictureFile = (column: SQLiteColumn) =>
  sql<PictureFile | null>`(SELECT json_object('sha256', m.sha256, 'name', m.name) FROM ${media} m WHERE m.id = ${column.table}.${sql.identifier(column.name)})`.mapWith(
    (json: string) => JSON.parse(json) as PictureFile,
  );

/** A row in its wire form: a link to the picture and its name replace the column. */
export function withPicture(
  db: CompanyDb,
  column: SQLiteColumn,
  { pictureFile: file, [column.name]: _, ...row }: Record<string, unknown>,
) {
  const { sha256, name } = (file as PictureFile | null) ?? {};
  return {
    ...row,
    mediaPath: sha256 && name ? db.files.link({ sha256, name }) : null,
    mediaName: name ?? null,
  };
}
