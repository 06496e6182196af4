import { and, eq, lt, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { contacts } from "../contacts/table.ts";
import { messages, outbox, type MessageRow } from "../messages/table.ts";
import { removeUnsent } from "../tickets/messages/undo-send.ts";
import { addSystemNote } from "../tickets/notes/notes.ts";
import { latest, loadTicket } from "../tickets/tickets.ts";
import { emitSchedule } from "./find.ts";
import { schedules, type ScheduleRow } from "./table.ts";

/**
 * How late (ms) a schedule is still sent, and from when on it counts as late. rules.md#schedules
 */
export const maxLateness = 24 * 3_600_000;
const lateFrom = 60_000;

type Due = Pick<ScheduleRow, "sendAt">;
const latenessOf = (db: CompanyDb, { sendAt }: Due) => db.now() - sendAt.getTime();
export const isLate = (db: CompanyDb, row: Due) => latenessOf(db, row) >= lateFrom;
export const isTooLate = (db: CompanyDb, row: Due) => latenessOf(db, row) > maxLateness;

/** The `clientId` of a schedule's messages, by which the outbox leads back to it. */
export const messageKey = ({ id }: Pick<ScheduleRow, "id">, now: number, part = "") =>
  `schedule/${id}/${now}${part}`;
const scheduleIn = (key: string) => Number(/^schedule\/(\d+)\//.exec(key)?.[1]);

/**
 * Checks again, as a message leaves, whether its schedule may still be sent. One that became late
 * in the outbox gets its note; one that is too late or for a blocked contact ends. Returns whether
 * the message goes. rules.md#schedules
 */
export function mayStillLeave(db: CompanyDb, message: MessageRow): boolean {
  // Messages that leave at once need no check.
  if (!message.clientId || db.now() - message.createdAt.getTime() < lateFrom) return true;
  const id = scheduleIn(message.clientId);
  const row = Number.isNaN(id) ? undefined : rowQuery(db).get({ id });
  if (!row) return true;
  return db.write((tx) => {
    if (isTooLate(db, row)) return (dropQueued(tx, row, "ERR_SCHEDULE_EXPIRED"), false);
    if (!row.isActive) return (dropQueued(tx, row, "ERR_CONTACT_BLOCKED"), false);
    if (!row.late && isLate(db, row)) {
      noteLate(tx, row, message.ticketId);
      tx.update(schedules).set({ late: true }).where(eq(schedules.id, id)).run();
      emitSchedule(tx, "update", id);
    }
    return true;
  });
}

/**
 * Ends schedules that became too late in the outbox, for example while their connection is down.
 */
export function expireQueued(db: CompanyDb) {
  const rows = queuedQuery(db).all({ before: db.now() - maxLateness });
  for (const row of rows) db.write((tx) => dropQueued(tx, row, "ERR_SCHEDULE_EXPIRED"));
}

/** Ends the time of a series before this one, if it still waits in the outbox: one of them goes. */
export function supersede(tx: Tx, { followsId }: ScheduleRow) {
  if (followsId === null) return;
  const before = rowQuery(tx).get({ id: followsId });
  if (before?.status === "AGENDADA") dropQueued(tx, before, "ERR_SCHEDULE_EXPIRED");
}

/** Says in the ticket that a scheduled message goes late. */
export const noteLate = (tx: Tx, { sendAt }: Due, ticketId: number) =>
  addSystemNote(
    tx,
    loadTicket(tx, ticketId),
    `Mensagem agendada para ${dateText(tx, sendAt)}, enviada com atraso`,
  );

/** Says in the contact's last ticket that a scheduled message needs a template. rules.md#window */
export function noteClosedWindow(
  tx: Tx,
  { sendAt, contactId }: Pick<ScheduleRow, "sendAt" | "contactId">,
  whatsappId: number,
) {
  const ticket = latest(tx, contactId, whatsappId);
  if (!ticket) return;
  const when = dateText(tx, sendAt);
  addSystemNote(
    tx,
    ticket,
    `Mensagem agendada para ${when} não saiu: passaram 24 horas, precisa de um modelo`,
  );
}

// A message that is just being sent stays: it may have arrived.
function dropQueued(tx: Tx, { id }: Pick<ScheduleRow, "id">, reason: string) {
  const waiting = messagesQuery(tx).all({ from: `schedule/${id}/`, to: `schedule/${id}0` });
  if (waiting.length === 0 || waiting.some(({ state }) => state === "sending")) return;
  for (const message of waiting) removeUnsent(tx, message.id);
  tx.update(schedules)
    .set({ status: "ERRO", reason, ackChanged: false, ...updateTimestamps(tx.now()) })
    .where(eq(schedules.id, id))
    .run();
  emitSchedule(tx, "update", id);
}

const rowQuery = query((db) =>
  db
    .select({
      id: schedules.id,
      status: schedules.status,
      sendAt: schedules.sendAt,
      late: schedules.late,
      isActive: contacts.active,
    })
    .from(schedules)
    .innerJoin(contacts, eq(contacts.id, schedules.contactId))
    .where(eq(schedules.id, sql.placeholder("id"))),
);

// Written as in the partial index.
const queuedQuery = query((db) =>
  db
    .select({ id: schedules.id })
    .from(schedules)
    .where(
      and(
        sql`${schedules.status} = 'AGENDADA'`,
        lt(schedules.sendAt, sql`${sql.placeholder("before")}`),
      ),
    )
    .limit(50),
);

// "0" follows "/": the range holds the keys of this schedule alone, by the index of the column.
const messagesQuery = query((db) =>
  db
    .select({ id: messages.id, state: outbox.state })
    .from(messages)
    .innerJoin(outbox, eq(outbox.messageId, messages.id))
    .where(
      sql`${messages.clientId} >= ${sql.placeholder("from")} AND ${messages.clientId} < ${sql.placeholder("to")}`,
    ),
);

const dateText = (db: CompanyDb, at: Date) =>
  new Intl.DateTimeFormat("pt-BR", {
    timeZone: db.about().timezone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(at);
