/**
 * When the company is closed: never, by its own hours, or by each queue's. rules.md#opening-hours
 */
export const scheduleTypes = ["disabled", "queue", "company"] as const;

/** What a delivery costs by: how dear the order is, or how far it goes. */
export const deliveryFeeTypes = ["value", "km"] as const;

export type DeliveryFeeType = (typeof deliveryFeeTypes)[number];

/** How often one is told of orders that wait, in ms. */
export const orderNotices = ["disabled", "10000", "30000", "60000"] as const;

/** Settings that support only reads while it visits. rules.md#support-visits */
export const closedToVisits = ["supportAccess", "requireTotp"] as const;

/** Settings of internet providers' billing: addresses and keys that are never read back. */
export const billingKeys = [
  "ipixc",
  "tokenixc",
  "ipmkauth",
  "clientidmkauth",
  "clientsecretmkauth",
  "asaas",
] as const;
