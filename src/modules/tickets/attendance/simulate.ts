import { z } from "zod";
import { step } from "../../../attendance/attendance.ts";
import { emptyMemory, type Effect, type State, type Step } from "../../../attendance/state.ts";
import type { Config } from "../../../attendance/config.ts";
import { Fault } from "../../../kit/fault.ts";
import { arrayOf, bounded, id } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { scheduleTypes } from "../../../shared/settings.ts";
import { messageKinds, ticketStates } from "../../../shared/states.ts";
import { fill } from "../../../shared/variables.ts";
import * as connections from "../../connections/connections.ts";
import { weekOrNone } from "../../hours/fields.ts";
import { deskOf } from "./desk.ts";

const text = bounded(4000);

const option = z.object({
  id: z.number().int(),
  parentId: z.number().int().nullable(),
  option: bounded(20),
  title: bounded(255),
  message: text,
  mediaId: id.nullable().default(null),
});
const queue = z.object({
  id: z.number().int().min(0),
  name: bounded(50),
  greetingMessage: text.default(""),
  outOfHoursMessage: text.default(""),
  complationMessage: text.default(""),
  ratingMessage: text.default(""),
  schedules: weekOrNone.default([]),
  integrationId: id.nullable().default(null),
  promptId: id.nullable().default(null),
  options: arrayOf(option, 500).default([]),
});
const minutes = z.number().int().min(0).max(525_600);
const connection = z
  .object({
    greetingMessage: text,
    outOfHoursMessage: text,
    ratingMessage: text,
    complationMessage: text,
    maxUseBotQueues: z.number().int().min(0).max(100),
    timeUseBotQueues: minutes,
    defaultQueueId: id.nullable(),
    integrationId: id.nullable(),
    promptId: id.nullable(),
  })
  .partial();
const settings = z
  .object({
    scheduleType: z.enum(scheduleTypes),
    userRating: z.boolean(),
    disableBot: z.boolean(),
    sendGreetingMessageOneQueues: z.boolean(),
  })
  .partial();

const memory = z.object({
  asked: z.number(),
  askedAt: z.number().nullable(),
  misses: z.number(),
  toldClosed: z.record(bounded(20), z.number()),
  greeted: z.boolean(),
  over: z.boolean(),
  byDefault: z.boolean().default(false),
});
const state = z.object({
  status: z.enum(ticketStates),
  isGroup: z.boolean(),
  disableBot: z.boolean(),
  queueId: z.number().int().nullable(),
  userId: z.number().int().nullable(),
  chatbot: z.boolean(),
  queueOptionId: z.number().int().nullable(),
  useIntegration: z.boolean(),
  integrationId: z.number().int().nullable(),
  promptId: z.number().int().nullable(),
  memory,
});
const event = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("messageReceived"),
    text,
    kind: z.enum(messageKinds).default("chat"),
    fresh: z.boolean().default(false),
  }),
  z.object({ type: z.literal("agentReplied") }),
  z.object({ type: z.literal("reassigned") }),
  z.object({
    type: z.literal("closed"),
    silent: z.boolean().default(false),
    attended: z.boolean().default(true),
  }),
]);

export const simulation = z.object({
  whatsappId: id.optional(),
  queues: arrayOf(queue, 50).default([]),
  connection: connection.default({}),
  settings: settings.default({}),
  state: state.nullish(),
  event,
  at: z.iso.datetime({ offset: true }).optional(),
  contact: z.object({ name: bounded(50).default("") }).default({ name: "" }),
});

/**
 * The desk's answer by a configuration that is not saved yet. The given queues replace saved ones
 * with the same id or are added. Stores nothing. Throws missing, invalid when there is no
 * connection.
 */
export function simulate(
  db: CompanyDb,
  {
    whatsappId,
    queues,
    connection,
    settings,
    state,
    event,
    at,
    contact,
  }: z.output<typeof simulation>,
): Step & { at: Date } {
  const all = connections.list(db);
  const simulated =
    whatsappId === undefined
      ? (all.find((one) => queues.some(({ id }) => one.queueIds.includes(id))) ??
        all.find((one) => one.isDefault))
      : all.find((one) => one.id === whatsappId);
  const saved = simulated && deskOf(db, simulated.id);
  if (!saved)
    throw new Fault("invalid", "ERR_NO_DEF_WAPP_FOUND", {
      message: "Nenhuma conexão para simular",
      fields: { whatsappId: "required" },
    });
  const now = at === undefined ? db.now() : Date.parse(at);
  const unsavedQueues = queues.map((draft) => ({ ...draft, week: draft.schedules }));
  const config: Config = {
    ...saved,
    settings: { ...saved.settings, ...settings },
    connection: { ...saved.connection, ...connection },
    endings: [...unsavedQueues, ...saved.endings],
    queues: [
      ...saved.queues.map((one) => unsavedQueues.find((draft) => draft.id === one.id) ?? one),
      ...unsavedQueues.filter((draft) => !saved.queues.some((one) => one.id === draft.id)),
    ],
  };
  const result = step(config, state ?? waiting, event, now);
  const queueName = config.queues.find((one) => one.id === result.state.queueId)?.name ?? "";
  const { name: company, timezone } = db.about();
  const variables = {
    contact: { name: contact.name, number: "5511900000000", email: "" },
    ticket: { id: 1, createdAt: new Date(now) },
    user: "",
    queue: queueName,
    connection: simulated.name,
    company,
    now,
    timezone,
  };
  const effects = result.effects.map((effect): Effect =>
    effect.do === "say" ? { ...effect, text: fill(effect.text, variables) } : effect,
  );
  return { ...result, effects, at: new Date(now) };
}

/** A new customer's state. */
const waiting: State = {
  status: "pending",
  isGroup: false,
  disableBot: false,
  queueId: null,
  userId: null,
  chatbot: false,
  queueOptionId: null,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  memory: emptyMemory,
};
