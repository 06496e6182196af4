/** The reasons for a change of a stock. */
export const stockReasons = ["start", "sale", "return", "correction", "import"] as const;
export type StockReason = (typeof stockReasons)[number];
