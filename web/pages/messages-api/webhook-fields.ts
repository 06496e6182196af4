import { webhookEvents } from "../../../src/shared/webhooks.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { t } from "../../kit/text.ts";
import { connections, queues, tags } from "../../lists/company-lists.ts";
import type { Webhook } from "../../parts/webhooks.ts";

/** Events of each message on its way: few programs need them. */
export const oftenLeftOut: string[] = ["message.delivered", "message.read"];

export const fields: Field[] = [
  { name: "name", label: "messagesApi.webhooks.name", required: true, min: 2, max: 50 },
  {
    name: "url",
    label: "messagesApi.webhooks.url",
    hint: "messagesApi.webhooks.urlHint",
    placeholder: "messagesApi.webhooks.urlExample",
    required: true,
    max: 2000,
    messages: { unreachable: "messagesApi.webhooks.unreachable" },
    pattern: /^https?:\/\/\S+$/,
  },
  {
    name: "events",
    label: "messagesApi.webhooks.events",
    type: "many",
    required: true,
    get options() {
      return webhookEvents.map((event, index) => ({
        id: index + 1,
        name: t(`messagesApi.events.${event.replace(".", "_")}`),
      }));
    },
  },
  {
    name: "queueIds",
    label: "messagesApi.webhooks.queues",
    hint: "messagesApi.webhooks.filterHint",
    type: "many",
    get options() {
      return queues.rows.value ?? [];
    },
  },
  {
    name: "whatsappIds",
    label: "messagesApi.webhooks.connections",
    type: "many",
    get options() {
      return connections.rows.value ?? [];
    },
  },
  {
    name: "tagIds",
    label: "messagesApi.webhooks.tags",
    type: "many",
    get options() {
      return tags.rows.value ?? [];
    },
  },
  { name: "active", label: "messagesApi.webhooks.active", type: "switch" },
];

export const bodyOf = ({ events, ...values }: FormValues) => ({
  ...values,
  events: (events as number[]).map((id) => webhookEvents[id - 1]),
});
export const valuesOf = ({
  name,
  url,
  events,
  active,
  queueIds,
  whatsappIds,
  tagIds,
}: Webhook): FormValues => ({
  queueIds,
  whatsappIds,
  tagIds,
  name,
  url,
  active,
  events: events.map((event) => webhookEvents.indexOf(event) + 1),
});
