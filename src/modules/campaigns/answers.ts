import { and, eq, inArray, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { numberKey } from "../../shared/phone.ts";
import { isConfirmation, isRefusal, stopRequest } from "../../shared/stop-requests.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import { optOut } from "../opt-outs/opt-outs.ts";
import { finishIfDone } from "./lifecycle.ts";
import { campaigns, campaignShipping, type ShippingRow } from "./table.ts";

/**
 * A message that answers a campaign. "confirmed" and "optedOut" concern the campaign alone. People
 * read "answered" and "doubtful"; the latter may ask for no more campaigns.
 */
export type CampaignAnswer = {
  row: ShippingRow;
  contactId: number;
  campaign: string;
  effect: "confirmed" | "optedOut" | "answered" | "doubtful";
  isFirst: boolean;
  text: string;
};

/** Whether the campaign alone handles an answer, so that no agent needs to read it. */
export const isForCampaignAlone = ({ effect }: CampaignAnswer) =>
  effect === "confirmed" || effect === "optedOut";

/**
 * How long after a campaign (ms) a message answers it, and how long a request to stop means its
 * list. rules.md#opt-outs
 */
const answerWindow = 7 * 86_400_000;
export const stopWindow = 30 * 86_400_000;

/** The message follows its confirmation after this delay, in ms. */
const messageAfter = 10_000;

/** The longest answer that a row stores, in characters. */
const maxAnswer = 500;

const latestQuery = query((db) =>
  db
    .select({ row: campaignShipping, name: campaigns.name, status: campaigns.status })
    .from(campaignShipping)
    .innerJoin(campaigns, eq(campaigns.id, campaignShipping.campaignId))
    .where(
      and(
        inArray(
          campaignShipping.numberKey,
          sql`(SELECT value FROM json_each(${sql.placeholder("keys")}))`,
        ),
        eq(campaignShipping.whatsappId, sql.placeholder("whatsappId")),
        sql`coalesce(${campaignShipping.sentAt}, ${campaignShipping.confirmationRequestedAt}) > ${sql.placeholder("since")}`,
      ),
    )
    .orderBy(
      sql`coalesce(${campaignShipping.sentAt}, ${campaignShipping.confirmationRequestedAt}) DESC`,
    )
    .limit(1),
);

/**
 * Finds the campaign that a contact's message answers, and the effect of the answer; undefined when
 * it answers none. `isTalking`: whether an agent or a bot has talked with the contact within a day.
 * Most words then belong to that talk. rules.md#campaign-confirmation
 */
export function campaignAnswer(
  db: CompanyDb,
  contactId: number,
  whatsappId: number,
  text: string,
  isTalking: () => boolean,
): CampaignAnswer | undefined {
  const keys = numbersOf(db, contactId).map(numberKey);
  const latest =
    keys.length === 0
      ? undefined
      : latestQuery(db).get({
          keys: JSON.stringify(keys),
          whatsappId,
          since: db.now() - stopWindow,
        });
  if (!latest) return undefined;
  const { row, name, status } = latest;
  const effect = effectOf(row, status === "EM_ANDAMENTO", text, db.now(), isTalking);
  return effect && { row, contactId, campaign: name, effect, isFirst: isUnanswered(row), text };
}

/** The phone numbers of a contact. */
export const numbersOf = (db: CompanyDb, contactId: number): string[] =>
  identifiersOf(db, contactId)
    .filter(({ type }) => type === "phone")
    .map(({ value }) => value);

/**
 * Stores an answer in its row, with its ticket, and applies its effect. Returns the note for
 * agents, on a first answer and on one that may ask for no more campaigns.
 */
export function applyAnswer(
  tx: Tx,
  { row, contactId, campaign, effect, isFirst, text }: CampaignAnswer,
  ticketId: number,
): string | undefined {
  const now = tx.now();
  const answer = {
    answer: text.slice(0, maxAnswer),
    answeredAt: isFirst ? new Date(now) : row.answeredAt,
    ticketId,
  };
  tx.update(campaignShipping)
    .set({
      contactId,
      ...(isFirst || effect !== "answered" ? answer : {}),
      ...(effect === "doubtful" && { mayWantOut: true }),
      ...updateTimestamps(now),
    })
    .where(eq(campaignShipping.id, row.id))
    .run();
  if (effect === "confirmed") confirm(tx, row);
  if (effect === "optedOut") stop(tx, row, contactId, text);
  const sent = row.message ?? row.confirmationMessage;
  const notes = [
    isFirst && `Responde à campanha "${campaign}"${sent ? `, que disse:\n\n${sent}` : ""}`,
    effect === "doubtful" && doubt,
  ].filter(Boolean);
  return notes.length > 0 ? notes.join("\n\n") : undefined;
}

const doubt =
  "Talvez peça para não receber mais campanhas. Se for isso, marque “Não quer receber campanhas” no menu do atendimento.";

/**
 * Whether the last outgoing text has no answer yet: a "sim" answers the question, not the message
 * that follows it.
 */
const isUnanswered = ({ answeredAt, confirmation, sentAt }: ShippingRow) =>
  answeredAt === null || (confirmation && sentAt !== null && answeredAt < sentAt);

function effectOf(
  row: ShippingRow,
  isRunning: boolean,
  text: string,
  now: number,
  isTalking: () => boolean,
): CampaignAnswer["effect"] | undefined {
  const isAsked = row.state === "asked" || (row.state === "skipped" && row.reason === "noAnswer");
  if (isAsked && isRunning && isConfirmation(text)) return "confirmed";
  // A "2" outside the question is an order, or a choice in a menu.
  if (isAsked && row.answeredAt === null && isRefusal(text) && !isTalking()) return "optedOut";
  const request = stopRequest(text, isTalking);
  if (request === "stop") return "optedOut";
  if (request === "doubtful") return "doubtful";
  const at = (row.sentAt ?? row.confirmationRequestedAt)!.getTime();
  return now - at < answerWindow && isUnanswered(row) ? "answered" : undefined;
}

function confirm(tx: Tx, row: ShippingRow) {
  const now = tx.now();
  const due = now + 1000 + Math.floor(Math.random() * (messageAfter - 1000));
  tx.update(campaignShipping)
    .set({ state: "waiting", reason: null, confirmation: true, confirmedAt: new Date(now), due })
    .where(eq(campaignShipping.id, row.id))
    .run();
  // A campaign that only waits for answers continues with this one.
  tx.update(campaigns)
    .set({ nextAt: new Date(due), nextSetAt: new Date(now), holdReason: null })
    .where(and(eq(campaigns.id, row.campaignId), eq(campaigns.holdReason, "answers")))
    .run();
}

// Other campaigns skip these numbers at their turn, and stop waiting for an answer to their
// question.
function stop(tx: Tx, row: ShippingRow, contactId: number, text: string) {
  // The request of a person with two numbers counts for both.
  const numbers = new Map(
    [row.number, ...numbersOf(tx, contactId)].map((number) => [numberKey(number), number]),
  );
  for (const number of numbers.values())
    optOut(tx, {
      number,
      name: row.name,
      reason: text.slice(0, maxAnswer),
      source: "answer",
      campaignId: row.campaignId,
    });
  const isOpen = row.state === "waiting" || row.state === "asked" || row.state === "skipped";
  tx.update(campaignShipping)
    .set(isOpen ? { state: "optedOut", reason: null } : { reason: "optedOut" })
    .where(eq(campaignShipping.id, row.id))
    .run();
  const open = tx
    .update(campaignShipping)
    .set({ state: "optedOut", reason: null })
    .where(
      and(
        inArray(campaignShipping.numberKey, [...numbers.keys()]),
        inArray(campaignShipping.state, ["waiting", "asked"]),
      ),
    )
    .returning({ campaignId: campaignShipping.campaignId })
    .all();
  for (const id of new Set([row.campaignId, ...open.map(({ campaignId }) => campaignId)]))
    finishIfDone(tx, id);
}
