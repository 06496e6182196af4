import type { Target } from "../../channel/channel.ts";
import type { Store } from "../../kit/store.ts";
import { ack } from "../../shared/states.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import type { MessageRow } from "./table.ts";

/** A message as the network knows it, in the conversation with a contact. */
export function targetIn(store: Store, chatId: number, { providerId, fromMe, contactId }: Pick<MessageRow, "providerId" | "fromMe" | "contactId">): Target {
  const inGroup = !fromMe && contactId !== chatId;
  return { id: providerId, chat: identifiersOf(store, chatId), ours: fromMe, ...(inGroup && { from: identifiersOf(store, contactId) }) };
}

/** Whether the network has a message at all: not what waits or failed here, nor what we wrote down ourselves. */
export const isOnNetwork = ({ fromMe, ack: level, mediaType }: Pick<MessageRow, "fromMe" | "ack" | "mediaType">) => mediaType !== "call_log" && (!fromMe || level >= ack.sent);
