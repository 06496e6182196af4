import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";

export const identities = sqliteTable("identities", {
  ...base,
  email: text().notNull(),
  passwordHash: text().notNull(),
  companyId: integer().notNull(),
  userId: integer().notNull(),
  super: flag().notNull().default(false),
});
export type Identity = typeof identities.$inferSelect;

export const sessions = sqliteTable("sessions", {
  id: text().primaryKey(),
  identityId: integer().notNull(),
  tokenHash: text().notNull(),
  previousHash: text(),
  rotatedAt: instant().notNull(),
  device: text().notNull(),
  address: text().notNull(),
  createdAt: instant().notNull(),
  lastSeenAt: instant().notNull(),
  expiresAt: instant().notNull(),
});
export type Session = typeof sessions.$inferSelect;

export const knownAddresses = sqliteTable("knownAddresses", {
  identityId: integer().notNull(),
  address: text().notNull(),
  seenAt: integer().notNull(),
});

export const attempts = sqliteTable("attempts", {
  key: text().primaryKey(),
  count: integer().notNull(),
  firstAt: integer().notNull(),
  freeAt: integer().notNull(),
});

/** Links by which a user may choose another password. */
export const passwordResets = sqliteTable("passwordResets", {
  tokenHash: text().primaryKey(),
  identityId: integer().notNull(),
  expiresAt: integer().notNull(),
});

export const totps = sqliteTable("totps", {
  identityId: integer().primaryKey(),
  secret: blob({ mode: "buffer" }).notNull(),
  step: integer().notNull().default(0),
  onSince: instant(),
});

export const recoveryCodes = sqliteTable("recoveryCodes", {
  identityId: integer().notNull(),
  hash: text().notNull(),
  madeFor: integer(),
});
