import {
  businessDays,
  repetitions,
  scheduleBodyLength,
  type Recurrence,
} from "../../../src/shared/schedules.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { t } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import type { Connection, Queue, User } from "../../types.ts";
import { companyMoment, type Schedule } from "./schedule.ts";

export type Choices = {
  hasContact: boolean;
  hasTemplate: boolean;
  connections: Connection[];
  queues: Pick<Queue, "id" | "name">[];
  users: Pick<User, "id" | "name">[];
};

const item = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

/** The fields of a schedule, depending on its repetition and ticket. */
export const fieldsOf = (
  values: FormValues,
  { hasContact, hasTemplate, connections, queues, users }: Choices,
): Field[] => [
  {
    name: "contactId",
    type: "custom",
    label: "schedule.form.contact",
    missing: !hasContact,
    tab: "schedule.form.message",
  },
  ...(hasTemplate && takesTemplates(connections, values) ? [] : [textField]),
  {
    name: "date",
    type: "date",
    label: "schedule.form.date",
    required: true,
    tab: "schedule.form.message",
  },
  {
    name: "time",
    type: "time",
    label: "schedule.form.time",
    required: true,
    hint: "schedule.form.zone",
    tab: "schedule.form.message",
  },
  { name: "file", type: "custom", label: "schedule.form.message", tab: "schedule.form.message" },
  {
    name: "every",
    type: "select",
    label: "schedule.form.every",
    emptyLabel: "schedule.form.once",
    items: repetitions.map((value) => ({ value, label: t(`schedule.every.${value}`) })),
    tab: "schedule.form.repeat",
  },
  ...(values.every ? repeatFields(values) : []),
  {
    name: "whatsappId",
    type: "select",
    label: "schedule.form.connection",
    emptyLabel: "schedule.form.lastConnection",
    items: connections.map(item),
    tab: "schedule.form.sending",
  },
  ...(takesTemplates(connections, values) ? [templateField] : []),
  {
    name: "signature",
    type: "switch",
    label: "schedule.form.signature",
    hint: "schedule.form.signatureHint",
    tab: "schedule.form.sending",
  },
  {
    name: "openTicket",
    type: "switch",
    label: "schedule.form.openTicket",
    hint: "schedule.form.openTicketHint",
    tab: "schedule.form.sending",
  },
  ...(values.openTicket
    ? ([
        {
          name: "queueId",
          type: "select",
          label: "schedule.form.queue",
          emptyLabel: "schedule.form.noQueue",
          items: queues.map(item),
          tab: "schedule.form.sending",
        },
        {
          name: "ticketUserId",
          type: "select",
          label: "schedule.form.user",
          emptyLabel: "schedule.form.nobody",
          items: users.map(item),
          tab: "schedule.form.sending",
        },
      ] satisfies Field[])
    : []),
];

const textField: Field = {
  name: "body",
  type: "textarea",
  label: "schedule.form.body",
  required: true,
  min: scheduleBodyLength.least,
  max: scheduleBodyLength.most,
  rows: 4,
  tab: "schedule.form.message",
  messages: { too_short: "schedule.form.tooShort" },
};

const templateField: Field = {
  name: "template",
  type: "custom",
  label: "schedule.form.template",
  hint: "schedule.form.templateHint",
  tab: "schedule.form.sending",
};

/** Whether the chosen connection sends templates. rules.md#templates */
export const takesTemplates = (connections: Connection[], { whatsappId }: FormValues) =>
  connections.some(({ id, capabilities }) => String(id) === whatsappId && capabilities.templates);

