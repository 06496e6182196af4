import { t } from "../../kit/text.ts";
import type { Order } from "./types.ts";
import "./texts.ts";

/** The name of an order's customer. Only sales outside WhatsApp have none from the start. */
export const customerOf = ({ contact, channel }: Pick<Order, "contact" | "channel">) =>
  contact?.name ?? t(channel === "WHATSAPP" ? "orders.nobody" : "orders.walkIn");
