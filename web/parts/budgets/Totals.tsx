import { amountOf } from "../../../src/shared/money.ts";
import type { Quote } from "../../../src/pricing/terms.ts";
import { deduction, useTranslation } from "../../kit/text.ts";
import { price } from "../cart/problems.ts";

/** The totals of a budget. Screen readers announce the total after each change. */
export function Totals({
  quoted: { subTotal, discount, freight, total, problems },
}: {
  quoted: Quote;
}) {
  const { t } = useTranslation();
  const isFreightOpen = problems.some(
    ({ code }) => code === "noAddress" || code === "noCoordinates",
  );
  return (
    <div className="tabular flex items-end gap-3">
      <dl className="text-small text-muted grid flex-1 grid-cols-[auto_1fr] gap-x-2">
        <dt>{t("budgets.subTotal")}</dt>
        <dd>{price(subTotal)}</dd>
        {discount > 0 && (
          <>
            <dt>{t("budgets.discountTotal")}</dt>
            <dd>{deduction(amountOf(discount))}</dd>
          </>
        )}
        <dt>{t("budgets.freight")}</dt>
        <dd>{isFreightOpen ? t("budgets.toBeSet") : price(freight)}</dd>
      </dl>
      <p role="status" className="text-right">
        <span className="text-muted text-small block">{t("budgets.total")}</span>
        <strong data-total className="text-title font-semibold">
          {price(total)}
        </strong>
      </p>
    </div>
  );
}
