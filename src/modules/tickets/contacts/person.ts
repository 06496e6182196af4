import { eq } from "drizzle-orm";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import type { Db } from "../../../kit/db/queried-file.ts";
import { findContact } from "../../contacts/contacts.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import type { Person } from "../../personal-data/register.ts";
import { tickets } from "../table.ts";

/** A contact as the register of personal data asks for them. */
export function personOf(db: CompanyDb, id: number): Person {
  const { name, pushName, email } = findContact(db, id);
  return {
    id,
    names: [name, pushName].filter((text) => text !== ""),
    email,
    identifiers: identifiersOf(db, id),
    ticketIds: ticketsOf(db, id),
  };
}

const ticketsOf = (db: Db, id: number) =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.contactId, id))
    .orderBy(tickets.id)
    .all()
    .map((ticket) => ticket.id);
