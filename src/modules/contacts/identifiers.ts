import { eq, sql } from "drizzle-orm";
import type { Identifier } from "../../channel/channel.ts";
import { prepared, type CompanyDb } from "../../kit/db/company-db.ts";
import { contacts, identifiers } from "./table.ts";

const query = prepared((db) =>
  db
    .select({ type: identifiers.type, value: identifiers.value })
    .from(identifiers)
    .innerJoin(contacts, eq(contacts.id, identifiers.contactId))
    .where(eq(identifiers.contactId, sql.placeholder("contactId")))
    .orderBy(
      sql`${identifiers.type} = 'lid'`,
      sql`${identifiers.value} <> ${contacts.number}`,
      identifiers.value,
    )
    .prepare(),
);

/** All identifiers of a contact, phone numbers before lids, and the contact's own number first. */
export const identifiersOf = (db: CompanyDb, contactId: number): Identifier[] =>
  query(db).all({ contactId });
