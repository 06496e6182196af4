import { clock, comingDay, time, timeOrDateTime, t } from "../../kit/text.ts";
import type { Tone } from "../../kit/State.tsx";
import type { Order } from "./types.ts";
import "./texts.ts";

/** The moment for which an order is due: its wanted time, or that of the sale. */
export const dueAt = ({ wantedAt, emission }: Pick<Order, "wantedAt" | "emission">) =>
  wantedAt ?? emission;

/** The wanted time in words: 15:00, sáb. 15:00, or as soon as possible. */
export function wantedText(wantedAt: string | null): string {
  if (wantedAt === null) return t("orders.wanted.soon");
  const short = timeOrDateTime(wantedAt);
  const isAhead = new Date(wantedAt).getTime() > clock.value;
  return isAhead && short !== time(wantedAt) ? `${comingDay(wantedAt)} ${time(wantedAt)}` : short;
}

/** From so many minutes before its wanted time on, an order is nearly due. */
const near = 15;

/** How near the wanted time is, while the order is open. Reads a signal. */
export function wantedState(wantedAt: string): { tone: Tone; text: string } {
  const minutes = Math.round((new Date(wantedAt).getTime() - clock.value) / 60_000);
  if (minutes < 0) return { tone: "bad", text: t("orders.wanted.late", { n: -minutes }) };
  if (minutes <= near) return { tone: "wait", text: t("orders.wanted.in", { n: minutes }) };
  return { tone: "line", text: "" };
}
