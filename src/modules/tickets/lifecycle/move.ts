import { z } from "zod";
import { id, text } from "../../../kit/http/fields.ts";
import { canSee, type Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { undoWindow } from "../../../shared/limits.ts";
import { ticketStates } from "../../../shared/states.ts";
import * as connections from "../../connections/connections.ts";
import { notErased } from "../../contacts/contacts.ts";
import { markAllRead } from "../../messages/messages.ts";
import * as queues from "../../queues/queues.ts";
import * as settings from "../../settings/settings.ts";
import { assignBotStep, changesBot } from "../attendance/assign-bot.ts";
import { handleTurn } from "../attendance/handle-turn.ts";
import { fillVariables } from "../messages/fill-variables.ts";
import { dropRatingRequest } from "../attendance/rate.ts";
import { cancelPending, sendAsBot } from "../messages/send-as-bot.ts";
import { switchConnectionStep } from "./switch-connection.ts";
import { audienceOf } from "../audience.ts";
import { loadTicket, missing, notMyQueue, refuseSecond, seenBy, wrongState } from "../tickets.ts";
import type { Ticket } from "../table.ts";
import { type Step, takeStep } from "../step.ts";
import { markUnreadStep, snoozeField, snoozeStep } from "./snooze.ts";
import { transferStep } from "./transfer.ts";

/**
 * The changes to a ticket that a client may ask for. It names a status, queue, user, connection or
 * bot, puts the ticket away, or makes it look unread.
 */
export const moveBody = z.object({
  status: z.enum(ticketStates).optional(),
  queueId: id.nullish(),
  userId: id.nullish(),
  whatsappId: id.nullish(),
  useIntegration: z.boolean().nullish(),
  integrationId: id.nullish(),
  promptId: id.nullish(),
  /** For the receiver of a transfer. */
  note: text(1000).optional(),
  silent: z.boolean().default(false),
  snoozedUntil: snoozeField.nullish(),
  markedUnread: z.boolean().optional(),
});

type MoveRequest = z.input<typeof moveBody>;

/** Whether a request works on the ticket: to put it away or to mark it reads nothing. */
export const worksOnTicket = ({
  snoozedUntil: _,
  markedUnread: __,
  silent: ___,
  ...actions
}: MoveRequest) => Object.values(actions).some((value) => value !== undefined);

/** The wording that customers of this kind of product know. rules.md#fixed-texts */
const greeting =
  "*Mensagem Automática:*\n{{ms}} *{{name}}*, meu nome é *{{user}}* e agora vou prosseguir com seu atendimento!";

/**
 * Changes a ticket by the steps that the request needs, all or none. Throws what the steps throw,
 * invalid for an empty request.
 */
export function move(db: CompanyDb, me: Me, id: number, request: MoveRequest): Ticket {
  return db.write((tx) => {
    const before = loadTicket(db, id);
    const steps = [
      request.whatsappId && switchConnectionStep(db, me, request.whatsappId),
      stepFor(db, me, before, request),
      changesBot(before, request) && assignBotStep(db, me, request),
      request.snoozedUntil !== undefined && snoozeStep(db, me, request.snoozedUntil),
      request.markedUnread !== undefined && markUnreadStep(me, request.markedUnread),
    ].filter((step) => !!step);
    if (steps.length === 0)
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Diga o que muda",
        fields: { status: "required" },
      });
    return steps.reduce((ticket, step) => step(tx, ticket), before);
  });
}

function stepFor(
  db: CompanyDb,
  me: Me,
  before: Ticket,
  { status, queueId, userId, note, silent }: MoveRequest,
): Step | undefined {
  if (status === "closed") return resolveStep(db, me, { silent, queueId: queueId ?? undefined });
  // Clients that accept a ticket also send its queue and their own user.
  if (status === "open" && (userId ?? me.id) === me.id) {
    if (before.status === "closed") return reopenStep(db, me, queueId ?? undefined);
    const isMine = before.status === "open" && before.userId === me.id;
    if (!isMine || !queueId || queueId === before.queueId)
      return acceptStep(db, me, queueId ?? undefined);
    return transferStep(db, me, { queueId, userId: me.id, note });
  }
  if (queueId || userId)
    return transferStep(db, me, {
      queueId: queueId ?? undefined,
      userId: userId ?? undefined,
      note: note || undefined,
    });
  return status === "pending" ? returnStep(db, me) : undefined;
}

/**
 * `me` takes a pending ticket, in its own queue or in the one asked for. Of two who try at once one
 * wins, and the other's conflict names the winner. Throws
 * missing, forbidden for a queue that `me` does not serve.
 */
export const accept = (db: CompanyDb, me: Me, id: number, queueId?: number): Ticket =>
  takeStep(db, id, acceptStep(db, me, queueId));

