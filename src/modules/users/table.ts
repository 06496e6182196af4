import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import { profiles } from "../../shared/permissions.ts";

export const users = sqliteTable("users", {
  ...base,
  name: text().notNull(),
  email: text().notNull(),
  profile: text({ enum: profiles }).notNull().default("user"),
  allTicket: flag().notNull().default(false),
  whatsappId: integer(),
  /** Their code in the company's other systems. */
  code: text().notNull().default(""),
  groupRangeDiscountId: integer(),
  lastSeenAt: instant(),
});

export const userQueues = sqliteTable("userQueues", {
  userId: integer().notNull(),
  queueId: integer().notNull(),
});

type Queue = { id: number; name: string; color: string };

/** A user as it travels. The spelling of `allTicket` is the API's. */
export type User = Omit<typeof users.$inferSelect, "allTicket"> & {
  allTicket: "enabled" | "desabled";
  queueIds: number[];
  queues: Queue[];
  groupRangeDiscount: { id: number; name: string; discount: number } | null;
  /** Whether they have a screen open. */
  online: boolean;
  /** Whether they sign in with a TOTP code. Only in admins' answers. */
  totp?: boolean;
};
