import type { Costs } from "../../../src/shared/channel-costs.ts";
import { useTranslation } from "../../kit/text.ts";
import { totalText } from "./costs-text.ts";

/** A sentence with the sum of costs, and how many messages have no price. */
export function CostLine({ costs, text }: { costs: Costs; text: "forecast" | "talk" | "month" }) {
  const { t } = useTranslation();
  const { billable, unpriced } = costs;
  return (
    <p className="text-small tabular">
      {t(`costs.${text}`, { amount: totalText(costs) })}
      {text !== "forecast" && billable > 0 && (
        <span className="text-muted"> · {t("costs.billed", { count: billable })}</span>
      )}
      {unpriced > 0 && (
        <span className="text-waiting"> {t("costs.unpriced", { count: unpriced })}</span>
      )}
    </p>
  );
}
