import { and, eq, sql } from "drizzle-orm";
import { notFound } from "../../kit/page.ts";
import type { ApiCaller } from "../../kit/auth-context.ts";
import { prepared, type Store } from "../../kit/store.ts";
import { messages } from "../messages/table.ts";
import { apiMessages } from "./table.ts";

/** A message's states by `ack`, from -1. */
export const messageStates = ["failed", "queued", "sent", "delivered", "read", "played"] as const;

const stateQuery = prepared((db) =>
  db
    .select({
      messageId: messages.id,
      ack: messages.ack,
      reason: messages.reason,
      ticketId: messages.ticketId,
      createdAt: messages.createdAt,
      updatedAt: messages.updatedAt,
    })
    .from(apiMessages)
    .innerJoin(messages, eq(messages.id, apiMessages.messageId))
    .where(
      and(
        eq(apiMessages.messageId, sql.placeholder("id")),
        eq(messages.whatsappId, sql.placeholder("connectionId")),
      ),
    )
    .prepare(),
);

/**
 * How far a message came that was sent by the API on the token's connection. Throws missing for any
 * other.
 */
export function stateOf(
  store: Store,
  { connectionId }: Pick<ApiCaller, "connectionId">,
  id: number,
) {
  const found = stateQuery(store).get({ id, connectionId });
  if (!found) throw notFound();
  return { ...found, status: messageStates[found.ack + 1]! };
}
