import type * as ordersTable from "../../../src/modules/orders/table.ts";
import type * as paymentsTable from "../../../src/modules/payments/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** An order in lists; amounts are text, as `"12.90"`. */
export type Order = Wire<ordersTable.ListedOrder>;
/** One order with its history. */
export type FullOrder = Wire<ordersTable.Order>;
export type OrderItem = FullOrder["orderItems"][number];
export type OrderPayment = FullOrder["payments"][number];
export type OrderAddress = NonNullable<FullOrder["contactAddress"]>;
export type OrderChange = FullOrder["history"][number];
/** `message` is the text to the customer; undefined for a status that comes from an order. */
export type OrderStatus = Order["status"] & { message?: string | null };
export type Payment = Wire<paymentsTable.Payment>;
