import { and, desc, eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { isReturn } from "../../../shared/stop-requests.ts";
import * as campaignSettings from "../../campaign-settings/settings.ts";
import {
  applyAnswer,
  campaignAnswer,
  isForCampaignAlone,
  numbersOf,
  type CampaignAnswer,
} from "../../campaigns/answers.ts";
import { findContact } from "../../contacts/contacts.ts";
import { messages } from "../../messages/table.ts";
import { activeOptOut, activeOptOuts, takeBackByAnswer } from "../../opt-outs/opt-outs.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { record } from "../events/events.ts";
import { addSystemNote } from "../notes/notes.ts";
import type { TicketRow } from "../table.ts";
import { active, latest, loadTicket } from "../tickets.ts";

/**
 * The meaning of a message for campaigns. It answers one of them, or puts the number back on their
 * list (`returns`: the opt-out that ends).
 */
export type AnswerToCampaigns = { answer?: CampaignAnswer; returns?: number; text: string };

/** Reads a contact's message. Undefined when it concerns no campaign. */
export function answerToCampaigns(
  db: CompanyDb,
  contactId: number,
  whatsappId: number,
  text: string,
): AnswerToCampaigns | undefined {
  const isTalking = () => isInTouch(db, contactId, whatsappId);
  const returns = isReturn(text) ? activeOptOut(db, numbersOf(db, contactId))?.id : undefined;
  const answer = campaignAnswer(db, contactId, whatsappId, text, isTalking);
  return answer || returns !== undefined ? { answer, returns, text } : undefined;
}

/** How long (ms) after an agent closed a ticket its customer may still talk about it. */
const afterTalk = 86_400_000;

/** Whether an agent talks with a contact, or did within a day. */
function isInTouch(db: CompanyDb, contactId: number, whatsappId: number): boolean {
  if (active(db, contactId, whatsappId)) return true;
  const last = latest(db, contactId, whatsappId);
  return (
    last !== undefined &&
    last.userId !== null &&
    db.now() - last.lastMessageAt.getTime() < afterTalk
  );
}

/** Whether no agent needs to read it: it notifies nobody. rules.md#campaign-confirmation */
export const concernsCampaignsAlone = ({ answer, returns }: AnswerToCampaigns) =>
  returns !== undefined || (answer !== undefined && isForCampaignAlone(answer));

/** Stores an answer with its ticket, and does what it means. */
export function applyToCampaigns(
  tx: Tx,
  { answer, returns, text }: AnswerToCampaigns,
  ticket: TicketRow,
) {
  // In a conversation "voltar" is an answer to the agent.
  if (returns !== undefined && (ticket.status === "closed" || isInvited(tx, ticket.id)))
    for (const { id } of activeOptOuts(tx, numbersOf(tx, ticket.contactId)))
      takeBackByAnswer(tx, id, text);
  else if (answer) applyAnswerOf(tx, answer, ticket);
  if (!returns && answer?.effect !== "optedOut" && answer?.effect !== "doubtful") return;
  const contact = findContact(tx, ticket.contactId);
  tx.emit("contact", "update", { contact }, { to: "everyone" });
}

function applyAnswerOf(tx: Tx, answer: CampaignAnswer, ticket: TicketRow) {
  const isNew = !activeOptOut(tx, numbersOf(tx, answer.contactId));
  const note = applyAnswer(tx, answer, ticket.id);
  const { row, campaign: name, effect, isFirst } = answer;
  if (isFirst || effect !== "answered") {
    const campaign = { id: row.campaignId, name, effect };
    record(tx, ticket, { kind: "campaign", byUserId: null, detail: { campaign } });
  }
  if (note) addSystemNote(tx, ticket, note);
  if (answer.effect !== "optedOut" || !isNew) return;
  const { optOutText } = campaignSettings.read(tx);
  if (optOutText) sendAsBot(tx, loadTicket(tx, ticket.id), optOutText);
}

const lastOwnQuery = query((db) =>
  db
    .select({ body: messages.body })
    .from(messages)
    .where(and(eq(messages.ticketId, sql.placeholder("ticketId")), eq(messages.fromMe, true)))
    .orderBy(desc(messages.id))
    .limit(1),
);

/** Whether the company's last message explained how to come back. */
const isInvited = (db: CompanyDb, ticketId: number) =>
  lastOwnQuery(db).get({ ticketId })?.body === (campaignSettings.read(db).optOutText || undefined);
