import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { arrayOf, date, line, money, text } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { windowsOf } from "../windows/window.ts";
import {
  definitions,
  fieldValuesOf,
  storedName,
  typedValue,
  writtenValues,
} from "./field-definitions.ts";
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
  fields: fieldValuesOf(db, contact.id),
  tags: tagsOf(db, contact.id),
  windows: windowsOf(db, contact.id),
});

/** The company's fields of a contact by key; null removes one. rules.md#contact-fields */
export const fieldsBody = z
  .record(z.string().max(50), z.union([text(1000), z.number(), z.null()]))
  .refine((fields) => Object.keys(fields).length <= 100, "too_long");

/**
 * Changes the company's fields of a contact; those that are not named stay. Throws invalid for an
 * unknown key, and for a value that does not fit the field's type.
 */
export function setFields(tx: Tx, contactId: number, values: z.infer<typeof fieldsBody>): void {
  const all = definitions(tx);
  const pairs = new Map(fieldsOf(tx, contactId).map((pair) => [fold(pair.name), pair]));
  const wrong: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    const definition = all.find((one) => one.key === key);
    const written = definition && writtenBy[definition.type](value ?? "");
    if (written === undefined) wrong[`fields.${key}`] = "invalid";
    else {
      const name = definition!.label;
      pairs.set(fold(name), { ...pairs.get(fold(name)), name, value: written } as ContactField);
      if (value === null) pairs.delete(fold(name));
    }
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  replaceFields(tx, contactId, [...pairs.values()]);
}

/** The text that people read and write, from a value as it travels. */
const writtenBy = {
  text: (value: string | number) => String(value),
  number: (value: string | number) =>
    value === "" || Number.isFinite(Number(value)) ? String(value).replace(".", ",") : undefined,
  date(value: string | number) {
    if (value === "") return "";
    return date.safeParse(value).data?.split("-").toReversed().join("/");
  },
  money(value: string | number) {
    if (value === "") return "";
    const amount = money.safeParse(value).data;
    return amount && `R$ ${amount.replace(".", ",")}`;
  },
};

/**
 * Replaces a contact's fields. A pair whose name is a field's is that field. Throws invalid when a
 * locked one would be removed.
 */
export function replaceFields(tx: Tx, contactId: number, given: Fields): void {
  const all = definitions(tx);
  const fields = oncePerName(
    given.map((field) => ({ ...field, name: storedName(all, field.name) })),
  );
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

/**
 * Throws invalid where a changed value does not fit the type of its field. A value that was there
 * before stays, so that a form may send it back.
 */
export function refuseMisfits(tx: Tx, contactId: number, before: ContactField[]): void {
  const values = new Map(before.map(({ name, value }) => [fold(name), value]));
  const wrong = writtenValues(tx, contactId).filter(
    (one) => typedValue(one) === undefined && values.get(fold(one.label)) !== one.value,
  );
  if (wrong.length > 0)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: `O valor não é do tipo do campo: ${wrong.map(({ label }) => label).join(", ")}`,
      fields: Object.fromEntries(wrong.map(({ key }) => [`fields.${key}`, "invalid"])),
    });
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

// A field may come twice: by its key and by its label. The first one with a value counts.
function oncePerName(fields: Fields): Fields {
  const byName = new Map<string, Fields[number]>();
  for (const field of fields) {
    const first = byName.get(fold(field.name));
    if (!first) byName.set(fold(field.name), field);
    else first.value ||= field.value;
  }
  return [...byName.values()];
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
