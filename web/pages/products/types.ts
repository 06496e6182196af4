import type { Product as ProductRow } from "../../../src/modules/products/table.ts";
import type {
  ProductStore as EntryRow,
  StockMovement as MovementRow,
} from "../../../src/modules/stock/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Product = Wire<ProductRow>;
/** A product in a store. */
export type Entry = Wire<EntryRow>;
export type Movement = Wire<MovementRow>;
