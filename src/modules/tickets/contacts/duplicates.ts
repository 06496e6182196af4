import { and, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { idsQuery } from "../../../kit/http/fields.ts";
import { notFound } from "../../../kit/db/page.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { duplicateSets, type DuplicateSet } from "../../contacts/duplicates.ts";
import { tagsColumn } from "../../contacts/tags.ts";
import { contacts, type DuplicateContact, type DuplicateGroup } from "../../contacts/table.ts";
import { tickets } from "../table.ts";

export const compareQuery = z.object({ ids: idsQuery });

/** The most groups that are shown at once. */
const maxGroups = 50;

/**
 * Groups of contacts that may be the same person, each sorted by its contacts' last messages,
 * newest first.
 */
export function duplicates(db: CompanyDb) {
  const all = joinOverlapping(duplicateSets(db));
  const visible = all.slice(0, maxGroups);
  const rows = new Map(
    candidates(
      db,
      visible.flatMap(({ ids }) => [...ids]),
    ).map((row) => [row.id, row]),
  );
  const groups: DuplicateGroup[] = visible.map(({ reason, ids }) => ({
    reason,
    contacts: [...rows.values()].filter(({ id }) => ids.has(id)),
  }));
  return { groups, count: all.length };
}

/**
 * Contacts to be compared before they are merged, in the order asked. Throws missing where one does
 * not exist, or is a group.
 */
export function compare(db: CompanyDb, { ids }: z.infer<typeof compareQuery>): DuplicateContact[] {
  const rows = candidates(db, ids);
  return ids.map((id) => rows.find((row) => row.id === id) ?? missing());
}

function missing(): never {
  throw notFound();
}

/** Joins groups that have a contact in common, under the reason that was found first. */
function joinOverlapping(sets: DuplicateSet[]) {
  const leaders = new Map<number, number>();
  const leaderOf = (id: number): number => {
    const leader = leaders.get(id) ?? id;
    return leader === id ? id : leaderOf(leader);
  };
  for (const { ids } of sets)
    for (const id of ids) leaders.set(leaderOf(id), leaderOf(firstOf(ids)));
  const groups = new Map<number, DuplicateSet>();
  for (const { reason, ids } of sets) {
    const leader = leaderOf(firstOf(ids));
    const existing = groups.get(leader);
    groups.set(leader, {
      reason: existing?.reason ?? reason,
      ids: existing ? existing.ids.union(ids) : ids,
    });
  }
  return [...groups.values()];
}

const firstOf = (ids: Set<number>) => [...ids][0]!;

function candidates(db: CompanyDb, ids: number[]): DuplicateContact[] {
  const lastMessageAt =
    sql<Date | null>`(SELECT max(lastMessageAt) FROM ${tickets} WHERE contactId = contacts.id)`.mapWith(
      (at: number) => new Date(at),
    );
  const count = sql<number>`(SELECT count(*) FROM ${tickets} WHERE contactId = contacts.id)`;
  return db
    .select({ ...getTableColumns(contacts), tags: tagsColumn, tickets: count, lastMessageAt })
    .from(contacts)
    .where(
      and(
        inArray(contacts.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
        isNull(contacts.erasedAt),
        eq(contacts.isGroup, false),
      ),
    )
    .orderBy(desc(lastMessageAt), contacts.id)
    .all();
}
