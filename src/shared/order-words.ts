import { itemLine } from "./item-line.ts";
import { placeUrl, type Place } from "./place-url.ts";
import type { OrderVariable } from "./variables.ts";

type Sold = {
  number: number;
  total: string;
  status: { name: string };
  store: { name: string };
  wantedAt: Date | string | null;
  orderItems: readonly Parameters<typeof itemLine>[0][];
};

/**
 * The values of an order's variables. `place`: where it is handed over, if the caller has it.
 * rules.md#variables
 */
export const orderWords = (
  { number, total, status, store, wantedAt, orderItems }: Sold,
  place: Place | null,
  timezone: string,
): Record<OrderVariable, string> => ({
  order: String(number),
  order_total: `R$ ${total.replace(".", ",")}`,
  order_status: status.name,
  order_store: store.name,
  order_items: orderItems.map(itemLine).join("\n"),
  order_wanted: wantedWords(wantedAt, timezone),
  order_map: place ? placeUrl(place) : "",
});

/** A wanted time as customers read it: `sábado, 28/11, às 15:00`. */
export function wantedWords(wantedAt: Date | string | null, timezone: string): string {
  if (wantedAt === null) return "assim que possível";
  const parts = new Intl.DateTimeFormat("pt-BR", {
    timeZone: timezone,
    weekday: "long",
    day: "2-digit",
    month: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(wantedAt));
  const { weekday, day, month, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${weekday}, ${day}/${month}, às ${hour}:${minute}`;
}
