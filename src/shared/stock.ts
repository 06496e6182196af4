/** Why a stock changed. */
export const stockReasons = ["start", "sale", "return", "correction", "import"] as const;
export type StockReason = (typeof stockReasons)[number];
