import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { ConnectionManager, Identifier } from "../../channel/channel.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { numberKey } from "../../shared/phone.ts";
import { connectedIds, onChannel } from "../connections/on-channel.ts";
import { emitReload } from "./lists.ts";
import { contactListItems } from "./table.ts";

/**
 * The numbers per request, the pause between requests (ms), and the numbers per day: more looks
 * like spam. rules.md#list-checks
 */
const pace = { batch: 20, pause: 20_000, day: 2000 };

type Item = typeof contactListItems.$inferSelect;

/**
 * Asks the network about some unchecked numbers of lists, if the pace allows it and a connection is
 * up. Numbers that cannot be checked stay unchecked.
 */
export async function checkSome(db: CompanyDb, connectionManager: ConnectionManager) {
  const isAny = db
    .select({ id: contactListItems.id })
    .from(contactListItems)
    .where(isNull(contactListItems.isWhatsappValid))
    .limit(1)
    .get();
  if (!isAny) return;
  const connection = connectedIds(db, "check").find((id) => mayAsk(db, id));
  if (connection === undefined) return;
  const items = db
    .select()
    .from(contactListItems)
    .where(isNull(contactListItems.isWhatsappValid))
    .orderBy(asc(contactListItems.id))
    .limit(pace.batch)
    .all();
  db.write((tx) => countAsked(tx, connection, items.length));
  const identifiers = await onChannel(db, connectionManager, connection, (channel) =>
    channel.check([...new Set(items.map(({ number }) => number))]),
  ).catch(() => undefined);
  if (!identifiers) return;
  db.write((tx) => {
    for (const item of items) saveAnswer(tx, item, identifiers.get(item.number));
    for (const id of new Set(items.map(({ contactListId }) => contactListId))) emitReload(tx, id);
  });
}

function saveAnswer(
  tx: Tx,
  { id, contactListId, number, numberKey: before }: Item,
  ids: Identifier[] | undefined,
) {
  const phone = ids?.find(({ type }) => type === "phone")?.value ?? number;
  const key = numberKey(phone);
  const isTaken =
    key !== before &&
    tx
      .select({ id: contactListItems.id })
      .from(contactListItems)
      .where(
        and(
          eq(contactListItems.contactListId, contactListId),
          eq(contactListItems.numberKey, key),
          ne(contactListItems.id, id),
        ),
      )
      .get();
  // Two numbers of the list are the same account.
  if (isTaken) return void tx.delete(contactListItems).where(eq(contactListItems.id, id)).run();
  tx.update(contactListItems)
    .set({
      isWhatsappValid: ids !== undefined,
      number: phone,
      numberKey: key,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(contactListItems.id, id))
    .run();
}

// The same rows count the messages of campaigns, so a row may have no check yet.
function mayAsk(db: CompanyDb, whatsappId: number): boolean {
  const [row] = db.all<{ checked: number; checkedAt: number }>(
    sql`SELECT d.checked, d.checkedAt FROM connectionDays d JOIN connections c ON c.id = d.whatsappId AND c.number = d.number WHERE d.whatsappId = ${whatsappId} AND d.day = ${dayAt(db.now(), db.about().timezone)}`,
  );
  if (!row) return true;
  // The clock may have been put back.
  return (
    row.checked < pace.day && (row.checkedAt > db.now() || db.now() - row.checkedAt >= pace.pause)
  );
}

function countAsked(tx: Tx, whatsappId: number, count: number) {
  const { now, about } = tx;
  tx.run(sql`INSERT INTO connectionDays (whatsappId, number, day, checked, checkedAt) SELECT id, number, ${dayAt(now(), about().timezone)}, ${count}, ${now()} FROM connections WHERE id = ${whatsappId}
    ON CONFLICT DO UPDATE SET checked = connectionDays.checked + excluded.checked, checkedAt = excluded.checkedAt`);
}

const dayAt = (now: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate().toString();
