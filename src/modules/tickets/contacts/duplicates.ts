import { and, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { idsQuery } from "../../../kit/fields.ts";
import { notFound } from "../../../kit/page.ts";
import type { Store } from "../../../kit/store.ts";
import { tagsColumn } from "../../contacts/tags.ts";
import { contacts, type DuplicateContact, type DuplicateGroup } from "../../contacts/table.ts";

export const compareQuery = z.object({ ids: idsQuery });

/** The most groups that are shown at once. */
const maxGroups = 50;

/** A Brazilian mobile number without its ninth digit, any other as it is. The SQL counterpart of `twinOf` in `shared/phone.ts`. */
const plain = (column: string) => sql.raw(`iif(length(${column}) = 13 AND ${column} GLOB '55[0-9][0-9]9[6-9]*', substr(${column}, 1, 4) || substr(${column}, 6), ${column})`);

const people = sql`FROM contacts c WHERE c.isGroup = 0 AND c.erasedAt IS NULL`;
const byNumber = sql`
  SELECT group_concat(DISTINCT id) AS ids FROM (
    SELECT c.id AS id, ${plain("c.number")} AS number ${people} AND c.number <> ''
    UNION SELECT c.id, ${plain("i.value")} FROM identifiers i JOIN contacts c ON c.id = i.contactId WHERE i.type = 'phone' AND c.isGroup = 0 AND c.erasedAt IS NULL
  ) GROUP BY number HAVING count(DISTINCT id) > 1`;
const byNameEmail = sql`SELECT group_concat(c.id) AS ids ${people} AND c.email <> '' GROUP BY lower(trim(c.name)), lower(c.email) HAVING count(*) > 1`;

/** Groups of contacts who may be the same person, in each those who wrote last first. */
export function duplicates(store: Store) {
  const sets = [...idSets(store, byNumber).map((ids) => ({ reason: "number" as const, ids })), ...idSets(store, byNameEmail).map((ids) => ({ reason: "nameEmail" as const, ids }))];
  const all = joinOverlapping(sets);
  const shown = all.slice(0, maxGroups);
  const rows = new Map(candidates(store, shown.flatMap(({ ids }) => [...ids])).map((row) => [row.id, row]));
  const groups: DuplicateGroup[] = shown.map(({ reason, ids }) => ({ reason, contacts: [...rows.values()].filter(({ id }) => ids.has(id)) }));
  return { groups, count: all.length };
}

/** Contacts to be compared before they are merged, in the order asked. Throws missing where one does not exist, or is a group. */
export function compare(store: Store, { ids }: z.infer<typeof compareQuery>): DuplicateContact[] {
  const rows = candidates(store, ids);
  return ids.map((id) => rows.find((row) => row.id === id) ?? missing());
}

function missing(): never {
  throw notFound();
}

const idSets = (store: Store, query: typeof byNumber) => store.db.all<{ ids: string }>(query).map(({ ids }) => new Set(ids.split(",").map(Number)));

/** Joins groups that have a contact in common, under the reason that was found first. */
function joinOverlapping(sets: { reason: DuplicateGroup["reason"]; ids: Set<number> }[]) {
  const leaders = new Map<number, number>();
  const leaderOf = (id: number): number => {
    const leader = leaders.get(id) ?? id;
    return leader === id ? id : leaderOf(leader);
  };
  for (const { ids } of sets) for (const id of ids) leaders.set(leaderOf(id), leaderOf(firstOf(ids)));
  const groups = new Map<number, (typeof sets)[number]>();
  for (const { reason, ids } of sets) {
    const leader = leaderOf(firstOf(ids));
    const known = groups.get(leader);
    groups.set(leader, { reason: known?.reason ?? reason, ids: known ? known.ids.union(ids) : ids });
  }
  return [...groups.values()];
}

const firstOf = (ids: Set<number>) => [...ids][0]!;

function candidates(store: Store, ids: number[]): DuplicateContact[] {
  const lastMessageAt = sql<Date | null>`(SELECT max(lastMessageAt) FROM tickets t WHERE t.contactId = contacts.id)`.mapWith((at: number) => new Date(at));
  const count = sql<number>`(SELECT count(*) FROM tickets t WHERE t.contactId = contacts.id)`;
  return store.db.select({ ...getTableColumns(contacts), tags: tagsColumn, tickets: count, lastMessageAt }).from(contacts)
    .where(and(inArray(contacts.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`), isNull(contacts.erasedAt), eq(contacts.isGroup, false)))
    .orderBy(desc(lastMessageAt), contacts.id).all();
}
