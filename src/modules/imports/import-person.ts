import { and, eq, ne, sql } from "drizzle-orm";
import type { Identifier } from "../../channel/channel.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { findContact } from "../contacts/contacts.ts";
import { fieldsOf, withFields, mergeFields, replaceFields } from "../contacts/fields.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import {
  contacts,
  contactTags,
  identifiers,
  type Contact,
  type FullContact,
} from "../contacts/table.ts";
import { findOrCreateTags } from "../tags/find-or-create.ts";
import { tickets } from "../tickets/table.ts";
import type { Person } from "./rows.ts";

export type ImportedContact = { id: number; how: "created" | "updated" };

const placeholder = sql.placeholder;

// Prepared once: for each of fifty thousand rows it would take longer than all the rest.
const queries = query((db) => ({
  contact: db
    .insert(contacts)
    .values({
      name: placeholder("name"),
      number: placeholder("number"),
      email: placeholder("email"),
      createdAt: placeholder("now"),
      updatedAt: placeholder("now"),
    })
    .returning({ id: contacts.id }),
  identifier: db
    .insert(identifiers)
    .values({
      type: placeholder("type"),
      value: placeholder("value"),
      contactId: placeholder("contactId"),
    })
    .onConflictDoNothing(),
  tag: db
    .insert(contactTags)
    .values({ contactId: placeholder("contactId"), tagId: placeholder("tagId") })
    .onConflictDoNothing(),
  served: db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.contactId, placeholder("contactId")), ne(tickets.status, "closed")))
    .limit(1),
}));

/** The tag ids of each person. Names that no tag has become tags. */
export function tagIdsByPerson(tx: Tx, people: Person[]): (person: Person) => number[] {
  const names = [...new Set(people.flatMap(({ tags }) => tags))];
  const ids = findOrCreateTags(
    tx,
    names.map((name) => ({ name })),
  );
  const byName = new Map(names.map((name, index) => [name, ids[index]!]));
  return ({ tags }) => tags.map((tag) => byName.get(tag)!);
}

/**
 * Creates a contact, or updates the one with this number: empty cells change nothing, and neither
 * does a name where it does not rename. The caller emits it. rules.md#imports
 */
export function importPerson(
  tx: Tx,
  person: Person,
  tagIds: number[],
  ids: Identifier[] = [{ type: "phone", value: person.number }],
  renames = true,
): ImportedContact {
  const { contact, identifier, tag } = queries(tx);
  const [existing] = findByIdentifiers(tx, ids);
  const { name, email, fields } = person;
  const number = ids.find(({ type }) => type === "phone")?.value ?? person.number;
  const id = existing?.id ?? contact.get({ name, number, email, now: new Date(tx.now()) })!.id;
  if (existing)
    updateContact(tx, existing, {
      ...person,
      name: renames || !isNamed(existing) ? name : existing.name,
      number,
    });
  if (fields.length > 0) replaceFields(tx, id, mergeFields(fields, fieldsOf(tx, id)));
  for (const { type, value } of ids) identifier.run({ type, value, contactId: id });
  for (const tagId of tagIds) tag.run({ contactId: id, tagId });
  return { id, how: existing ? "updated" : "created" };
}

/** Whether a contact is called something, and not by its number. */
export const isNamed = ({ name, number }: Pick<Contact, "name" | "number">) =>
  name !== "" && name !== number;

/** Emits a contact as it is now. */
export function emitContact(tx: Tx, { id, how }: ImportedContact): FullContact {
  const contact = withFields(tx, findContact(tx, id));
  tx.emit("contact", how === "created" ? "create" : "update", { contact }, { to: "everyone" });
  return contact;
}

/** Whether the contact has an active ticket, so that someone may be looking at it. */
export const hasActiveTicket = (db: CompanyDb, contactId: number) =>
  queries(db).served.get({ contactId }) !== undefined;

function updateContact(
  tx: Tx,
  met: Contact,
  { name, email, number }: Pick<Person, "name" | "email" | "number">,
) {
  const values = { name, ...(email !== "" && { email }), ...(met.number === "" && { number }) };
  const isNew = Object.entries(values).some(
    ([key, value]) => met[key as keyof typeof values] !== value,
  );
  if (isNew)
    tx.update(contacts)
      .set({ ...values, ...updateTimestamps(tx.now()) })
      .where(eq(contacts.id, met.id))
      .run();
}
