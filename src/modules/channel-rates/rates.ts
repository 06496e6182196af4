import type { CompanyDb } from "../../kit/db/company-db.ts";
import { microsOf, type Rate, shippedRates } from "../../shared/channel-costs.ts";
import { channelRates } from "./table.ts";

/** All prices: the shop's own, and the shipped ones that it has not replaced. rules.md#costs */
export function readRates(db: CompanyDb): Rate[] {
  const own = db
    .select()
    .from(channelRates)
    .all()
    .map((rate) => ({ ...rate, amount: microsOf(rate.amount) }));
  const isReplaced = ({ category, country, validFrom }: Rate) =>
    own.some(
      (rate) =>
        rate.category === category && rate.country === country && rate.validFrom === validFrom,
    );
  return [...own, ...shippedRates.filter((rate) => !isReplaced(rate))];
}
