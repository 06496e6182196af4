import type { ListedTill, Till } from "../../../src/modules/tills/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type TillRow = Wire<ListedTill>;
/** A till with its sums and movements. */
export type FullTill = Wire<Till>;

/** The answer about the counter: own open tills, and the cash that stayed in each store. */
export type Counter = {
  tills: TillRow[];
  rests: { storeId: number; rest: string; user: { name: string } | null; closedAt: string }[];
  isUsed: boolean;
};
