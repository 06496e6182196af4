import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { undoWindow } from "../../../shared/limits.ts";
import { findByClientId, findMessage } from "../../messages/messages.ts";
import type { Message } from "../../messages/table.ts";
import { templateMessage, type TemplateChoice } from "../../templates/message.ts";
import { findTicket } from "../tickets.ts";
import { fillVariables } from "./fill-variables.ts";
import { sendAsAgent } from "./reply.ts";

/**
 * Stores and queues a template that an agent sends. Called again with the same `clientId`, it
 * returns the same message. Throws missing, a conflict, and invalid with the field of each value
 * that lacks. rules.md#templates
 */
export function replyWithTemplate(
  db: CompanyDb,
  me: Me,
  ticketId: number,
  {
    template: choice,
    clientId,
    undo,
  }: { template: TemplateChoice; clientId?: string; undo?: boolean },
): Message[] {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    const existing = clientId && findByClientId(db, ticketId, clientId);
    if (existing) return [findMessage(db, existing.id)!];
    const values = templateMessage(db, ticket.whatsappId, choice, (text) =>
      fillVariables(db, ticket, text, me.id),
    );
    const message = { ...values, mediaType: "chat" as const, mediaId: null };
    const later = undo ? undoWindow.message : 0;
    return [sendAsAgent(tx, me, ticket, { ...message, clientId: clientId ?? null }, later)];
  });
}
