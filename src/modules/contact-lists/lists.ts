import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id, name, text } from "../../kit/http/fields.ts";
import { contains, matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { digits } from "../../kit/db/text.ts";
import { numberKey } from "../../shared/phone.ts";
import { contactListItems, contactLists, type ContactList } from "./table.ts";

/**
 * A filter of contacts for a list. `tagIds`: any of these tags, on the contact or one of its
 * tickets. `searchParam`: a text in the name or number.
 */
const fillBody = z.object({
  tagIds: arrayOf(id, 100).default([]),
  searchParam: text(200).default(""),
  all: z.boolean().default(false),
});
export type Fill = z.infer<typeof fillBody>;

export const listBody = z.object({ name });
export const newListBody = listBody.extend({ contacts: fillBody.optional() });
export const fillRoute = fillBody;

/** Contacts or items added or deleted before other work gets a turn. */
const slice = 500;

/** One page of contact lists by name. */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
) {
  const { rows, ...rest } = page(db, {
    table: contactLists,
    select: db.select().from(contactLists).$dynamic(),
    where: matching(searchParam, [contactLists.name]),
    order: [sql`${contactLists.name} COLLATE NOCASE`, contactLists.id],
    pageNumber,
  });
  return { records: rows as ContactList[], ...rest };
}

/** All contact lists, for a form's choice. */
export function all(db: CompanyDb) {
  const records = db
    .select()
    .from(contactLists)
    .orderBy(sql`${contactLists.name} COLLATE NOCASE`, asc(contactLists.id))
    .limit(5000)
    .all();
  return { records, hasMore: false, count: records.length };
}

/** Throws missing. */
export function findList(db: CompanyDb, id: number): ContactList {
  const row = db.select().from(contactLists).where(eq(contactLists.id, id)).get();
  if (!row) throw notFound("Lista de contatos não encontrada");
  return row;
}

/** A new list, filled by `contacts` if given. Throws invalid. */
export async function create(
  db: CompanyDb,
  me: Pick<Me, "id"> | null,
  { name, contacts }: z.infer<typeof newListBody>,
): Promise<ContactList> {
  if (contacts) refuseNobody(contacts);
  const { id } = db.write((tx) => insertList(tx, name, me?.id ?? null));
  if (contacts) await fill(db, id, contacts);
  return findList(db, id);
}

/** Inserts a list in the transaction of its cause. */
export function insertList(tx: Tx, name: string, userId: number | null): ContactList {
  const record = tx
    .insert(contactLists)
    .values({ name, userId, ...insertTimestamps(tx.now()) })
    .returning()
    .get();
  tx.emit("ContactList", "create", { record }, { to: "admins" });
  return record;
}

/** Throws missing. */
export function update(
  db: CompanyDb,
  id: number,
  values: Partial<z.infer<typeof listBody>>,
): ContactList {
  return db.write((tx) => {
    findList(tx, id);
    tx.update(contactLists)
      .set({ ...values, ...updateTimestamps(db.now()) })
      .where(eq(contactLists.id, id))
      .run();
    return emitList(tx, id);
  });
}

/**
 * Deletes a list with its items, some at a time. Throws missing, and a conflict while a campaign
 * needs it. rules.md#campaign-states
 */
export async function remove(db: CompanyDb, id: number) {
  refuseInUse(db, id);
  while (deleteSome(db, id)) await new Promise(setImmediate);
  return db.write((tx) => {
    refuseInUse(tx, id);
    tx.delete(contactLists).where(eq(contactLists.id, id)).run();
    tx.emit("ContactList", "delete", { id }, { to: "admins" });
    return {};
  });
}

/**
 * Adds the contacts of a filter to a list, some at a time. Returns how many were new. Throws
 * missing, invalid.
 */
export async function fill(
  db: CompanyDb,
  id: number,
  filter: Fill,
): Promise<{ inserted: number; duplicated: number }> {
  refuseNobody(filter);
  findList(db, id);
  let [inserted, duplicated, after] = [0, 0, 0];
  for (;;) {
    const people = peopleOf(db, filter, after);
    const added = db.write((tx) => insertItems(tx, id, people));
    inserted += added;
    duplicated += people.length - added;
    if (people.length < slice) break;
    after = people.at(-1)!.id;
    await new Promise(setImmediate);
  }
  db.write((tx) => emitReload(tx, id));
  return { inserted, duplicated };
}

/** Adds contacts to a list by their ids, some at a time. Those that left meanwhile are skipped. */
export async function addContacts(db: CompanyDb, id: number, contactIds: number[]) {
  for (let at = 0; at < contactIds.length; at += slice) {
    const ids = JSON.stringify(contactIds.slice(at, at + slice));
    const people = db.all<{ name: string; number: string; email: string }>(
      sql`SELECT name, number, email FROM contacts WHERE id IN (SELECT value FROM json_each(${ids}))
        AND erasedAt IS NULL AND number <> '' ORDER BY id`,
    );
    db.write((tx) => insertItems(tx, id, people));
    await new Promise(setImmediate);
  }
}

type NewItem = { name: string; number: string; email: string; isWhatsappValid?: boolean | null };

/**
 * Adds items; numbers that are already in the list stay unchanged. Returns how many it added. The
 * caller emits.
 */
