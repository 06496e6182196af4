import { and, desc, eq, sql } from "drizzle-orm";
import { ratingIn } from "../../../attendance/answers.ts";
import { prepared, type Store, type Tx } from "../../../kit/store.ts";
import { endTexts } from "../../../shared/attendance.ts";
import { ratingRequests, userRatings } from "../../ratings/table.ts";
import { say } from "./handle-turn.ts";
import { deskOf } from "./desk.ts";
import { active, load } from "../tickets.ts";
import { tickets, type Ticket } from "../table.ts";

const requestQuery = prepared((db) =>
  db.select({ ticketId: ratingRequests.ticketId, userId: ratingRequests.userId, askedAt: ratingRequests.askedAt, expiresAt: ratingRequests.expiresAt, status: tickets.status })
    .from(tickets).innerJoin(ratingRequests, eq(ratingRequests.ticketId, tickets.id))
    .where(and(eq(tickets.contactId, sql.placeholder("contactId")), eq(tickets.whatsappId, sql.placeholder("whatsappId")))).orderBy(desc(ratingRequests.askedAt)).limit(1).prepare(),
);

/**
 * A customer's answer to the request to rate an attendance: kept, and the closed ticket returned that it belongs to. Undefined when it is none: then the
 * request has run out. doc 4 §1.7
 */
export function rate(tx: Tx, contactId: number, whatsappId: number, answer: string): Ticket | undefined {
  const request = requestQuery(tx.store).get({ contactId, whatsappId });
  if (!request) return undefined;
  const { ticketId, userId, askedAt, expiresAt, status } = request;
  dropRatingRequest(tx, ticketId);
  const rating = ratingIn(answer);
  // While another of their attendances is at work, it is that one they talk to.
  const stands = status === "closed" && askedAt <= tx.store.now() && tx.store.now() < expiresAt && !active(tx.store, contactId, whatsappId);
  if (rating === undefined || !stands) return undefined;
  tx.insert(userRatings).values({ ticketId, userId, rate: rating, createdAt: new Date(tx.store.now()) }).run();
  return load(tx.store, ticketId);
}

/** Who rated hears the farewell of their queue, or of the connection. */
export function sendThanks(tx: Tx, ticketId: number) {
  const ticket = load(tx.store, ticketId);
  const text = farewellAfterRating(tx.store, ticket);
  if (text !== "") say(tx, ticket, { text });
}

/** What who rates a ticket hears; empty when nothing. rules.md#queue-texts */
export function farewellAfterRating(store: Store, { whatsappId, queueId }: Pick<Ticket, "whatsappId" | "queueId">): string {
  const desk = whatsappId === null ? undefined : deskOf(store, whatsappId);
  const text = desk && endTexts(desk.connection, desk.endings.find(({ id }) => id === queueId)).complationMessage;
  return text?.trim() ? text : "";
}

/** Nobody is asked any more to rate a ticket. */
export function dropRatingRequest(tx: Tx, ticketId: number) {
  tx.delete(ratingRequests).where(eq(ratingRequests.ticketId, ticketId)).run();
}
