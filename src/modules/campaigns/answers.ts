import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Store, type Tx } from "../../kit/store.ts";
import { updateTimestamps } from "../../kit/table.ts";
import { numberKey } from "../../shared/phone.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import { optOut } from "../opt-outs/opt-outs.ts";
import { finishIfDone } from "./lifecycle.ts";
import { campaigns, campaignShipping, type ShippingRow } from "./table.ts";

/**
 * A message that answers a campaign. "confirmed" and "optedOut" are said to the campaign alone,
 * "answered" to people.
 */
export type CampaignAnswer = {
  row: ShippingRow;
  contactId: number;
  campaign: string;
  effect: "confirmed" | "optedOut" | "answered";
  isFirst: boolean;
  text: string;
};

/**
 * How long after a campaign (ms) a message answers it, and how long "sair" and "parar" mean its
 * list. rules.md#opt-outs
 */
const answerWindow = 7 * 86_400_000;
const stopWindow = 30 * 86_400_000;

const stopWords = ["sair", "parar", "stop"];
const refusals = ["nao", "2"];
const confirmations = ["1", "sim", "s", "ok", "quero"];

/** Some seconds after a confirmation comes the message, in ms. */
const messageAfter = 10_000;

/** How much of an answer its row keeps. */
const kept = 500;

const latestQuery = prepared((db) =>
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
    .limit(1)
    .prepare(),
);

/**
 * Which campaign a contact's message answers, and what it means to it; undefined when it answers
 * none. rules.md#campaign-confirmation
 */
export function campaignAnswer(
  store: Store,
  contactId: number,
  whatsappId: number,
  text: string,
): CampaignAnswer | undefined {
  const keys = identifiersOf(store, contactId)
    .filter(({ type }) => type === "phone")
    .map(({ value }) => numberKey(value));
  const found =
    keys.length === 0
      ? undefined
      : latestQuery(store).get({
          keys: JSON.stringify(keys),
          whatsappId,
          since: store.now() - stopWindow,
        });
  if (!found) return undefined;
  const { row, name, status } = found;
  const effect = effectOf(row, status === "EM_ANDAMENTO", wordOf(text), store.now());
  return effect && { row, contactId, campaign: name, effect, isFirst: isUnanswered(row), text };
}

/**
 * Notes an answer in its row, with the ticket in which it stands, and does what it means. Returns
 * the note for people, of a first answer alone.
 */
export function applyAnswer(
  tx: Tx,
  { row, contactId, campaign, effect, isFirst, text }: CampaignAnswer,
  ticketId: number,
): string | undefined {
  const now = tx.store.now();
  const answer = {
    answer: text.slice(0, kept),
    answeredAt: isFirst ? new Date(now) : row.answeredAt,
    ticketId,
  };
  tx.update(campaignShipping)
    .set({
      contactId,
      ...(isFirst || effect !== "answered" ? answer : {}),
      ...updateTimestamps(now),
    })
    .where(eq(campaignShipping.id, row.id))
    .run();
  if (effect === "confirmed") confirm(tx, row);
  if (effect === "optedOut") stop(tx, row, text);
  if (!isFirst) return undefined;
  const said = row.message ?? row.confirmationMessage;
  return `Responde à campanha "${campaign}"${said ? `, que disse:\n\n${said}` : ""}`;
}

/**
 * Whether nothing was said to what was sent last: a "sim" answers the question, not the message
 * that follows it.
 */
const isUnanswered = ({ answeredAt, confirmation, sentAt }: ShippingRow) =>
  answeredAt === null || (confirmation && sentAt !== null && answeredAt < sentAt);

function effectOf(
  row: ShippingRow,
  isRunning: boolean,
  word: string,
  now: number,
): CampaignAnswer["effect"] | undefined {
  if (stopWords.includes(word)) return "optedOut";
  const at = (row.sentAt ?? row.confirmationRequestedAt)!.getTime();
  const isAsked = row.state === "asked" || (row.state === "skipped" && row.reason === "noAnswer");
  if (isAsked && isRunning && confirmations.includes(word)) return "confirmed";
  // A later "2" may be a choice in a menu.
  if (refusals.includes(word) && (row.answeredAt === null || (isAsked && word !== "2")))
    return "optedOut";
  return now - at < answerWindow && isUnanswered(row) ? "answered" : undefined;
}

function confirm(tx: Tx, row: ShippingRow) {
  const now = tx.store.now();
  const due = now + 1000 + Math.floor(Math.random() * (messageAfter - 1000));
  tx.update(campaignShipping)
    .set({ state: "waiting", reason: null, confirmation: true, confirmedAt: new Date(now), due })
    .where(eq(campaignShipping.id, row.id))
    .run();
  // A campaign that only waits for answers goes on with this one.
  tx.update(campaigns)
    .set({ nextAt: new Date(due), nextSetAt: new Date(now), holdReason: null })
    .where(and(eq(campaigns.id, row.campaignId), eq(campaigns.holdReason, "answers")))
    .run();
}

// Other campaigns leave them out as their turn comes; a question of theirs is not waited for any
// more.
function stop(tx: Tx, row: ShippingRow, text: string) {
  optOut(tx, {
    number: row.number,
    name: row.name,
    reason: text.slice(0, kept),
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
        eq(campaignShipping.numberKey, row.numberKey),
        inArray(campaignShipping.state, ["waiting", "asked"]),
      ),
    )
    .returning({ campaignId: campaignShipping.campaignId })
    .all();
  for (const id of new Set([row.campaignId, ...open.map(({ campaignId }) => campaignId)]))
    finishIfDone(tx, id);
}

/** A message as the word that it is, if it is one. */
const wordOf = (text: string) =>
  text.length > 40
    ? ""
    : text
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[\s.!,;*_"']+/g, " ")
        .trim();
