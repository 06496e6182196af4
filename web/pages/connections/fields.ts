import type { Field, FormValue, FormValues } from "../../forms/form.ts";
import type { Ia, Integration } from "../../parts/answerers.ts";
import type { Queue } from "../../types.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";
import { idsOf } from "./form-values.ts";
import { officialFields } from "./official/official-fields.ts";
import { provider } from "./provider-field.ts";
import { isOn, switchedNumber } from "./switched.ts";

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
    ...basicFields({ queues, chosen, values, isNew: connection === undefined, isFixed }),
    ...textFields(chosen.length > 1),
    ...botFields(context, values),
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
    ...(connection?.provider === "cloud" ? [officialAccount] : []),
    { tab: "connections.parts.api", name: "token", label: "connections.parts.api", type: "custom" },
  ];
}

const basicFields = ({
  queues,
  chosen,
  values,
  isNew,
  isFixed,
}: {
  queues: Named[];
  chosen: Named[];
  values: FormValues;
  isNew: boolean;
  isFixed: boolean;
}): Field[] => [
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
  ...(isNew && values.provider === "cloud" ? officialFields(false).map(inBasics) : []),
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
  ...switchedNumber(values, "reopenMinutes", {
    tab: "connections.parts.basics",
    ...minutes,
    label: "connections.reopen",
    hint: "connections.reopenHint",
  }),
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

const botFields = (
  { ias, integrations, groupNames }: FieldContext,
  values: FormValues,
): Field[] => [
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
  ...switchedNumber(values, "maxUseBotQueues", {
    tab: "connections.parts.bot",
    ...times,
    label: "connections.maxUse",
    hint: "connections.maxUseHint",
  }),
  ...switchedNumber(values, "timeUseBotQueues", {
    tab: "connections.parts.bot",
    ...minutes,
    label: "connections.timeUse",
    hint: "connections.timeUseHint",
  }),
];

const clockFields = (queues: Named[], values: FormValues): Field[] => [
  ...switchedNumber(values, "expiresTicket", {
    tab: "connections.parts.clocks",
    ...minutes,
    label: "connections.expires",
    hint: "connections.expiresHint",
  }),
  ...switchedNumber(values, "expiresBotTicket", {
    tab: "connections.parts.clocks",
    ...minutes,
    label: "connections.expiresBot",
    hint: "connections.expiresBotHint",
  }),
  {
    tab: "connections.parts.clocks",
    name: "expiresInactiveMessage",
    label: "connections.inactive",
    type: "textarea",
    rows: 3,
    hint: "connections.inactiveHint",
    required: isOn(values, "expiresTicket") || isOn(values, "expiresBotTicket"),
    max: 250,
    showLength: true,
    messages: { required: "connections.inactiveRequired" },
  },
  ...switchedNumber(values, "timeToTransfer", {
    tab: "connections.parts.clocks",
    ...minutes,
    label: "connections.transferAfter",
    hint: "connections.transferAfterHint",
  }),
  ...(isOn(values, "timeToTransfer")
    ? [
        {
          tab: "connections.parts.clocks",
          name: "transferQueueId",
          label: "connections.transferTo",
          type: "select" as const,
          emptyLabel: "connections.noTransfer",
          required: true,
          items: queues.map(({ id, name }) => ({ value: String(id), label: name })),
          messages: { required: "connections.transferRequired" },
        },
      ]
    : []),
];

const inBasics = (field: Field): Field => ({ ...field, tab: "connections.parts.basics" });

const officialAccount: Field = {
  tab: "connections.parts.official",
  name: "official",
  label: "connections.parts.official",
  type: "custom",
};

const whole = { type: "number", required: true, min: 1 } as const;

const times: Pick<Field, "type" | "required" | "min" | "max" | "messages"> = {
  ...whole,
  max: 100,
  messages: { invalid: "connections.maxUseInvalid" },
};

const minutes: Pick<Field, "type" | "required" | "min" | "max" | "messages"> = {
  ...whole,
  max: 525_600,
  messages: { invalid: "connections.minutesInvalid" },
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
