import { and, eq, inArray, notInArray, or } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { listed, type Person } from "../personal-data/register.ts";
import { messages } from "./table.ts";

/** All messages in a contact's tickets, from both sides. */
export const inTicketsOf = ({ ticketIds }: Person) => inArray(messages.ticketId, listed(ticketIds));

/** Messages that a contact wrote in groups' tickets. */
const inOtherTickets = ({ id, ticketIds }: Person) =>
  and(eq(messages.contactId, id), notInArray(messages.ticketId, listed(ticketIds)))!;

/** All messages with a contact, and by them in groups. */
export const allOf = (person: Person) => or(inTicketsOf(person), inOtherTickets(person))!;

export const idsOf = (tx: Tx, person: Person) =>
  tx.select({ id: messages.id }).from(messages).where(allOf(person));
