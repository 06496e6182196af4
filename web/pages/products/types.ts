import type * as productsTable from "../../../src/modules/products/table.ts";
import type * as stockTable from "../../../src/modules/stock/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type ShelfEntry = Wire<stockTable.ShelfEntry>;
/** A product; in the list of a store with its price and stock there, or null. */
export type Product = Wire<productsTable.Product> & { entry?: ShelfEntry | null };
/** A product in a store. */
export type Entry = Wire<stockTable.ProductStore>;
export type Movement = Wire<stockTable.StockMovement>;
