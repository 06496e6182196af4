import type { Campaign as Row } from "../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** A campaign, as answers and events carry it. */
export type Campaign = Wire<Row>;
