import { messageStates } from "../modules/messages-api/state.ts";
import type { Message } from "../modules/messages/table.ts";
import type { Wire } from "../shared/wire.ts";

/** A message as programs get it: its file by facts, and its state in a word. */
export const messageOf = ({ media, mediaUrl, mediaName, ...message }: Wire<Message>) => ({
  ...message,
  status: message.fromMe ? messageStates[message.ack + 1]! : "received",
  file: media && {
    name: mediaName ?? "",
    type: media.type,
    size: media.size,
    ready: mediaUrl !== null,
  },
});
