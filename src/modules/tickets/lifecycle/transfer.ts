import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { undoWindow } from "../../../shared/limits.ts";
import * as queues from "../../queues/queues.ts";
import * as settings from "../../settings/settings.ts";
import * as users from "../../users/users.ts";
import type { User } from "../../users/table.ts";
import { handleTurn } from "../attendance/handle-turn.ts";
import { addNote, notifyMentioned } from "../notes/notes.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { type Step, takeStep } from "../step.ts";
import { loadTicket, seenBy, wrongState } from "../tickets.ts";
import type { Ticket } from "../table.ts";

/**
 * Moves a ticket to another queue, where it waits, or to a user who serves it. `note` is for the
 * receiver. Throws missing, a conflict when it is closed, invalid without a queue or for a user who
 * doesn't serve it. rules.md#transfers
 */
export const transfer = (db: CompanyDb, me: Me, id: number, to: Destination): Ticket =>
  takeStep(db, id, transferStep(db, me, to));

type Destination = { queueId?: number; userId?: number; note?: string };

/** The same, as a step of the caller's. */
export const transferStep =
  (db: CompanyDb, me: Me, to: Destination): Step =>
  (tx, before) => {
    seenBy(me, before);
    if (before.status === "closed") throw wrongState(before);
    const queueId = to.queueId ?? before.queueId;
    if (queueId === null)
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: "Selecione uma fila",
        fields: { queueId: "required" },
      });
    const queue = queues.findQueue(db, queueId);
    const user = to.userId === undefined ? null : users.findUser(db, to.userId);
    if (user && !serves(user, queueId))
      throw new Fault("invalid", "ERR_VALIDATION", {
        message: `${user.name} não atende esta fila`,
        fields: { userId: "invalid" },
      });

    const moved = { queueId, userId: user?.id ?? null, status: user ? "open" : "pending" } as const;
    // The same transfer again: a notice that is about to be sent stays.
    if (
      before.queueId === queueId &&
      before.userId === moved.userId &&
      before.status === moved.status
    )
      return before;
    const notice =
      before.isGroup || settings.read(db, "sendMsgTransfTicket") !== "enabled"
        ? undefined
        : noticeOf(before, queue.name, moved.queueId, user);
    const { note } = to;
    const detail = note ? addNote(tx, me.id, before, note).detail : undefined;
    const after = handleTurn(
      tx,
      before,
      { type: "reassigned" },
      { also: moved, byUserId: me.id, cause: { note, detail } },
    );
    // The receiver is notified of the hand-over, which has the note.
    const others = detail?.mentions?.filter((id) => id !== moved.userId) ?? [];
    if (note) notifyMentioned(tx, me.id, after, note, others);
    if (!notice) return after;
    sendAsBot(tx, after, notice, { later: undoWindow.action });
    return loadTicket(db, before.id);
  };

const serves = ({ profile, allTicket, queueIds }: User, queueId: number) =>
  profile === "admin" || allTicket === "enabled" || queueIds.includes(queueId);

/** The notice to a customer who waited without a queue. */
export const arrivalNotice = (queue: string) =>
  `${intro}Você foi transferido para o departamento *${queue}*${soon}`;

const intro = "*Mensagem automática*:\n";
const soon = "\naguarde, já vamos te atender!";

/**
 * The notice of a transfer; none when someone takes the ticket for the first time.
 * rules.md#transfers
 */
function noticeOf(
  before: Ticket,
  queue: string,
  queueId: number,
  user: User | null,
): string | undefined {
  const otherQueue = before.queueId !== null && before.queueId !== queueId;
  const otherUser = before.userId !== null && user !== null && before.userId !== user.id;
  if (otherQueue && otherUser)
    return `${intro}Você foi transferido para o departamento *${queue}* e contará com a presença de *${user.name}*${soon}`;
  if (otherQueue && (user === null || user.id === before.userId)) return arrivalNotice(queue);
  return otherUser && before.queueId === queueId
    ? `${intro}Foi transferido para o atendente *${user.name}*${soon}`
    : undefined;
}
