import type { Campaign } from "../campaigns/table.ts";
import type { Connection } from "../connections/table.ts";
import type { Message } from "../messages/table.ts";
import type { Order } from "../orders/table.ts";
import type { ProductStore } from "../stock/table.ts";
import type { Ticket } from "../tickets/table.ts";
import type { Wire } from "../../shared/wire.ts";

export type Contact = {
  id: number;
  name: string;
  number: string;
  isGroup?: boolean;
  email?: string;
};

/** `url` is a path of the box. It needs a token of the connection, and does not expire. */
export const fileFacts = ({ id, mediaType, mediaName, media }: Wire<Message>) => ({
  messageId: id,
  url: `/api/messages/${id}/file`,
  mediaType,
  mediaName,
  type: media?.type ?? null,
  size: media?.size ?? null,
});

export const ticketFacts = ({
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

export const messageFacts = ({
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

export const contactFacts = ({ id, name, number, isGroup = false, email }: Contact) => ({
  id,
  name,
  number,
  isGroup,
  ...(email !== undefined && { email }),
});

export const orderFacts = ({
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

export const reactionFacts = ({ reactions }: Wire<Message>) =>
  reactions.map(({ emoji, fromMe, contactId }) => ({ emoji, fromMe, contactId }));

/** A product in a store, without what it costs the company. */
export type LowStock = Omit<Wire<ProductStore>, "costPrice">;

export const stockFacts = ({ id, productId, product, store, unit, stock, lowStock }: LowStock) => ({
  id,
  productId,
  name: product.name,
  store,
  unit,
  stock,
  lowStock,
});

export const campaignFacts = ({
  id,
  name,
  status,
  whatsappId,
  scheduledAt,
  startedAt,
  completedAt,
  pauseReason,
  holdReason,
}: Wire<Campaign>) => ({
  id,
  name,
  status,
  whatsappId,
  scheduledAt,
  startedAt,
  completedAt,
  pauseReason,
  holdReason,
});

export const connectionFacts = ({
  id,
  name,
  number,
  provider,
  status,
  reason,
  isDefault,
}: Wire<Connection>) => ({ id, name, number, provider, status, reason, isDefault });
