import type { ListedOrder, Order as OrderRow } from "../../../src/modules/orders/table.ts";
import type { Payment as PaymentRow } from "../../../src/modules/payments/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

/** An order as lists show it; amounts are text, as `"12.90"`. */
export type Order = Wire<ListedOrder>;
/** One order with who moved it, and when. */
export type FullOrder = Wire<OrderRow>;
export type OrderItem = FullOrder["orderItems"][number];
export type OrderPayment = FullOrder["payments"][number];
export type OrderAddress = NonNullable<FullOrder["contactAddress"]>;
export type OrderChange = FullOrder["history"][number];
/** `message`: what its customer is sent; not known of a status that only an order names. */
export type OrderStatus = Order["status"] & { message?: string | null };
export type Payment = Wire<PaymentRow>;
