/** How an order reaches who buys it: brought, or fetched in the store. */
export const routeTypes = ["ENTREGA", "RETIRADA"] as const;

export type RouteType = (typeof routeTypes)[number];

/** The code of the status that orders begin with: those that nobody has taken up yet. */
export const pendingCode = 1;
