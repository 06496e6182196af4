import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Choices, interactiveOf } from "../../../attendance/choices.ts";
import type { Effect, Memory, Rule } from "../../../attendance/state.ts";
import { clearQueue, planJob } from "../../../kit/db/jobs.ts";
import type { Tx } from "../../../kit/db/company-db.ts";
import { media } from "../../../kit/db/media.ts";
import { query } from "../../../kit/db/query.ts";
import { findIfAny } from "../../connections/connections.ts";
import { ias } from "../../ias/table.ts";
import { mediaTypeForSending } from "../../messages/media-types.ts";
import { ratingRequests } from "../../ratings/table.ts";
import { fillVariables } from "../messages/fill-variables.ts";
import { cancelPending, sendAsBot } from "../messages/send-as-bot.ts";
import { integrations } from "../../integrations/table.ts";
import { record } from "../events/events.ts";
import { loadTicket } from "../tickets.ts";
import { attendances, type Ticket, type TicketRow } from "../table.ts";

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

/** The queue key of a ticket's jobs: they run one after the other. */
export const jobQueueOf = (ticketId: number) => `ticket/${ticketId}`;

/** An AI waits so long (ms) for more messages and then answers them all at once. */
const replyDelay = 1500;

/** The longest text (characters) that the network accepts. */
const maxLength = 60_000;

export const startsBot = (effect: Effect) =>
  (effect.do === "integrate" || effect.do === "prompt") && effect.begins;

const memoryQuery = query((db) => {
  const memory = sql`${sql.placeholder("memory")}`;
  return db
    .insert(attendances)
    .values({ ticketId: sql.placeholder("ticketId"), memory })
    .onConflictDoUpdate({ target: attendances.ticketId, set: { memory } });
});

const endSession = query((db) =>
  db
    .update(attendances)
    .set({ session: sql`NULL` })
    .where(
      and(eq(attendances.ticketId, sql.placeholder("ticketId")), isNotNull(attendances.session)),
    ),
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
  { text, mediaId, choices }: { text: string; mediaId?: number; choices?: Choices },
  later = 0,
) {
  const fill = (words: string) => fillVariables(tx, ticket, words);
  const body = fill(text).slice(0, maxLength);
  const file =
    mediaId === undefined ? undefined : tx.select().from(media).where(eq(media.id, mediaId)).get();
  if (!file)
    return void sendAsBot(tx, ticket, body, {
      later,
      interactive: choices && interactiveOn(tx, ticket, { ...choices, text: fill(choices.text) }),
    });
  const mediaType = mediaTypeForSending(file.type);
  const isMute = mediaType === "audio";
  if (isMute && body.trim() !== "") sendAsBot(tx, ticket, body, { later });
  sendAsBot(tx, loadTicket(tx, ticket.id), isMute ? "" : body, {
    later,
    file: { mediaId: file.id, mediaType },
  });
}

/** Buttons or a list, where the ticket's connection shows them. rules.md#buttons */
const interactiveOn = (tx: Tx, { whatsappId }: Ticket, choices: Choices) =>
  whatsappId !== null && findIfAny(tx, whatsappId)?.capabilities.buttons
    ? interactiveOf(choices)
    : undefined;

function scheduleBotTurn(tx: Tx, ticketId: number, turn: BotTurn, wait: number) {
  planJob(tx, {
    kind: "bot",
    queueKey: jobQueueOf(ticketId),
    runAt: tx.now() + wait,
    payload: { ticketId, ...turn },
  });
}
