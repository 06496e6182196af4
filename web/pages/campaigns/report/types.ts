import type * as campaignsTable from "../../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";

/** The campaign report as the server sends it. */
export type Report = Wire<campaignsTable.CampaignReport>;
export type Shipping = Wire<campaignsTable.Shipping>;
