import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Holiday, Week } from "../../shared/hours.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import type { AuditAction } from "../../shared/audit.ts";
import { addAuditEntry } from "./audit.ts";

type Row = { id: number; name: string };
type Change = {
  userId: number | null;
  action: AuditAction;
  subject: string;
  table: SQLiteTable;
  before: Row;
  after: Row;
};

/** Fields that the system sets, or that are recorded elsewhere. */
export const ignoredFields = new Set([
  "id",
  "createdAt",
  "updatedAt",
  "status",
  "qrcode",
  "retries",
  "setAside",
  "restriction",
  "number",
  "reason",
  "queues",
  "schedules",
]);
export const secretFields = new Set(["token", "secret", "jsonContent"]);
/** Short texts that are neither a customer's nor a URL that may contain a key. */
const shortTextFields = new Set([
  "name",
  "color",
  "model",
  "transcriptionModel",
  "language",
  "projectName",
  "typebotSlug",
]);

/** Records the changes of a row, if there are any. rules.md#audit-entries */
export function auditChange(tx: Tx, { table, before, after, ...rest }: Change) {
  const details = {
    ...changesOf(tx, table, before, after),
    ...weekChanges(weekOf(before), weekOf(after)),
  };
  if (Object.keys(details).length > 0) addAuditEntry(tx, { ...rest, details });
}

/**
 * Old and new values, with names for ids. For long texts only the fact of a change (`fields`), for
 * secrets only whether one is set.
 */
function changesOf(tx: Tx, table: SQLiteTable, before: Row, after: Row): Record<string, unknown> {
  const targets = targetsOf(tx, table);
  const details: Record<string, unknown> = {};
  const fields: string[] = [];
  for (const [field, to] of Object.entries(after)) {
    const from: unknown = before[field as keyof Row];
    if (ignoredFields.has(field) || JSON.stringify(from) === JSON.stringify(to)) continue;
    // Except for Dialogflow it is a copy of the name.
    if (field === "projectName" && to === after.name) continue;
    const target = targets[field];
    if (secretFields.has(field)) details.secret = to === "" ? "cleared" : "set";
    else if (target)
      details[field] = { from: namesOf(tx, target, from), to: namesOf(tx, target, to) };
    else if (
      typeof to === "boolean" ||
      (typeof to === "number" && field !== "type") ||
      shortTextFields.has(field)
    )
      details[field] = { from, to };
    else fields.push(field);
  }
  return fields.length > 0 ? { ...details, fields } : details;
}

/** The tables that fields refer to: by foreign keys, and for the list of queues. */
function targetsOf(tx: Tx, table: SQLiteTable): Record<string, string> {
  const keys = tx.all<{ field: string; target: string }>(
    sql`SELECT "from" AS field, "table" AS target FROM pragma_foreign_key_list(${getTableName(table)})`,
  );
  return {
    ...Object.fromEntries(keys.map(({ field, target }) => [field, target])),
    queueIds: "queues",
  };
}

/** The names of the rows with these ids; the id itself where the row is gone. */
export function namesOf(tx: Tx, table: string, ids: unknown): unknown {
  if (Array.isArray(ids)) return ids.map((id) => namesOf(tx, table, id));
  if (typeof ids !== "number") return null;
  return (
    tx.all<{ name: string }>(sql`SELECT name FROM ${sql.identifier(table)} WHERE id = ${ids}`)[0]
      ?.name ?? String(ids)
  );
}

const weekOf = (row: Row): Week =>
  "schedules" in row && Array.isArray(row.schedules) ? (row.schedules as Week) : [];

/** Changed weekdays with their hours before and after. */
export function weekChanges(
  before: Week,
  after: Week,
): Record<string, { from: string; to: string }> {
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const textOf = (week: Week, day: string) =>
    hoursText(week.find(({ weekdayEn }) => weekdayEn.toLowerCase() === day));
  return Object.fromEntries(
    days
      .map((day) => [day, { from: textOf(before, day), to: textOf(after, day) }] as const)
      .filter(([, { from, to }]) => from !== to),
  );
}

/** Holidays that were added, removed or changed. */
export function holidayChanges(before: Holiday[], after: Holiday[]): Record<string, string[]> {
  const textOf = ({ date, label }: Holiday) => `${date} ${label}`.trim();
  const at = (holidays: Holiday[], date: string) => holidays.find((each) => each.date === date);
  const added = after.filter(({ date }) => !at(before, date));
  const removed = before.filter(({ date }) => !at(after, date));
  const changed = after.filter(
    (each) =>
      at(before, each.date) && JSON.stringify(at(before, each.date)) !== JSON.stringify(each),
  );
  return Object.fromEntries(
    Object.entries({ holidaysAdded: added, holidaysRemoved: removed, holidaysChanged: changed })
      .filter(([, days]) => days.length > 0)
      .map(([name, days]) => [name, days.map(textOf)]),
  );
}

/**
 * `always` without hours, `closed` where both times are the same, else 08:00–12:00, 14:00–18:00.
 */
function hoursText(day: Week[number] | undefined): string {
  if (!day) return "always";
  const hours = [
    [day.startTime, day.endTime],
    [day.startTime2 ?? "", day.endTime2 ?? ""],
  ].filter(([start, end]) => start && end);
  if (hours.length === 0) return "always";
  const open = hours.filter(([start, end]) => start !== end);
  return open.length === 0 ? "closed" : open.map(([start, end]) => `${start}–${end}`).join(", ");
}
