/** The events that webhooks receive. */
export const webhookEvents = [
  "message.received",
  "message.media",
  "message.sent",
  "message.failed",
  "message.delivered",
  "message.read",
  "message.edited",
  "message.deleted",
  "message.reaction",
  "ticket.opened",
  "ticket.moved",
  "ticket.closed",
  "contact.created",
  "contact.updated",
  "contact.deleted",
  "order.created",
  "order.updated",
  "order.deleted",
  "payment.confirmed",
  "stock.low",
  "campaign.updated",
  "connection.updated",
  "connection.restricted",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * The version of the posted body. New fields leave it as it is; a change of existing ones makes
 * another version.
 */
export const webhookVersion = 1;

/** Webhooks of one company. */
export const maxWebhooks = 10;

/**
 * The ms between the tries of a delivery; after the last of them it is given up. rules.md#webhooks
 */
export const webhookRetries = [
  10_000,
  30_000,
  120_000,
  600_000,
  1_800_000,
  3_600_000,
  3 * 3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
];

/**
 * The reasons why a webhook was turned off: no connection for a day, a reply that it is gone (410),
 * or too long a backlog.
 */
export const webhookOffReasons = ["unreachable", "gone", "backlog"] as const;
export type WebhookOffReason = (typeof webhookOffReasons)[number];
