import { sql } from "drizzle-orm";
import { z } from "zod";
import { invalidFields } from "../../kit/fault.ts";
import { arrayOf, id, text } from "../../kit/http/fields.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { missing } from "../tags/find-or-create.ts";
import { contactTexts, idsOf } from "./list.ts";
import type { Searcher } from "./search.ts";

/** The most contacts of one change, and the most contacts and pairs of one transaction. */
const most = { contacts: 10_000, step: 500, pairs: 1000 };

/** So many changed contacts are emitted one by one; lists read more of them anew. */
const few = 20;

export const bulkTagsBody = z.object({
  ids: arrayOf(id, most.contacts).optional(),
  /** All contacts that the list shows with this search and these tags. */
  filter: z.object({ searchParam: text(200), contactTag: arrayOf(id, 50).optional() }).optional(),
  add: arrayOf(id, 50).default([]),
  remove: arrayOf(id, 50).default([]),
});

/** The contacts whose tags changed, by tag: an undo changes only these back. */
type Changed = { tagId: number; contactIds: number[] }[];

/**
 * Adds tags to many contacts and takes others from them, some hundred in each transaction. Yields
 * between two of them. Contacts that are gone are left out. Throws invalid, or missing for a tag.
 */
export async function bulkTags(
  db: CompanyDb,
  me: Searcher,
  { ids, filter, ...body }: z.infer<typeof bulkTagsBody>,
) {
  if ((ids === undefined) === (filter === undefined)) throw invalidFields({ ids: "required" });
  const [add, remove] = [[...new Set(body.add)], [...new Set(body.remove)]];
  if (add.length + remove.length === 0) throw invalidFields({ add: "required" });
  refuseMissing(db, [...add, ...remove]);
  const all = ids ? existing(db, ids) : idsOf(db, me, filter!, most.contacts);
  const step = Math.min(most.step, Math.ceil(most.pairs / (add.length + remove.length)));
  const added = new Map<number, number[]>();
  const removed = new Map<number, number[]>();
  for (let from = 0; from < all.length; from += step) {
    await new Promise(setImmediate);
    const part = JSON.stringify(all.slice(from, from + step));
    db.write((tx) => {
      for (const tagId of add) note(added, tagId, addTag(tx, tagId, part));
      for (const tagId of remove) note(removed, tagId, removeTag(tx, tagId, part));
      emitChanged(tx, all);
    });
  }
  return { count: all.length, added: listed(added), removed: listed(removed) };
}

/** The contacts of these that there are, each once. */
const existing = (db: CompanyDb, ids: number[]): number[] =>
  db
    .all<{ id: number }>(
      sql`SELECT id FROM contacts
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND erasedAt IS NULL`,
    )
    .map(({ id }) => id);

function refuseMissing(db: CompanyDb, tagIds: number[]) {
  const [row] = db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM tags
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(tagIds)}))`,
  );
  if (row!.count !== new Set(tagIds).size) missing();
}

const addTag = (tx: Tx, tagId: number, ids: string) =>
  tx.all<{ contactId: number }>(
    sql`INSERT INTO contactTags (contactId, tagId)
      SELECT id, ${tagId} FROM contacts
      WHERE id IN (SELECT value FROM json_each(${ids})) AND erasedAt IS NULL
      ON CONFLICT DO NOTHING RETURNING contactId`,
  );

const removeTag = (tx: Tx, tagId: number, ids: string) =>
  tx.all<{ contactId: number }>(
    sql`DELETE FROM contactTags
      WHERE tagId = ${tagId} AND contactId IN (SELECT value FROM json_each(${ids}))
      RETURNING contactId`,
  );

function note(changed: Map<number, number[]>, tagId: number, rows: { contactId: number }[]) {
  changed.set(tagId, [...(changed.get(tagId) ?? []), ...rows.map(({ contactId }) => contactId)]);
}

function emitChanged(tx: Tx, ids: number[]) {
  if (ids.length > few) return tx.emit("contact", "reload", {}, { to: "everyone" });
  for (const text of contactTexts(tx).some(ids))
    tx.emit("contact", "update", { contact: text.read() }, { to: "everyone" });
}

const listed = (changed: Map<number, number[]>): Changed =>
  [...changed].map(([tagId, contactIds]) => ({ tagId, contactIds }));
