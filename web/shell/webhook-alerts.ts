import { computed, effect } from "@preact/signals-react";
import { webhooks } from "../parts/webhooks.ts";
import { can } from "../session/can.ts";
import { plan } from "../session/session.ts";

/** Whether the menu marks the API: the server has turned a webhook off. rules.md#webhooks */
export const anyWebhookOff = computed(() =>
  (webhooks.rows.value ?? []).some(({ offReason }) => offReason !== null),
);

/**
 * Loads and follows the webhooks, for users who may read them. Returns a function that ends this.
 */
export const watchWebhooks = () =>
  effect(() => {
    if (can("messages-api.read") && plan.value?.useExternalApi) void webhooks.load();
  });
