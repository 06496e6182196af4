import type { Attachment } from "../channel.ts";
import type { PhoneMessage, Receipts } from "../../shared/practice.ts";
import type { MessageExtras, NetworkMessage } from "./network-message.ts";

/** A file on the way, at `path` for as long as it is being sent. */
type Sent = Attachment & { path: string };

export type CustomerMessage = MessageExtras & {
  id: string;
  number: string;
  name: string;
  body: string;
  file?: Sent;
  quotedMsgId: string | null;
  group: PhoneMessage["group"];
};

/** Callbacks for the changes that phones show. */
export type PhoneScreens = {
  message(message: NetworkMessage): void;
  typing(number: string, typing: boolean): void;
};

/** How far a message comes by itself. */
export const levels: Record<Receipts, number> = { none: 0, delivered: 2, read: 3 };
