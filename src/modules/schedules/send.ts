import { and, asc, eq, getTableColumns, isNull, lt, lte, or, sql } from "drizzle-orm";
import { Fault } from "../../kit/fault.ts";
import { log, trace } from "../../kit/process/log.ts";
import { notFound } from "../../kit/db/page.ts";
import { media } from "../../kit/db/media.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { ack } from "../../shared/states.ts";
import { isStopped } from "../companies/standing.ts";
import { connections } from "../connections/table.ts";
import { notErased } from "../contacts/contacts.ts";
import { mediaTypeForSending } from "../messages/media-types.ts";
import { messages, type Message } from "../messages/table.ts";
import { fillVariables } from "../tickets/messages/fill-variables.ts";
import { filledUse, templateOfUse } from "../templates/message.ts";
import { sendAsBot } from "../tickets/messages/send-as-bot.ts";
import type { Ticket } from "../tickets/table.ts";
import { loadTicket } from "../tickets/tickets.ts";
import * as users from "../users/users.ts";
import { isWindowClosed } from "../windows/window.ts";
import { emitSchedule } from "./find.ts";
import {
  expireQueued,
  isLate,
  isTooLate,
  maxLateness,
  messageKey,
  noteClosedWindow,
  noteLate,
  supersede,
} from "./lateness.ts";
import { nextTime } from "./recurrence.ts";
import { schedules, type ScheduleRow } from "./table.ts";
import { lineOf, ticketFor } from "./target.ts";

/** The most in one run. */
const batchSize = 50;

// One that waits for its line is left out until the line is up, or it is too late: it holds up no
// other.
const dueQuery = query((db) =>
  db
    .select(getTableColumns(schedules))
    .from(schedules)
    .leftJoin(connections, eq(connections.id, schedules.waitsFor))
    .where(
      and(
        sql`${schedules.status} = 'PENDENTE'`,
        lte(schedules.sendAt, sql.placeholder("now")),
        or(
          isNull(schedules.waitsFor),
          eq(connections.status, "CONNECTED"),
          lt(schedules.sendAt, sql`${sql.placeholder("tooLate")}`),
        ),
      ),
    )
    .orderBy(asc(schedules.sendAt))
    .limit(batchSize),
);

const changedQuery = query((db) =>
  db
    .select({
      id: schedules.id,
      status: schedules.status,
      sentAt: schedules.sentAt,
      ack: messages.ack,
      reason: messages.reason,
    })
    .from(schedules)
    .leftJoin(messages, eq(messages.id, schedules.messageId))
    .where(sql`${schedules.ackChanged} = 1`)
    .limit(500),
);

/**
 * Puts due schedules into the outbox, each in one transaction with the next of its series. One that
 * can't be sent stores why.
 */
export function sendDue(db: CompanyDb) {
  expireQueued(db);
  const stopped = isStopped(db);
  const now = db.now();
  for (const row of dueQuery(db).all({ now, tooLate: now - maxLateness })) {
    if (stopped) {
      if (row.reason === null || isTooLate(db, row)) db.write((tx) => waitForSubscription(tx, row));
      continue;
    }
    try {
      db.write((tx) => sendOrExpire(tx, row));
    } catch (thrown) {
      if (!(thrown instanceof Fault))
        log("error", "schedule", { company: db.company, schedule: row.id, ...trace(thrown) });
      db.write((tx) =>
        fail(tx, row, thrown instanceof Fault ? thrown.reason : "ERR_SENDING_WAPP_MSG"),
      );
    }
  }
}

/**
 * Fails due schedules with this reason instead of sending them, and plans the next of their series.
 */
export function failMissed(db: CompanyDb, reason: string) {
  db.write((tx) => {
    for (const row of tx
      .select()
      .from(schedules)
      .where(and(eq(schedules.status, "PENDENTE"), lte(schedules.sendAt, new Date(db.now()))))
      .all())
      fail(tx, row, reason);
  });
}

/** Notes the outcome of the messages: sent, refused, tried again, or deleted before they left. */
export function followMessages(db: CompanyDb) {
  const changed = changedQuery(db).all();
  if (changed.length === 0) return;
  db.write((tx) => {
    for (const { id, status, sentAt, ack: level, reason } of changed) {
      tx.update(schedules).set({ ackChanged: false }).where(eq(schedules.id, id)).run();
      const now = outcomeOf(status, level);
      if (now === status) continue;
      const failure = now === "ERRO" ? (reason ?? "ERR_SCHEDULE_MESSAGE_DELETED") : null;
      tx.update(schedules)
        .set({
          status: now,
          reason: failure,
          sentAt: now === "ENVIADA" ? (sentAt ?? new Date(db.now())) : sentAt,
          ...updateTimestamps(db.now()),
        })
        .where(eq(schedules.id, id))
        .run();
      emitSchedule(tx, "update", id);
    }
  });
}

function outcomeOf(status: ScheduleRow["status"], level: number | null): ScheduleRow["status"] {
  if (level === null) return status === "AGENDADA" ? "ERRO" : status;
  if (level === ack.failed) return "ERRO";
  return level === ack.queued ? "AGENDADA" : "ENVIADA";
}

