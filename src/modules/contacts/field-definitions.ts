import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { invalidFields } from "../../kit/fault.ts";
import { bounded, line } from "../../kit/http/fields.ts";
import { emitRow } from "../../kit/http/crud.ts";
import type { Resource } from "../../kit/http/resource.ts";
import { findIn } from "../../kit/http/resource-rows.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { contactFieldTypes, keyOf, reservedKeys } from "../../shared/contact-fields.ts";
import { amountOf } from "../../shared/money.ts";
import { contactFields, fieldDefinitions, type FieldValues } from "./table.ts";

const body = {
  key: bounded(50)
    .regex(/^[a-z][a-z0-9_]*$/, "invalid")
    .optional(),
  label: line(50, 1).refine((label) => !/[{}|]/.test(label), "invalid"),
  type: z.enum(contactFieldTypes).default("text"),
};
export const definitionBody = z.object(body);
type Body = z.infer<typeof definitionBody>;
export const definitionChange = z.object({
  ...body,
  label: body.label.optional(),
  type: z.enum(contactFieldTypes).optional(),
});

const { label, type } = fieldDefinitions;
const values = sql`FROM contactFields f WHERE f.name = ${label} AND f.value <> ''`;

export const definitionResource: Resource = {
  name: "contact-fields",
  event: "contactField",
  envelope: "records",
  table: fieldDefinitions,
  search: [fieldDefinitions.label, fieldDefinitions.key],
  body,
  labels: {
    filled: sql`(SELECT count(*) ${values})`,
    unreadable: sql`CASE ${type} WHEN 'text' THEN 0 WHEN 'date' THEN (SELECT count(*) ${values} AND f.day IS NULL) ELSE (SELECT count(*) ${values} AND f.number IS NULL) END`,
  },
};

const most = 100;

/**
 * A new field. Pairs that contacts have by its label or key are its values from now on. Throws a
 * conflict for a taken key or label, invalid.
 */
export function createDefinition(db: CompanyDb, { key, label, type }: Body) {
  return db.write((tx) => {
    if (definitions(tx).length >= most) throw invalidFields({ label: "too_long" });
    const values = { key: key ?? keyOf(label), label, type };
    if (!/^[a-z]/.test(values.key)) throw invalidFields({ key: "invalid" });
    if (reservedKeys.includes(values.key)) throw invalidFields({ key: "taken" });
    const { id } = tx
      .insert(fieldDefinitions)
      .values({ ...values, ...insertTimestamps(db.now()) })
      .returning({ id: fieldDefinitions.id })
      .get();
    adoptPairs(tx, values);
    return emitRow(tx, definitionResource, "create", id);
  });
}

/**
 * Changes a field's label or type; its values go along. Throws missing, a conflict for a taken
 * label, invalid for another key.
 */
export function updateDefinition(db: CompanyDb, id: number, body: Partial<Body>) {
  return db.write((tx) => {
    const { key, ...before } = findIn(tx, definitionResource, id) as unknown as Required<Body>;
    if (body.key !== undefined && body.key !== key) throw invalidFields({ key: "locked" });
    const label = body.label ?? before.label;
    tx.update(fieldDefinitions)
      .set({ ...body, ...updateTimestamps(db.now()) })
      .where(eq(fieldDefinitions.id, id))
      .run();
    if (label !== before.label) {
      renamePairs(tx, [before.label], label);
      adoptPairs(tx, { key, label });
    }
    return emitRow(tx, definitionResource, "update", id);
  });
}

/** Deletes a field; contacts keep their values as pairs. Throws missing. */
export function removeDefinition(db: CompanyDb, id: number) {
  return db.write((tx) => {
    findIn(tx, definitionResource, id);
    tx.delete(fieldDefinitions).where(eq(fieldDefinitions.id, id)).run();
    tx.emit("contactField", "delete", { contactFieldId: id }, { to: "everyone" });
    return {};
  });
}

const all = query((db) =>
  db
    .select({
      key: fieldDefinitions.key,
      label: fieldDefinitions.label,
      type: fieldDefinitions.type,
    })
    .from(fieldDefinitions)
    .orderBy(fieldDefinitions.id),
);

/** The company's fields, the oldest first. */
export const definitions = (db: CompanyDb) => all(db).all();

/** The name of a pair as it is stored: a field's label where it is one. */
export const storedName = (fields: ReturnType<typeof definitions>, name: string): string =>
  fields.find(({ key, label }) => fold(label) === fold(name) || key === fold(name))?.label ?? name;

const byContact = query((db) =>
  db
    .select({
      key: fieldDefinitions.key,
      label: fieldDefinitions.label,
      type: fieldDefinitions.type,
      value: contactFields.value,
      day: sql<string | null>`${contactFields}.day`,
      number: sql<number | null>`${contactFields}.number`,
    })
    .from(fieldDefinitions)
    .innerJoin(contactFields, eq(contactFields.name, fieldDefinitions.label))
    .where(
      sql`${contactFields.contactId} = ${sql.placeholder("contactId")} AND ${contactFields.value} <> ''`,
    )
    .orderBy(fieldDefinitions.id),
);

/** The written values of a contact's fields. */
export const writtenValues = (db: CompanyDb, contactId: number) => byContact(db).all({ contactId });
type Written = ReturnType<typeof writtenValues>[number];

/** Undefined for a value that does not fit its type. */
export function typedValue({ type, value, day, number }: Written): string | number | undefined {
  if (type === "text") return value;
  if (type === "date") return day ?? undefined;
  if (number === null) return undefined;
  return type === "money" ? amountOf(Math.round(number * 100)) : number;
}

/** A contact's fields by key, as they travel. */
export const fieldValuesOf = (db: CompanyDb, contactId: number): FieldValues =>
  Object.fromEntries(
    writtenValues(db, contactId).flatMap((one) => {
      const value = typedValue(one);
      return value === undefined ? [] : [[one.key, value]];
    }),
  );

/**
 * The words of a contact in texts: its pairs, and each of the company's fields by its key. A field
 * without a value is empty. `contactId` null: nobody has been stored.
 */
export function wordsOf(db: CompanyDb, contactId: number | null) {
  const pairs =
    contactId === null
      ? []
      : db
          .select({ name: contactFields.name, value: contactFields.value })
          .from(contactFields)
          .where(eq(contactFields.contactId, contactId))
          .all();
  const byLabel = new Map(pairs.map(({ name, value }) => [fold(name), value]));
  return [
    ...pairs,
    ...definitions(db).flatMap(({ key, label }) => {
      const value = byLabel.get(fold(label)) ?? "";
      return [
        { name: key, value },
        { name: label, value },
      ];
    }),
  ];
}

function adoptPairs(tx: Tx, { key, label }: Pick<Required<Body>, "key" | "label">) {
  const names = tx
    .selectDistinct({ name: contactFields.name })
    .from(contactFields)
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== label && (fold(name) === fold(label) || fold(name) === key));
  renamePairs(tx, names, label);
}

// A contact that has both keeps the other pair under its own name.
function renamePairs(tx: Tx, names: string[], label: string) {
  if (names.length > 0)
    tx.run(
      sql`UPDATE OR IGNORE contactFields SET name = ${label} WHERE name IN (SELECT value FROM json_each(${JSON.stringify(names)}))`,
    );
}

const fold = (name: string) => name.normalize("NFC").toLowerCase();
