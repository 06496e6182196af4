import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import { profiles, type Permission, type Rights } from "../../shared/permissions.ts";
import type { BuiltInRole } from "../../shared/roles.ts";
import type { Preferences } from "../../shared/preferences.ts";

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
  /** Replaces the permissions of the profile; null where the profile alone counts. rules.md#roles */
  roleId: integer(),
  lastSeenAt: instant(),
});

export const roles = sqliteTable("roles", {
  ...base,
  name: text().notNull(),
  /** Which tickets its people see: an admin's see all. */
  profile: text({ enum: profiles }).notNull(),
  permissions: text({ mode: "json" }).$type<Permission[]>().notNull(),
  /** The stores whose orders its people see; empty is all. */
  storeIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
  /** The role that Balcão came with, which a company may have changed. */
  builtIn: text().$type<BuiltInRole>(),
});
export type RoleRow = typeof roles.$inferSelect;

/** A role as it travels. `users`: how many people have it. */
export type Role = RoleRow & { users: number };

export const userQueues = sqliteTable("userQueues", {
  userId: integer().notNull(),
  queueId: integer().notNull(),
  /** When the queue last handed a ticket to this user. rules.md#share-of-load */
  handedAt: instant(),
});

export const userPreferences = sqliteTable("userPreferences", {
  userId: integer().primaryKey(),
  preferences: text({ mode: "json" }).$type<Partial<Preferences>>().notNull(),
  /** When the morning mail is due (epoch ms); null without one. rules.md#morning-mail */
  morningMailAt: integer(),
});

type Queue = { id: number; name: string; color: string };

/** A user as it travels. The spelling of `allTicket` is the API's. */
export type User = Omit<typeof users.$inferSelect, "allTicket"> & {
  allTicket: "enabled" | "desabled";
  queueIds: number[];
  queues: Queue[];
  groupRangeDiscount: { id: number; name: string; discount: number } | null;
  role: ({ id: number; name: string } & Rights) | null;
  /** Whether they have a screen open. */
  online: boolean;
  /** Whether they sign in with a TOTP code. Only in admins' answers. */
  totp?: boolean;
};
