import { eq, sql } from "drizzle-orm";
import { isAsked, step, takenOver } from "../../../attendance/attendance.ts";
import {
  emptyMemory,
  withoutBot,
  type Event,
  type Memory,
  type State,
  type Step,
} from "../../../attendance/state.ts";
import type { CompanyDb, Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { contacts } from "../../contacts/table.ts";
import { ias } from "../../ias/table.ts";
import { deskOf } from "./desk.ts";
import type { Cause } from "../events/events.ts";
import { change, loadTicket } from "../tickets.ts";
import { attendances, tickets, type Ticket, type TicketRow } from "../table.ts";
import { applyEffects, type Outcome, startsBot } from "./apply-effects.ts";

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

const stateQuery = query((db) =>
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
    .where(eq(tickets.id, sql.placeholder("id"))),
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
