import { eq } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import type { MacroStep } from "../../shared/macros.ts";
import { holds } from "../../shared/permissions.ts";
import { tomorrowsOpening } from "../hours/tomorrow.ts";
import { createReminder } from "../reminders/reminders.ts";
import { missing } from "../tags/find-or-create.ts";
import { tags } from "../tags/table.ts";
import { resolveStep } from "../tickets/lifecycle/move.ts";
import { snoozeStep } from "../tickets/lifecycle/snooze.ts";
import { transferStep } from "../tickets/lifecycle/transfer.ts";
import { fillVariables } from "../tickets/messages/fill-variables.ts";
import { sendAsAgent } from "../tickets/messages/reply.ts";
import { writeNote } from "../tickets/notes/notes.ts";
import { setTags } from "../tickets/notes/ticket-tags.ts";
import type { Ticket } from "../tickets/table.ts";
import { loadTicket } from "../tickets/tickets.ts";

const minute = 60_000;

/**
 * Takes one step of a macro for `me`, by the verb that their screen uses. Throws what the verb
 * throws.
 */
export function takeStep(tx: Tx, me: Me, ticket: Ticket, step: MacroStep): Ticket {
  switch (step.kind) {
    case "text":
      return sendText(tx, me, ticket, step.text);
    case "note":
      writeNote(tx, me.id, ticket, step.note);
      return ticket;
    case "tag":
      return addTag(tx, ticket, step.tagId, me.id);
    case "untag":
      return setTags(tx, ticket, without(ticket, step.tagId), me.id);
    case "reminder":
      createReminder(tx, me, ticket, { dueAt: later(tx, step.minutes), text: step.text });
      return ticket;
    case "snooze":
      return snoozeStep(tx, me, snoozeEnd(tx, step))(tx, ticket);
    case "queue":
      return transferStep(tx, me, { queueId: step.queueId })(tx, ticket);
    case "resolve":
      return resolveStep(tx, me, { silent: step.silent })(tx, ticket);
  }
}

/** Adds a tag to a ticket. Throws missing. */
export function addTag(tx: Tx, ticket: Ticket, tagId: number, byUserId: number | null): Ticket {
  if (!tx.select({ id: tags.id }).from(tags).where(eq(tags.id, tagId)).get()) return missing();
  return setTags(tx, ticket, [...ticket.tags.map(({ id }) => id), tagId], byUserId);
}

export const without = (ticket: Ticket, tagId: number) =>
  ticket.tags.map(({ id }) => id).filter((id) => id !== tagId);

/** When a step's snooze ends: an ISO time, or "reply". */
export function snoozeEnd(tx: Tx, { minutes, until }: MacroStep & { kind: "snooze" }): string {
  if (until === "opening") return new Date(tomorrowsOpening(tx)).toISOString();
  return minutes === null ? "reply" : later(tx, minutes);
}

const later = (tx: Tx, minutes: number) => new Date(tx.now() + minutes * minute).toISOString();

function sendText(tx: Tx, me: Me, ticket: Ticket, text: string): Ticket {
  if (!holds(me, "messages.write"))
    throw new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Sem permissão para responder" });
  const body = fillVariables(tx, ticket, text, me.id);
  sendAsAgent(tx, me, ticket, { body, mediaType: "chat", mediaId: null });
  return loadTicket(tx, ticket.id);
}
