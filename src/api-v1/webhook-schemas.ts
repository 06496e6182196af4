import { z } from "zod";
import { connectionStates, ticketStates } from "../shared/states.ts";
import { type WebhookEvent, webhookEvents, webhookVersion } from "../shared/webhooks.ts";

const key = z.number().int();
const moment = z.iso.datetime();
const named = z.object({ id: key, name: z.string() });

const contact = named.extend({
  number: z.string(),
  isGroup: z.boolean(),
  email: z.string().optional(),
});
const ticket = z.object({
  id: key,
  uuid: z.string(),
  status: z.enum(ticketStates),
  queueId: key.nullable(),
  queue: z.string().nullable(),
  userId: key.nullable(),
  user: z.string().nullable(),
  whatsappId: key.nullable(),
  isGroup: z.boolean(),
  createdAt: moment,
});
const message = z.object({
  id: key,
  fromMe: z.boolean(),
  origin: z.string(),
  body: z.string(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  ack: key,
  reason: z.string().nullable(),
  sentAt: moment,
  whatsappId: key.nullable(),
});
const ofMessage = z.object({ message, ticket, contact });
const ofTicket = z.object({
  ticket,
  contact,
  before: ticket.pick({ status: true, queueId: true, userId: true }).optional(),
});
const ofContact = z.object({ contact: contact.partial().required({ id: true }) });
const ofOrder = z.object({
  order: z.object({
    id: key,
    number: key.optional(),
    status: named.optional(),
    contact: named.nullable().optional(),
    total: z.string().optional(),
    received: z.string().optional(),
    owed: z.string().optional(),
    paymentState: z.string().nullable().optional(),
  }),
});
const connection = named.extend({ number: z.string(), status: z.enum(connectionStates) });

/** The data of each event, as it is posted. */
export const eventData: Record<WebhookEvent, z.ZodType> = {
  "message.received": ofMessage,
  "message.media": z.object({
    messageId: key,
    url: z.string(),
    mediaType: z.string(),
    mediaName: z.string().nullable(),
    type: z.string().nullable(),
    size: key.nullable(),
    ticket,
    contact,
  }),
  "message.sent": ofMessage,
  "message.failed": ofMessage,
  "message.delivered": ofMessage,
  "message.read": ofMessage,
  "message.edited": ofMessage,
  "message.deleted": ofMessage,
  "message.reaction": ofMessage.extend({
    reactions: z.array(z.object({ emoji: z.string(), fromMe: z.boolean(), contactId: key })),
  }),
  "ticket.opened": ofTicket,
  "ticket.moved": ofTicket,
  "ticket.closed": ofTicket,
  "contact.created": ofContact,
  "contact.updated": ofContact,
  "contact.deleted": ofContact,
  "order.created": ofOrder,
  "order.updated": ofOrder,
  "order.deleted": ofOrder,
  "payment.confirmed": z.record(z.string(), z.unknown()),
  "stock.low": z.object({
    product: z.object({
      id: key,
      productId: key,
      name: z.string(),
      store: named,
      unit: z.string(),
      stock: z.number(),
      lowStock: z.number(),
    }),
  }),
  "campaign.updated": z.object({
    campaign: named.extend({
      status: z.string(),
      whatsappId: key.nullable(),
      scheduledAt: moment.nullable(),
      startedAt: moment.nullable(),
      completedAt: moment.nullable(),
      pauseReason: z.string().nullable(),
      holdReason: z.string().nullable(),
    }),
  }),
  "connection.updated": z.object({
    connection: connection.extend({
      provider: z.string(),
      reason: z.string().nullable(),
      isDefault: z.boolean(),
    }),
  }),
  "connection.restricted": z.object({
    connection,
    restriction: z.record(z.string(), z.unknown()).nullable(),
  }),
};

/** The posts of webhooks, by event. */
export const webhookSchemas = webhookEvents.map((event) => ({
  event,
  body: z.object({
    id: z.string().meta({ examples: ["evt_0b8e6a52-6a1f-4c8d-9d0e-1f2a3b4c5d6e"] }),
    version: z.literal(webhookVersion),
    event: z.literal(event),
    at: moment,
    company: named,
    data: eventData[event],
  }),
}));
