import { MessageCircle, Smartphone } from "lucide-react";
import type { Field, FormValue, FormValues } from "../../forms/form.ts";
import type { Ia, Integration } from "../../parts/answerers.ts";
import type { Queue } from "../../types.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";
import { idsOf } from "./form-values.ts";

type Named = Pick<Queue, "id" | "name" | "color">;

/** The choices of a connection's form. */
export type FieldContext = {
  queues: Named[];
  ias: Ia[];
  integrations: Integration[];
  groupNames: { ia: string; integration: string };
};

/**
 * The fields of a connection's form for its current values; the provider cannot be changed later.
 * rules.md#form-limits
 */
export function fieldsOf(
  context: FieldContext,
  values: FormValues,
  connection?: LinkableConnection,
  first = false,
): Field[] {
  const { queues } = context;
  const chosen = queues.filter(({ id }) => idsOf(values.queueIds).includes(id));
  const isFixed = first || connection?.isDefault === true;
  return [
    ...basicFields(queues, chosen, connection === undefined, isFixed),
    ...textFields(chosen.length > 1),
    ...botFields(context),
    ...clockFields(queues, values),
    {
      tab: "connections.parts.test",
      name: "phoneTest",
      label: "connections.phoneTest",
      hint: "connections.phoneTestHint",
      max: 12,
      pattern: /^\d*$/,
      messages: { invalid: "connections.phoneTestInvalid" },
    },
    { tab: "connections.parts.api", name: "token", label: "connections.parts.api", type: "custom" },
  ];
}

const basicFields = (
  queues: Named[],
  chosen: Named[],
  isNew: boolean,
  isFixed: boolean,
): Field[] => [
  {
    tab: "connections.parts.basics",
    name: "name",
    label: "connections.name",
    hint: "connections.nameHint",
    required: true,
    min: 2,
    max: 50,
  },
  ...(isNew ? [provider] : []),
  {
    tab: "connections.parts.basics",
    name: "queueIds",
    label: "connections.queues",
    type: "many",
    hint: "connections.queuesHint",
    options: queues,
  },
  ...(chosen.length > 1
    ? [
        {
          ...defaultQueue,
          items: chosen.map(({ id, name }) => ({ value: String(id), label: name })),
        },
      ]
    : []),
  {
    tab: "connections.parts.basics",
    ...minutes,
    name: "reopenMinutes",
    label: "connections.reopen",
    hint: "connections.reopenHint",
  },
  // One connection is always the default; only another connection can replace it.
  {
    tab: "connections.parts.basics",
    name: "isDefault",
    label: "connections.isDefault",
    type: "switch",
    hint: isFixed ? "connections.defaultFixed" : "connections.defaultHint",
    disabled: isFixed,
  },
];

const textFields = (hasMenu: boolean): Field[] => [
  {
    ...message,
    name: "greetingMessage",
    label: "connections.greeting",
    hint: hasMenu ? "connections.greetingMenu" : "connections.greetingHint",
    required: hasMenu,
    messages: { required: "errors.ERR_WAPP_GREETING_REQUIRED" },
  },
  {
    ...message,
    name: "outOfHoursMessage",
    label: "connections.outOfHours",
    hint: "connections.outOfHoursHint",
  },
  {
    ...message,
    name: "complationMessage",
    label: "connections.farewell",
    hint: "connections.farewellHint",
  },
  {
    ...message,
    name: "ratingMessage",
    label: "connections.rating",
    hint: "connections.ratingHint",
  },
];

