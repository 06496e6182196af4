import { and, asc, count as countRows, eq, getTableColumns, inArray, isNull, like, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/audience.ts";
import { bounded, contactName, email, idsQuery, listQuery, phone, readable } from "../../kit/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { hideInName } from "../../kit/hidden.ts";
import { fastRows } from "../../kit/rows.ts";
import { prepared, type Store, type Tx } from "../../kit/store.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/table.ts";
import { anywhere, digits, isNumber, pieceQuery } from "../../kit/text.ts";
import { isMasked, twinOf } from "../../shared/phone.ts";
import { findOrCreateTags, tagsField } from "../tags/find-or-create.ts";
import { extraInfo, withFields, replaceFields } from "./fields.ts";
import { findByIdentifiers } from "./find-by-identifier.ts";
import { addTags, retag, tagsColumn } from "./tags.ts";
import { contacts, identifiers, type Contact, type FullContact, type Identifier, type TaggedContact } from "./table.ts";

export const contactBody = z.object({ name: contactName, number: phone, email: email.or(z.literal("")).optional(), disableBot: z.boolean().optional(), extraInfo: extraInfo.optional(), tags: tagsField.optional() });
type Body = z.infer<typeof contactBody>;

/** A change of a contact. The length of a name is checked only if the name changes. rules.md#contact-names A number with hidden digits is what the client was shown: it is left as it is. */
export const contactChange = contactBody.partial().extend({ name: bounded(70_000).transform(readable).optional(), number: phone.or(bounded(50).refine(isMasked, "invalid").transform(() => undefined)).optional() });

export const contactQuery = listQuery.extend({ contactTag: idsQuery.optional() });
export const numberQuery = z.object({ number: phone });

const pageSize = 20;

const queries = (...found: (SQL | undefined)[]) =>
  prepared((db) => {
    const where = and(isNull(contacts.erasedAt), ...found);
    return {
      page: fastRows(db.select({ ...getTableColumns(contacts), tags: tagsColumn }).from(contacts).where(where).orderBy(sql`${contacts.name} COLLATE NOCASE`, contacts.id).limit(pageSize).offset(sql.placeholder("offset")).prepare()),
      total: db.select({ count: countRows() }).from(contacts).where(where).prepare(),
    };
  });

const searchPlaceholder = sql.placeholder("searchText");
const byPiece = inArray(contacts.id, sql`(SELECT rowid FROM contactSearch WHERE contactSearch MATCH ${searchPlaceholder})`);
const byPart = or(like(contacts.name, sql`${searchPlaceholder} ESCAPE '\\'`), like(contacts.number, sql`${searchPlaceholder} ESCAPE '\\'`));
const byWhole = inArray(contacts.id, sql`(SELECT contactId FROM identifiers WHERE type = 'phone' AND value IN (SELECT value FROM json_each(${searchPlaceholder})))`);
const tagged = inArray(contacts.id, sql`(SELECT contactId FROM contactTags WHERE tagId IN (SELECT value FROM json_each(${sql.placeholder("tagIds")})))`);
const anyTag = { all: queries(), piece: queries(byPiece), part: queries(byPart), whole: queries(byWhole) };
const withTag = { all: queries(tagged), piece: queries(tagged, byPiece), part: queries(tagged, byPart), whole: queries(tagged, byWhole) };

/** One page of contacts by name. Three characters or more find any part of a name or a number; of several tags any matches. */
export function list(store: Store, { searchParam, pageNumber, contactTag }: z.infer<typeof contactQuery>, me: Searcher = { hidesNumbers: false }) {
  const { page, total } = (contactTag?.length ? withTag : anyTag)[searchParam ? searchMode(me, searchParam) : "all"](store);
  const offset = (pageNumber - 1) * pageSize;
  const values = { searchText: searchValue(me, searchParam), tagIds: JSON.stringify(contactTag ?? []) };
  const rows: TaggedContact[] = page.all({ ...values, offset });
  const { count } = total.get(values)!;
  return { contacts: rows, hasMore: count > offset + rows.length, count };
}

/** Contacts with this number, in either form of a Brazilian one. rules.md#brazilian-numbers */
export function withNumber(store: Store, number: string) {
  const contacts = findByIdentifiers(store, [{ type: "phone", value: number }]);
  return { contacts, count: contacts.length };
}

type Searcher = Pick<Me, "hidesNumbers">;

/** How a text is searched for. Users who don't see numbers find only whole ones: piece by piece they could guess them. rules.md#hidden-numbers */
export const searchMode = ({ hidesNumbers }: Searcher, text: string) => (hidesNumbers && isNumber(text) ? "whole" : pieceQuery(text) ? "piece" : "part");

/** The condition that a contact matches a text, whose `searchValue` is bound as `searchText`. */
export const matching = (me: Searcher, text: string) => ({ whole: byWhole, piece: byPiece, part: byPart })[searchMode(me, text)];

/** The value to bind as `searchText`. */
export const searchValue = (me: Searcher, text: string) => (searchMode(me, text) === "whole" ? JSON.stringify(wholeNumbers(digits(text))) : (pieceQuery(text) ?? anywhere(text)));

const wholeNumbers = (typed: string) => (typed.length < 8 ? [] : [typed, `55${typed}`].flatMap((number) => [number, twinOf(number) ?? number]));

/** All people, for a form's select. */
export const all = (store: Store) => store.db.select().from(contacts).where(and(eq(contacts.isGroup, false), isNull(contacts.erasedAt))).orderBy(asc(contacts.name)).limit(5000).all();

/** Throws missing. */
export function find(db: Store["db"] | Tx, id: number): Contact {
  const contact = db.select().from(contacts).where(eq(contacts.id, id)).get();
  return contact ?? missing();
}

/** A contact that was not erased. Throws missing. */
export function notErased(db: Store["db"] | Tx, id: number): Contact {
  const contact = find(db, id);
  return contact.erasedAt ? missing() : contact;
}

/** A contact that someone typed in. Throws a conflict when the number is another's. */
export function create(store: Store, { extraInfo, tags = [], ...values }: Body): FullContact {
  return store.write((tx) => insert(tx, values, [{ type: "phone", value: values.number }], extraInfo, findOrCreateTags(tx, tags)));
}

/** A name that `me` sees with hidden digits and sends back as it is stays unchanged. */
export function keepHiddenName<Change extends { name?: string }>(store: Store, me: Me, id: number, body: Change): Change {
  if (!me.hidesNumbers || body.name === undefined) return body;
  const { name } = find(store.db, id);
  return body.name === hideInName(name) ? { ...body, name } : body;
}

/** Throws missing, a conflict when the number is another's, or invalid when a locked field would be removed. */
export function update(store: Store, id: number, { extraInfo, tags, ...body }: Partial<Body>): FullContact {
  return store.write((tx) => {
    const before = notErased(tx, id);
    if (body.name !== undefined && body.name !== readable(before.name)) refuseName(body.name);
    if (body.number && body.number !== before.number) {
      refuseTaken(store, body.number, id);
      // Another number is another account on the network, with another lid.
      const replaced = body.number === twinOf(before.number) ? eq(identifiers.type, "phone") : undefined;
      tx.delete(identifiers).where(and(eq(identifiers.contactId, id), replaced)).run();
      tx.insert(identifiers).values({ contactId: id, type: "phone", value: body.number }).run();
    }
    if (extraInfo) replaceFields(tx, id, extraInfo);
    if (tags) retag(tx, id, findOrCreateTags(tx, tags));
    const contact = withFields(store, tx.update(contacts).set({ ...body, ...updateTimestamps(store.now()) }).where(eq(contacts.id, id)).returning().get()!);
    tx.emit("contact", "update", { contact }, { to: "everyone" });
    return contact;
  });
}

/** Inserts a contact with its identifiers, fields and tags. Throws a conflict when a number is another's. */
export function insert(tx: Tx, values: Pick<Contact, "name"> & Partial<Contact>, names: Identifier[], fields: Body["extraInfo"] = [], tagIds: number[] = []): FullContact {
  for (const { type, value } of names) if (type === "phone") refuseTaken(tx.store, value);
  const row = tx.insert(contacts).values({ ...values, ...insertTimestamps(tx.store.now()) }).returning().get();
  tx.insert(identifiers).values(names.map((name) => ({ ...name, contactId: row.id }))).run();
  if (fields.length > 0) replaceFields(tx, row.id, fields);
  addTags(tx, row.id, tagIds);
  const contact = withFields(tx.store, row);
  tx.emit("contact", "create", { contact }, { to: "everyone" });
  return contact;
}

function refuseName(name: string) {
  const { error } = contactName.safeParse(name);
  if (error) throw invalidFields({ name: error.issues[0]!.message });
}

function refuseTaken(store: Store, number: string, mine?: number) {
  const other = findByIdentifiers(store, [{ type: "phone", value: number }]).find(({ id }) => id !== mine);
  if (other) throw new Fault("conflict", "ERR_DUPLICATED_CONTACT", { message: "Já existe um contato com este número", fields: { number: "taken" }, details: { contactId: other.id } });
}

function missing(): never {
  throw new Fault("missing", "ERR_NO_CONTACT_FOUND", { message: "Contato não encontrado" });
}
