import { and, eq } from "drizzle-orm";
import type { InboundChange } from "../../../channel/channel.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { updateTimestamps } from "../../../kit/db/table.ts";
import { findOrCreateContact } from "../../contacts/find-or-create.ts";
import { messages, reactions, ourselves } from "../../messages/table.ts";
import { findAffectedMessage } from "../messages/inbound-edit.ts";
import { isEmoji } from "../messages/react.ts";
import { emitMessage } from "../messages/reply.ts";
import { mergeContacts } from "../contacts/merge-contacts.ts";

/**
 * Someone reacted to a message: their last emoji counts, an empty one removes it. Opens no ticket
 * and moves none in the lists. rules.md#reactions
 */
export function applyInboundReaction(
  db: CompanyDb,
  whatsappId: number,
  done: InboundChange & { emoji: string },
) {
  const { from, emoji } = done;
  if (!isEmoji(emoji)) return;
  db.write((tx) => {
    const affected = findAffectedMessage(db, whatsappId, done);
    if (!affected || affected.message.isDeleted) return;
    const { message, ticket, chat } = affected;
    const author =
      from && (ticket.isGroup ? findOrCreateContact(tx, from, { mergeContacts }) : chat);
    if (author && !author.active) return;
    const own = { messageId: message.id, contactId: author?.id ?? ourselves };
    const mine = and(
      eq(reactions.messageId, own.messageId),
      eq(reactions.contactId, own.contactId),
    );
    const before = tx.select({ emoji: reactions.emoji }).from(reactions).where(mine).get();
    if ((before?.emoji ?? "") === emoji) return;
    tx.delete(reactions).where(mine).run();
    if (emoji !== "")
      tx.insert(reactions)
        .values({ ...own, emoji, createdAt: new Date(db.now()) })
        .run();
    tx.update(messages).set(updateTimestamps(db.now())).where(eq(messages.id, message.id)).run();
    emitMessage(tx, message.id, ticket, "reaction");
  });
}
