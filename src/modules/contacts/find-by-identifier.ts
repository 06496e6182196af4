import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Identifier } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { twinOf } from "../../shared/phone.ts";
import { contacts, identifiers, type Contact } from "./table.ts";

const byAddress = query((db) =>
  db
    .select(getTableColumns(contacts))
    .from(identifiers)
    .innerJoin(contacts, eq(contacts.id, identifiers.contactId))
    .where(
      and(
        eq(identifiers.type, sql.placeholder("type")),
        eq(identifiers.value, sql.placeholder("value")),
      ),
    ),
);

/**
 * The contacts that have any of these identifiers, the oldest first. A Brazilian number is found
 * with and without its ninth digit. rules.md#brazilian-numbers
 */
export function findByIdentifiers(db: CompanyDb, ids: Identifier[]): Contact[] {
  const matches = new Map<number, Contact>();
  for (const { type, value } of eachOnce(ids)) {
    for (const name of formsOf(type, value)) {
      const contact = byAddress(db).get({ type, value: name });
      if (contact) matches.set(contact.id, contact);
    }
  }
  return [...matches.values()].sort((one, other) => one.id - other.id);
}

/** In a chat of two, the author's identifiers are those of the chat again. */
export const eachOnce = (ids: Identifier[]) =>
  ids.filter((id, index) => ids.findIndex(isSameIdentifier(id)) === index);

export const isSameIdentifier = (one: Identifier) => (other: Identifier) =>
  one.type === other.type && one.value === other.value;

function formsOf(type: Identifier["type"], value: string): string[] {
  const otherForm = type === "phone" && twinOf(value);
  return otherForm ? [value, otherForm] : [value];
}
