import { eq, sql } from "drizzle-orm";
import type { Identifier } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { contacts, identifiers } from "./table.ts";

const byContact = query((db) =>
  db
    .select({ type: identifiers.type, value: identifiers.value })
    .from(identifiers)
    .innerJoin(contacts, eq(contacts.id, identifiers.contactId))
    .where(eq(identifiers.contactId, sql.placeholder("contactId")))
    .orderBy(
      sql`${identifiers.type} IN ('lid', 'bsuid')`,
      sql`${identifiers.value} <> ${contacts.number}`,
      identifiers.value,
    ),
);

/** All identifiers of a contact, phone numbers before lids and bsuids, and the contact's own number first. */
export const identifiersOf = (db: CompanyDb, contactId: number): Identifier[] =>
  byContact(db).all({ contactId });
