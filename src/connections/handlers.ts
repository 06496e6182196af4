import type { ChannelHandlers } from "../channel/channel.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { begins, isSetAside, workOf } from "../kit/process/current-work.ts";
import { log, trace } from "../kit/process/log.ts";
import { ack } from "../shared/states.ts";
import { count } from "../kit/process/metrics.ts";
import { showCustomerTyping } from "../live/customer-typing.ts";
import type { Hub } from "../live/hub.ts";
import {
  acknowledgeShipping,
  isOfCampaign,
  shippingByNetworkId,
} from "../modules/campaigns/acknowledge.ts";
import { savePrice, type Sent } from "../modules/channel-costs/save-price.ts";
import { saveRestriction } from "../modules/connections/restriction.ts";
import { saveSetAside } from "../modules/connections/status.ts";
import { findByProviderId } from "../modules/messages/messages.ts";
import { takeCart } from "../modules/shop/take-cart.ts";
import { applyReport } from "../modules/templates/reports.ts";
import { setMarketing } from "../modules/tickets/contacts/marketing.ts";
import { learnIdentifiers, moveContact } from "../modules/tickets/contacts/merge-contacts.ts";
import { noteMissedCall } from "../modules/tickets/inbound/missed-call.ts";
import { applyInboundReaction } from "../modules/tickets/inbound/reaction.ts";
import { markReadByPhone } from "../modules/tickets/inbound/read-by-phone.ts";
import { receive } from "../modules/tickets/inbound/receive.ts";
import { acknowledge } from "../modules/tickets/messages/acknowledge.ts";
import { applyInboundDelete, applyInboundEdit } from "../modules/tickets/messages/inbound-edit.ts";

/** The verbs for the reports of a connection's channel; `onStatus` takes its status. */
export function handlersFor(
  hub: Hub,
  db: CompanyDb,
  connection: number,
  onStatus: ChannelHandlers["onStatus"],
): ChannelHandlers {
  return {
    onStatus,
    onMessage: async (inbound) => {
      // A campaign opens no ticket, also when the network reports messages that we sent.
      if (inbound.from === null && isOfCampaign(db, connection, inbound.id)) return;
      const current = workOf("inbound", "message", db.company, `${connection}/${inbound.id}`);
      // The channel sets it aside after some tries. rules.md#no-message-lost
      if (isSetAside(current)) throw new Error("it blocked the box");
      await db.together(() => {
        begins(current);
        orderByCart(db, receive(db, connection, inbound));
        begins("");
      });
      count("balcao_messages_received_total", "Messages that arrived.");
    },
    onReaction: (done) => void applyInboundReaction(db, connection, done),
    onEdit: (done) => void applyInboundEdit(db, connection, done),
    onDelete: (done) => void applyInboundDelete(db, connection, done),
    onCall: (call) => void noteMissedCall(db, connection, call),
    onAck: (id, level, more) =>
      void db
        .together(() => {
          acknowledge(db, connection, id, level, more);
          acknowledgeShipping(db, connection, id, level, more);
          const sent = more?.billing && sentUnder(db, connection, id);
          if (sent) savePrice(db, connection, sent, level, more.billing!);
        })
        .catch((thrown: unknown) =>
          log("error", "ack", { company: db.company, connection, ...trace(thrown) }),
        ),
    onSetAside: (count) => saveSetAside(db, connection, count),
    onRestriction: (restriction) => saveRestriction(db, connection, restriction),
    onPerson: (person) => void learnIdentifiers(db, person),
    onMoved: (from, to) => void moveContact(db, from, to),
    onMarketing: (who, takesIt) => void setMarketing(db, who, takesIt),
    onTemplate: (report) => void applyReport(db, connection, report),
    onRead: (chat) => void markReadByPhone(db, connection, chat),
    onTyping: (from, state) => showCustomerTyping(hub, db, connection, from, state),
  };
}

/** Our message that the network has under this id; undefined for one that the box did not send. */
function sentUnder(db: CompanyDb, connection: number, id: string): Sent | undefined {
  const message = findByProviderId(db, connection, id);
  if (message) return { messageId: message.id, isDelivered: message.ack >= ack.delivered };
  const shipping = shippingByNetworkId(db, connection, id);
  return (
    shipping && {
      shippingId: shipping.id,
      campaignId: shipping.campaignId,
      isDelivered: shipping.deliveredAt !== null,
    }
  );
}

/** A cart that can't be taken must not hold up the messages of its connection. */
function orderByCart(db: CompanyDb, message: Parameters<typeof takeCart>[1]) {
  try {
    takeCart(db, message);
  } catch (thrown) {
    log("error", "cart", { company: db.company, message: message?.id, ...trace(thrown) });
  }
}
