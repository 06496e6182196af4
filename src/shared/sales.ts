/** How an order reaches who buys it: brought, or fetched in the store. */
export const routeTypes = ["ENTREGA", "RETIRADA"] as const;

export type RouteType = (typeof routeTypes)[number];

/** The parts of an order whose change its history names. */
export const orderParts = [
  "items",
  "discount",
  "payment",
  "address",
  "notes",
  "contact",
  "seller",
] as const;

export type OrderPart = (typeof orderParts)[number];

/** Whether a promotion costs more than the product without it; amounts as `"12.90"`. */
export const isAboveSelling = (promotionPrice: string, sellingPrice: string) =>
  Number(promotionPrice) > Number(sellingPrice);

/** The code of the status that orders begin with: those that nobody has taken up yet. */
export const pendingCode = 1;
