import { and, asc, count as countRows, eq, inArray, like, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { email, name, phone } from "../../kit/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { swift } from "../../kit/rows.ts";
import { prepared, type Emit, type Store, type Tx } from "../../kit/store.ts";
import { born, touched } from "../../kit/table.ts";
import { anywhere, pieceQuery } from "../../kit/text.ts";
import { extraInfo, full, replaceFields } from "./fields.ts";
import { known, twinOf } from "./identity.ts";
import { contacts, identifiers, type Contact, type FullContact, type Identifier } from "./table.ts";

export const contactBody = z.object({ name, number: phone, email: email.or(z.literal("")).optional(), extraInfo: extraInfo.optional() });
type Body = z.infer<typeof contactBody>;

const pageSize = 20;

const queries = (found: SQL | undefined) =>
  prepared((db) => ({
    page: swift(db.select().from(contacts).where(found).orderBy(sql`${contacts.name} COLLATE NOCASE`).limit(pageSize).offset(sql.placeholder("offset")).prepare()),
    total: db.select({ count: countRows() }).from(contacts).where(found).prepare(),
  }));

const sought = sql.placeholder("sought");
const byPiece = inArray(contacts.id, sql`(SELECT rowid FROM contactSearch WHERE contactSearch MATCH ${sought})`);
const byPart = or(like(contacts.name, sql`${sought} ESCAPE '\\'`), like(contacts.number, sql`${sought} ESCAPE '\\'`));
const [everyone, withPiece, withPart] = [queries(undefined), queries(byPiece), queries(byPart)];

/** One page of contacts by name. Three characters or more find any part of a name or a number. */
export function list(store: Store, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) {
  const { page, total } = (searchParam ? (pieceQuery(searchParam) ? withPiece : withPart) : everyone)(store);
  const offset = (pageNumber - 1) * pageSize;
  const rows = page.all({ sought: soughtFor(searchParam), offset });
  const { count } = total.get({ sought: soughtFor(searchParam) })!;
  return { contacts: rows, hasMore: count > offset + rows.length, count };
}

/** The condition under which a contact answers to a text, which is given as `sought`. */
export const matching = (text: string) => (pieceQuery(text) ? byPiece : byPart);

/** The value of `sought` for a text. */
export const soughtFor = (text: string) => pieceQuery(text) ?? anywhere(text);

/** All people, for the choices of a form. */
export const all = (store: Store) => store.db.select().from(contacts).where(eq(contacts.isGroup, false)).orderBy(asc(contacts.name)).limit(5000).all();

/** Throws missing. */
export function find(db: Store["db"] | Tx, id: number): Contact {
  const contact = db.select().from(contacts).where(eq(contacts.id, id)).get();
  return contact ?? missing();
}

/** A contact that someone typed in. Throws a conflict when the number is another's. */
export function create(store: Store, { extraInfo, ...values }: Body): FullContact {
  return store.write((tx, emit) => insert(store, tx, emit, values, [{ type: "phone", value: values.number }], extraInfo));
}

/** Throws missing, a conflict when the number is another's, or invalid when a field that must stay would go. */
export function update(store: Store, id: number, { extraInfo, ...body }: Partial<Body>): FullContact {
  return store.write((tx, emit) => {
    const before = find(tx, id);
    if (body.number && body.number !== before.number) {
      refuseTaken(store, body.number, id);
      // Another number is another account, with another lid.
      const gone = body.number === twinOf(before.number) ? eq(identifiers.type, "phone") : undefined;
      tx.delete(identifiers).where(and(eq(identifiers.contactId, id), gone)).run();
      tx.insert(identifiers).values({ contactId: id, type: "phone", value: body.number }).run();
    }
    if (extraInfo) replaceFields(store, tx, id, extraInfo);
    const contact = full(store, tx.update(contacts).set({ ...body, ...touched(store.now()) }).where(eq(contacts.id, id)).returning().get()!);
    emit("contact", "update", { contact }, { to: "everyone" });
    return contact;
  });
}

/** A contact's row, names and fields. Throws a conflict when a number of theirs is another's. */
export function insert(store: Store, tx: Tx, emit: Emit, values: Pick<Contact, "name"> & Partial<Contact>, names: Identifier[], fields: Body["extraInfo"] = []): FullContact {
  for (const { type, value } of names) if (type === "phone") refuseTaken(store, value);
  const row = tx.insert(contacts).values({ ...values, ...born(store.now()) }).returning().get();
  tx.insert(identifiers).values(names.map((name) => ({ ...name, contactId: row.id }))).run();
  if (fields.length > 0) replaceFields(store, tx, row.id, fields);
  const contact = full(store, row);
  emit("contact", "create", { contact }, { to: "everyone" });
  return contact;
}

function refuseTaken(store: Store, number: string, mine?: number) {
  const taken = known(store, [{ type: "phone", value: number }]).find(({ id }) => id !== mine);
  if (taken) throw new Fault("conflict", "ERR_DUPLICATED_CONTACT", { message: "Já existe um contato com este número", fields: { number: "taken" }, details: { contactId: taken.id } });
}

function missing(): never {
  throw new Fault("missing", "ERR_NO_CONTACT_FOUND", { message: "Contato não encontrado" });
}
