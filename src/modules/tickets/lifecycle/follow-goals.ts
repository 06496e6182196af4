import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { audienceOf } from "../audience.ts";
import { settleMany, ticketsToSettle } from "../goals.ts";
import { loadTicket } from "../tickets.ts";

/** The most tickets of one run. */
const batchSize = 200;

/**
 * Computes the due times that changed hours or goals have made wrong, and the states that time has
 * changed, also while the box was off. Emits each ticket whose goals changed. rules.md#service-goals
 */
export function followGoals(db: CompanyDb) {
  markMovedZone(db);
  const ids = ticketsToSettle(db, db.now(), batchSize);
  if (ids.length === 0) return;
  db.write((tx) => {
    for (const id of settleMany(tx, ids)) {
      const ticket = loadTicket(tx, id);
      tx.emit("ticket", "update", { ticket }, audienceOf(ticket));
    }
  });
}

/** The time zone is in another file, where no trigger of this one can see it. */
const zones = new WeakMap<CompanyDb, string>();

function markMovedZone(db: CompanyDb) {
  const { timezone } = db.about();
  const before = zones.get(db);
  zones.set(db, timezone);
  if (before !== undefined && before !== timezone)
    db.write(
      (tx) => void tx.sqlite.run("INSERT INTO slaStale SELECT 1 WHERE EXISTS (SELECT 1 FROM sla)"),
    );
}
