import type * as countsTable from "../../../src/modules/stock-counts/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type CountRow = Wire<countsTable.ListedStockCount>;
export type CountLine = Wire<countsTable.StockCountLine>;
/** A count with its products. */
export type FullCount = Wire<countsTable.StockCount>;
