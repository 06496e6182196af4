import { eq } from "drizzle-orm";
import type { BotAnswer, BotAction, BotReply } from "../../../bots/bot.ts";
import { emptyMemory } from "../../../attendance/state.ts";
import type { StoredFile } from "../../../kit/files/files.ts";
import type { Tx } from "../../../kit/db/company-db.ts";
import { addMedia } from "../../../kit/db/media.ts";
import { mediaTypeForSending } from "../../messages/media-types.ts";
import { markAllRead } from "../../messages/messages.ts";
import { queues } from "../../queues/table.ts";
import * as users from "../../users/users.ts";
import { handleTurn } from "./handle-turn.ts";
import { record } from "../events/events.ts";
import { addSystemNote } from "../notes/notes.ts";
import { sendAsBot } from "../messages/send-as-bot.ts";
import { loadTicket } from "../tickets.ts";
import { attendances, type Ticket } from "../table.ts";

export function applyAnswer(
  tx: Tx,
  ticketId: number,
  { replies, session, does }: BotAnswer,
  files: (StoredFile | undefined)[],
) {
  let later = 0;
  for (const [index, reply] of replies.entries()) {
    later += reply.later;
    sendBotReply(tx, loadTicket(tx, ticketId), reply, files[index], later);
  }
  tx.insert(attendances)
    .values({ ticketId, memory: emptyMemory, session })
    .onConflictDoUpdate({ target: attendances.ticketId, set: { session } })
    .run();
  const handsOver = does.some((each) => each.do !== "note" && each.do !== "close");
  const reason = handsOver ? does.find((each) => each.do === "note")?.text : undefined;
  for (const each of does) applyBotAction(tx, loadTicket(tx, ticketId), each, reason);
}

function sendBotReply(
  tx: Tx,
  ticket: Ticket,
  { text }: BotReply,
  file: StoredFile | undefined,
  later: number,
) {
  // Variables are not filled in: a bot's text could reveal what the company knows of the customer.
  if (!file) return void (text.trim() && sendAsBot(tx, ticket, text, { later }));
  sendAsBot(tx, ticket, text, {
    later,
    file: {
      mediaId: addMedia(tx, file, tx.now()),
      mediaType: mediaTypeForSending(file.type),
    },
  });
}

/**
 * Runs an action that a bot asked for. Where it names something that does not exist a note says so.
 */
function applyBotAction(tx: Tx, ticket: Ticket, does: BotAction, reason?: string): void {
  switch (does.do) {
    case "human":
      if (!ticket.chatbot) return;
      return recordHandOver(
        tx,
        handleTurn(tx, ticket, { type: "reassigned" }, { byBot: true }),
        reason,
      );
    case "menu":
      // With a single queue, which this same bot answers, there is no menu: the ticket goes to
      // people.
      handleTurn(
        tx,
        ticket,
        { type: "messageReceived", text: "#", kind: "chat", fresh: false },
        { cause: { kind: "bot", detail: { cause: "menu" } }, byBot: true },
      );
      return isStillWithBot(loadTicket(tx, ticket.id))
        ? applyBotAction(tx, loadTicket(tx, ticket.id), { do: "human" }, reason)
        : undefined;
    case "note":
      return addSystemNote(tx, ticket, does.text, { isTold: does.text === reason });
    case "close":
      markAllRead(tx, ticket.id);
      return void handleTurn(
        tx,
        ticket,
        { type: "closed", silent: true, attended: false },
        {
          also: { status: "closed", unreadMessages: 0 },
          cause: { detail: { cause: "bot" } },
          byBot: true,
        },
      );
    case "queue": {
      const { queueId, userId } = does;
      if (!tx.select({ id: queues.id }).from(queues).where(eq(queues.id, queueId)).get()) {
        addSystemNote(tx, ticket, `O robô indicou uma fila que não existe (${queueId}).`);
        return applyBotAction(tx, ticket, { do: "human" }, reason);
      }
      const user = userId === undefined ? undefined : users.meOf(tx, userId, false);
      const serves =
        user && (user.profile === "admin" || user.allTicket || user.queueIds.includes(queueId));
      return void handleTurn(
        tx,
        ticket,
        { type: "reassigned" },
        {
          also: { queueId, ...(serves && { userId: user.id, status: "open" }) },
          cause: { kind: "bot", always: true, detail: { ...leaves, reason } },
          byBot: true,
        },
      );
    }
  }
}

const leaves = { cause: "bot", bot: "left" } as const;

/** Records that a bot leaves a ticket to people. */
export const recordHandOver = (tx: Tx, ticket: Ticket, reason?: string) =>
  void record(tx, ticket, { kind: "bot", byUserId: null, detail: { ...leaves, reason } });

const isStillWithBot = ({ chatbot, useIntegration, promptId }: Ticket) =>
  chatbot && (useIntegration || promptId !== null);
