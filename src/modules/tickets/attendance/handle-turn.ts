import { and, eq, isNotNull, sql } from "drizzle-orm";
import { isAsked, step, takenOver } from "../../../attendance/attendance.ts";
import {
  emptyMemory,
  withoutBot,
  type Effect,
  type Event,
  type Memory,
  type Rule,
  type State,
  type Step,
} from "../../../attendance/state.ts";
import { clearQueue, planJob } from "../../../kit/db/jobs.ts";
import { prepared, type CompanyDb, type Tx } from "../../../kit/db/company-db.ts";
import { media } from "../../../kit/db/media.ts";
import { contacts } from "../../contacts/table.ts";
import { ias } from "../../ias/table.ts";
import { mediaTypeForSending } from "../../messages/media-types.ts";
import { ratingRequests } from "../../ratings/table.ts";
import { deskOf } from "./desk.ts";
import { fillVariables } from "../messages/fill-variables.ts";
import { cancelPending, sendAsBot } from "../messages/send-as-bot.ts";
import { integrations } from "../../integrations/table.ts";
import { record, type Cause } from "../events/events.ts";
import { change, loadTicket } from "../tickets.ts";
import { attendances, tickets, type Ticket, type TicketRow } from "../table.ts";

/**
 * The outcome of an event: the ticket's changes, the bot's memory, and the effects to be applied.
 */
export type Outcome = {
  also: Partial<TicketRow>;
  memory?: Memory;
  effects: Effect[];
  rules: Rule[];
  /** Pending bot messages and bot turns of the ticket are cancelled. */ ended: boolean;
};

/** A scheduled turn of a bot. `begins`: it is the first with this bot. */
export type BotTurn = {
  messageId: number;
  begins: boolean;
  integrationId: number | null;
  promptId: number | null;
};

/** An AI waits so long (ms) for more messages and then answers them all at once. */
const replyDelay = 1500;

/** The longest text (characters) that the network accepts. */
const maxLength = 60_000;

/** The queue key of a ticket's jobs: they run one after the other. */
export const jobQueueOf = (ticketId: number) => `ticket/${ticketId}`;

/**
 * Runs the attendance engine on the ticket and the desk's configuration as they are now. Changes
 * nothing.
 */
export function decide(db: CompanyDb, ticket: TicketRow, event: Event): Outcome {
  const before = stateOf(db, ticket);
  const config =
    ticket.whatsappId === null || isByPeople(event) ? undefined : deskOf(db, ticket.whatsappId);
  const {
    state: { isGroup: _, disableBot: __, memory, ...also },
    effects,
    rules,
  } = config ? step(config, before, event, db.now()) : withoutConfig(before, ticket, event);
  // A connection's only queue gets the ticket without being asked for.
  const [only] = config?.queues.length === 1 ? config.queues : [];
  if (event.type === "messageReceived" && only) also.queueId ??= only.id;
  const withBot =
    isAsked(rules) ||
    (rules.includes("waits") && ticket.withBot && also.chatbot === ticket.chatbot);
  return {
    also: changesOf(ticket, { ...also, withBot }),
    memory: isKept(memory, before.memory) ? undefined : memory,
    effects,
    rules,
    ended:
      event.type !== "messageReceived" ||
      (ticket.chatbot && (!also.chatbot || effects.some(startsBot))),
  };
}

// A ticket without a memory yet has the empty one.
const isKept = (memory: Memory, before: Memory) =>
  memory === before || (before !== emptyMemory && Bun.deepEquals(memory, before));

const isByPeople = ({ type }: Event) => type === "agentReplied" || type === "reassigned";

// Without a connection nothing can be sent, but what people do still ends the bot's turn.
function withoutConfig(before: State, { whatsappId }: TicketRow, event: Event): Step {
  if (whatsappId !== null && isByPeople(event)) return takenOver(before);
  return {
    state: event.type === "messageReceived" ? before : withoutBot(before),
    effects: [],
    rules: [],
  };
}

/** SQLite writes every index anew that has a column which an update names. */
const changesOf = (before: TicketRow, values: Partial<TicketRow>): Partial<TicketRow> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== before[name as keyof TicketRow]),
  );

const startsBot = (effect: Effect) =>
  (effect.do === "integrate" || effect.do === "prompt") && effect.begins;

/**
 * Runs the engine on an event and applies the outcome, in the caller's transaction. `also`: other
 * columns to change. `byUserId`: the user who caused it; `cause` says more. `later`: how long (ms) the messages sent
 * by this can still be cancelled. `byBot`: the bot itself caused it, and its pending messages are
 * still sent.
 */
export function handleTurn(
  tx: Tx,
  ticket: TicketRow,
  event: Event,
  {
    also,
    byUserId,
    cause,
    later,
    byBot,
  }: {
    also?: Partial<TicketRow>;
    byUserId?: number;
    cause?: Cause;
    later?: number;
    byBot?: boolean;
  } = {},
): Ticket {
  const outcome = decide(tx, ticket, event);
  const changed = change(tx, ticket, changesOf(ticket, { ...outcome.also, ...also }), {
    byUserId,
    ...cause,
  });
  return applyEffects(tx, ticket.id, outcome, { later, byBot })
    ? loadTicket(tx, ticket.id)
    : changed;
}

/**
 * Applies what `decide` returned, once the ticket's row is changed: messages, bot turns, a request
 * to rate. `messageId`: the message that was received. Returns whether the ticket may have changed
 * by it.
 */
