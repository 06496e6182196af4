import type { WebhookEvent } from "../../shared/webhooks.ts";

/**
 * A notice to webhooks. `onceKey`: the fact that is sent only once. `orderKey`: notices with the
 * same one keep their order.
 */
export type Notice = {
  event: WebhookEvent;
  /** Its place, by which webhooks are filtered; undefined where it has none. */
  place?: { queueId?: number | null; whatsappId?: number | null; tagIds?: number[] };
  onceKey: string;
  orderKey: string;
  contactId: number | null;
  at: number;
  data: object;
};
