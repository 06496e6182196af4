import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { kindsOfPart, type EntryKind, type TimelinePart } from "../../shared/contact-page.ts";
import { holds } from "../../shared/permissions.ts";
import { numberKey } from "../../shared/phone.ts";
import type { Plan } from "../../shared/plan.ts";
import { budgets } from "../budgets/table.ts";
import { numbersOf } from "../campaigns/answers.ts";
import { orders } from "../orders/table.ts";
import { isInStoresOf, seesAllOrders } from "../orders/sight.ts";
import { seesTicketOf, ticketsVisibleTo } from "../tickets/tickets.ts";

/** A user who opens a contact's page. `seesTicket`: they may see a ticket of the contact. */
export type Viewer = {
  db: CompanyDb;
  me: Me;
  plan: Plan;
  contactId: number;
  seesTicket: boolean;
};

export const viewerOf = (db: CompanyDb, me: Me, plan: Plan, contactId: number): Viewer => ({
  db,
  me,
  plan,
  contactId,
  seesTicket: seesTicketOf(db, me, contactId),
});

/**
 * The entries of a contact that the viewer may see, as a query of `kind`, `id` and `at` (epoch ms).
 * Each part reads one contact's rows by an index. Undefined where nothing is to be seen.
 * rules.md#contact-page
 */
export function entriesOf(viewer: Viewer, part: TimelinePart): SQL | undefined {
  const selects = kindsOfPart[part]
    .filter((kind) => isOpen(viewer, kind))
    .map((kind) => selectOf[kind](viewer));
  return selects.length === 0 ? undefined : sql.join(selects, sql` UNION ALL `);
}

function isOpen({ me, plan }: Viewer, kind: EntryKind): boolean {
  if (kind === "order" || kind === "payment") return plan.useSales && holds(me, "orders.read");
  if (kind === "budget") return plan.useSales && holds(me, "budgets.read");
  if (kind === "campaign" || kind === "optOut" || kind === "optIn") return plan.useCampaigns;
  return true;
}

const selectOf: Record<EntryKind, (viewer: Viewer) => SQL> = {
  conversation: ({ me, contactId }) =>
    sql`SELECT 'conversation' AS kind, r.id, r.queuedAt AS at
      FROM tickets CROSS JOIN ticketRounds r ON r.ticketId = tickets.id
      WHERE ${and(sql`tickets.contactId = ${contactId}`, ticketsVisibleTo(me))}`,
  ticket: ({ me, contactId }) =>
    sql`SELECT 'ticket' AS kind, tickets.id, lastMessageAt AS at FROM tickets
      WHERE ${and(sql`tickets.contactId = ${contactId}`, ticketsVisibleTo(me))}
        AND NOT EXISTS (SELECT 1 FROM ticketRounds r WHERE r.ticketId = tickets.id)`,
  order: (viewer) =>
    sql`SELECT 'order' AS kind, orders.id, emission AS at FROM orders WHERE ${ordersOf(viewer)}`,
  budget: ({ me, contactId, seesTicket }) =>
    sql`SELECT 'budget' AS kind, budgets.id, createdAt AS at FROM budgets WHERE ${and(
      sql`budgets.contactId = ${contactId} AND closedAt IS NULL`,
      seesTicket || me.profile === "admin" ? undefined : eq(budgets.userId, me.id),
    )}`,
  // Money that was moved from an order to another one is listed where it went.
  payment: (viewer) =>
    sql`SELECT 'payment' AS kind, p.id, p.at FROM orders CROSS JOIN receipts p ON p.orderId = orders.id
      WHERE ${ordersOf(viewer)} AND NOT (p.isCredit AND p.value < 0)`,
  note: ({ me, contactId }) =>
    sql`SELECT 'note' AS kind, n.id, n.createdAt AS at FROM ticketNotes n JOIN tickets ON tickets.id = n.ticketId
      WHERE ${and(sql`n.contactId = ${contactId}`, ticketsVisibleTo(me))}`,
  campaign: (viewer) =>
    sql`SELECT 'campaign' AS kind, id, sentAt AS at FROM campaignShipping
      WHERE numberKey IN ${keysOf(viewer)} AND sentAt IS NOT NULL`,
  optOut: (viewer) =>
    sql`SELECT 'optOut' AS kind, id, at FROM optOuts WHERE numberKey IN ${keysOf(viewer)}`,
  optIn: (viewer) =>
    sql`SELECT 'optIn' AS kind, id, backAt AS at FROM optOuts
      WHERE numberKey IN ${keysOf(viewer)} AND backAt IS NOT NULL`,
  reminder: ({ me, contactId }) =>
    sql`SELECT 'reminder' AS kind, m.id, m.dueAt AS at FROM reminders m JOIN tickets ON tickets.id = m.ticketId
      WHERE ${and(sql`m.contactId = ${contactId}`, ticketsVisibleTo(me))}`,
};

/** The condition of the contact's orders that the viewer may see. rules.md#who-sees-sales */
export const ordersOf = ({ me, contactId, seesTicket }: Viewer): SQL =>
  and(
    sql`orders.contactId = ${contactId}`,
    seesTicket || seesAllOrders(me) ? undefined : or(eq(orders.userId, me.id), isInStoresOf(me)),
  )!;

const keysOf = ({ db, contactId }: Viewer): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(numbersOf(db, contactId).map(numberKey))}))`;
