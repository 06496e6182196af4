import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "../../kit/db/table.ts";

export const cloudAccounts = sqliteTable("cloudAccounts", {
  connectionId: integer().primaryKey(),
  phoneNumberId: text().notNull(),
  wabaId: text().notNull(),
  /** Sealed, as is the secret. */
  accessToken: blob({ mode: "buffer" }).notNull(),
  appSecret: blob({ mode: "buffer" }).notNull(),
  apiVersion: text().notNull(),
  /** Meta's handshake names it. */
  verifyToken: text().notNull(),
  /** The last part of the address of its webhooks. */
  path: text().notNull(),
  /** False once a person has disconnected it. */
  isLinked: flag().notNull().default(true),
  lastWebhookAt: instant(),
  /** Webhooks with a wrong signature, and when the last one came. */
  forged: integer().notNull().default(0),
  forgedAt: instant(),
});
export type CloudAccountRow = typeof cloudAccounts.$inferSelect;

/** The account of a connection as admins see it: of its secrets nothing. */
export type CloudAccountFields = Pick<
  CloudAccountRow,
  "phoneNumberId" | "wabaId" | "apiVersion" | "verifyToken" | "lastWebhookAt"
> & { webhookPath: string };

export const cloudMedia = sqliteTable(
  "cloudMedia",
  {
    connectionId: integer().notNull(),
    messageId: text().notNull(),
    mediaId: text().notNull(),
    sha256: text().notNull(),
    at: instant().notNull(),
  },
  ({ connectionId, messageId }) => [primaryKey({ columns: [connectionId, messageId] })],
);

export const cloudSetAside = sqliteTable("cloudSetAside", {
  id: integer().primaryKey(),
  connectionId: integer().notNull(),
  part: text().notNull(),
  people: text().notNull(),
  at: instant().notNull(),
  tries: integer().notNull(),
});

/** The result of asking Meta about one field; `reason` is a code for a text. */
export type FieldCheck = {
  field: "phoneNumberId" | "wabaId" | "accessToken" | "appSecret" | "webhook";
  state: "ok" | "wrong" | "unknown";
  reason: string | null;
};

/** The number and the name behind the fields, as far as Meta has given them. */
export type AccountCheck = {
  checks: readonly FieldCheck[];
  number: string | null;
  name: string | null;
};
