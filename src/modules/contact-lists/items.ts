import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import { Fault } from "../../kit/fault.ts";
import { contactName, email, id, listQuery, writtenPhone } from "../../kit/http/fields.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { completeNumber } from "../contacts/own-area.ts";
import { numberKey } from "../../shared/phone.ts";
import { connectedIds, onChannel } from "../connections/on-channel.ts";
import { emitList, findList, spare } from "./lists.ts";
import { contactListItems, type ContactListItem } from "./table.ts";

export const itemBody = z.object({
  name: contactName,
  number: writtenPhone,
  email: email
    .or(z.literal(""))
    .nullish()
    .transform((text) => text ?? ""),
  contactListId: id,
});
export const itemQuery = listQuery.extend({
  contactListId: z.coerce.number().int().positive(),
  valid: z.enum(["true", "false", "unknown"]).optional(),
});
type Body = z.infer<typeof itemBody>;

const { numberKey: _key, ...columns } = getTableColumns(contactListItems);

/** One page of a list's contacts by name. Throws missing. */
export function list(
  db: CompanyDb,
  { contactListId, searchParam, pageNumber, valid }: z.infer<typeof itemQuery>,
) {
  findList(db, contactListId);
  const isValid =
    valid === undefined
      ? undefined
      : valid === "unknown"
        ? sql`${contactListItems.isWhatsappValid} IS NULL`
        : eq(contactListItems.isWhatsappValid, valid === "true");
  const where = and(
    eq(contactListItems.contactListId, contactListId),
    matching(searchParam, [contactListItems.name, contactListItems.number, contactListItems.email]),
    isValid,
  );
  const { rows, ...rest } = page(db, {
    table: contactListItems,
    select: db.select(columns).from(contactListItems).$dynamic(),
    where,
    order: [sql`${contactListItems.name} COLLATE NOCASE`, contactListItems.id],
    pageNumber,
  });
  return { contacts: rows as ContactListItem[], ...rest };
}

/** Throws missing. */
export function find(db: CompanyDb, id: number): ContactListItem {
  const row = db.select(columns).from(contactListItems).where(eq(contactListItems.id, id)).get();
  if (!row) throw notFound();
  return row;
}

/**
 * Adds a contact to a list, checked on the network where possible. Throws missing, and a conflict
 * where the list has the number. rules.md#list-checks
 */
export async function create(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  body: Body,
): Promise<ContactListItem> {
  findList(db, body.contactListId);
  const checked = await checkOne(db, connectionManager, completeNumber(db, body.number));
  return db.write((tx) => {
    findList(tx, body.contactListId);
    refuseTaken(tx, body.contactListId, checked.number, 0);
    const { id } = tx
      .insert(contactListItems)
      .values({
        ...body,
        ...checked,
        numberKey: numberKey(checked.number),
        ...insertTimestamps(db.now()),
      })
      .returning({ id: contactListItems.id })
      .get();
    return emitItem(tx, "create", id);
  });
}

/** Changes an item, but never its list. Throws what `create` throws. */
export async function update(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  id: number,
  { contactListId: _, ...body }: Partial<Body>,
): Promise<ContactListItem> {
  const before = find(db, id);
  const number = body.number && completeNumber(db, body.number);
  const checked =
    number && number !== before.number ? await checkOne(db, connectionManager, number) : undefined;
  return db.write((tx) => {
    const { contactListId, number } = find(tx, id);
    if (checked) refuseTaken(tx, contactListId, checked.number, id);
    if (checked && numberKey(checked.number) !== numberKey(number))
      spare(tx, contactListId, numberKey(number));
    tx.update(contactListItems)
      .set({
        ...body,
        ...(checked ? { ...checked, numberKey: numberKey(checked.number) } : { number: undefined }),
        ...updateTimestamps(db.now()),
      })
      .where(eq(contactListItems.id, id))
      .run();
    return emitItem(tx, "update", id);
  });
}

/** Throws missing. */
export function remove(db: CompanyDb, id: number) {
  return db.write((tx) => {
    const { contactListId, number } = find(tx, id);
    tx.delete(contactListItems).where(eq(contactListItems.id, id)).run();
    spare(tx, contactListId, numberKey(number));
    tx.emit("ContactListItem", "delete", { id, contactListId }, { to: "admins" });
    emitList(tx, contactListId);
    return {};
  });
}

/** A number in the network's form, and whether it has an account: null without a check. */
async function checkOne(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  number: string,
): Promise<{ number: string; isWhatsappValid: boolean | null }> {
  const [connection] = connectedIds(db, "check");
  const identifiers =
    connection === undefined
      ? undefined
      : await onChannel(db, connectionManager, connection, (channel) =>
          channel.check([number]),
        ).catch(() => undefined);
  if (!identifiers) return { number, isWhatsappValid: null };
  const ids = identifiers.get(number);
  return {
    number: ids?.find(({ type }) => type === "phone")?.value ?? number,
    isWhatsappValid: ids !== undefined,
  };
}

function refuseTaken(tx: Tx, contactListId: number, number: string, id: number) {
  const taken = tx
    .select({ id: contactListItems.id })
    .from(contactListItems)
    .where(
      and(
        eq(contactListItems.contactListId, contactListId),
        eq(contactListItems.numberKey, numberKey(number)),
        ne(contactListItems.id, id),
      ),
    )
    .get();
  if (taken)
    throw new Fault("conflict", "ERR_DUPLICATED_CONTACT", {
      message: "A lista já tem este número",
      fields: { number: "taken" },
    });
}

function emitItem(tx: Tx, action: "create" | "update", id: number): ContactListItem {
  const record = find(tx, id);
  tx.emit("ContactListItem", action, { record }, { to: "admins" });
  if (action === "create") emitList(tx, record.contactListId);
  return record;
}
