import { and, asc, eq, gt, ne, or, sql } from "drizzle-orm";
import { finishJob, type Job } from "../../../kit/db/jobs.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { lacksArea, numberKey, withArea, writtenNumber } from "../../../shared/phone.ts";
import { addAuditEntry } from "../../audit/audit.ts";
import { contactListItems } from "../../contact-lists/table.ts";
import { findContact } from "../../contacts/contacts.ts";
import { withFields } from "../../contacts/fields.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { ownAreaCode } from "../../contacts/own-area.ts";
import { contacts, identifiers } from "../../contacts/table.ts";
import { optOuts } from "../../opt-outs/table.ts";
import { mergeContacts } from "./merge-contacts.ts";

/** How many rows are repaired in one write, and the pause after them in ms. */
const slice = { size: 25, pause: 10 };

/**
 * Repairs numbers that were stored with a trunk zero, so that their people exist once and can be
 * reached. Contacts who become equal are merged. Each repair is in the audit, for admins to see.
 * rules.md#written-numbers
 */
export async function repairNumbers(db: CompanyDb, job: Job) {
  const area = ownAreaCode(db);
  await inSlices(db, contactsAfter, (tx, row) => repairContact(tx, row, area));
  await inSlices(db, itemsAfter, (tx, row) => repairItem(tx, row, area));
  await inSlices(db, optOutsAfter, (tx, row) => repairOptOut(tx, row, area));
  db.write((tx) => void finishJob(tx, job.id));
}

type Row = { key: string; number: string };

async function inSlices(
  db: CompanyDb,
  next: (tx: Tx, after: string) => Row[],
  repair: (tx: Tx, row: Row) => void,
) {
  for (let after = ""; ;) {
    const rows = db.write((tx) => {
      const some = next(tx, after);
      for (const row of some) repair(tx, row);
      return some;
    });
    if (rows.length < slice.size) return;
    after = rows.at(-1)!.key;
    await Bun.sleep(slice.pause);
  }
}

/** The number as people write it, repaired; undefined where it stays as it is. */
function repaired(number: string, area: string | undefined): string | undefined {
  const written = writtenNumber(number.startsWith("55") ? `+${number}` : number);
  if ("refused" in written || (lacksArea(written.number) && area === undefined)) return undefined;
  const fixed = withArea(written.number, area ?? "");
  return fixed === number ? undefined : fixed;
}

const contactsAfter = (tx: Tx, after: string): Row[] =>
  tx
    .select({ key: identifiers.value, number: identifiers.value })
    .from(identifiers)
    .where(
      and(
        eq(identifiers.type, "phone"),
        gt(identifiers.value, after),
        or(sql`${identifiers.value} GLOB '0*'`, sql`${identifiers.value} GLOB '550*'`),
      ),
    )
    .orderBy(asc(identifiers.value))
    .limit(slice.size)
    .all();

function repairContact(tx: Tx, { number }: Row, area: string | undefined) {
  const fixed = repaired(number, area);
  if (fixed === undefined) return;
  const own = and(eq(identifiers.type, "phone"), eq(identifiers.value, number));
  const { contactId } = tx.select().from(identifiers).where(own).get()!;
  const [other] = findByIdentifiers(tx, [{ type: "phone", value: fixed }]);
  tx.delete(identifiers).where(own).run();
  tx.insert(identifiers)
    .values({ type: "phone", value: fixed, contactId: other?.id ?? contactId })
    .onConflictDoNothing()
    .run();
  renumber(tx, contactId, number, fixed);
  const isDouble = other !== undefined && other.id !== contactId;
  const [id, loserId] = isDouble
    ? [Math.min(contactId, other.id), Math.max(contactId, other.id)]
    : [contactId, undefined];
  if (loserId === undefined)
    tx.emit(
      "contact",
      "update",
      { contact: withFields(tx, findContact(tx, id)) },
      { to: "everyone" },
    );
  else mergeContacts(tx, findContact(tx, id), findContact(tx, loserId));
  addAuditEntry(tx, {
    userId: null,
    userName: "Balcão",
    action: "numberRepaired",
    subject: `contact ${id}`,
    details: loserId === undefined ? {} : { loserIds: [loserId] },
  });
}

function renumber(tx: Tx, id: number, from: string, to: string) {
  const { name, number } = findContact(tx, id);
  tx.update(contacts)
    .set({
      ...(number === from && { number: to }),
      ...(name === from && { name: to }),
      ...updateTimestamps(tx.now()),
    })
    .where(eq(contacts.id, id))
    .run();
}

const itemsAfter = (tx: Tx, after: string): Row[] =>
  tx
    .select({
      key: sql<string>`printf('%020d', ${contactListItems.id})`,
      number: contactListItems.number,
    })
    .from(contactListItems)
    .where(
      and(
        gt(contactListItems.id, Number(after)),
        or(sql`${contactListItems.number} GLOB '0*'`, sql`${contactListItems.number} GLOB '550*'`),
      ),
    )
    .orderBy(asc(contactListItems.id))
    .limit(slice.size)
    .all();

function repairItem(tx: Tx, { key, number }: Row, area: string | undefined) {
  const fixed = repaired(number, area);
  if (fixed === undefined) return;
  const id = Number(key);
  const { contactListId } = tx
    .select({ contactListId: contactListItems.contactListId })
    .from(contactListItems)
    .where(eq(contactListItems.id, id))
    .get()!;
  const twin = tx
    .select({ id: contactListItems.id })
    .from(contactListItems)
    .where(
      and(
        eq(contactListItems.contactListId, contactListId),
        eq(contactListItems.numberKey, numberKey(fixed)),
        ne(contactListItems.id, id),
      ),
    )
    .get();
  if (twin) tx.delete(contactListItems).where(eq(contactListItems.id, id)).run();
  else
    tx.update(contactListItems)
      .set({ number: fixed, numberKey: numberKey(fixed), isWhatsappValid: null })
      .where(eq(contactListItems.id, id))
      .run();
}

const optOutsAfter = (tx: Tx, after: string): Row[] =>
  tx
    .select({
      key: sql<string>`printf('%020d', ${optOuts.id})`,
      number: sql<string>`${optOuts.number}`,
    })
    .from(optOuts)
    .where(
      and(
        gt(optOuts.id, Number(after)),
        or(sql`${optOuts.number} GLOB '0*'`, sql`${optOuts.number} GLOB '550*'`),
      ),
    )
    .orderBy(asc(optOuts.id))
    .limit(slice.size)
    .all();

/** Of two rows of one number, the one that is still out stays. */
function repairOptOut(tx: Tx, { key, number }: Row, area: string | undefined) {
  const fixed = repaired(number, area);
  if (fixed === undefined) return;
  const id = Number(key);
  const twin = tx
    .select({ id: optOuts.id, backAt: optOuts.backAt })
    .from(optOuts)
    .where(and(eq(optOuts.numberKey, numberKey(fixed)), ne(optOuts.id, id)))
    .get();
  if (twin && twin.backAt === null) return void tx.delete(optOuts).where(eq(optOuts.id, id)).run();
  if (twin) tx.delete(optOuts).where(eq(optOuts.id, twin.id)).run();
  tx.update(optOuts)
    .set({ number: fixed, numberKey: numberKey(fixed) })
    .where(eq(optOuts.id, id))
    .run();
}
