import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, line, text } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { windowsOf } from "../windows/window.ts";
import { tagsOf } from "./tags.ts";
import { contactFields, type Contact, type ContactField, type FullContact } from "./table.ts";

/** Fields that can't be renamed or removed once they exist: orders and bills read them. */
const locked = ["CPF", "NOME"];

const fold = (name: string) => name.normalize("NFC").toLowerCase();
const canonical = (name: string) => locked.find((one) => fold(one) === fold(name)) ?? name;

/** All fields of a contact, as a form sends them. With an `id` the field is renamed. */
export const extraInfo = arrayOf(
  z.object({
    id: z.number().int().positive().nullish(),
    name: line(50, 1).transform(canonical),
    value: text(1000),
  }),
  100,
).superRefine((fields, context) => {
  const seen = new Set<string>();
  for (const [index, { name }] of fields.entries()) {
    if (seen.has(fold(name)))
      context.addIssue({ code: "custom", message: "taken", path: [index, "name"] });
    seen.add(fold(name));
  }
});
type Fields = z.infer<typeof extraInfo>;

const byContact = query((db) =>
  db
    .select({ id: contactFields.id, name: contactFields.name, value: contactFields.value })
    .from(contactFields)
    .where(eq(contactFields.contactId, sql.placeholder("contactId")))
    .orderBy(contactFields.id),
);

/** A contact's fields, the oldest first. */
export const fieldsOf = (db: CompanyDb, contactId: number): ContactField[] =>
  byContact(db).all({ contactId });

/** A contact with its fields and tags. */
export const withFields = (db: CompanyDb, contact: Contact): FullContact => ({
  ...contact,
  extraInfo: fieldsOf(db, contact.id),
  tags: tagsOf(db, contact.id),
  windows: windowsOf(db, contact.id),
});

/** Replaces a contact's fields. Throws invalid when a locked one would be removed. */
export function replaceFields(tx: Tx, contactId: number, fields: Fields): void {
  const before = fieldsOf(tx, contactId);
  const names = new Set(fields.map(({ name }) => fold(name)));
  if (before.some(({ name }) => locked.includes(canonical(name)) && !names.has(fold(name)))) {
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "CPF e NOME não podem ser renomeados nem excluídos",
      fields: { extraInfo: "invalid" },
    });
  }
  const rows = withIds(before, fields).map((field) => ({ ...field, contactId }));
  // All are deleted first, so that two fields may swap names.
  tx.delete(contactFields).where(eq(contactFields.contactId, contactId)).run();
  if (rows.length > 0) tx.insert(contactFields).values(rows).run();
}

/** Merges the fields of two contacts; where both have a value, the first one's stays. */
export function mergeFields(first: Fields, second: Fields): Fields {
  const same = (one: { name: string }) => (other: { name: string }) =>
    fold(one.name) === fold(other.name);
  return [
    ...first.map((field) => ({
      ...field,
      value: field.value || (second.find(same(field))?.value ?? ""),
    })),
    ...second.filter((field) => !first.some(same(field))),
  ];
}

// A field without an id, or with another contact's, is matched by its name.
function withIds(before: ContactField[], fields: Fields) {
  const taken = new Set<number>();
  const take = (field: ContactField | undefined) =>
    field && !taken.has(field.id) ? (taken.add(field.id), field.id) : undefined;
  const byId = fields.map(({ id }) => take(before.find((field) => field.id === id)));
  return fields.map(({ name, value }, index) => ({
    id: byId[index] ?? take(before.find((field) => fold(field.name) === fold(name))),
    name,
    value,
  }));
}
