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
