import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { ack } from "../../shared/states.ts";
import { preview } from "../messages/preview.ts";
import { adWords } from "../messages/sources.ts";
import { messages, type MessageRow } from "../messages/table.ts";
import type { TicketRow } from "./table.ts";

const deletedText = "🚫 Mensagem apagada";

type LastWords = Pick<MessageRow, "body" | "mediaType" | "fromMe" | "isDeleted"> &
  Partial<Pick<MessageRow, "referral">>;

/** The text that lists show of a message. */
export const lastMessageOf = ({
  body,
  mediaType,
  fromMe,
  isDeleted,
  referral,
}: LastWords): Pick<TicketRow, "lastMessage" | "lastMessageFromMe"> => ({
  lastMessage: isDeleted
    ? deletedText
    : preview(body || (referral ? adWords(referral) : ""), mediaType),
  lastMessageFromMe: fromMe,
});

/**
 * The message that lists show of a ticket. It is the last of a person that does not just choose
 * from a menu, else the last of a person, else the bot's. rules.md#last-message
 */
export const lastVisibleMessage = (db: CompanyDb, ticketId: number) =>
  lastWordsQuery(db).get({ ticketId }) ??
  lastOfPeopleQuery(db).get({ ticketId }) ??
  newestQuery(db).get({ ticketId });

/**
 * A ticket's wait once this message of ours has reached the network: it goes on from the first
 * message that the customer sent after it. rules.md#longest-wait
 */
export function waitAfterAnswer(
  db: CompanyDb,
  { id: ticketId, waitingSince: current }: Pick<TicketRow, "id" | "waitingSince">,
  messageId: number,
): Date | null {
  if (current === null) return null;
  const next = nextOfContactQuery(db).get({ ticketId, messageId });
  if (!next) return null;
  // A later answer may have ended more of the wait already.
  return next.sentAt > current ? next.sentAt : current;
}

/**
 * Whether a message of ours in this attendance was refused, and is neither sent again nor deleted.
 */
export const hasFailed = (db: CompanyDb, ticketId: number): boolean =>
  failedQuery(db).get({ ticketId }) !== undefined;

/**
 * Since when the customer waits, computed from the messages. A close at `undoneAt` (epoch ms) or
 * later is ignored. rules.md#longest-wait
 */
export function waitingSince(
  db: CompanyDb,
  ticketId: number,
  undoneAt = Number.MAX_SAFE_INTEGER,
): Date | null {
  const since = sinceQuery(db).get({ ticketId, undoneAt })?.since ?? null;
  return since === null ? null : new Date(since);
}

const ofTicket = eq(messages.ticketId, sql.placeholder("ticketId"));

// From the newest back until one matches: a long conversation is not read for its last message.
const lastOfPeopleQuery = query((db) =>
  db
    .select()
    .from(messages)
    .where(and(ofTicket, ne(messages.origin, "bot")))
    .orderBy(desc(messages.id))
    .limit(1),
);
const lastWordsQuery = query((db) =>
  db
    .select()
    .from(messages)
    .where(and(ofTicket, ne(messages.origin, "bot"), eq(messages.choice, false)))
    .orderBy(desc(messages.id))
    .limit(1),
);
const newestQuery = query((db) =>
  db.select().from(messages).where(ofTicket).orderBy(desc(messages.id)).limit(1),
);

// Ids and times rise together within a ticket: the first message by id is the earliest.
const nextOfContactQuery = query((db) =>
  db
    .select({ sentAt: messages.sentAt })
    .from(messages)
    .where(
      and(ofTicket, gt(messages.id, sql.placeholder("messageId")), eq(messages.origin, "contact")),
    )
    .orderBy(asc(messages.id))
    .limit(1),
);
const failedQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        ofTicket,
        eq(messages.fromMe, true),
        eq(messages.ack, ack.failed),
        eq(messages.isDeleted, false),
        sql`${messages.createdAt} >= ifnull((SELECT queuedAt FROM ticketRounds WHERE ticketId = ${sql.placeholder("ticketId")} ORDER BY id DESC LIMIT 1), 0)`,
      ),
    )
    .limit(1),
);

// Messages before the last answer that reached the network, or before the last close, are no longer
// waited for.
const lastAnswer = sql`(SELECT ifnull(max(id), 0) FROM messages WHERE ticketId = ${sql.placeholder("ticketId")} AND origin IN ('agent', 'device') AND ack > 0)`;
const lastEnd = sql`(SELECT ifnull(max(finishedAt), 0) FROM ticketRounds WHERE ticketId = ${sql.placeholder("ticketId")} AND finishedAt < ${sql.placeholder("undoneAt")})`;
const sinceQuery = query((db) =>
  db
    .select({ since: sql<number | null>`min(${messages.sentAt})` })
    .from(messages)
    .where(
      and(
        ofTicket,
        sql`${messages.origin} = 'contact' AND ${messages.id} > ${lastAnswer} AND ${messages.createdAt} > ${lastEnd}`,
      ),
    ),
);
