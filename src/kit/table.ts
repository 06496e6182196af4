import { integer } from "drizzle-orm/sqlite-core";

export const instant = () => integer({ mode: "timestamp_ms" });
export const flag = () => integer({ mode: "boolean" });

/** What every noun's table starts with. */
export const base = {
  id: integer().primaryKey(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
};

/** Times of a new row, from a clock's reading in ms. */
export const born = (now: number) => ({ createdAt: new Date(now), updatedAt: new Date(now) });

/** Times of a changed row, from a clock's reading in ms. */
export const touched = (now: number) => ({ updatedAt: new Date(now) });
