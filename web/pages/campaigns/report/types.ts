import type {
  CampaignReport,
  Shipping as ShippingRow,
} from "../../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";

/** The campaign report as the server sends it. */
export type Report = Wire<CampaignReport>;
export type Shipping = Wire<ShippingRow>;
