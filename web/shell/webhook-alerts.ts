import { computed, effect } from "@preact/signals-react";
import { webhooks } from "../parts/webhooks.ts";
import { can } from "../session/can.ts";
import { plan } from "../session/session.ts";

/** Whether the menu marks the API: a webhook was turned off by itself. rules.md#webhooks */
export const anyWebhookOff = computed(() =>
  (webhooks.rows.value ?? []).some(({ offReason }) => offReason !== null),
);

/** Reads the webhooks, for who may see them, and follows them. Returns what ends it. */
export const watchWebhooks = () =>
  effect(() => {
    if (can("messages-api.read") && plan.value?.useExternalApi) void webhooks.load();
  });
