import type { MessageRef } from "../../channel/channel.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { ack } from "../../shared/states.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import type { MessageRow } from "./table.ts";

/** A message as the network identifies it, in the conversation with a contact. */
export function targetIn(
  db: CompanyDb,
  chatId: number,
  { providerId, fromMe, contactId }: Pick<MessageRow, "providerId" | "fromMe" | "contactId">,
): MessageRef {
  const inGroup = !fromMe && contactId !== chatId;
  return {
    id: providerId,
    chat: identifiersOf(db, chatId),
    ours: fromMe,
    ...(inGroup && { from: identifiersOf(db, contactId) }),
  };
}

/**
 * Whether the network knows a message: not one that is queued or failed, nor one that the system
 * recorded.
 */
export const isOnNetwork = ({
  fromMe,
  ack: level,
  mediaType,
}: Pick<MessageRow, "fromMe" | "ack" | "mediaType">) =>
  mediaType !== "call_log" && (!fromMe || level >= ack.sent);
