import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { money, type useTranslation } from "../../kit/text.ts";
import type { Figure } from "../../parts/Figures.tsx";

type T = ReturnType<typeof useTranslation>["t"];
type Change = Figure["change"];

export const same = (t: T): Change => ({
  text: t("dashboard.change.same"),
  isUp: null,
  tone: "none",
});

/** More money is better. */
export function moneyChange(t: T, now: string, before: string): Change {
  const difference = centsOf(now) - centsOf(before);
  if (difference === 0) return same(t);
  const isUp = difference > 0;
  return {
    text: t(isUp ? "dashboard.change.more" : "dashboard.change.fewer", {
      count: money(amountOf(Math.abs(difference))),
    }),
    isUp,
    tone: isUp ? "good" : "bad",
  };
}
