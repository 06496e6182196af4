/** When the company is closed: never, by its own hours, or by each queue's. doc 1 §9 */
export const scheduleTypes = ["disabled", "queue", "company"] as const;

/** What a delivery costs by: how dear the order is, or how far it goes. doc 1 §9 */
export const deliveryFeeTypes = ["value", "km"] as const;

/** How often one is told of orders that wait, in ms. doc 1 §9 */
export const orderNotices = ["disabled", "10000", "30000", "60000"] as const;

/** What steers the billing of internet providers: addresses and keys that nobody reads back. doc 4 §1.30 */
export const billingKeys = ["ipixc", "tokenixc", "ipmkauth", "clientidmkauth", "clientsecretmkauth", "asaas"] as const;
