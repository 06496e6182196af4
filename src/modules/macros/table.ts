import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag } from "../../kit/db/table.ts";
import type { MacroStep } from "../../shared/macros.ts";

export const macros = sqliteTable("macros", {
  ...base,
  name: text().notNull(),
  /** Everyone's; others are their author's alone. */
  shared: flag().notNull().default(false),
  /** Null where the author of a shared one was deleted. */
  userId: integer(),
  steps: text({ mode: "json" }).$type<MacroStep[]>().notNull(),
});

/** A macro as it travels. */
export type Macro = typeof macros.$inferSelect & { user: { id: number; name: string } | null };
