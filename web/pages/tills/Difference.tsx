import { amountOf } from "../../../src/shared/money.ts";
import { money } from "../../kit/text.ts";

/** A difference with its sign; red where money is missing. */
export const Difference = ({ cents }: { cents: number }) => (
  <span
    className={`tabular font-semibold whitespace-nowrap ${cents < 0 ? "text-error" : cents === 0 ? "text-muted" : ""}`}
  >
    {signed(cents)}
  </span>
);

/** An amount in cents as − R$ 5,00, + R$ 0,35 or R$ 0,00. */
export const signed = (cents: number) =>
  `${cents < 0 ? "−\u00a0" : cents > 0 ? "+\u00a0" : ""}${money(amountOf(Math.abs(cents)))}`;
