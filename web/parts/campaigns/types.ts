import type * as campaignsTable from "../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** A campaign in answers and events. */
export type Campaign = Wire<campaignsTable.Campaign>;
