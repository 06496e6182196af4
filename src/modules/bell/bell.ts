import { and, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, id, wordsQuery } from "../../kit/http/fields.ts";
import {
  notificationKinds,
  storedKinds,
  ticketKinds,
  type NotificationKind,
} from "../../shared/notifications.ts";
import type { Plan } from "../../shared/plan.ts";
import { connections } from "../connections/table.ts";
import { contacts } from "../contacts/table.ts";
import { markRead } from "../notifications/notify.ts";
import { notifications, type Notification } from "../notifications/table.ts";
import { ordersVisibleTo } from "../orders/sight.ts";
import { orders } from "../orders/table.ts";
import { reminders } from "../reminders/table.ts";
import { tickets } from "../tickets/table.ts";
import { ticketsVisibleTo } from "../tickets/tickets.ts";
import { users } from "../users/table.ts";
import { latestStart } from "./late.ts";

export const bellQuery = z.object({
  kinds: wordsQuery(notificationKinds).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});
type Query = z.infer<typeof bellQuery>;

export const readBody = z.object({
  ids: arrayOf(id, 500).optional(),
  ticketId: id.optional(),
  all: z.boolean().optional(),
});

const pageSize = 50;

/**
 * One page of the notifications of `me`, the newest first, as far as `me` may still see what they
 * are about. `unread` counts those on all pages. rules.md#notifications
 */
export function list(
  db: CompanyDb,
  me: Me,
  plan: Pick<Plan, "useSales">,
  { kinds = [...notificationKinds], pageNumber }: Query,
) {
  const listed = [...stored(db, me, plan, kinds), ...ofTickets(db, me, kinds)].sort(
    (one, other) => Number(other.at) - Number(one.at) || (other.id ?? 0) - (one.id ?? 0),
  );
  const offset = (pageNumber - 1) * pageSize;
  const rows = listed.slice(offset, offset + pageSize);
  return {
    records: load(db, rows),
    count: listed.length,
    hasMore: listed.length > offset + rows.length,
    unread: listed.filter(({ readAt }) => readAt === null).length,
  };
}

/**
 * Marks notifications of `me` as read: some, those of a ticket, or all. Throws invalid where the
 * request names none.
 */
export function read(db: CompanyDb, me: Me, { ids, ticketId, all }: z.infer<typeof readBody>) {
  if (!ids && !ticketId && !all)
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Diga o que foi lido",
      fields: { ids: "required" },
    });
  const which = all
    ? undefined
    : or(
        ids && inArray(notifications.id, ids),
        ticketId ? eq(notifications.ticketId, ticketId) : undefined,
      );
  return db.write((tx) => ({ read: markRead(tx, and(eq(notifications.userId, me.id), which)) }));
}

/** Enough of a notification to order and count it. */
type Listed = Pick<Notification, "id" | "at" | "readAt" | "ticketId" | "kind">;

function stored(
  db: CompanyDb,
  me: Me,
  plan: Pick<Plan, "useSales">,
  kinds: readonly NotificationKind[],
): Listed[] {
  const kindsOfRows = storedKinds.filter((kind) => kinds.includes(kind));
  if (kindsOfRows.length === 0) return [];
  const { id, kind, at, readAt, ticketId } = notifications;
  return db
    .select({ id, kind, at, readAt, ticketId })
    .from(notifications)
    .leftJoin(tickets, eq(tickets.id, notifications.ticketId))
    .leftJoin(orders, eq(orders.id, notifications.orderId))
    .where(
      and(
        eq(notifications.userId, me.id),
        kindsOfRows.length < storedKinds.length ? inArray(kind, kindsOfRows) : undefined,
        or(isNull(ticketId), ticketsVisibleTo(me) ?? isNotNull(ticketId)),
        or(
          isNull(notifications.orderId),
          plan.useSales ? (ordersVisibleTo(me) ?? isNotNull(notifications.orderId)) : undefined,
        ),
        me.profile === "admin" ? undefined : isNull(notifications.whatsappId),
      ),
    )
    .all();
}

/**
 * One notification for each ticket that waits for agents or that `me` holds. Its customer waits for
 * longer than the company's limit, or has unread messages. A ticket that was just handed to `me` is
 * listed as that. rules.md#notifications
 */
