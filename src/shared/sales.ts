/** The delivery of an order to its customer: brought to them, or fetched in the store. */
export const routeTypes = ["ENTREGA", "RETIRADA"] as const;

export type RouteType = (typeof routeTypes)[number];

/** The way by which a sale came. */
export const channels = ["WHATSAPP", "COUNTER", "PHONE", "WINDOW"] as const;

export type Channel = (typeof channels)[number];

/** The parts of an order whose changes are in its history. */
export const orderParts = [
  "items",
  "discount",
  "payment",
  "address",
  "notes",
  "contact",
  "seller",
  "wantedAt",
  "courier",
  "received",
  "refunded",
] as const;

export type OrderPart = (typeof orderParts)[number];

/** Whether a promotion costs more than the product without it; amounts as `"12.90"`. */
export const isAboveSelling = (promotionPrice: string, sellingPrice: string) =>
  Number(promotionPrice) > Number(sellingPrice);

/** The code of the status of new orders, which no user has taken up yet. */
export const pendingCode = 1;
