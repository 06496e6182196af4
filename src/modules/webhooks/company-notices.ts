import type { Restriction } from "../../shared/restrictions.ts";
import type { Wire } from "../../shared/wire.ts";
import type { Campaign } from "../campaigns/table.ts";
import type { Connection } from "../connections/table.ts";
import { campaignFacts, connectionFacts, type LowStock, stockFacts } from "./facts.ts";
import type { Notice } from "./notice.ts";

export const stockNotice = (product: LowStock, seq: number, at: number): Notice => ({
  event: "stock.low",
  onceKey: `stock/${product.id}/${seq}`,
  orderKey: `stock/${product.id}`,
  contactId: null,
  at,
  data: { product: stockFacts(product) },
});

export const campaignNotice = (campaign: Wire<Campaign>, seq: number, at: number): Notice => ({
  event: "campaign.updated",
  onceKey: `campaign/${campaign.id}/${seq}`,
  orderKey: `campaign/${campaign.id}`,
  contactId: null,
  place: { whatsappId: campaign.whatsappId },
  at,
  data: { campaign: campaignFacts(campaign) },
});

export const connectionNotice = (
  connection: Wire<Connection>,
  seq: number,
  at: number,
): Notice => ({
  event: "connection.updated",
  onceKey: `connection/${connection.id}/${seq}`,
  orderKey: `connection/${connection.id}`,
  contactId: null,
  place: { whatsappId: connection.id },
  at,
  data: { connection: connectionFacts(connection) },
});

export type RestrictedConnection = { id: number; name: string; number: string; status: string };

/**
 * The notices of a restriction that the network put on a connection, or lifted.
 * rules.md#restrictions
 */
export const restrictionNotices = (
  connection: RestrictedConnection | undefined,
  restriction: Restriction | null | undefined,
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
          place: { whatsappId: connection.id },
          at,
          data: { connection, restriction },
        },
      ]
    : [];
