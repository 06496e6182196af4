import { and, eq } from "drizzle-orm";
import type { ConnectionManager } from "../../../channel/channel.ts";
import type { Me } from "../../../kit/db/audience.ts";
import { Fault } from "../../../kit/fault.ts";
import { bounded } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { onChannel } from "../../connections/on-channel.ts";
import { messages, reactions, ourselves, type Message } from "../../messages/table.ts";
import { isOnNetwork, targetIn } from "../../messages/targets.ts";
import { refuseUnlessOpen, emitMessage } from "./reply.ts";
import { findTicket, loadTicket, missing } from "../tickets.ts";

/**
 * Whether a text is exactly one emoji, however many code points it has, or empty, which removes a
 * reaction.
 */
export const isEmoji = (text: string) =>
  text === "" ||
  (text.length <= 32 && pictures.test(text) && [...segmenter().segment(text)].length === 1);

export const emoji = bounded(32).refine(isEmoji, "invalid");

const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

// Made when a reaction first comes: its tables take some ms to read, and some memory.
let graphemes: Intl.Segmenter | undefined;
const segmenter = () => (graphemes ??= new Intl.Segmenter("pt-BR"));

/**
 * Sets the company's reaction to a message: there is one for all users, the last counts. Throws
 * missing, conflicts when the ticket isn't open or the message is
 * not on the network, and what `onChannel` throws. rules.md#reactions
 */
export async function react(
  db: CompanyDb,
  me: Me,
  connectionManager: ConnectionManager,
  messageId: number,
  emoji: string,
): Promise<Message> {
  const message = db.select().from(messages).where(eq(messages.id, messageId)).get() ?? missing();
  const ticket = findTicket(db, me, message.ticketId);
  refuseUnlessOpen(ticket);
  if (message.isDeleted || !isOnNetwork(message))
    throw new Fault("conflict", "ERR_SENDING_WAPP_MSG", { message: "Não há a que reagir" });
  await onChannel(db, connectionManager, message.whatsappId, (channel) =>
    channel.react(targetIn(db, ticket.contactId, message), emoji),
  );
  return db.write((tx) => {
    const values = { userId: me.id, emoji, createdAt: new Date(db.now()) };
    if (emoji === "")
      tx.delete(reactions)
        .where(and(eq(reactions.messageId, messageId), eq(reactions.contactId, ourselves)))
        .run();
    else
      tx.insert(reactions)
        .values({ messageId, contactId: ourselves, ...values })
        .onConflictDoUpdate({ target: [reactions.messageId, reactions.contactId], set: values })
        .run();
    return emitMessage(tx, messageId, loadTicket(db, message.ticketId), "reaction");
  });
}
