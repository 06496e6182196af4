import { and, eq, sql } from "drizzle-orm";
import type { Content, InboundMessage } from "../../../channel/channel.ts";
import type { Tx } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { cardsOf, withCards } from "../../messages/cards.ts";
import { addPendingMedia } from "../../messages/pending-media.ts";
import { placeFrom, withPlace } from "../../messages/places.ts";
import { sourceColumns } from "../../messages/sources.ts";
import { messages, type MessageRow } from "../../messages/table.ts";
import { tickets } from "../table.ts";

/** The columns of a received message. */
export function messageValues(
  tx: Tx,
  whatsappId: number,
  inbound: InboundMessage,
  contactId: number,
) {
  const { id, at, content, quotedId } = inbound;
  const quoted =
    quotedId === undefined
      ? undefined
      : quotedQuery(tx).get({ whatsappId, providerId: quotedId, contactId });
  const mediaId = "file" in content ? addPendingMedia(tx, content.file, tx.now()) : null;
  return {
    whatsappId,
    providerId: id,
    mediaType: content.kind,
    ...wordsOf(content),
    mediaId,
    quotedMsgId: quoted?.id ?? null,
    ...sourceColumns(tx, inbound, quoted !== undefined),
    sentAt: at,
  };
}

// Only from the same conversation: an id could be another one's.
const quotedQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(messages.whatsappId, sql.placeholder("whatsappId")),
        eq(messages.providerId, sql.placeholder("providerId")),
        eq(tickets.contactId, sql.placeholder("contactId")),
      ),
    ),
);

function wordsOf(
  content: Content,
): Partial<Pick<MessageRow, "place" | "cards">> & Pick<MessageRow, "body"> {
  if (content.kind === "locationMessage") return withPlace(placeFrom(content.place));
  if (content.kind === "vcard") return withCards(cardsOf(content.cards.join("\n")));
  return { body: content.kind === "unsupported" ? content.what : content.body };
}
