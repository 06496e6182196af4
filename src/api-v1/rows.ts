import { z } from "zod";
import { ticketStates, connectionStates, messageKinds } from "../shared/states.ts";
import { paymentStates } from "../shared/receipts.ts";
import { units } from "../shared/units.ts";
import { webhookEvents, webhookOffReasons } from "../shared/webhooks.ts";
import { campaignStates } from "../shared/campaigns.ts";
import { messageStates } from "../modules/messages-api/state.ts";

/*
 * The rows of the API for programs: the stable part of the rows that the box's own screens get,
 * under the same names.
 */

const key = z.number().int();
const moment = z.iso.datetime();
const optionalMoment = moment.nullable();
const amount = z.string().meta({ examples: ["12.90"] });
const named = z.object({ id: key, name: z.string() });
const made = { createdAt: moment, updatedAt: moment };

export const done = z.object({});

export const tagRow = z.object({ id: key, name: z.string(), color: z.string() });

export const ticketRow = z.object({
  id: key,
  uuid: z.string(),
  status: z.enum(ticketStates),
  contactId: key,
  whatsappId: key.nullable(),
  queueId: key.nullable(),
  userId: key.nullable(),
  isGroup: z.boolean(),
  lastMessage: z.string(),
  lastMessageAt: moment,
  unreadMessages: key,
  waitingSince: optionalMoment,
  snoozedUntil: z.union([moment, z.literal("reply")]).nullable(),
  contact: named.extend({ number: z.string() }),
  queue: named.nullable(),
  user: named.nullable(),
  tags: z.array(tagRow),
  ...made,
});

export const noteRow = z.object({
  id: key,
  ticketId: key,
  note: z.string(),
  user: named.nullable(),
  createdAt: moment,
});

export const contactRow = z.object({
  id: key,
  name: z.string(),
  number: z.string(),
  email: z.string(),
  username: z.string(),
  isGroup: z.boolean(),
  active: z.boolean(),
  disableBot: z.boolean(),
  tags: z.array(tagRow),
  identifiers: z.array(
    z.object({ type: z.enum(["phone", "lid", "group", "bsuid"]), value: z.string() }),
  ),
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  ...made,
});

export const consentRow = z.object({
  contactId: key,
  optedOut: z.boolean(),
  at: optionalMoment,
  reason: z.string(),
  source: z.string().nullable(),
});

export const messageRow = z.object({
  id: key,
  ticketId: key,
  contactId: key,
  whatsappId: key.nullable(),
  fromMe: z.boolean(),
  userId: key.nullable(),
  origin: z.enum(["contact", "device", "agent", "bot"]),
  body: z.string(),
  mediaType: z.enum(messageKinds),
  status: z.enum([...messageStates, "received"]),
  ack: z.number().int().min(-1).max(4),
  reason: z.string().nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  quotedMsgId: key.nullable(),
  file: z.object({ name: z.string(), type: z.string(), size: key, ready: z.boolean() }).nullable(),
  place: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string(),
      address: z.string(),
    })
    .nullable(),
  contacts: z.array(z.object({ name: z.string(), number: z.string() })),
  reactions: z.array(z.object({ emoji: z.string(), fromMe: z.boolean(), contactId: key })),
  sentAt: moment,
  ...made,
});

export const queuedRow = z.object({
  status: z.enum(["queued", "scheduled"]),
  messageId: key.nullable(),
  messageIds: z.array(key),
  ticketId: key.nullable(),
  scheduleId: key.nullable(),
});

export const batchRow = z.object({
  results: z.array(
    queuedRow
      .partial()
      .extend({ index: key, ok: z.boolean(), error: z.string().nullable(), message: z.string() }),
  ),
});

export const queueRow = z.object({ id: key, name: z.string(), color: z.string(), ...made });

export const userRow = z.object({
  id: key,
  name: z.string(),
  email: z.string(),
  profile: z.enum(["admin", "user"]),
  queues: z.array(named),
  ...made,
});

export const connectionRow = z.object({
  id: key,
  name: z.string(),
  provider: z.string(),
  number: z.string(),
  status: z.enum(connectionStates),
  reason: z.string().nullable(),
  isDefault: z.boolean(),
  queues: z.array(named),
  ...made,
});

export const productRow = z.object({
  id: key,
  name: z.string(),
  code: z.string().nullable(),
  ean: z.string().nullable(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  unit: z.enum(units),
  categoryId: key.nullable(),
  categoryName: z.string().nullable(),
  ...made,
});

export const priceRow = z.object({
  id: key,
  productId: key,
  storeId: key,
  stock: z.number(),
  lowStock: z.number(),
  costPrice: amount,
  sellingPrice: amount,
  promotionPrice: amount,
  ...made,
});

const itemRow = z.object({
  productId: key,
  product: z.object({ name: z.string() }),
  amount: z.number(),
  unit: z.enum(units),
  unitary: amount,
  discount: amount,
  total: amount,
  note: z.string(),
});

const receiptRow = z.object({
  id: key,
  value: amount,
  payment: named.extend({ id: key.nullable() }),
  note: z.string().nullable(),
  byGateway: z.boolean(),
  at: moment,
});

export const listedOrderRow = z.object({
  id: key,
  number: key,
  status: named.extend({ code: key.nullable(), isCancelled: z.boolean() }),
  contact: named.extend({ number: z.string() }).nullable(),
  store: named,
  user: named.nullable(),
  ticketId: key.nullable(),
  typeRoute: z.string(),
  subTotal: amount,
  freight: amount,
  discount: amount,
  total: amount,
  received: amount,
  owed: amount,
  paymentState: z.enum(paymentStates).nullable(),
  notes: z.string(),
  wantedAt: optionalMoment,
  emission: moment,
  orderItems: z.array(itemRow),
  ...made,
});

export const orderRow = listedOrderRow.extend({
  receipts: z.array(receiptRow),
  pixCode: z.string().nullable(),
});

export const budgetRow = z.object({
  id: key,
  number: key,
  contact: named.extend({ number: z.string() }),
  store: named,
  user: named.nullable(),
  ticketId: key.nullable(),
  orderId: key.nullable(),
  typeRoute: z.string(),
  subTotal: amount,
  freight: amount,
  discount: amount,
  total: amount,
  closedAt: optionalMoment,
  orderItems: z.array(itemRow),
  pixCode: z.string().nullable(),
  ...made,
});

export const paymentRow = z.object({
  id: key,
  name: z.string(),
  typePaymentId: key,
  ...made,
});

export const campaignRow = z.object({
  id: key,
  name: z.string(),
  status: z.enum(campaignStates),
  whatsappId: key.nullable(),
  scheduledAt: optionalMoment,
  startedAt: optionalMoment,
  completedAt: optionalMoment,
  pauseReason: z.string().nullable(),
  ...made,
});

export const optOutRow = z.object({
  id: key,
  number: z.string().nullable(),
  name: z.string(),
  reason: z.string(),
  source: z.string(),
  at: moment,
  backAt: optionalMoment,
  backReason: z.string().nullable(),
  ...made,
});

export const webhookRow = z.object({
  id: key,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  queueIds: z.array(key),
  whatsappIds: z.array(key),
  tagIds: z.array(key),
  failures: key,
  offReason: z.enum(webhookOffReasons).nullable(),
  offAt: optionalMoment,
  secret: z.string().optional(),
  ...made,
});

export const deliveryRow = z.object({
  id: key,
  event: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: key,
  status: key.nullable(),
  error: z.string().nullable(),
  body: z.string(),
  ...made,
});
