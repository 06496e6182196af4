import type { Interactive } from "./interactive.ts";
import type { MessageKind } from "./states.ts";

/**
 * The reactions of a practice connection's phones to a message: stay offline, receive it, or read
 * it too.
 */
export const receipts = ["none", "delivered", "read"] as const;
export type Receipts = (typeof receipts)[number];

/** A message on a customer's practice phone. */
export type PhoneMessage = {
  id: string;
  /** The customer's number, or null when the shop wrote. */
  from: string | null;
  number: string;
  name: string;
  body: string;
  type: MessageKind;
  /** The path, after `/api`, of its file. */
  media: string | null;
  fileName?: string;
  /** The emoji that the shop gave it. */
  reaction?: string;
  /** Buttons or a list of the shop's. */
  interactive?: Interactive;
  quotedMsgId: string | null;
  group: { id: string; subject: string } | null;
  ack: number;
  at: string;
};
