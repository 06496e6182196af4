import { sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { pictureTypes } from "../shared/limits.ts";
import { invalidFields } from "./fault.ts";
import { isTooLargeToDraw, type Upload } from "./files.ts";
import { media } from "./media.ts";
import type { Store } from "./store.ts";

/** Throws invalid at `file` for what is no picture, and for one with more pixels than a browser should draw. */
export async function refuseUnlessPicture(upload: Upload) {
  const type = await upload.type();
  if (!pictureTypes.some((one) => one === type)) throw invalidFields({ file: "invalid" });
  if (await isTooLargeToDraw(upload.path)) throw invalidFields({ file: "too_long" });
}

type PictureFile = { sha256: string; name: string };

/** The file that a column names, beside the table's own columns. */
export const pictureFile = (column: SQLiteColumn) =>
  sql<PictureFile | null>`(SELECT json_object('sha256', m.sha256, 'name', m.name) FROM ${media} m WHERE m.id = ${column.table}.${sql.identifier(column.name)})`.mapWith((json: string) => JSON.parse(json) as PictureFile);

/** A row as it travels: instead of what the column names, a link to the picture and its name. */
export function withPicture(store: Store, column: SQLiteColumn, { pictureFile: file, [column.name]: _, ...row }: Record<string, unknown>) {
  const { sha256, name } = (file as PictureFile | null) ?? {};
  return { ...row, mediaPath: sha256 && name ? store.files.link({ sha256, name }) : null, mediaName: name ?? null };
}
