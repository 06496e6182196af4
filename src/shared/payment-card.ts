import { itemLine } from "./item-line.ts";
import { centsOf } from "./money.ts";
import type { Unit } from "./units.ts";

/** A charge by Pix as a card of the official channel. Amounts are cents. rules.md#payment-cards */
export type PaymentCard = {
  budgetId: number;
  /** Names the charge at the network, unique for each number. */
  reference: string;
  total: number;
  subtotal: number;
  tax: number;
  shipping: number;
  discount: number;
  items: { id: string; name: string; amount: number }[];
  pix: { code: string; merchant: string; key: string; keyType: PixKeyType };
};

export type PixKeyType = "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "EVP";

/** The states of an order that the network shows. */
export const cardOrderStates = ["processing", "completed", "canceled"] as const;
export type CardOrderState = (typeof cardOrderStates)[number];

/** The longest name of an item on a card, by Meta's page of 2026. */
const longestName = 60;

type Figures = {
  total: string;
  freight: string;
  orderItems: {
    productId: number;
    total: string;
    discount: string;
    amount: number;
    unit: Unit;
    product: { name: string };
  }[];
};

/**
 * The amounts of a card for a budget. Each line is one item of its whole price, since parts of a
 * unit have no price in cents. The total is the budget's: the rest is a discount or a tax.
 */
export function cardAmounts({
  total: text,
  freight,
  orderItems,
}: Figures): Pick<PaymentCard, "total" | "subtotal" | "tax" | "shipping" | "discount" | "items"> {
  const items = orderItems
    .map((item, index) => ({
      id: `${item.productId}-${index + 1}`,
      name: itemLine(item).slice(0, longestName),
      amount: centsOf(item.total) + centsOf(item.discount),
    }))
    .filter(({ amount }) => amount > 0);
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
  const [total, shipping] = [centsOf(text), centsOf(freight)];
  const rest = total - subtotal - shipping;
  return { total, subtotal, shipping, items, tax: Math.max(0, rest), discount: Math.max(0, -rest) };
}
