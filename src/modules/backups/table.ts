import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import type { AwayFailure, CopyReason, DrillFailure } from "../../shared/backups.ts";

/**
 * How the last copy came to a place besides the box, and why it did not if it failed: `error` for
 * who helps from afar, `reason` for people.
 */
export type Away = {
  to: "folder" | "bucket";
  name: string;
  at: string;
  error?: string;
  reason?: AwayFailure;
};

/**
 * How a drill went: which copy, what it held, and why it failed if it did: `error` for who helps
 * from afar, `reason` for people.
 */
export type Drill = {
  copy: string;
  at: string;
  tickets: number;
  files: number;
  seconds: number;
  error?: string;
  reason?: DrillFailure;
};

export const backupPlan = sqliteTable("backupPlan", {
  id: integer().primaryKey(),
  time: text().notNull(),
  folder: text().notNull(),
  endpoint: text().notNull(),
  region: text().notNull(),
  bucket: text().notNull(),
  prefix: text().notNull(),
  accessKeyId: text().notNull(),
  secretAccessKey: blob({ mode: "buffer" }),
  dueAt: instant(),
  drillDueAt: instant(),
  lastError: text(),
  lastErrorAt: instant(),
  away: text({ mode: "json" }).$type<Away[]>().notNull(),
  drill: text({ mode: "json" }).$type<Drill>(),
  sheetAt: instant(),
  updatedAt: instant().notNull(),
});
export type BackupPlan = typeof backupPlan.$inferSelect;

/**
 * What a box was restored from, which connections a phone has to link again, and whether its
 * recovery code is now another.
 */
export type Restored = {
  copy: string;
  at: string;
  since: string;
  companies: { id: number; name: string; messages: number; lastMessageAt: string | null }[];
  unlinked: { company: string; connection: string }[];
  codeChanged?: boolean;
};

/** Safe mode as its page shows it; without `restored` it was asked for at the start. */
export type SafeModeState = { restored: Restored | null };

/**
 * A copy as the page lists it. `size` in bytes, without the media that copies share; `failed`: the
 * companies that are not in it.
 */
export type ListedCopy = {
  name: string;
  at: string;
  reason: CopyReason;
  size: number;
  companies: number;
  media: { count: number; size: number };
  failed: { id: number; name: string }[];
};

/**
 * What the page shows: the copies, what is being done now, and whether the last good copy is too
 * old.
 */
export type BackupState = Omit<BackupPlan, "id" | "secretAccessKey"> & {
  hasSecretAccessKey: boolean;
  copies: ListedCopy[];
  running: "copy" | "drill" | "company" | null;
  stale: boolean;
};

/** A copy that holds a company, and what it holds of it. */
export type CompanyCopy = {
  name: string;
  at: string;
  messages: number;
  lastMessageAt: string | null;
};

/**
 * What came back, which connections a phone has to link again, who has no sign-in any more, and
 * where what was there lies.
 */
export type BroughtBack = CompanyCopy & {
  company: number;
  unlinked: string[];
  withoutSignIn: string[];
  aside: string;
};
