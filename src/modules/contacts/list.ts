import {
  and,
  asc,
  count as countRows,
  eq,
  getTableColumns,
  inArray,
  isNull,
  sql,
  type SQL,
} from "drizzle-orm";
import { z } from "zod";
import { idsFilter, listQuery, writtenPhone } from "../../kit/http/fields.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { textsOf } from "../../kit/db/texts.ts";
import { write } from "../../kit/db/written.ts";
import { findByIdentifiers } from "./find-by-identifier.ts";
import { cachedSearch } from "./cached-search.ts";
import { completeNumber } from "./own-area.ts";
import { bound, lookup, type Searcher } from "./search.ts";
import { tagsColumn } from "./tags.ts";
import { contacts, type LastTalk, type Purchases, type TaggedContact } from "./table.ts";
import { isThere } from "./contacts.ts";

export const contactQuery = listQuery.extend({ contactTag: idsFilter });

export const numberQuery = z.object({ number: writtenPhone });

/**
 * One page of contacts by name, with their last talks and purchases where the caller has them. Three characters
 * or more find any part of a name or a number; of several tags any matches.
 */
export function list(
  db: CompanyDb,
  { searchParam, pageNumber, contactTag }: z.infer<typeof contactQuery>,
  me: Searcher = { hidesNumbers: false },
  talksOf: (ids: number[]) => Map<number, LastTalk> = () => new Map(),
  purchasesOf: (ids: number[]) => Map<number, Purchases> = () => new Map(),
) {
  const offset = (pageNumber - 1) * pageSize;
  const { ids, count } =
    searchParam || contactTag?.length
      ? search(db, { searchParam, contactTag }, me, offset)
      : {
          ids: allQuery(db)
            .all({ offset })
            .map(({ id }) => id),
          count: countQuery(db).get()!.count,
        };
  const texts = contactTexts(db).some(ids);
  const talks = talksOf(ids);
  const purchases = purchasesOf(ids);
  return write({
    contacts: texts.map((text, index) =>
      text.with({
        lastTalk: talks.get(ids[index]!) ?? null,
        purchases: purchases.get(ids[index]!) ?? null,
      }),
    ),
    hasMore: count > offset + ids.length,
    count,
  });
}

/** The ids of all contacts that a search and tags leave, up to a limit. */
export function idsOf(
  db: CompanyDb,
  me: Searcher,
  filter: Pick<z.infer<typeof contactQuery>, "searchParam" | "contactTag">,
  limit: number,
): number[] {
  return search(db, filter, me, 0, limit).ids;
}

function search(
  db: CompanyDb,
  {
    searchParam,
    contactTag = [],
  }: Pick<z.infer<typeof contactQuery>, "searchParam" | "contactTag">,
  me: Searcher,
  offset: number,
  size = pageSize,
) {
  const { way, searchText } = searchParam
    ? lookup(me, searchParam)
    : { way: "all" as const, searchText: "" };
  const values = { searchText, tagIds: JSON.stringify(contactTag) };
  const all = cachedSearch(
    db,
    JSON.stringify([way, values]),
    () => (contactTag.length > 0 ? withTag : anyTag)[way](db).get(values)!.ids,
  );
  return { ids: all.slice(offset, offset + size), count: all.length };
}

/** Contacts with this number, in either form of a Brazilian one. rules.md#brazilian-numbers */
export function withNumber(db: CompanyDb, number: string) {
  const contacts = findByIdentifiers(db, [{ type: "phone", value: completeNumber(db, number) }]);
  return { contacts, count: contacts.length };
}

/** All people, for a form's select. */
export const all = (db: CompanyDb) =>
  db
    .select({ ...getTableColumns(contacts), tags: tagsColumn })
    .from(contacts)
    .where(and(eq(contacts.isGroup, false), isNull(contacts.erasedAt)))
    .orderBy(asc(contacts.name))
    .limit(5000)
    .all();

/** Contacts as their list shows them. */
export const contactTexts = textsOf<TaggedContact>({
  name: "contacts",
  madeOf: [
    { table: "contacts", ids: "VALUES (row.id)" },
    { table: "contactTags", ids: "VALUES (row.contactId)" },
    { table: "tags", ids: "VALUES (0)", columns: ["name", "color"] },
  ],
  find: (db, ids) => someQuery(db).all({ ids: JSON.stringify(ids) }),
});

const pageSize = 20;

const byName = [sql`${contacts.name} COLLATE NOCASE`, contacts.id];

// As one list, since reading its rows takes as long as finding them.
const rowsWhere = (...conditions: (SQL | undefined)[]) =>
  query((db) =>
    db
      .select({
        ids: sql<number[]>`json_group_array(id)`.mapWith(
          (json: string) => JSON.parse(json) as number[],
        ),
      })
      .from(
        db
          .select({ id: contacts.id })
          .from(contacts)
          .where(and(isThere, ...conditions))
          .orderBy(...byName)
          .as("ordered"),
      ),
  );

const allQuery = query((db) =>
  db
    .select({ id: contacts.id })
    .from(contacts)
    .where(isThere)
    .orderBy(...byName)
    .limit(pageSize)
    .offset(sql.placeholder("offset")),
);

const countQuery = query((db) => db.select({ count: countRows() }).from(contacts).where(isThere));

const someQuery = query((db) =>
  db
    .select({ ...getTableColumns(contacts), tags: tagsColumn })
    .from(contacts)
    .where(inArray(contacts.id, sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`)),
);

const tagged = inArray(
  contacts.id,
  sql`(SELECT contactId FROM contactTags WHERE tagId IN (SELECT value FROM json_each(${sql.placeholder("tagIds")})))`,
);

const queries = (also?: SQL) => ({
  all: rowsWhere(also),
  whole: rowsWhere(also, bound.whole),
  piece: rowsWhere(also, bound.piece),
  part: rowsWhere(also, bound.part),
  namePiece: rowsWhere(also, bound.namePiece),
  namePart: rowsWhere(also, bound.namePart),
});

const [anyTag, withTag] = [queries(), queries(tagged)];
