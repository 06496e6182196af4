import { amountText } from "./amount-text.ts";
import type { Unit } from "./units.ts";

/** An item of an order as its customer reads it: `2x Bolo`, `0,350 kg Queijo`. */
export const itemLine = (item: { amount: number; unit: Unit; product: { name: string } }) =>
  `${item.unit === "un" ? `${item.amount}x` : amountText(item.amount, item.unit)} ${item.product.name}`;
