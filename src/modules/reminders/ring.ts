import { and, asc, inArray, isNull, lte, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { markRead } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";
import { emitReminder, recordReminder } from "./reminders.ts";
import { reminders } from "./table.ts";

/** The most in one run. */
const batchSize = 50;

const dueQuery = query((db) =>
  db
    .select({ id: reminders.id })
    .from(reminders)
    .where(
      and(
        isNull(reminders.rungAt),
        isNull(reminders.doneAt),
        lte(reminders.dueAt, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(reminders.dueAt))
    .limit(batchSize),
);

/**
 * Rings due reminders, also those that came due while the box was off. A user who no longer sees
 * the ticket hears nothing, and finds the reminder due once they see it again. rules.md#reminders
 */
export function ringDue(db: CompanyDb) {
  const due = dueQuery(db).all({ now: db.now() });
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  db.write((tx) => {
    tx.update(reminders)
      .set({ rungAt: new Date(db.now()) })
      .where(inArray(reminders.id, ids))
      .run();
    // From now on it is among those that are due.
    markRead(tx, inArray(notifications.reminderId, ids));
    for (const id of ids) recordReminder(tx, null, emitReminder(tx, "ring", id), "rang");
  });
}
