import type { Problem, Quote } from "../../../src/pricing/terms.ts";
import { centsOf } from "../../../src/shared/money.ts";
import type { ApiError } from "../../kit/api.ts";
import { errorText, t } from "../../kit/text.ts";
import { type BudgetDraft, changeDraft } from "./draft.ts";
import "../orders/texts.ts";
import { price, problemText } from "../cart/problems.ts";

type Figures = {
  subTotal: string;
  freight: string;
  discount: string;
  total: string;
  orderItems: { productId: number; unitary: string }[];
  problems: Problem[];
};

/**
 * The server's differences from the screen, one line each. Removes a coupon that is no longer
 * valid. rules.md#quote
 */
export function refusalLines(
  error: ApiError,
  { lines, coupon }: BudgetDraft,
  quoted: Quote,
): string[] {
  const { wantedAt } = error.fields;
  if (wantedAt) return [t(`orders.wanted.${wantedAt}`)];
  if (error.code === "ERR_COUPON_INVALID") {
    changeDraft({ coupon: null });
    return [t("budgets.coupon.unknown", { code: coupon?.code })];
  }
  if (error.code !== "ERR_BUDGET_FIGURES" && error.code !== "ERR_BUDGET_PROBLEMS")
    return [errorText(error)];
  const server = error.details as Figures;
  const nameOf = (line: number | undefined) => (line === undefined ? "" : `${lines[line]?.name}: `);
  const changed = (label: string, before: number, now: number) =>
    before === now
      ? []
      : [t("budgets.refusal.changed", { label, before: price(before), now: price(now) })];
  return [
    t("budgets.refusal.title"),
    ...server.problems.map((problem) => nameOf(problem.line) + problemText(problem)),
    ...server.orderItems.flatMap(({ unitary }, line) =>
      changed(lines[line]?.name ?? "", quoted.lines[line]?.unitary ?? 0, centsOf(unitary)),
    ),
    ...(["discount", "freight", "total"] as const).flatMap((name) =>
      changed(
        t(`budgets.${name === "discount" ? "discountTotal" : name}`),
        quoted[name],
        centsOf(server[name]),
      ),
    ),
  ];
}