/**
 * `me` opens a closed ticket again; closing messages that have not left are cancelled. Throws
 * missing, or the conflict that names the contact's other ticket.
 */
export const reopen = (db: CompanyDb, me: Me, id: number): Ticket =>
  takeStep(db, id, reopenStep(db, me));

/** Puts an open ticket back to pending, without a user. */
export const returnToQueue = (db: CompanyDb, me: Me, id: number): Ticket =>
  takeStep(db, id, returnStep(db, me));

/**
 * Closes a ticket and marks it read. It keeps its queue and its last user. The contact is asked for
 * a rating or gets the farewell, unless `silent` or a group. rules.md#rating
 */
export const resolve = (db: CompanyDb, me: Me, id: number, { silent = false } = {}): Ticket =>
  takeStep(db, id, resolveStep(db, me, { silent }));

const acceptStep =
  (db: CompanyDb, me: Me, requestedId?: number): Step =>
  (tx, before) => {
    // A user who lost the race no longer sees the ticket, but saw it a moment ago: they get a
    // conflict, not missing.
    if (!canSee(me, audienceOf({ ...before, status: "pending" }))) return missing();
    if (before.status === "open" && before.userId === me.id) return before;
    if (before.status !== "pending") {
      throw new Fault("conflict", "ERR_TICKET_ALREADY_ACCEPTED", {
        message: `Atendimento já aceito por ${before.user?.name ?? "outra pessoa"}`,
        details: { user: before.user?.name ?? null },
      });
    }
    const mine = {
      status: "open",
      userId: me.id,
      queueId: queueFor(db, me, before, requestedId),
    } as const;
    const accepted = handleTurn(
      tx,
      before,
      { type: "reassigned" },
      { also: mine, byUserId: me.id },
    );
    if (before.isGroup || settings.read(db, "sendGreetingAccepted") !== "enabled") return accepted;
    sendAsBot(tx, accepted, fillVariables(db, accepted, greeting, me.id));
    return loadTicket(db, before.id);
  };

const reopenStep =
  (db: CompanyDb, me: Me, requestedId?: number): Step =>
  (tx, before) => {
    seenBy(me, before);
    if (before.status !== "closed") throw wrongState(before);
    notErased(tx, before.contactId);
    refuseSecond(db, before.contactId, before.whatsappId);
    const queueId = queueFor(db, me, before, requestedId);
    cancelPending(tx, before.id);
    dropRatingRequest(tx, before.id);
    return handleTurn(
      tx,
      before,
      { type: "reassigned" },
      { also: { status: "open", userId: me.id, queueId }, byUserId: me.id },
    );
  };

const returnStep =
  (db: CompanyDb, me: Me): Step =>
  (tx, before) => {
    seenBy(me, before);
    if (before.status === "pending") return before;
    if (before.status !== "open") throw wrongState(before);
    return handleTurn(
      tx,
      before,
      { type: "reassigned" },
      { also: { status: "pending", userId: null }, byUserId: me.id },
    );
  };

/** The same, as a step of the caller's; it may end in another queue. */
export const resolveStep =
  (
    db: CompanyDb,
    me: Me,
    { silent = false, queueId }: { silent?: boolean; queueId?: number },
  ): Step =>
  (tx, before) => {
    seenBy(me, before);
    if (before.status === "closed") return before;
    markAllRead(tx, before.id);
    const done = {
      status: "closed",
      userId: before.userId ?? me.id,
      queueId: queueId === undefined ? before.queueId : queues.findQueue(db, queueId).id,
      unreadMessages: 0,
    } as const;
    return handleTurn(
      tx,
      before,
      { type: "closed", silent, attended: before.userId !== null },
      { also: done, byUserId: me.id, later: undoWindow.action },
    );
  };

/**
 * The queue in which `me` takes a ticket: its own, or another in which they may see it. Throws
 * missing, forbidden.
 */
function queueFor(
  db: CompanyDb,
  me: Me,
  { queueId: own, whatsappId }: Ticket,
  requestedId?: number,
): number | null {
  if (requestedId === undefined || requestedId === own)
    return own ?? ownQueueOn(db, me, whatsappId);
  const { id: queueId } = queues.findQueue(db, requestedId);
  if (!canSee(me, audienceOf({ status: "open", queueId, whatsappId, userId: me.id })))
    throw notMyQueue();
  return queueId;
}

/**
 * A ticket without a queue gets the first of its connection's queues that `me` serves, and none if
 * `me` sees everything. rules.md#tickets-without-a-queue
 */
function ownQueueOn(db: CompanyDb, me: Me, whatsappId: number | null): number | null {
  if (whatsappId === null || me.profile === "admin" || me.allTicket) return null;
  return connections.find(db, whatsappId).queueIds.find((id) => me.queueIds.includes(id)) ?? null;
}
