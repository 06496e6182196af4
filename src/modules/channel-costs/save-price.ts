import { and, eq, isNull, or, gt } from "drizzle-orm";
import type { MessageBilling } from "../../channel/message-billing.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { otherCountries } from "../../shared/channel-costs.ts";
import { ack } from "../../shared/states.ts";
import { messagePrices } from "./table.ts";

/** A message of ours, or a row of a campaign; `isDelivered`: an earlier report was of its delivery. */
export type Sent = { isDelivered: boolean } & (
  | { messageId: number }
  | { shippingId: number; campaignId: number }
);

/**
 * Stores the price of a message of ours, which the network names in its reports. The first report
 * with a price counts, and the first one of a delivery. Reports come in any order. rules.md#costs
 */
export function savePrice(
  db: CompanyDb,
  whatsappId: number,
  sent: Sent,
  level: number,
  { at, country = otherCountries, pricing }: MessageBilling,
) {
  const { isDelivered, ...ids } = sent;
  const isOfSent =
    "messageId" in ids
      ? eq(messagePrices.messageId, ids.messageId)
      : eq(messagePrices.shippingId, ids.shippingId);
  db.write((tx) => {
    if (pricing)
      tx.insert(messagePrices)
        .values({
          whatsappId,
          ...ids,
          category: pricing.category,
          type: pricing.type,
          isBillable: pricing.billable,
          country,
        })
        .onConflictDoNothing()
        .run();
    if (level >= ack.delivered || isDelivered)
      tx.update(messagePrices)
        .set(deliveryAt(tx, at))
        .where(
          and(
            isOfSent,
            or(isNull(messagePrices.deliveredAt), gt(messagePrices.deliveredAt, new Date(at))),
          ),
        )
        .run();
  });
}

const deliveryAt = (tx: Tx, at: number) => ({
  deliveredAt: new Date(at),
  day: Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(tx.about().timezone)
    .toPlainDate()
    .toString(),
});
