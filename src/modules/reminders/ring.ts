import { and, asc, inArray, isNull, lte, sql } from "drizzle-orm";
import { prepared, type CompanyDb } from "../../kit/db/company-db.ts";
import { emitReminder } from "./reminders.ts";
import { reminders } from "./table.ts";

/** The most in one run. */
const batchSize = 50;

const dueQuery = prepared((db) =>
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
    .limit(batchSize)
    .prepare(),
);

/**
 * Rings those whose time has come, also while the box was off. Who does not see the ticket any more
 * hears nothing, and finds it due once they do. rules.md#reminders
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
    for (const id of ids) emitReminder(tx, "ring", id);
  });
}