export function insertItems(tx: Tx, contactListId: number, items: NewItem[]): number {
  if (items.length === 0) return 0;
  const rows = items.map(({ name, number, email, isWhatsappValid = null }) => ({
    contactListId,
    name,
    number,
    numberKey: numberKey(number),
    email,
    isWhatsappValid,
    ...insertTimestamps(tx.now()),
  }));
  return tx
    .insert(contactListItems)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: contactListItems.id })
    .all().length;
}

/** Makes screens reload a list and its items. */
export function emitReload(tx: Tx, id: number) {
  emitList(tx, id);
  tx.emit("ContactListItem", "reload", { contactListId: id }, { to: "admins" });
}

export function emitList(tx: Tx, id: number): ContactList {
  const record = findList(tx, id);
  tx.emit("ContactList", "update", { record }, { to: "admins" });
  return record;
}

/** Whether a reachable contact has a tag, on the contact or on a ticket. */
export const isTagged = (db: CompanyDb, tagId: number): boolean => {
  const reachable = sql`c.erasedAt IS NULL AND c.isGroup = 0 AND c.active = 1 AND c.number <> ''`;
  const [row] = db.all<{ found: number }>(sql`SELECT
    EXISTS (SELECT 1 FROM contactTags t JOIN contacts c ON c.id = t.contactId
      WHERE t.tagId = ${tagId} AND ${reachable})
    OR EXISTS (SELECT 1 FROM ticketTags t JOIN tickets k ON k.id = t.ticketId
      JOIN contacts c ON c.id = k.contactId WHERE t.tagId = ${tagId} AND ${reachable}) AS found`);
  return row!.found === 1;
};

/**
 * Skips the unsent messages to a number that left a list, in the campaigns of that list.
 * rules.md#campaigns
 */
export function spare(tx: Tx, contactListId: number, key: string) {
  tx.run(sql`UPDATE campaignShipping SET state = 'skipped', reason = 'removed', updatedAt = ${tx.now()}
    WHERE numberKey = ${key} AND state IN ('waiting', 'asked')
    AND campaignId IN (SELECT id FROM campaigns c WHERE status IN ('EM_ANDAMENTO', 'CANCELADA')
      AND ${hasList(contactListId)}
      AND NOT EXISTS (SELECT 1 FROM contactListItems i WHERE i.numberKey = ${key}
        AND i.contactListId <> ${contactListId} AND ${hasList(sql`i.contactListId`)}))`);
}

/** Whether a campaign adds a list. */
const hasList = (listId: number | SQL) =>
  sql`(c.contactListId = ${listId} OR c.segmentListId = ${listId} OR EXISTS (SELECT 1
    FROM campaignLists l WHERE l.campaignId = c.id AND l.contactListId = ${listId}
    AND l.isExcept = 0))`;

function peopleOf(db: CompanyDb, { tagIds, searchParam }: Fill, after: number) {
  const tags = JSON.stringify(tagIds);
  const tagged =
    tagIds.length > 0 &&
    sql`(EXISTS (SELECT 1 FROM contactTags t WHERE t.contactId = c.id AND t.tagId IN (SELECT value
      FROM json_each(${tags})))
    OR EXISTS (SELECT 1 FROM tickets k JOIN ticketTags t ON t.ticketId = k.id
      WHERE k.contactId = c.id AND t.tagId IN (SELECT value FROM json_each(${tags}))))`;
  const typed = digits(searchParam);
  const typedMatch =
    searchParam !== "" &&
    sql`(${contains(sql`c.name`, searchParam)} ${typed.length >= 3 ? sql`OR ${contains(sql`c.number`, typed)}` : sql``})`;
  return db.all<{
    id: number;
    name: string;
    number: string;
    email: string;
  }>(sql`SELECT c.id, c.name, c.number, c.email FROM contacts c
    WHERE c.id > ${after} AND c.erasedAt IS NULL AND c.isGroup = 0 AND c.active = 1
      AND c.number <> '' ${tagged ? sql`AND ${tagged}` : sql``} ${typedMatch ? sql`AND ${typedMatch}` : sql``}
      ORDER BY c.id LIMIT ${slice}`);
}

// `all` is explicit, so that a forgotten filter does not select every contact.
function refuseNobody({ tagIds, searchParam, all }: Fill) {
  if (tagIds.length === 0 && searchParam === "" && !all)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Diga quais contatos",
      fields: { tagIds: "required" },
    });
}

function refuseInUse(db: CompanyDb, id: number) {
  findList(db, id);
  const [{ uses } = { uses: 0 }] = db.all<{ uses: number }>(
    sql`SELECT count(*) AS uses FROM campaigns c
      WHERE status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO') AND (contactListId = ${id}
      OR segmentListId = ${id} OR EXISTS (SELECT 1 FROM campaignLists l WHERE l.campaignId = c.id
      AND l.contactListId = ${id}))`,
  );
  if (uses > 0)
    throw new Fault("conflict", "ERR_IN_USE", {
      message: "Uma campanha que não começou ou está em andamento usa esta lista",
      details: { campaigns: uses },
    });
}

function deleteSome(db: CompanyDb, id: number): boolean {
  const ids = db
    .select({ id: contactListItems.id })
    .from(contactListItems)
    .where(eq(contactListItems.contactListId, id))
    .limit(slice)
    .all()
    .map((row) => row.id);
  if (ids.length > 0)
    db.write(
      (tx) =>
        void tx
          .delete(contactListItems)
          .where(and(eq(contactListItems.contactListId, id), inArray(contactListItems.id, ids)))
          .run(),
    );
  return ids.length > 0;
}
