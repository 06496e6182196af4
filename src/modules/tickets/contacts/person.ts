import { eq } from "drizzle-orm";
import type { Db, Store, Tx } from "../../../kit/store.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import type { Person } from "../../personal-data/register.ts";
import { tickets } from "../table.ts";

/** A contact as the register of personal data asks for them. */
export const personOf = (store: Store, db: Db | Tx, id: number): Person => ({
  id, identifiers: identifiersOf(store, id),
  ticketIds: db.select({ id: tickets.id }).from(tickets).where(eq(tickets.contactId, id)).orderBy(tickets.id).all().map((ticket) => ticket.id),
});
