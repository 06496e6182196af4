/** How an order reaches who buys it: brought, or fetched in the store. */
export const routeTypes = ["ENTREGA", "RETIRADA"] as const;

export type RouteType = (typeof routeTypes)[number];
