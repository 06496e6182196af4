import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  isNotNull,
  isNull,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { canSee, type Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import { id, text, yesQuery } from "../../kit/http/fields.ts";
import { futureInstant, moment } from "../../kit/http/moment.ts";
import { notFound, page } from "../../kit/db/page.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { reminderLength, reminderStates, type ReminderState } from "../../shared/reminders.ts";
import { contacts } from "../contacts/table.ts";
import { markRead, notify, takeBack } from "../notifications/notify.ts";
import { notifications } from "../notifications/table.ts";
import { audienceOf } from "../tickets/audience.ts";
import { record } from "../tickets/events/events.ts";
import { findTicket, loadTicket, ticketsVisibleTo } from "../tickets/tickets.ts";
import { tickets, type TicketRow } from "../tickets/table.ts";
import { users } from "../users/table.ts";
import { meOf } from "../users/users.ts";
import { reminders, type Reminder } from "./table.ts";

export const reminderBody = z.object({
  ticketId: id,
  dueAt: moment,
  text: text(reminderLength).optional(),
  userId: id.optional(),
});
type Body = z.infer<typeof reminderBody>;

export const reminderChange = reminderBody
  .omit({ ticketId: true })
  .extend({ done: z.boolean() })
  .partial();
type Change = z.infer<typeof reminderChange>;

export const reminderQuery = z.object({
  state: z.enum(reminderStates).optional(),
  ticketId: z.coerce.number().int().positive().optional(),
  /** Only those that remind the caller, not those that the caller made for others. */
  mine: yesQuery,
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});

// The plus keeps SQLite from walking everybody's by an index of the order.
/**
 * One page of a ticket's reminders, or of those for `me` or by `me`, as far as `me` sees the
 * tickets. Open ones come first, then the done ones, last done first.
 */
export function list(
  db: CompanyDb,
  me: Me,
  { state, ticketId, mine, pageNumber }: z.infer<typeof reminderQuery>,
) {
  const visible = exists(
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(eq(tickets.id, reminders.ticketId), ticketsVisibleTo(me))),
  );
  const whose = ticketId
    ? eq(reminders.ticketId, findTicket(db, me, ticketId).id)
    : or(eq(reminders.userId, me.id), mine ? undefined : eq(reminders.byUserId, me.id));
  const order =
    state === "done"
      ? [sql`+${reminders.doneAt} DESC`, desc(reminders.id)]
      : [asc(isNotNull(reminders.doneAt)), sql`+${reminders.dueAt}`, asc(reminders.id)];
  const { rows, ...rest } = page(db, {
    table: reminders,
    select: withNames(db),
    where: and(whose, visible, state && inState[state]),
    order,
    pageNumber,
  });
  return { records: rows, ...rest };
}

/**
 * Makes a reminder for `me`, or for another user who sees the ticket. Throws missing, invalid for a
 * time that has passed or for a user who does not see it.
 */
export const create = (db: CompanyDb, me: Me, { ticketId, ...body }: Body): Reminder =>
  db.write((tx) => createReminder(tx, me, findTicket(db, me, ticketId), body));

/** The same, in the caller's transaction, on a ticket that `me` sees. */
export function createReminder(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  { dueAt, userId = me.id, text = "" }: Omit<Body, "ticketId">,
): Reminder {
  refuseUnseen(tx, ticket, userId);
  const made = {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    userId,
    byUserId: me.id,
    text,
    dueAt: futureInstant(tx, "dueAt", dueAt),
  };
  const row = tx
    .insert(reminders)
    .values({ ...made, ...insertTimestamps(tx.now()) })
    .returning({ id: reminders.id })
    .get();
  notifyOfReminder(tx, me, { ...made, id: row.id });
  const reminder = emitReminder(tx, "create", row.id);
  recordReminder(tx, me.id, reminder, "created");
  return reminder;
}

/**
 * Changes it, ends it or takes that back; with another time it rings again. Throws missing,
 * forbidden for another's, invalid as `create`.
 */
export function update(
  db: CompanyDb,
  me: Me,
  id: number,
  { dueAt, done, userId, ...change }: Change,
): Reminder {
  return db.write((tx) => {
    const before = findOwn(db, me, id);
    if (userId !== undefined && userId !== before.userId)
      refuseUnseen(db, loadTicket(db, before.ticketId), userId);
    const again =
      dueAt === undefined
        ? {}
        : { dueAt: futureInstant(db, "dueAt", dueAt), rungAt: null, doneAt: null };
    const ended =
      done === undefined ? {} : { doneAt: done ? (before.doneAt ?? new Date(db.now())) : null };
    tx.update(reminders)
      .set({
        ...change,
        ...(userId && { userId }),
        ...again,
        ...ended,
        ...updateTimestamps(db.now()),
      })
      .where(eq(reminders.id, id))
      .run();
    if (userId !== undefined && userId !== before.userId) {
      takeBack(tx, eq(notifications.reminderId, id));
      notifyOfReminder(tx, me, { ...before, userId });
    }
    if (done) markRead(tx, eq(notifications.reminderId, id));
    return emitReminder(tx, "update", id);
  });
}

