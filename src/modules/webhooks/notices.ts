import { ack } from "../../shared/states.ts";
import type { Restriction } from "../../shared/restrictions.ts";
import { webhookVersion, type WebhookEvent } from "../../shared/webhooks.ts";
import type { Campaign } from "../campaigns/table.ts";
import type { Connection } from "../connections/table.ts";
import type { Message } from "../messages/table.ts";
import type { Order } from "../orders/table.ts";
import type { MessageChange } from "../tickets/messages/reply.ts";
import type { Ticket } from "../tickets/table.ts";
import type { Wire } from "../../shared/wire.ts";
import {
  type Contact,
  contactFacts,
  fileFacts,
  type LowStock,
  messageFacts,
  orderFacts,
  reactionFacts,
  ticketFacts,
} from "./facts.ts";

import {
  campaignNotice,
  connectionNotice,
  type RestrictedConnection,
  restrictionNotices,
  stockNotice,
} from "./company-notices.ts";
import type { Notice } from "./notice.ts";

/** An event of the company's file. */
export type StoredEvent = {
  seq: number;
  event: string;
  action: string;
  payload: string;
  createdAt: number;
};

/** A ticket as webhooks last received it; undefined while it is not active. */
export type KnownTicket =
  | { status: string; queueId: number | null; userId: number | null }
  | undefined;

type Payload = {
  ticket?: Wire<Ticket>;
  ticketId?: number;
  message?: Wire<Message>;
  contact?: Contact;
  contactId?: number;
  order?: Wire<Order>;
  orderId?: number;
  connection?: RestrictedConnection;
  restriction?: Restriction | null;
  change?: MessageChange;
  productStore?: LowStock;
  record?: Wire<Campaign>;
  whatsapp?: Wire<Connection>;
  isRepeat?: boolean;
};

export const payloadOf = ({ payload }: StoredEvent) => JSON.parse(payload) as Payload;

/** The notices for an event of a message, a contact, an order or a payment. rules.md#webhooks */
export function noticesOf(
  { seq, event, action, createdAt: at }: StoredEvent,
  payload: Payload,
): Notice[] {
  switch (event) {
    case "appMessage":
      return payload.message && payload.ticket
        ? messageNotices(payload.message, payload.ticket, { seq, action, at }, payload.change)
        : [];
    case "contact":
      return contactNotices(payload, action, seq, at);
    case "order":
      return orderNotices(payload, action, seq, at);
    case "payment":
      return action === "CONCLUIDA"
        ? [
            {
              event: "payment.confirmed",
              onceKey: `payment/${seq}`,
              orderKey: "payment",
              contactId: null,
              at,
              data: { ...payload },
            },
          ]
        : [];
    case "stockLow":
      return payload.productStore ? [stockNotice(payload.productStore, seq, at)] : [];
    case "campaign":
      return payload.record ? [campaignNotice(payload.record, seq, at)] : [];
    case "whatsapp":
      return payload.whatsapp && !payload.isRepeat
        ? [connectionNotice(payload.whatsapp, seq, at)]
        : [];
    case "connectionRestriction":
      return restrictionNotices(payload.connection, payload.restriction, seq, at);
    default:
      return [];
  }
}

/** The notices for the change of a ticket, compared with its earlier state. */
export function ticketNotices(
  earlier: KnownTicket,
  ticket: Wire<Ticket>,
  seq: number,
  at: number,
): Notice[] {
  const isActive = ticket.status !== "closed";
  const event = !earlier
    ? isActive
      ? "ticket.opened"
      : undefined
    : !isActive
      ? "ticket.closed"
      : hasMoved(earlier, ticket)
        ? "ticket.moved"
        : undefined;
  if (!event) return [];
  const before = earlier && {
    status: earlier.status,
    queueId: earlier.queueId,
    userId: earlier.userId,
  };
  return [
    {
      event,
      onceKey: `ticket/${ticket.id}/${seq}`,
      orderKey: `ticket/${ticket.id}`,
      contactId: ticket.contactId,
      place: placeOf(ticket),
      at,
      data: {
        ticket: ticketFacts(ticket),
        contact: contactFacts(ticket.contact),
        ...(before && { before }),
      },
    },
  ];
}

