import { ack } from "../../shared/states.ts";
import type { Restriction } from "../../shared/restrictions.ts";
import { webhookVersion, type WebhookEvent } from "../../shared/webhooks.ts";
import type { Message } from "../messages/table.ts";
import type { Order } from "../orders/table.ts";
import type { Ticket } from "../tickets/table.ts";
import type { Wire } from "../../shared/wire.ts";

/** An event of the company's file. */
export type StoredEvent = {
  seq: number;
  event: string;
  action: string;
  payload: string;
  createdAt: number;
};

/**
 * A notice to webhooks. `onceKey`: the fact that is sent only once. `orderKey`: notices with the
 * same one keep their order.
 */
export type Notice = {
  event: WebhookEvent;
  onceKey: string;
  orderKey: string;
  contactId: number | null;
  at: number;
  data: object;
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
  connection?: { id: number; name: string; number: string; status: string };
  restriction?: Restriction | null;
};
type Contact = { id: number; name: string; number: string; isGroup?: boolean; email?: string };

export const payloadOf = ({ payload }: StoredEvent) => JSON.parse(payload) as Payload;

/** The notices for an event of a message, a contact, an order or a payment. rules.md#webhooks */
export function noticesOf(
  { seq, event, action, createdAt: at }: StoredEvent,
  payload: Payload,
): Notice[] {
  switch (event) {
    case "appMessage":
      return payload.message && payload.ticket
        ? messageNotices(payload.message, payload.ticket, action, at)
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
    case "connectionRestriction":
      return restrictionNotices(payload, seq, at);
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
  action: string,
  at: number,
): Notice[] {
  const people = { ticket: ticketFacts(ticket), contact: contactFacts(ticket.contact) };
  return messageEvents(message, action).map((event) => ({
    event,
    onceKey: `${event}/${message.id}`,
    orderKey: `ticket/${ticket.id}`,
    contactId: ticket.contactId,
    at,
    data: {
      ...(event === "message.media" ? fileFacts(message) : { message: messageFacts(message) }),
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
  return level > ack.queued ? ["message.sent"] : [];
}

/** `url` is a path of the box. It needs a token of the connection, and does not expire. */
const fileFacts = ({ id, mediaType, mediaName, media }: Wire<Message>) => ({
  messageId: id,
  url: `/api/messages/${id}/file`,
  mediaType,
  mediaName,
  type: media?.type ?? null,
  size: media?.size ?? null,
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

/**
 * The notices of a restriction that the network put on a connection, or lifted.
 * rules.md#restrictions
 */
const restrictionNotices = (
  { connection, restriction }: Payload,
  seq: number,
  at: number,
): Notice[] =>
  connection
    ? [
        {
          event: "connection.restricted",
          onceKey: `restriction/${seq}`,
          orderKey: `connection/${connection.id}`,
          contactId: null,
          at,
          data: { connection, restriction },
        },
      ]
    : [];

const hasMoved = (earlier: NonNullable<KnownTicket>, { status, queueId, userId }: Wire<Ticket>) =>
  earlier.status !== status || earlier.queueId !== queueId || earlier.userId !== userId;

const ticketFacts = ({
  id,
  uuid,
  status,
  queueId,
  userId,
  whatsappId,
  isGroup,
  createdAt,
  queue,
  user,
  referral,
}: Wire<Ticket>) => ({
  id,
  uuid,
  status,
  queueId,
  queue: queue?.name ?? null,
  userId,
  user: user?.name ?? null,
  whatsappId,
  isGroup,
  createdAt,
  referral: referralFacts(referral),
});

const messageFacts = ({
  id,
  fromMe,
  origin,
  body,
  mediaType,
  mediaUrl,
  mediaName,
  ack: level,
  reason,
  sentAt,
  whatsappId,
  place,
  contacts,
  referral,
}: Wire<Message>) => ({
  id,
  fromMe,
  origin,
  body,
  mediaType,
  mediaUrl,
  mediaName,
  ack: level,
  reason,
  sentAt,
  whatsappId,
  place,
  contacts,
  referral: referralFacts(referral),
});

/** The ad that the customer came from. rules.md#ads */
const referralFacts = (ad: Wire<Ticket>["referral"] | undefined) =>
  ad
    ? {
        sourceId: ad.sourceId,
        sourceUrl: ad.sourceUrl,
        title: ad.title,
        text: ad.text,
        clickId: ad.clickId,
      }
    : null;

const contactFacts = ({ id, name, number, isGroup = false, email }: Contact) => ({
  id,
  name,
  number,
  isGroup,
  ...(email !== undefined && { email }),
});

const orderFacts = ({
  id,
  number,
  status,
  contact,
  store,
  user,
  total,
  freight,
  discount,
  emission,
  notes,
  contactAddress,
  payments,
  coupon,
  orderItems,
  ticketId,
  received,
  owed,
  paymentState,
}: Wire<Order>) => ({
  id,
  number,
  status: { id: status.id, name: status.name, code: status.code, isCancelled: status.isCancelled },
  contact,
  store,
  user,
  total,
  freight,
  discount,
  emission,
  notes,
  address: contactAddress,
  payments,
  coupon,
  items: orderItems,
  ticketId,
  received,
  owed,
  paymentState,
});
