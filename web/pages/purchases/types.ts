import type * as purchasesTable from "../../../src/modules/purchases/table.ts";
import type { ProductStore } from "../../../src/modules/stock/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { PickedProduct } from "../../parts/products/ProductPicker.tsx";

export type PurchaseRow = Wire<purchasesTable.ListedPurchase>;
/** A purchase with its lines. */
export type FullPurchase = Wire<purchasesTable.Purchase>;
export type Entry = Wire<ProductStore>;

/** A line as it is typed. `by` is the last typed of cost and total: the other one follows it. */
export type Line = {
  product: PickedProduct;
  /** The stores that sell it; null until they are loaded. */
  entries: Entry[] | null;
  amount: string;
  cost: string;
  total: string;
  by: "cost" | "total";
  sellingPrice: string;
};