/** The body that is posted. It is the same at each try. */
export const bodyOf = (
  id: string,
  event: Notice["event"] | "webhook.test",
  at: number,
  company: { id: number; name: string },
  data: object,
) =>
  JSON.stringify({
    id,
    version: webhookVersion,
    event,
    at: new Date(at).toISOString(),
    company,
    data,
  });

function messageNotices(
  message: Wire<Message>,
  ticket: Wire<Ticket>,
  { seq, action, at }: { seq: number; action: string; at: number },
  change: MessageChange | undefined,
): Notice[] {
  const people = { ticket: ticketFacts(ticket), contact: contactFacts(ticket.contact) };
  const changes: WebhookEvent[] = change ? [`message.${change}`] : [];
  return [...messageEvents(message, action), ...changes].map((event) => ({
    event,
    // Someone may edit a message again, or react to it.
    onceKey: changes.includes(event) ? `${event}/${message.id}/${seq}` : `${event}/${message.id}`,
    orderKey: `ticket/${ticket.id}`,
    contactId: ticket.contactId,
    place: placeOf(ticket),
    at,
    data: {
      ...(event === "message.media" ? fileFacts(message) : { message: messageFacts(message) }),
      ...(event === "message.reaction" && { reactions: reactionFacts(message) }),
      ...people,
    },
  }));
}

/** A received file may come later than its message, so that each of them is an event. */
function messageEvents(
  { fromMe, ack: level, mediaUrl, isDeleted }: Wire<Message>,
  action: string,
): WebhookEvent[] {
  if (!fromMe)
    return [
      ...(action === "create" ? (["message.received"] as const) : []),
      ...(mediaUrl && !isDeleted ? (["message.media"] as const) : []),
    ];
  if (level === ack.failed) return ["message.failed"];
  return [
    ...(level > ack.queued ? (["message.sent"] as const) : []),
    ...(level >= ack.delivered ? (["message.delivered"] as const) : []),
    ...(level >= ack.read ? (["message.read"] as const) : []),
  ];
}

const placeOf = ({ queueId, whatsappId, tags }: Wire<Ticket>): Notice["place"] => ({
  queueId,
  whatsappId,
  tagIds: (tags ?? []).map(({ id }) => id),
});

function contactNotices(
  { contact, contactId }: Payload,
  action: string,
  seq: number,
  at: number,
): Notice[] {
  const id = contact?.id ?? contactId;
  if (id === undefined) return [];
  const event =
    action === "create"
      ? "contact.created"
      : action === "delete"
        ? "contact.deleted"
        : "contact.updated";
  return [
    {
      event,
      onceKey: `contact/${id}/${seq}`,
      orderKey: `contact/${id}`,
      contactId: contact ? id : null,
      at,
      data: { contact: contact ? contactFacts(contact) : { id } },
    },
  ];
}

function orderNotices(
  { order, orderId }: Payload,
  action: string,
  seq: number,
  at: number,
): Notice[] {
  const id = order?.id ?? orderId;
  if (id === undefined) return [];
  const event =
    action === "create" ? "order.created" : action === "delete" ? "order.deleted" : "order.updated";
  return [
    {
      event,
      onceKey: `order/${id}/${seq}`,
      orderKey: `order/${id}`,
      contactId: order?.contactId ?? null,
      at,
      data: { order: order ? orderFacts(order) : { id } },
    },
  ];
}

const hasMoved = (earlier: NonNullable<KnownTicket>, { status, queueId, userId }: Wire<Ticket>) =>
  earlier.status !== status || earlier.queueId !== queueId || earlier.userId !== userId;
