import { proto, type WAMessage, type WASocket } from "@whiskeysockets/baileys";
import { isId, list, maxItems } from "../wire-values.ts";
import { coreOf } from "./unwrap.ts";

/** A product of a cart as WhatsApp tells it. Any part may be anything. */
export type CartProduct = {
  name?: unknown;
  price?: unknown;
  currency?: unknown;
  quantity?: unknown;
};

/** How long a message waits for WhatsApp to list its cart, in ms. */
const patience = 5000;

/**
 * The products of the cart that a message stands for: the message holds only their number. Empty
 * when WhatsApp does not answer in time. rules.md#carts
 */
export async function cartOf(
  socket: Pick<WASocket, "getOrderDetails">,
  { message }: WAMessage,
  wait = patience,
): Promise<CartProduct[]> {
  const core = coreOf(message);
  if (core?.key !== "orderMessage") return [];
  const { orderId, token } = core.value as proto.Message.IOrderMessage;
  if (!isId(orderId) || !isId(token)) return [];
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, wait);
  const details = await Promise.race([
    socket.getOrderDetails(orderId, token).catch(() => undefined),
    late.promise,
  ]);
  clearTimeout(timer);
  return list(details?.products as CartProduct[] | undefined).slice(0, maxItems);
}
