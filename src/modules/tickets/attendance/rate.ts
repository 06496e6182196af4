import { and, desc, eq, sql } from "drizzle-orm";
import { ratingOf } from "../../../attendance/choices.ts";
import type { Answer } from "../../../attendance/state.ts";
import { ratingIn } from "../../../attendance/answers.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { endTexts } from "../../../shared/attendance.ts";
import { ratingRequests, userRatings } from "../../ratings/table.ts";
import { record } from "../events/events.ts";
import { say } from "./apply-effects.ts";
import { deskOf } from "./desk.ts";
import { active, loadTicket } from "../tickets.ts";
import { tickets, type Ticket } from "../table.ts";

const requestQuery = query((db) =>
  db
    .select({
      ticketId: ratingRequests.ticketId,
      userId: ratingRequests.userId,
      askedAt: ratingRequests.askedAt,
      expiresAt: ratingRequests.expiresAt,
      status: tickets.status,
    })
    .from(tickets)
    .innerJoin(ratingRequests, eq(ratingRequests.ticketId, tickets.id))
    .where(
      and(
        eq(tickets.contactId, sql.placeholder("contactId")),
        eq(tickets.whatsappId, sql.placeholder("whatsappId")),
      ),
    )
    .orderBy(desc(ratingRequests.askedAt))
    .limit(1),
);

/**
 * Saves a customer's answer to a request to rate. Returns the closed ticket that was rated;
 * undefined when the message is no rating, which ends the request. rules.md#rating
 */
export function rate(
  tx: Tx,
  contactId: number,
  whatsappId: number,
  { text: answer, choiceId }: Answer,
): Ticket | undefined {
  const request = requestQuery(tx).get({ contactId, whatsappId });
  if (!request) return undefined;
  const { ticketId, userId, askedAt, expiresAt, status } = request;
  dropRatingRequest(tx, ticketId);
  const rating = choiceId === undefined ? ratingIn(answer) : ratingOf(choiceId);
  // While the contact has an active ticket, a number is meant for that one.
  const isValid =
    status === "closed" &&
    askedAt <= tx.now() &&
    tx.now() < expiresAt &&
    !active(tx, contactId, whatsappId);
  if (rating === undefined || !isValid) return undefined;
  tx.insert(userRatings)
    .values({ ticketId, userId, rate: rating, createdAt: new Date(tx.now()) })
    .run();
  const ticket = loadTicket(tx, ticketId);
  const words = answer.trim() === String(rating) ? {} : { words: answer.trim().slice(0, 1000) };
  record(tx, ticket, { kind: "rated", byUserId: null, detail: { rate: rating, ...words } });
  return ticket;
}

/** Sends the farewell to a customer who has rated. */
export function sendThanks(tx: Tx, ticketId: number) {
  const ticket = loadTicket(tx, ticketId);
  const text = farewellAfterRating(tx, ticket);
  if (text !== "") say(tx, ticket, { text });
}

/**
 * The text that a customer gets after rating: the farewell of the ticket's queue, or else of its
 * connection. Empty when there is none. rules.md#queue-texts
 */
export function farewellAfterRating(
  db: CompanyDb,
  { whatsappId, queueId }: Pick<Ticket, "whatsappId" | "queueId">,
): string {
  const desk = whatsappId === null ? undefined : deskOf(db, whatsappId);
  const text =
    desk &&
    endTexts(
      desk.connection,
      desk.endings.find(({ id }) => id === queueId),
    ).complationMessage;
  return text?.trim() ? text : "";
}

export function dropRatingRequest(tx: Tx, ticketId: number) {
  tx.delete(ratingRequests).where(eq(ratingRequests.ticketId, ticketId)).run();
}
