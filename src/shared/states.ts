export const ticketStates = ["pending", "open", "closed"] as const;

export type TicketState = (typeof ticketStates)[number];

export const connectionStates = [
  "OPENING",
  "qrcode",
  "PAIRING",
  "CONNECTED",
  "DISCONNECTED",
  "TIMEOUT",
] as const;

export type ConnectionState = (typeof connectionStates)[number];

/** The reasons for the state of a connection, for a screen to explain. */
export const statusReasons = [
  "network",
  "restarting",
  "qrExpired",
  "passkey",
  "loggedOut",
  "banned",
  "paused",
  "outdated",
  "replaced",
  "downgraded",
  "forged",
  "failing",
  "restored",
  "token",
  "payment",
  "notRegistered",
  "webhookSilent",
] as const;

export type StatusReason = (typeof statusReasons)[number];

// A linked phone is "beta" on the wire: clients use that name. "cloud" is the official channel.
export const providers = ["practice", "practiceCloud", "beta", "cloud"] as const;

export type Provider = (typeof providers)[number];

/** The kinds of a message: the media types that clients know, and kinds that they do not. */
export const messageKinds = [
  "chat",
  "image",
  "video",
  "audio",
  "application",
  "sticker",
  "locationMessage",
  "vcard",
  "call_log",
  "unsupported",
] as const;

export type MessageKind = (typeof messageKinds)[number];

/** The number of times a message was forwarded before it came. */
export const forwardings = ["once", "many"] as const;

export type Forwarded = (typeof forwardings)[number];

/**
 * The body of an `unsupported` message that could not be decrypted. rules.md#undecryptable-messages
 */
export const notOpened = "notOpened";

/** A message's state on the wire. It only rises, except to failed. rules.md#acks */
export const ack = { failed: -1, queued: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const;

/** The typing states of the other side of a conversation. */
export const typingStates = ["composing", "recording", "paused"] as const;

export type TypingState = (typeof typingStates)[number];
