import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Audience, Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { tickets } from "../tickets/table.ts";
import { audienceOf } from "../tickets/audience.ts";
import { ticketsVisibleTo } from "../tickets/tickets.ts";

/** The seller and the customer of a budget or an order. */
export type Sale = { userId: number | null; contactId: number | null };

/**
 * The condition that `me` may see a budget or an order; undefined when they see all.
 * rules.md#who-sees-sales
 */
export function salesVisibleTo(
  me: Me,
  sale: { userId: SQLiteColumn; contactId: SQLiteColumn },
): SQL | undefined {
  if (me.profile === "admin") return undefined;
  return or(eq(sale.userId, me.id), inArray(sale.contactId, contactsSeenBy(me)));
}

/** The contacts that have a ticket visible to `me`, as the right side of an IN. */
export const contactsSeenBy = (me: Me): SQL =>
  sql`(SELECT ${tickets.contactId} FROM ${tickets} WHERE ${ticketsVisibleTo(me) ?? sql`1`})`;

/** The same test for one contact: faster for short lists. */
export const isContactSeenBy = (me: Me, contactId: SQLiteColumn): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tickets} WHERE ${and(eq(tickets.contactId, contactId), ticketsVisibleTo(me))})`;

/** The audience of live events, by the same rule. */
export function salesAudience(
  db: CompanyDb,
  { userId, contactId }: Sale,
): Extract<Audience, { to: "any" }> {
  const desks = contactId === null ? [] : desksQuery(db).all({ contactId });
  return {
    to: "any",
    of: [
      { to: "admins" },
      ...(userId === null ? [] : [{ to: "user", userId } as const]),
      ...desks.map(deskOf),
    ],
  };
}

const { queueId, whatsappId, userId: assignee, status } = tickets;
const desksQuery = query((db) =>
  db
    .selectDistinct({ queueId, whatsappId, userId: assignee, status })
    .from(tickets)
    .where(eq(tickets.contactId, sql.placeholder("contactId"))),
);

const deskOf = (ticket: Parameters<typeof audienceOf>[0]) =>
  audienceOf(ticket) as Exclude<Audience, { to: "any" }>;
