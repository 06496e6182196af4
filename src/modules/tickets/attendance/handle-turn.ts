import { eq, sql } from "drizzle-orm";
import { blank, idle, isAsked, step, type Effect, type Event, type Memory, type Rule, type State } from "../../../attendance/attendance.ts";
import { clear, plan } from "../../../kit/jobs.ts";
import { prepared, type Store, type Tx } from "../../../kit/store.ts";
import { contacts } from "../../contacts/table.ts";
import { ias } from "../../ias/table.ts";
import { mediaTypeForSending } from "../../messages/messages.ts";
import { media } from "../../messages/table.ts";
import { ratingRequests } from "../../ratings/table.ts";
import { deskOf } from "./desk.ts";
import { fillVariables } from "../messages/fill-variables.ts";
import { cancelPending, sendAsBot } from "../messages/send-as-bot.ts";
import { change, load } from "../tickets.ts";
import { attendances, tickets, type Ticket, type TicketRow } from "../table.ts";

/** What follows an event in a ticket: what becomes of its row and of the bot's memory, and what is to be done. */
export type Outcome = { also: Partial<TicketRow>; memory?: Memory; effects: Effect[]; rules: Rule[]; /** What the bot was about to say, and to be asked, is over. */ ended: boolean };

/** A bot's turn that waits to be taken. `begins`: it is the first of the talk. */
export type BotTurn = { messageId: number; begins: boolean; integrationId: number | null; promptId: number | null };

/** What the customer says in one breath is answered at once, so many ms after. */
const replyDelay = 1500;

/** The longest text (characters) that the network takes. */
const maxLength = 60_000;

/** The lane of a ticket's jobs. */
export const jobQueueOf = (ticketId: number) => `ticket/${ticketId}`;

/** Where an event leads: what the engine makes of the ticket, the desk and the clock as they are. Nothing is changed yet. */
export function decide(store: Store, ticket: TicketRow, event: Event): Outcome {
  const config = ticket.whatsappId === null ? undefined : deskOf(store, ticket.whatsappId);
  const before = stateOf(store, ticket);
  // Nothing can be said any more, but what people do still ends the bot's turn.
  const withoutConnection = { state: event.type === "heard" ? before : idle(before), effects: [], rules: [] };
  const { state: { isGroup: _, disableBot: __, memory, ...also }, effects, rules } = config ? step(config, before, event, store.now()) : withoutConnection;
  // Where there is nothing to choose, nobody is asked: it is that queue's.
  const [only] = config?.queues.length === 1 ? config.queues : [];
  if (event.type === "heard" && only) also.queueId ??= only.id;
  const withBot = isAsked(rules) || (rules.includes("waits") && ticket.withBot && also.chatbot === ticket.chatbot);
  return { also: { ...also, withBot }, memory: memory === before.memory ? undefined : memory, effects, rules, ended: event.type !== "heard" || (ticket.chatbot && (!also.chatbot || effects.some(startsBot))) };
}

const startsBot = (effect: Effect) => (effect.do === "integrate" || effect.do === "prompt") && effect.begins;

/**
 * What follows an event, in the transaction of its cause. `more`: what else becomes of the ticket, who made it so, how long (ms) what the company says of it can be
 * taken back, and whether the bot itself made it so: then it is heard to its end.
 */
export function handleTurn(tx: Tx, ticket: TicketRow, event: Event, { also, byUserId, later, byBot }: { also?: Partial<TicketRow>; byUserId?: number; later?: number; byBot?: boolean } = {}): Ticket {
  const outcome = decide(tx.store, ticket, event);
  change(tx, ticket, { ...outcome.also, ...also }, byUserId);
  return applyEffects(tx, ticket.id, outcome, { later, byBot });
}

/** Does what an event led to, once the ticket's row is changed: words in line, bots' turns, a request to rate. `messageId` is the one that was heard. */
export function applyEffects(tx: Tx, ticketId: number, { memory, effects, ended }: Outcome, { messageId, later = 0, byBot = false }: { messageId?: number; later?: number; byBot?: boolean } = {}): Ticket {
  if (memory) tx.insert(attendances).values({ ticketId, memory }).onConflictDoUpdate({ target: attendances.ticketId, set: { memory } }).run();
  if (ended) {
    clear(tx, jobQueueOf(ticketId));
    // What its bot was still about to say.
    if (!byBot) cancelPending(tx, ticketId);
    tx.update(attendances).set({ session: null }).where(eq(attendances.ticketId, ticketId)).run();
  }
  for (const effect of effects) {
    const ticket = load(tx.store, ticketId);
    switch (effect.do) {
      case "say":
        say(tx, ticket, effect, later);
        break;
      case "integrate":
        if (messageId !== undefined) scheduleBotTurn(tx, ticketId, { messageId, begins: effect.begins, integrationId: effect.integrationId, promptId: null }, 0);
        break;
      case "prompt":
        if (messageId !== undefined) scheduleBotTurn(tx, ticketId, { messageId, begins: effect.begins, integrationId: null, promptId: effect.promptId }, replyDelay);
        break;
      case "askRating": {
        const request = { userId: ticket.userId, askedAt: tx.store.now() + later, expiresAt: effect.expiresAt };
        tx.insert(ratingRequests).values({ ticketId, ...request }).onConflictDoUpdate({ target: ratingRequests.ticketId, set: request }).run();
      }
    }
  }
  return load(tx.store, ticketId);
}

/** Says something of the company's own, its variables filled in. What carries no words has them go before it. */
export function say(tx: Tx, ticket: Ticket, { text, mediaId }: { text: string; mediaId?: number }, later = 0) {
  const body = fillVariables(tx.store, ticket, text).slice(0, maxLength);
  const file = mediaId === undefined ? undefined : tx.select().from(media).where(eq(media.id, mediaId)).get();
  if (!file) return void sendAsBot(tx, ticket, body, { later });
  const mediaType = mediaTypeForSending(file.type);
  const isMute = mediaType === "audio";
  if (isMute && body.trim() !== "") sendAsBot(tx, ticket, body, { later });
  sendAsBot(tx, load(tx.store, ticket.id), isMute ? "" : body, { later, file: { mediaId: file.id, mediaType } });
}

function scheduleBotTurn(tx: Tx, ticketId: number, turn: BotTurn, wait: number) {
  plan(tx, { kind: "bot", lane: jobQueueOf(ticketId), runAt: tx.store.now() + wait, payload: { ticketId, ...turn } });
}

const stateQuery = prepared((db) =>
  db.select({ disableBot: contacts.disableBot, memory: attendances.memory, isInactive: sql<number>`NOT ifnull(${ias.isActive}, 1)` }).from(tickets).innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(attendances, eq(attendances.ticketId, tickets.id)).leftJoin(ias, eq(ias.id, tickets.promptId)).where(eq(tickets.id, sql.placeholder("id"))).prepare(),
);

function stateOf(store: Store, { id, status, isGroup, queueId, userId, chatbot, queueOptionId, useIntegration, integrationId, promptId }: TicketRow): State {
  const { disableBot, memory, isInactive: sleeps } = stateQuery(store).get({ id })!;
  const { useOpenAi, useIntegrations } = store.about().plan;
  const bots = { useIntegration: useIntegration && useIntegrations, integrationId: useIntegrations ? integrationId : null, promptId: sleeps || !useOpenAi ? null : promptId };
  return { status, isGroup, disableBot, queueId, userId, chatbot, queueOptionId, ...bots, memory: memory ?? blank };
}
