/** The reasons for a change of a stock. */
export const stockReasons = [
  "start",
  "sale",
  "return",
  "correction",
  "import",
  "purchase",
  "purchaseUndone",
  "count",
] as const;
export type StockReason = (typeof stockReasons)[number];

/** The parts of the list of products: all, what runs out, what has no price, what is switched off. */
export const shelfParts = ["all", "low", "unpriced", "off"] as const;
export type ShelfPart = (typeof shelfParts)[number];
