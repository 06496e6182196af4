import type { Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import type { MacroStep } from "../../shared/macros.ts";
import { addTag, snoozeEnd, without } from "../macros/take-step.ts";
import { markAllRead } from "../messages/messages.ts";
import { isOptedOut } from "../opt-outs/opt-outs.ts";
import { findQueue } from "../queues/queues.ts";
import { createReminder } from "../reminders/reminders.ts";
import * as settings from "../settings/settings.ts";
import { handleTurn } from "../tickets/attendance/handle-turn.ts";
import { say } from "../tickets/attendance/apply-effects.ts";
import { arrivalNotice } from "../tickets/lifecycle/transfer.ts";
import { addSystemNote } from "../tickets/notes/notes.ts";
import { setTags } from "../tickets/notes/ticket-tags.ts";
import type { Ticket } from "../tickets/table.ts";
import { change, loadTicket, wrongState } from "../tickets/tickets.ts";
import { meOf } from "../users/users.ts";

const minute = 60_000;
const cause = { detail: { cause: "automation" } } as const;

/** Takes one step of an automation, in the company's name. Throws the fault that forbids it. */
export function takeAutomationStep(tx: Tx, ticket: Ticket, step: MacroStep): Ticket {
  switch (step.kind) {
    case "text":
      return sendText(tx, ticket, step.text);
    case "note":
      addSystemNote(tx, ticket, step.note);
      return ticket;
    case "tag":
      return addTag(tx, ticket, step.tagId, null);
    case "untag":
      return setTags(tx, ticket, without(ticket, step.tagId), null);
    case "reminder":
      return remind(tx, ticket, step);
    case "snooze":
      if (ticket.status === "closed") throw wrongState(ticket);
      return snooze(tx, ticket, snoozeEnd(tx, step));
    case "queue":
      return moveToQueue(tx, ticket, step.queueId);
    case "resolve":
      return resolve(tx, ticket, step.silent);
  }
}

const snooze = (tx: Tx, ticket: Ticket, end: string) =>
  change(tx, ticket, { snoozedUntil: end === "reply" ? end : new Date(end) });

function sendText(tx: Tx, ticket: Ticket, text: string): Ticket {
  if (ticket.whatsappId === null)
    throw new Fault("conflict", "ERR_NO_WAPP_FOUND", {
      message: "A conexão deste atendimento foi excluída",
    });
  // Someone who asked for no more gets answers only, while the conversation is open.
  if (ticket.status === "closed" && isOptedOut(tx, ticket.contact.number))
    throw new Fault("conflict", "ERR_OPTED_OUT", {
      message: "Este número pediu para não receber campanhas",
    });
  say(tx, ticket, { text });
  return loadTicket(tx, ticket.id);
}

function remind(tx: Tx, ticket: Ticket, step: MacroStep & { kind: "reminder" }): Ticket {
  const holder = ticket.userId === null ? undefined : meOf(tx, ticket.userId, false);
  if (!holder)
    throw new Fault("conflict", "ERR_NO_HOLDER", { message: "Ninguém atende este cliente" });
  const dueAt = new Date(tx.now() + step.minutes * minute).toISOString();
  createReminder(tx, holder, ticket, { dueAt, text: step.text });
  return ticket;
}

function moveToQueue(tx: Tx, ticket: Ticket, queueId: number): Ticket {
  if (ticket.status === "closed") throw wrongState(ticket);
  const queue = findQueue(tx, queueId);
  const moved = { queueId, userId: null, status: "pending" } as const;
  const hasNotice =
    !ticket.isGroup &&
    ticket.queueId !== null &&
    ticket.queueId !== queueId &&
    settings.read(tx, "sendMsgTransfTicket") === "enabled";
  const after = handleTurn(tx, ticket, { type: "reassigned" }, { also: moved, cause });
  if (!hasNotice) return after;
  say(tx, after, { text: arrivalNotice(queue.name) });
  return loadTicket(tx, ticket.id);
}

function resolve(tx: Tx, ticket: Ticket, silent: boolean): Ticket {
  if (ticket.status === "closed") return ticket;
  markAllRead(tx, ticket.id);
  return handleTurn(
    tx,
    ticket,
    { type: "closed", silent, attended: ticket.userId !== null },
    { also: { status: "closed", unreadMessages: 0 }, cause },
  );
}