/** Throws missing, or forbidden for another's. */
export function remove(db: CompanyDb, me: Me, id: number) {
  return db.write((tx) => {
    const { ticketId } = findOwn(db, me, id);
    takeBack(tx, eq(notifications.reminderId, id));
    tx.delete(reminders).where(eq(reminders.id, id)).run();
    emitDeleted(tx, id, ticketId);
    return {};
  });
}

/**
 * Emits a reminder to the users who see its ticket; "ring" means that its time has come.
 * rules.md#reminders
 */
export function emitReminder(tx: Tx, action: "create" | "update" | "ring", id: number): Reminder {
  const reminder = withNames(tx).where(eq(reminders.id, id)).get()!;
  tx.emit("reminder", action, { reminder }, audienceOf(loadTicket(tx, reminder.ticketId)));
  return reminder;
}

/** Records in its conversation that a reminder was made, or that its time has come. */
export function recordReminder(
  tx: Tx,
  byUserId: number | null,
  { id, ticketId, text, user }: Reminder,
  step: "created" | "rang",
) {
  const reminder = { id, text, step, user: user?.name ?? "" };
  record(tx, loadTicket(tx, ticketId), { kind: "reminder", byUserId, detail: { reminder } });
}

export const emitDeleted = (tx: Tx, id: number, ticketId: number) =>
  tx.emit("reminder", "delete", { reminderId: id }, audienceOf(loadTicket(tx, ticketId)));

/** Whether a user sees a ticket. */
export function sees(
  db: CompanyDb,
  userId: number,
  ticket: Parameters<typeof audienceOf>[0],
): boolean {
  const user = meOf(db, userId, false);
  return user !== undefined && canSee(user, audienceOf(ticket));
}

/** Notifies a colleague to whom `me` gave a reminder. */
function notifyOfReminder(
  tx: Tx,
  me: Me,
  { id: reminderId, ticketId, userId }: { id: number; ticketId: number; userId: number },
) {
  if (userId !== me.id)
    notify(tx, [userId], { kind: "reminder", reminderId, ticketId, byUserId: me.id });
}

const inState: Record<ReminderState, SQL | undefined> = {
  upcoming: and(isNull(reminders.doneAt), isNull(reminders.rungAt)),
  due: and(isNull(reminders.doneAt), isNotNull(reminders.rungAt)),
  open: isNull(reminders.doneAt),
  done: isNotNull(reminders.doneAt),
};

const makers = alias(users, "makers");

const withNames = (db: CompanyDb) =>
  db
    .select({
      ...getTableColumns(reminders),
      user: { id: users.id, name: users.name },
      byUser: { id: makers.id, name: makers.name },
      contact: {
        id: contacts.id,
        name: contacts.name,
        profilePicUrl: contacts.profilePicUrl,
        isGroup: contacts.isGroup,
      },
      ticket: { id: tickets.id, uuid: tickets.uuid, status: tickets.status },
    })
    .from(reminders)
    .innerJoin(users, eq(users.id, reminders.userId))
    .leftJoin(makers, eq(makers.id, reminders.byUserId))
    .innerJoin(contacts, eq(contacts.id, reminders.contactId))
    .innerJoin(tickets, eq(tickets.id, reminders.ticketId))
    .$dynamic();

/** One that `me` may change: it reminds them, they made it, or they are an admin. */
export function findOwn(db: CompanyDb, me: Me, id: number): Reminder {
  const row = withNames(db)
    .where(and(eq(reminders.id, id), ticketsVisibleTo(me)))
    .get();
  if (!row) throw notFound();
  if (me.profile !== "admin" && row.userId !== me.id && row.byUserId !== me.id)
    throw new Fault("forbidden", "ERR_NO_PERMISSION", {
      message: "Só quem é lembrado, quem criou ou um administrador pode mudar um lembrete",
    });
  return row;
}

function refuseUnseen(db: CompanyDb, ticket: TicketRow, userId: number) {
  if (!sees(db, userId, ticket))
    throw new Fault("invalid", "ERR_VALIDATION", {
      message: "Esta pessoa não vê este atendimento",
      fields: { userId: "invalid" },
    });
}
