import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { base, flag, instant } from "../../kit/db/table.ts";
import {
  automationEvents,
  runStates,
  type AutomationConditions,
} from "../../shared/automations.ts";
import type { MacroStep } from "../../shared/macros.ts";

export const automations = sqliteTable("automations", {
  ...base,
  name: text().notNull(),
  active: flag().notNull().default(false),
  event: text({ enum: automationEvents }).notNull(),
  conditions: text({ mode: "json" }).$type<AutomationConditions>().notNull(),
  steps: text({ mode: "json" }).$type<MacroStep[]>().notNull(),
});
export type Automation = typeof automations.$inferSelect;

/** The runs of automations. The database's triggers insert them, with their cause. */
export const automationRuns = sqliteTable("automationRuns", {
  id: integer().primaryKey(),
  automationId: integer().notNull(),
  ticketId: integer().notNull(),
  /** The ticket's event that caused it; null for a wait. */
  eventId: integer(),
  /** The wait that caused it: the ticket's `waitingSince`. */
  since: instant(),
  dueAt: instant().notNull(),
  /** How many automations came before it, each by the effect of the one before. */
  depth: integer().notNull().default(0),
  state: text({ enum: runStates }).notNull().default("due"),
  /** Why it did nothing: a reason of ours, or the code of an error. */
  reason: text(),
  /** The step that failed, from 0. */
  step: integer(),
  doneAt: instant(),
});

/** A run as it travels. */
export type AutomationRun = Pick<
  typeof automationRuns.$inferSelect,
  "id" | "dueAt" | "state" | "reason" | "step" | "doneAt"
> & { ticket: { id: number; uuid: string }; contact: { id: number; name: string } };