const repeatFields = ({ every, ends }: FormValues): Field[] => [
  ...(every === "weekday"
    ? []
    : [
        {
          name: "interval",
          type: "number",
          label: `schedule.interval.${String(every)}`,
          required: true,
          min: 1,
          max: 99,
          tab: "schedule.form.repeat",
        } satisfies Field,
      ]),
  ...(every === "month"
    ? [
        {
          name: "businessDay",
          type: "select",
          label: "schedule.form.weekend",
          emptyLabel: "schedule.form.asItFalls",
          items: businessDays.map((value) => ({
            value,
            label: t(`schedule.businessDay.${value}`),
          })),
          tab: "schedule.form.repeat",
        } satisfies Field,
      ]
    : []),
  {
    name: "ends",
    type: "select",
    label: "schedule.form.ends",
    emptyLabel: "schedule.form.never",
    items: ["count", "until"].map((value) => ({ value, label: t(`schedule.ends.${value}`) })),
    tab: "schedule.form.repeat",
  },
  ...(ends === "count"
    ? [
        {
          name: "count",
          type: "number",
          label: "schedule.form.count",
          hint: "schedule.form.countHint",
          required: true,
          min: 1,
          max: 999,
          tab: "schedule.form.repeat",
        } satisfies Field,
      ]
    : []),
  ...(ends === "until"
    ? [
        {
          name: "until",
          type: "date",
          label: "schedule.form.until",
          required: true,
          notBefore: ({ date }) => date,
          tab: "schedule.form.repeat",
        } satisfies Field,
      ]
    : []),
];

const idText = (id: number | null | undefined) => (id ? String(id) : "");

/**
 * The form's initial values: a schedule, or a new one at `at` (YYYY-MM-DDTHH:mm in the company's
 * time zone). `at` is in an hour by default.
 */
export function valuesOf(row: Schedule | null, at = companyMoment(Date.now() + 3_600_000)) {
  const [date = "", time = ""] = (row ? companyMoment(row.sendAt) : at).split("T");
  const {
    every = "",
    interval = 1,
    count,
    until,
    businessDay,
  } = row?.recurrence ?? ({} as Partial<Recurrence>);
  return {
    body: row?.body ?? "",
    date,
    time,
    every,
    interval: String(interval),
    ends: count ? "count" : until ? "until" : "",
    count: count ? String(count) : "",
    until: until ?? "",
    businessDay: businessDay ?? "",
    whatsappId: idText(row?.whatsappId),
    signature: row?.signature ?? false,
    openTicket: row?.openTicket ?? false,
    queueId: idText(row?.queueId),
    ticketUserId: idText(row?.ticketUserId),
  };
}
type Values = ReturnType<typeof valuesOf>;

/** The request body. An unchanged time is left out, because the stored one may have seconds. */
export function bodyOf(values: Values, first: Values | null, contactId: number) {
  const {
    body,
    date,
    time,
    every,
    interval,
    ends,
    count,
    until,
    businessDay,
    whatsappId,
    signature,
    openTicket,
    queueId,
    ticketUserId,
  } = values;
  const idOf = (text: string) => (text ? Number(text) : null);
  const isMoved = !first || first.date !== date || first.time !== time;
  return {
    body,
    contactId,
    signature,
    openTicket,
    ...(isMoved && { sendAt: `${date}T${time}` }),
    whatsappId: idOf(whatsappId),
    queueId: openTicket ? idOf(queueId) : null,
    ticketUserId: openTicket ? idOf(ticketUserId) : null,
    recurrence: every
      ? {
          every,
          interval: every === "weekday" ? 1 : Number(interval),
          count: ends === "count" ? Number(count) : null,
          until: ends === "until" ? until : null,
          businessDay: (every === "month" && businessDay) || null,
        }
      : null,
  };
}

/**
 * The queues and users for which this user may open tickets: all for admins, else the user's own.
 */
export function mayOpen(queues: Queue[], users: User[]): Pick<Choices, "queues" | "users"> {
  const { id = 0, name = "", profile, allTicket, queues: own = [] } = me.peek() ?? {};
  const admin = profile === "admin";
  return {
    queues: admin || allTicket === "enabled" ? queues : own,
    users: admin ? users : [{ id, name }],
  };
}
