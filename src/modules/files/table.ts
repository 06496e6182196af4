import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base } from "../../kit/db/table.ts";

export const fileLists = sqliteTable("fileLists", {
  ...base,
  name: text().notNull(),
  message: text().notNull(),
  userId: integer(),
});

export const fileListOptions = sqliteTable("fileListOptions", {
  ...base,
  fileListId: integer().notNull(),
  name: text().notNull(),
  mediaId: integer(),
});

/** A file of a list; `path` is a link that works for a while, null until the file is uploaded. */
export type FileOption = {
  id: number;
  name: string;
  path: string | null;
  mediaType: string | null;
  size: number | null;
};

/** A file list as it travels. */
export type FileList = typeof fileLists.$inferSelect & { options: FileOption[] };
