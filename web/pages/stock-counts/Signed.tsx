import { amountOf } from "../../../src/shared/money.ts";
import { money } from "../../kit/text.ts";

/** An amount of cents with its sign: red where goods are missing. */
export const Signed = ({ cents }: { cents: number }) => (
  <span
    className={`tabular whitespace-nowrap ${cents < 0 ? "text-error" : cents === 0 ? "text-muted" : ""}`}
  >
    {`${cents < 0 ? "−\u00a0" : cents > 0 ? "+\u00a0" : ""}${money(amountOf(Math.abs(cents)))}`}
  </span>
);
