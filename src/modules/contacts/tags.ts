import { eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { tags } from "../tags/table.ts";
import { contactTags, type ContactTag } from "./table.ts";

const byContact = query((db) =>
  db
    .select({ id: tags.id, name: tags.name, color: tags.color })
    .from(contactTags)
    .innerJoin(tags, eq(tags.id, contactTags.tagId))
    .where(eq(contactTags.contactId, sql.placeholder("contactId")))
    .orderBy(tags.name),
);

/** A contact's tags, by name. */
export const tagsOf = (db: CompanyDb, contactId: number): ContactTag[] =>
  byContact(db).all({ contactId });

/** The same, as a column of a list of contacts. */
export const tagsColumn = sql<
  ContactTag[]
>`(SELECT coalesce(json_group_array(json_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.name), '[]') FROM contactTags ct JOIN tags t ON t.id = ct.tagId WHERE ct.contactId = contacts.id)`.mapWith(
  (json: string) => JSON.parse(json) as ContactTag[],
);

/** Replaces a contact's tags. */
export function retag(tx: Tx, contactId: number, tagIds: number[]) {
  tx.delete(contactTags).where(eq(contactTags.contactId, contactId)).run();
  addTags(tx, contactId, tagIds);
}

/** Adds tags to a contact. */
export function addTags(tx: Tx, contactId: number, tagIds: number[]) {
  if (tagIds.length > 0)
    tx.insert(contactTags)
      .values(tagIds.map((tagId) => ({ contactId, tagId })))
      .onConflictDoNothing()
      .run();
}
