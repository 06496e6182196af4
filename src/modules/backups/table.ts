import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../kit/db/table.ts";
import type { AwayFailure, CopyReason, DrillFailure } from "../../shared/backups.ts";

/**
 * The result of sending the last copy to a place. On failure `error` is the technical text for
 * support and `reason` the kind that screens explain.
 */
export type Away = {
  to: "folder" | "bucket";
  name: string;
  at: string;
  error?: string;
  reason?: AwayFailure;
};

/**
 * The result of a drill: the copy and its contents. On failure `error` is the technical text for
 * support and `reason` the kind that screens explain.
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
 * The copy that a box was restored from, and the connections that need linking again.
 * `codeChanged`: the recovery code is another now.
 */
export type Restored = {
  copy: string;
  at: string;
  since: string;
  companies: { id: number; name: string; messages: number; lastMessageAt: string | null }[];
  unlinked: { company: string; connection: string }[];
  codeChanged?: boolean;
};

/** Safe mode as its page shows it; without `restored` the operator asked for it at the start. */
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
 * The state of the page: the copies, the running job, and whether the last good copy is too old.
 */
export type BackupState = Omit<BackupPlan, "id" | "secretAccessKey"> & {
  hasSecretAccessKey: boolean;
  copies: ListedCopy[];
  running: "copy" | "drill" | "company" | null;
  stale: boolean;
};

/** A copy that holds a company, and the company's figures in it. */
export type CompanyCopy = {
  name: string;
  at: string;
  messages: number;
  lastMessageAt: string | null;
};

/**
 * The result of restoring a company. `unlinked`: connections that need linking again;
 * `withoutSignIn`: users without a sign-in; `aside`: the folder of the replaced files.
 */
export type BroughtBack = CompanyCopy & {
  company: number;
  unlinked: string[];
  withoutSignIn: string[];
  aside: string;
};
