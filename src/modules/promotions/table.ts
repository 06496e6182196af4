import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";

export const promotions = sqliteTable("promotions", {
  ...base,
  name: text().notNull(),
  status: flag().notNull().default(true),
  startpromotionsAt: text().notNull(),
  endpromotionsAt: text().notNull(),
  storeId: integer(),
  mediaId: integer(),
  userId: integer(),
});

/** A promotion as it travels: of all stores where `store` is null, with a link to its flyer. */
export type Promotion = Omit<typeof promotions.$inferSelect, "mediaId"> & {
  store: { id: number; name: string } | null;
  mediaPath: string | null;
  mediaName: string | null;
};
