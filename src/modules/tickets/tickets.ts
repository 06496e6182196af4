import { and, desc, eq, getTableColumns, inArray, sql, type SQLWrapper } from "drizzle-orm";
import { canSee, visibleTo, type Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { Db } from "../../kit/db/queried-file.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { connections } from "../connections/table.ts";
import { contacts } from "../contacts/table.ts";
import { notifyOfHandOver } from "../notifications/notify.ts";
import { queues } from "../queues/table.ts";
import { windowEndSql, windowProviders } from "../windows/window.ts";
import { users } from "../users/table.ts";
import { meOf } from "../users/users.ts";
import { audienceOf } from "./audience.ts";
import { recordSnooze, recordMove, type Cause } from "./events/events.ts";
import { settleGoals } from "./goals.ts";
import { tickets, type Ticket, type TicketRow } from "./table.ts";

const tagsOf = sql<
  Ticket["tags"]
>`(SELECT coalesce(json_group_array(json_object('id', t.id, 'name', t.name, 'color', t.color)), '[]') FROM ticketTags tt JOIN tags t ON t.id = tt.tagId WHERE tt.ticketId = ${tickets.id})`.mapWith(
  (json: string) => JSON.parse(json) as Ticket["tags"],
);

// Columns that only the database's triggers write.
export const place = sql<number | null>`${tickets}.place`;
export const kanbanTagId = sql<number | null>`${tickets}.kanbanTagId`;

// A contact who never wrote there has none that is open. rules.md#window
const windowUntil =
  sql<Date | null>`CASE WHEN ${connections.provider} IN (${sql.raw(windowProviders)})
  THEN coalesce(${sql.raw(windowEndSql('"tickets"."contactId"', '"tickets"."whatsappId"'))}, ${tickets.createdAt}) END`.mapWith(
    tickets.createdAt,
  );

const shape = {
  ...getTableColumns(tickets),
  place,
  kanbanTagId,
  contact: {
    id: contacts.id,
    name: contacts.name,
    number: contacts.number,
    username: contacts.username,
    profilePicUrl: contacts.profilePicUrl,
    isGroup: contacts.isGroup,
  },
  queue: { id: queues.id, name: queues.name, color: queues.color },
  whatsapp: { id: connections.id, name: connections.name, status: connections.status },
  user: { id: users.id, name: users.name },
  tags: tagsOf,
  windowUntil,
  // The documents list a code, and no more of it. rules.md#documented-fields
  code: sql<string>`''`,
  companyId: sql<number>`${sql.placeholder("company")}`,
};

/** A query for tickets as they travel; `company` is the id of the company. */
export const fullTicketQuery = (db: Db) =>
  db
    .select(shape)
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(connections, eq(connections.id, tickets.whatsappId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .$dynamic();

const byId = query((db) => fullTicketQuery(db).where(eq(tickets.id, sql.placeholder("id"))));
const activeQuery = query((db) =>
  fullTicketQuery(db).where(
    and(
      eq(tickets.contactId, sql.placeholder("contactId")),
      eq(tickets.whatsappId, sql.placeholder("whatsappId")),
      inArray(tickets.status, ["pending", "open"]),
    ),
  ),
);
const latestQuery = query((db) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder("contactId")),
        eq(tickets.whatsappId, sql.placeholder("whatsappId")),
      ),
    )
    .orderBy(desc(tickets.updatedAt))
    .limit(1),
);

/** `audienceOf` as an SQL condition, on tickets or on what has their columns. */
export const ticketsVisibleTo = (
  me: Me,
  { queueId, whatsappId, userId, status }: Columns = tickets,
) =>
  visibleTo(me, { queueId, connectionId: whatsappId, userId, waiting: sql`${status} = 'pending'` });

export type Columns = {
  queueId: SQLWrapper;
  whatsappId: SQLWrapper;
  userId: SQLWrapper;
  status: SQLWrapper;
};

/** Whether the ticket has an assignee and they may see it. rules.md#assignee-must-see */
export function isSeenByAssignee(db: CompanyDb, place: Parameters<typeof audienceOf>[0]): boolean {
  const assignee = place.userId === null ? undefined : meOf(db, place.userId, false);
  return assignee !== undefined && canSee(assignee, audienceOf(place));
}

/** A ticket that `me` may see. Throws missing for any other. */
export const findTicket = (db: CompanyDb, me: Me, id: number): Ticket =>
  seenBy(me, loadTicket(db, id));

/** A ticket, if `me` may see it. Throws missing if not. */
export const seenBy = (me: Me, ticket: Ticket): Ticket =>
  canSee(me, audienceOf(ticket)) ? ticket : missing();

/** A ticket without any access check: for callers that have checked, and for the channel. */
export const loadTicket = (db: CompanyDb, id: number): Ticket =>
  byId(db).get({ id, company: db.company }) ?? missing();

