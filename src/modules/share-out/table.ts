import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";

/** Tickets that a queue handed out, until their person has answered. rules.md#share-of-load */
export const handOuts = sqliteTable("handOuts", {
  ticketId: integer().primaryKey(),
  userId: integer().notNull(),
  at: instant().notNull(),
  /** After how many opening minutes it is taken back. */
  minutes: integer().notNull(),
  dueAt: instant().notNull(),
});