function ofTickets(db: CompanyDb, me: Me, kinds: readonly NotificationKind[]): Listed[] {
  if (!ticketKinds.some((kind) => kinds.includes(kind))) return [];
  const waits = and(
    eq(tickets.status, "pending"),
    or(isNotNull(tickets.queueId), eq(tickets.withBot, false)),
    ticketsVisibleTo(me),
  );
  const isMine = and(eq(tickets.status, "open"), eq(tickets.userId, me.id));
  const handedOver = sql`EXISTS (SELECT 1 FROM ${notifications} WHERE ${and(
    eq(notifications.ticketId, tickets.id),
    eq(notifications.userId, me.id),
    eq(notifications.kind, "handedOver"),
    isNull(notifications.readAt),
  )})`;
  const { id: ticketId, status, queueId, lastMessageAt: at, waitingSince } = tickets;
  const { unreadMessages, snoozedUntil } = tickets;
  const lateSince = latestStart(db);
  return db
    .select({ ticketId, status, queueId, at, waitingSince, unreadMessages, snoozedUntil })
    .from(tickets)
    .where(
      and(
        or(gt(unreadMessages, 0), isNotNull(waitingSince)),
        or(waits, isMine),
        sql`NOT ${handedOver}`,
      ),
    )
    .all()
    .flatMap((row): Listed[] => {
      const isLate =
        row.snoozedUntil === null && Number(row.waitingSince ?? Infinity) <= lateSince(row.queueId);
      if (!isLate && row.unreadMessages === 0) return [];
      const kind = isLate ? "late" : row.status === "pending" ? "newTicket" : "yourTurn";
      return kinds.includes(kind)
        ? [{ ticketId: row.ticketId, at: row.at, id: null, readAt: null, kind }]
        : [];
    });
}

function load(db: CompanyDb, listed: Listed[]): Notification[] {
  const ids = listed.flatMap(({ id }) => id ?? []);
  const rows = new Map(
    db
      .select({
        notification: getTableColumns(notifications),
        byUser: { id: users.id, name: users.name },
        order: { id: orders.id, number: orders.number },
        whatsapp: { id: connections.id, name: connections.name },
        reminder: reminders.text,
      })
      .from(notifications)
      .leftJoin(users, eq(users.id, notifications.byUserId))
      .leftJoin(orders, eq(orders.id, notifications.orderId))
      .leftJoin(connections, eq(connections.id, notifications.whatsappId))
      .leftJoin(reminders, eq(reminders.id, notifications.reminderId))
      .where(inArray(notifications.id, ids))
      .all()
      .map((row) => [row.notification.id, row]),
  );
  const byTicket = loadTickets(
    db,
    listed.flatMap(({ ticketId }) => ticketId ?? []),
  );
  return listed.map(({ id, kind, at, readAt, ticketId }) => {
    const { notification, reminder, ...names } = rows.get(id ?? 0) ?? nothing;
    const { userId: _, ...row } = notification;
    const { lastMessage, ...ticket } = byTicket.get(ticketId ?? 0) ?? { lastMessage: "" };
    return {
      ...row,
      ...names,
      id,
      kind,
      at,
      readAt,
      ticketId,
      text: reminder ?? lastMessage,
      ticket: "uuid" in ticket ? ticket : null,
    };
  });
}

/** A notification without a row: it is read off a ticket. */
const nothing = {
  notification: {
    userId: 0,
    orderId: null,
    reminderId: null,
    whatsappId: null,
    byUserId: null,
    note: "",
  },
  reminder: null,
  byUser: null,
  order: null,
  whatsapp: null,
};

function loadTickets(db: CompanyDb, ids: number[]) {
  const { id, uuid, status, lastMessage } = tickets;
  const { name, number, profilePicUrl, isGroup } = contacts;
  return new Map(
    db
      .select({
        id,
        uuid,
        status,
        lastMessage,
        contact: { id: contacts.id, name, number, profilePicUrl, isGroup },
      })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .where(inArray(id, ids))
      .all()
      .map((row) => [row.id, row]),
  );
}