/** The contact's one pending or open ticket on a connection. */
export const active = (db: CompanyDb, contactId: number, whatsappId: number) =>
  activeQuery(db).get({ contactId, whatsappId, company: db.company });

/** The contact's last ticket on a connection, in any state. */
export const latest = (db: CompanyDb, contactId: number, whatsappId: number) =>
  latestQuery(db).get({ contactId, whatsappId });

/**
 * Changes a ticket and emits it to the users who see it now. Users who no longer see it get a
 * delete.
 */
export function change(
  tx: Tx,
  before: TicketRow,
  values: Partial<TicketRow>,
  cause: Cause = {},
): Ticket {
  const ticket = changeRow(tx, before, values, cause);
  tx.emit("ticket", "update", { ticket }, audienceOf(ticket), audienceOf(before));
  return ticket;
}

/**
 * Changes a ticket; the caller emits it. A change of status, queue or user is recorded as an event,
 * with its cause.
 */
export function changeRow(
  tx: Tx,
  before: TicketRow,
  values: Partial<TicketRow>,
  cause: Cause = {},
): Ticket {
  const isClosed = (values.status ?? before.status) === "closed";
  const ended = isClosed ? noWait : {};
  const began = before.status === "closed" && !isClosed ? noFailure : {};
  updateTicket(tx, before.id, {
    ...began,
    ...(before.snoozedUntil !== null && isMoved(before, values) ? awake : {}),
    ...values,
    ...ended,
    updatedAt: new Date(tx.now()),
  });
  const ticket = loadTicket(tx, before.id);
  recordMove(tx, before, ticket, cause);
  recordSnooze(tx, before, ticket, cause.byUserId ?? null);
  if (ticket.userId !== before.userId)
    notifyOfHandOver(tx, before, ticket, cause.byUserId ?? null, cause.note ?? "");
  return settleGoals(tx, before.id) ? loadTicket(tx, before.id) : ticket;
}

const updateTicket = query.update(tickets);
const noWait = {
  waitingSince: null,
  withBot: false,
  snoozedUntil: null,
  markedUnread: false,
  sla: null,
};
// A ticket that someone is given must not stay out of sight. rules.md#snooze
const awake = { snoozedUntil: null };
const isMoved = (before: TicketRow, { status, queueId, userId }: Partial<TicketRow>) =>
  (status ?? before.status) !== before.status ||
  (queueId !== undefined && queueId !== before.queueId) ||
  (userId !== undefined && userId !== before.userId);
// The mark is of one attendance.
const noFailure = { sendFailed: false };

/**
 * Changes what is no step in a ticket's life; the caller emits it. `updatedAt` stays, so that the
 * ticket does not move up in everyone's list.
 */
export function patchRow(tx: Tx, id: number, values: Partial<TicketRow>): Ticket {
  updateTicket(tx, id, values);
  settleGoals(tx, id);
  return loadTicket(tx, id);
}

/** Inserts a ticket. The caller emits it. */
export function add(
  tx: Tx,
  values: Pick<TicketRow, "status" | "contactId" | "whatsappId"> & Partial<TicketRow>,
): TicketRow {
  const now = new Date(tx.now());
  const row = tx
    .insert(tickets)
    .values({
      ...values,
      uuid: crypto.randomUUID(),
      lastMessageAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get();
  settleGoals(tx, row.id);
  return row;
}

/**
 * Throws a conflict that names whose the contact's other active ticket is.
 * rules.md#one-active-ticket
 */
export function refuseSecond(db: CompanyDb, contactId: number, whatsappId: number | null) {
  const other = whatsappId === null ? undefined : active(db, contactId, whatsappId);
  if (!other) return;
  throw new Fault("conflict", "ERR_OTHER_OPEN_TICKET", {
    message: other.user
      ? `Já existe um ticket aberto para o contato, com ${other.user.name}`
      : "Já existe um ticket aberto para o contato",
    details: { user: other.user?.name ?? null, uuid: other.uuid },
  });
}

export const wrongState = ({ status }: Pick<Ticket, "status">) =>
  new Fault("conflict", "ERR_TICKET_STATE", {
    message: "O atendimento não está mais neste estado",
    details: { status },
  });

export const notMyQueue = () =>
  new Fault("forbidden", "ERR_NO_PERMISSION", {
    message: "Esta fila não é sua",
    fields: { queueId: "invalid" },
  });

export function missing(): never {
  throw new Fault("missing", "ERR_NO_TICKET_FOUND", { message: "Ticket não encontrado" });
}

/** Whether a user may see any ticket of a contact. */
export const seesTicketOf = (db: CompanyDb, me: Me, contactId: number): boolean =>
  db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), ticketsVisibleTo(me)))
    .limit(1)
    .get() !== undefined;