function sendOrExpire(tx: Tx, row: ScheduleRow) {
  if (isTooLate(tx, row)) {
    const wasStopped = row.reason === "ERR_SCHEDULE_STOPPED";
    return fail(tx, row, wasStopped ? row.reason! : "ERR_SCHEDULE_EXPIRED");
  }
  const contact = notErased(tx, row.contactId);
  if (!contact.active)
    throw new Fault("conflict", "ERR_CONTACT_BLOCKED", { message: "Este contato está bloqueado" });
  const connection = lineOf(tx, row);
  if (connection.status !== "CONNECTED") return waitForLine(tx, row, connection.id);
  if (!row.template && isWindowClosed(tx, { contactId: contact.id, whatsappId: connection.id })) {
    noteClosedWindow(tx, row, connection.id);
    return fail(tx, row, "ERR_WINDOW_CLOSED");
  }
  supersede(tx, row);
  const ticket = ticketFor(tx, row, contact, connection.id);
  const message = send(tx, ticket, row);
  const late = isLate(tx, row);
  if (late) noteLate(tx, row, ticket.id);
  tx.update(schedules)
    .set({
      status: "AGENDADA",
      messageId: message.id,
      late,
      reason: null,
      waitsFor: null,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(schedules.id, row.id))
    .run();
  emitSchedule(tx, "update", row.id);
  planNext(tx, row);
}

// It is sent once the line is up again, if that is not too late. rules.md#schedules
function waitForLine(tx: Tx, row: ScheduleRow, connectionId: number) {
  if (row.waitsFor === connectionId) return;
  tx.update(schedules)
    .set({
      reason: "ERR_SCHEDULE_WAITS",
      waitsFor: connectionId,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(schedules.id, row.id))
    .run();
  emitSchedule(tx, "update", row.id);
}

// It is sent once the company may work again, if that is not too late.
function waitForSubscription(tx: Tx, row: ScheduleRow) {
  if (isTooLate(tx, row)) return fail(tx, row, "ERR_SCHEDULE_STOPPED");
  tx.update(schedules)
    .set({ reason: "ERR_SCHEDULE_STOPPED", ...updateTimestamps(tx.now()) })
    .where(eq(schedules.id, row.id))
    .run();
  emitSchedule(tx, "update", row.id);
}

function fail(tx: Tx, row: ScheduleRow, reason: string) {
  tx.update(schedules)
    .set({ status: "ERRO", reason, waitsFor: null, ...updateTimestamps(tx.now()) })
    .where(eq(schedules.id, row.id))
    .run();
  emitSchedule(tx, "update", row.id);
  planNext(tx, row);
}

/** Times that are too late to be sent are skipped. */
function planNext(
  tx: Tx,
  {
    id: followsId,
    recurrence: rule,
    firstAt,
    occurrence,
    sendAt,
    body,
    contactId,
    userId,
    whatsappId,
    signature,
    openTicket,
    queueId,
    ticketUserId,
    mediaId,
    template,
  }: ScheduleRow,
) {
  const now = tx.now();
  const next =
    rule &&
    nextTime(
      { rule, firstAt: firstAt.getTime(), occurrence, timezone: tx.about().timezone },
      Math.max(sendAt.getTime(), now - maxLateness),
    );
  if (!next) return;
  const copy = {
    body,
    contactId,
    userId,
    whatsappId,
    signature,
    openTicket,
    queueId,
    ticketUserId,
    mediaId,
    template,
    followsId,
  };
  const { id } = tx
    .insert(schedules)
    .values({
      ...copy,
      sendAt: new Date(next.at),
      recurrence: next.rule,
      firstAt,
      occurrence: next.occurrence,
      ...insertTimestamps(now),
    })
    .returning({ id: schedules.id })
    .get();
  emitSchedule(tx, "create", id);
}

/** Kinds that carry no text are sent after the text. */
function send(tx: Tx, ticket: Ticket, row: ScheduleRow): Message {
  const { body, userId, signature, mediaId } = row;
  const clientId = messageKey(row, tx.now());
  if (row.template) return sendTemplate(tx, ticket, row, clientId);
  const name = signature && userId !== null ? users.findUser(tx, userId).name : "";
  const text = `${name && `*${name}:*\n`}${fillVariables(tx, ticket, body, userId)}`;
  const file =
    mediaId === null
      ? undefined
      : tx.select({ type: media.type }).from(media).where(eq(media.id, mediaId)).get();
  if (!file) return sendAsBot(tx, ticket, text, { clientId })!;
  const mediaType = mediaTypeForSending(file.type);
  const isMute = mediaType === "audio";
  if (isMute) sendAsBot(tx, ticket, text, { clientId: messageKey(row, tx.now(), "/text") });
  return sendAsBot(tx, loadTicket(tx, ticket.id), isMute ? "" : text, {
    file: { mediaId: mediaId!, mediaType },
    clientId,
  })!;
}

/** Throws what `filledUse` throws: the schedule then stores why. rules.md#templates */
function sendTemplate(tx: Tx, ticket: Ticket, { template, userId }: ScheduleRow, clientId: string) {
  const row = templateOfUse(tx, ticket.whatsappId!, template!);
  if (!row) throw notFound("Modelo não encontrado");
  const values = filledUse(row, template!, (text) => fillVariables(tx, ticket, text, userId));
  return sendAsBot(tx, ticket, values.body, { template: values.template, clientId })!;
}
