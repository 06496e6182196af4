import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import type { TokenScope } from "../../shared/api-tokens.ts";

/** In the control database, since a request with a token does not name its company. */
export const apiTokens = sqliteTable("apiTokens", {
  id: integer().primaryKey(),
  companyId: integer().notNull(),
  /** Null for a token of all connections. */
  connectionId: integer(),
  name: text().notNull(),
  scopes: text({ mode: "json" }).$type<TokenScope[]>().notNull(),
  perMinute: integer().notNull(),
  hash: text().notNull(),
  prefix: text().notNull(),
  createdAt: instant().notNull(),
  lastUsedAt: instant(),
});
export type ApiTokenRow = typeof apiTokens.$inferSelect;

/** A token as it travels; never the token itself. */
export type ApiToken = Pick<
  ApiTokenRow,
  "id" | "name" | "scopes" | "perMinute" | "prefix" | "createdAt" | "lastUsedAt"
> & { whatsappId: number | null };
