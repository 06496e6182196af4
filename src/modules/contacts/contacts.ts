import { and, eq, isNull, max, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { bounded, contactName, email, writtenPhone } from "../../kit/http/fields.ts";
import { readable } from "../../shared/text.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { hideInName } from "../../kit/http/hidden.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { isMasked, twinOf } from "../../shared/phone.ts";
import { findOrCreateTags, tagsField } from "../tags/find-or-create.ts";
import {
  extraInfo,
  fieldsBody,
  fieldsOf,
  refuseMisfits,
  replaceFields,
  setFields,
  withFields,
} from "./fields.ts";
import { fieldValuesOf } from "./field-definitions.ts";
import { findByIdentifiers } from "./find-by-identifier.ts";
import { addTags, retag } from "./tags.ts";
import { contacts, identifiers, type Contact, type FullContact, type Identifier } from "./table.ts";

export const contactBody = z.object({
  name: contactName,
  number: writtenPhone,
  email: email.or(z.literal("")).optional(),
  disableBot: z.boolean().optional(),
  extraInfo: extraInfo.optional(),
  fields: fieldsBody.optional(),
  tags: tagsField.optional(),
});

type Body = z.infer<typeof contactBody>;

/**
 * A change of a contact. The length of a name is checked only if the name changes.
 * rules.md#contact-names A number with hidden digits comes from the client's own screen: it stays
 * unchanged.
 */
export const contactChange = contactBody.partial().extend({
  name: bounded(70_000).transform(readable).optional(),
  number: writtenPhone
    .or(
      bounded(50)
        .refine(isMasked, "invalid")
        .transform(() => undefined),
    )
    .optional(),
});

export const isThere = isNull(contacts.erasedAt);

/** Throws missing. */
export function findContact(db: CompanyDb, id: number): Contact {
  return byId(db).get({ id }) ?? missing();
}

const byId = query((db) =>
  db
    .select()
    .from(contacts)
    .where(eq(contacts.id, sql.placeholder("id"))),
);

/** A contact that was not erased. Throws missing. */
export function notErased(db: CompanyDb, id: number): Contact {
  const contact = findContact(db, id);
  return contact.erasedAt ? missing() : contact;
}

/** Creates a contact from a form. Throws a conflict when another contact has the number. */
export function create(
  db: CompanyDb,
  { extraInfo, fields, tags = [], ...values }: Body,
): FullContact {
  return db.write((tx) =>
    insert(
      tx,
      values,
      [{ type: "phone", value: values.number }],
      extraInfo,
      findOrCreateTags(tx, tags),
      fields,
    ),
  );
}

/** A name with hidden digits that `me` sends back stays unchanged. */
export function keepHiddenName<Change extends { name?: string }>(
  db: CompanyDb,
  me: Me,
  id: number,
  body: Change,
): Change {
  if (!me.hidesNumbers || body.name === undefined) return body;
  const { name } = findContact(db, id);
  return body.name === hideInName(name) ? { ...body, name } : body;
}

/**
 * Throws missing, a conflict when another contact has the number, or invalid when it would remove a
 * locked field.
 */
export function update(
  db: CompanyDb,
  id: number,
  { extraInfo, fields, tags, ...body }: Partial<Body>,
): FullContact {
  return db.write((tx) => {
    const before = notErased(tx, id);
    if (body.name !== undefined && body.name !== readable(before.name)) refuseName(body.name);
    if (body.number && body.number !== before.number) {
      refuseTaken(db, body.number, id);
      // Another number is another account on the network, with another lid.
      const isTwin = body.number === twinOf(before.number);
      const since = isTwin ? sinceOf(tx, id) : lastMessageId(tx);
      tx.delete(identifiers)
        .where(
          and(eq(identifiers.contactId, id), isTwin ? eq(identifiers.type, "phone") : undefined),
        )
        .run();
      tx.insert(identifiers)
        .values({ contactId: id, type: "phone", value: body.number, since })
        .run();
    }
    if (extraInfo || fields) writeFields(tx, id, extraInfo, fields);
    if (tags) retag(tx, id, findOrCreateTags(tx, tags));
    const contact = withFields(
      db,
      tx
        .update(contacts)
        .set({ ...body, ...updateTimestamps(db.now()) })
        .where(eq(contacts.id, id))
        .returning()
        .get()!,
    );
    tx.emit("contact", "update", { contact }, { to: "everyone" });
    return contact;
  });
}

/**
 * Inserts a contact with its identifiers, fields and tags. Throws a conflict when another contact
 * has a number.
 */
export function insert(
  tx: Tx,
  values: Pick<Contact, "name"> & Partial<Contact>,
  names: Identifier[],
  extraInfo: Body["extraInfo"] = [],
  tagIds: number[] = [],
  fields?: Body["fields"],
): FullContact {
  for (const { type, value } of names) if (type === "phone") refuseTaken(tx, value);
  const row = tx
    .insert(contacts)
    .values({ ...values, ...insertTimestamps(tx.now()) })
    .returning()
    .get();
  tx.insert(identifiers)
    .values(names.map((name) => ({ ...name, contactId: row.id })))
    .run();
  if (extraInfo.length > 0 || fields) writeFields(tx, row.id, extraInfo, fields);
  addTags(tx, row.id, tagIds);
  const contact = withFields(tx, row);
  tx.emit("contact", "create", { contact }, { to: "everyone" });
  return contact;
}

const sinceOf = (db: CompanyDb, contactId: number) =>
  db
    .select({ since: max(identifiers.since) })
    .from(identifiers)
    .where(eq(identifiers.contactId, contactId))
    .get()?.since ?? 0;

const lastMessageId = (db: CompanyDb) =>
  db.sqlite.query<{ id: number }, []>("SELECT coalesce(max(id), 0) AS id FROM messages").get()!.id;

/** Writes a form's pairs and fields. Throws invalid for a value of another type. */
export function writeFields(
  tx: Tx,
  id: number,
  extraInfo: Body["extraInfo"],
  fields: Body["fields"],
) {
  const before = fieldsOf(tx, id);
  // A client that sends back the whole contact changes only what differs.
  const stored = fieldValuesOf(tx, id);
  const changed = Object.entries(fields ?? {}).filter(([key, value]) => stored[key] !== value);
  if (extraInfo) replaceFields(tx, id, extraInfo);
  if (changed.length > 0) setFields(tx, id, Object.fromEntries(changed));
  refuseMisfits(tx, id, before);
}

function refuseName(name: string) {
  const { error } = contactName.safeParse(name);
  if (error) throw invalidFields({ name: error.issues[0]!.message });
}

function refuseTaken(db: CompanyDb, number: string, mine?: number) {
  const other = findByIdentifiers(db, [{ type: "phone", value: number }]).find(
    ({ id }) => id !== mine,
  );
  if (other)
    throw new Fault("conflict", "ERR_DUPLICATED_CONTACT", {
      message: "Já existe um contato com este número",
      fields: { number: "taken" },
      details: { contactId: other.id },
    });
}

function missing(): never {
  throw new Fault("missing", "ERR_NO_CONTACT_FOUND", { message: "Contato não encontrado" });
}