const botFields = ({ ias, integrations, groupNames }: FieldContext): Field[] => [
  {
    tab: "connections.parts.bot",
    name: "answerer",
    wire: ["promptId", "integrationId"],
    label: "connections.answerer",
    type: "select",
    hint: "connections.answererHint",
    emptyLabel: "connections.nobody",
    items: [
      ...ias.map(({ id, name }) => ({ value: `ia:${id}`, label: name, group: groupNames.ia })),
      ...integrations.map(({ id, name }) => ({
        value: `integration:${id}`,
        label: name,
        group: groupNames.integration,
      })),
    ],
  },
  {
    tab: "connections.parts.bot",
    ...whole,
    max: 100,
    name: "maxUseBotQueues",
    label: "connections.maxUse",
    hint: "connections.maxUseHint",
    messages: { invalid: "connections.maxUseInvalid" },
  },
  {
    tab: "connections.parts.bot",
    ...minutes,
    name: "timeUseBotQueues",
    label: "connections.timeUse",
    hint: "connections.timeUseHint",
  },
];

const clockFields = (queues: Named[], values: FormValues): Field[] => [
  {
    tab: "connections.parts.clocks",
    ...minutes,
    name: "expiresTicket",
    label: "connections.expires",
    hint: "connections.expiresHint",
  },
  {
    tab: "connections.parts.clocks",
    ...minutes,
    name: "expiresBotTicket",
    label: "connections.expiresBot",
    hint: "connections.expiresBotHint",
  },
  {
    tab: "connections.parts.clocks",
    name: "expiresInactiveMessage",
    label: "connections.inactive",
    type: "textarea",
    rows: 3,
    hint: "connections.inactiveHint",
    required: counts(values.expiresTicket) || counts(values.expiresBotTicket),
    max: 250,
    showLength: true,
    messages: { required: "connections.inactiveRequired" },
  },
  {
    tab: "connections.parts.clocks",
    ...minutes,
    name: "timeToTransfer",
    label: "connections.transferAfter",
    hint: "connections.transferAfterHint",
  },
  {
    tab: "connections.parts.clocks",
    name: "transferQueueId",
    label: "connections.transferTo",
    type: "select",
    emptyLabel: "connections.noTransfer",
    required: counts(values.timeToTransfer),
    items: queues.map(({ id, name }) => ({ value: String(id), label: name })),
    messages: { required: "connections.transferRequired" },
  },
];

const counts = (value: FormValue) => Number(value) > 0;

const whole: Pick<Field, "type" | "required"> = { type: "number", required: true };

const minutes: Pick<Field, "type" | "required" | "max" | "messages"> = {
  ...whole,
  max: 525_600,
  messages: { invalid: "connections.reopenInvalid" },
};

const message: Pick<Field, "tab" | "type" | "max" | "rows"> = {
  tab: "connections.parts.messages",
  type: "textarea",
  max: 2000,
  rows: 4,
};

// rules.md#default-queue
const defaultQueue: Field = {
  tab: "connections.parts.basics",
  name: "defaultQueueId",
  label: "connections.defaultQueue",
  type: "select",
  hint: "connections.defaultQueueHint",
  emptyLabel: "connections.noDefaultQueue",
};

const provider: Field = {
  tab: "connections.parts.basics",
  name: "provider",
  label: "connections.provider",
  type: "choice",
  required: true,
  choices: [
    {
      value: "beta",
      label: "connections.providers.beta",
      hint: "connections.betaHint",
      icon: MessageCircle,
    },
    {
      value: "practice",
      label: "connections.providers.practice",
      hint: "connections.practiceHint",
      icon: Smartphone,
    },
  ],
};

/**
 * Proposes the default queue when the chosen queues change. The current default stays while it is
 * chosen. The first queue of the menu replaces a removed default, and is proposed when a second
 * queue joins.
 */
export function proposedQueue(
  queues: Named[],
  { queueIds, defaultQueueId }: FormValues,
  chosen: FormValue,
): string {
  const [first, ...others] = queues.filter(({ id }) => idsOf(chosen).includes(id));
  if (!first || others.length === 0) return "";
  const now = Number(defaultQueueId);
  if (idsOf(chosen).includes(now)) return String(now);
  return now > 0 || idsOf(queueIds).length < 2 ? String(first.id) : "";
}
