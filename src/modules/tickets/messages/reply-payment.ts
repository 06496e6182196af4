import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { invalidFields } from "../../../kit/fault.ts";
import type { Interactive } from "../../../shared/interactive.ts";
import { undoWindow } from "../../../shared/limits.ts";
import { findByClientId, findMessage } from "../../messages/messages.ts";
import type { Message } from "../../messages/table.ts";
import { findTicket } from "../tickets.ts";
import { sendAsAgent } from "./reply.ts";

type Payment = {
  contactId: number;
  message: { body: string; interactive: Interactive };
  clientId?: string;
  undo?: boolean;
};

/**
 * Stores and queues the charge of a budget. Called again with the same `clientId`, it returns the
 * same message. Throws missing, and invalid for another customer's budget.
 * rules.md#payment-cards
 */
export function replyWithPayment(
  db: CompanyDb,
  me: Me,
  ticketId: number,
  { contactId, message, clientId, undo }: Payment,
): Message[] {
  return db.write((tx) => {
    const ticket = findTicket(db, me, ticketId);
    const existing = clientId && findByClientId(db, ticketId, clientId);
    if (existing) return [findMessage(db, existing.id)!];
    if (ticket.contactId !== contactId) throw invalidFields({ "payment.budgetId": "invalid" });
    const values = { ...message, mediaType: "chat" as const, mediaId: null };
    const later = undo ? undoWindow.message : 0;
    return [sendAsAgent(tx, me, ticket, { ...values, clientId: clientId ?? null }, later)];
  });
}