export function applyEffects(
  tx: Tx,
  ticketId: number,
  { memory, effects, ended }: Outcome,
  {
    messageId,
    later = 0,
    byBot = false,
  }: { messageId?: number; later?: number; byBot?: boolean } = {},
): boolean {
  if (memory) memoryQuery(tx).run({ ticketId, memory: JSON.stringify(memory) });
  let cancelled = 0;
  if (ended) {
    clearQueue(tx, jobQueueOf(ticketId));
    // Messages of the bot that have not left yet.
    if (!byBot) cancelled = cancelPending(tx, ticketId);
    endSession(tx).run({ ticketId });
  }
  for (const effect of effects) {
    const ticket = loadTicket(tx, ticketId);
    if (startsBot(effect)) recordBegin(tx, ticket, effect);
    switch (effect.do) {
      case "say":
        say(tx, ticket, effect, later);
        break;
      case "integrate":
        if (messageId !== undefined)
          scheduleBotTurn(
            tx,
            ticketId,
            {
              messageId,
              begins: effect.begins,
              integrationId: effect.integrationId,
              promptId: null,
            },
            0,
          );
        break;
      case "prompt":
        if (messageId !== undefined)
          scheduleBotTurn(
            tx,
            ticketId,
            { messageId, begins: effect.begins, integrationId: null, promptId: effect.promptId },
            replyDelay,
          );
        break;
      case "askRating": {
        const request = {
          userId: ticket.userId,
          askedAt: tx.now() + later,
          expiresAt: effect.expiresAt,
        };
        tx.insert(ratingRequests)
          .values({ ticketId, ...request })
          .onConflictDoUpdate({ target: ratingRequests.ticketId, set: request })
          .run();
      }
    }
  }
  return cancelled + effects.length > 0;
}

const memoryQuery = prepared((db) => {
  const memory = sql`${sql.placeholder("memory")}`;
  return db
    .insert(attendances)
    .values({ ticketId: sql.placeholder("ticketId"), memory })
    .onConflictDoUpdate({ target: attendances.ticketId, set: { memory } })
    .prepare();
});
const endSession = prepared((db) =>
  db
    .update(attendances)
    .set({ session: sql`NULL` })
    .where(
      and(eq(attendances.ticketId, sql.placeholder("ticketId")), isNotNull(attendances.session)),
    )
    .prepare(),
);

/** Records that a bot takes the ticket. */
function recordBegin(tx: Tx, ticket: Ticket, effect: Effect) {
  const bot =
    effect.do === "prompt"
      ? tx.select({ name: ias.name }).from(ias).where(eq(ias.id, effect.promptId)).get()
      : effect.do === "integrate"
        ? tx
            .select({ name: integrations.name })
            .from(integrations)
            .where(eq(integrations.id, effect.integrationId))
            .get()
        : undefined;
  record(tx, ticket, { kind: "bot", byUserId: null, detail: { bot: "began", name: bot?.name } });
}

/**
 * Sends a message of the company's own, with its variables filled in. Kinds that carry no text are
 * sent after the text.
 */
export function say(
  tx: Tx,
  ticket: Ticket,
  { text, mediaId }: { text: string; mediaId?: number },
  later = 0,
) {
  const body = fillVariables(tx, ticket, text).slice(0, maxLength);
  const file =
    mediaId === undefined ? undefined : tx.select().from(media).where(eq(media.id, mediaId)).get();
  if (!file) return void sendAsBot(tx, ticket, body, { later });
  const mediaType = mediaTypeForSending(file.type);
  const isMute = mediaType === "audio";
  if (isMute && body.trim() !== "") sendAsBot(tx, ticket, body, { later });
  sendAsBot(tx, loadTicket(tx, ticket.id), isMute ? "" : body, {
    later,
    file: { mediaId: file.id, mediaType },
  });
}

function scheduleBotTurn(tx: Tx, ticketId: number, turn: BotTurn, wait: number) {
  planJob(tx, {
    kind: "bot",
    queueKey: jobQueueOf(ticketId),
    runAt: tx.now() + wait,
    payload: { ticketId, ...turn },
  });
}

const stateQuery = prepared((db) =>
  db
    .select({
      disableBot: contacts.disableBot,
      memory: attendances.memory,
      isInactive: sql<number>`NOT ifnull(${ias.isActive}, 1)`,
    })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(attendances, eq(attendances.ticketId, tickets.id))
    .leftJoin(ias, eq(ias.id, tickets.promptId))
    .where(eq(tickets.id, sql.placeholder("id")))
    .prepare(),
);

function stateOf(
  db: CompanyDb,
  {
    id,
    status,
    isGroup,
    queueId,
    userId,
    chatbot,
    queueOptionId,
    useIntegration,
    integrationId,
    promptId,
  }: TicketRow,
): State {
  const { disableBot, memory, isInactive: sleeps } = stateQuery(db).get({ id })!;
  const isWithBot = useIntegration || integrationId !== null || promptId !== null;
  const { useOpenAi, useIntegrations } = isWithBot ? db.about().plan : withoutPlan;
  const bots = {
    useIntegration: useIntegration && useIntegrations,
    integrationId: useIntegrations ? integrationId : null,
    promptId: sleeps || !useOpenAi ? null : promptId,
  };
  return {
    status,
    isGroup,
    disableBot,
    queueId,
    userId,
    chatbot,
    queueOptionId,
    ...bots,
    memory: memory ?? emptyMemory,
  };
}

const withoutPlan = { useOpenAi: false, useIntegrations: false };
