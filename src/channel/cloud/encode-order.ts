import type { Interactive } from "../../shared/interactive.ts";

type Raw = Record<string, unknown>;
type OrderMessage = Extract<Interactive, { type: "payment" | "orderState" }>;

/** A charge by Pix, or the state of its order. `body` is its text as the network takes it. */
export function orderBody(message: OrderMessage, body: Raw): Raw {
  if (message.type === "orderState") {
    const { reference, state } = message;
    const parameters = { reference_id: reference, order: { status: state } };
    return { type: "order_status", body, action: { name: "review_order", parameters } };
  }
  const { reference, total, subtotal, tax, shipping, discount, items, pix } = message.card;
  const order = {
    status: "pending",
    items: items.map(({ id, name, amount }) => ({
      retailer_id: id,
      name,
      amount: cents(amount),
      quantity: 1,
    })),
    subtotal: cents(subtotal),
    tax: cents(tax),
    shipping: cents(shipping),
    discount: cents(discount),
  };
  const code = {
    code: pix.code,
    merchant_name: pix.merchant,
    key: pix.key,
    key_type: pix.keyType,
  };
  const parameters = {
    reference_id: reference,
    type: "physical-goods",
    payment_type: "br",
    currency: "BRL",
    payment_settings: [{ type: "pix_dynamic_code", pix_dynamic_code: code }],
    total_amount: cents(total),
    ...(items.length > 0 && { order }),
  };
  return { type: "order_details", body, action: { name: "review_and_pay", parameters } };
}

const cents = (value: number) => ({ value, offset: 100 });
