import { costOf } from "../../../src/pricing/rounding.ts";
import { amountOf, centsOf } from "../../../src/shared/money.ts";
import { deduction, money, t } from "../../kit/text.ts";
import type { FullOrder, OrderItem } from "./types.ts";
import "./texts.ts";

/** A line's total before the discount, which is shown below the lines. rules.md#shown-sums */
export const lineTotal = ({ unitary, amount }: Pick<OrderItem, "unitary" | "amount">) =>
  amountOf(costOf(centsOf(unitary), amount));

/**
 * The sums between an order's lines and its total, in the order of addition. A null freight is not
 * set yet. rules.md#shown-sums
 */
export const sumsOf = (
  {
    subTotal,
    discount,
    freight,
  }: Pick<FullOrder, "subTotal" | "discount"> & { freight: string | null },
  coupon: FullOrder["coupon"] = null,
): { label: string; text: string }[] => [
  { label: t("orders.subTotal"), text: money(subTotal) },
  ...(Number(discount) > 0
    ? [
        {
          label: coupon ? t("orders.couponDiscount", { code: coupon.code }) : t("orders.discount"),
          text: deduction(discount),
        },
      ]
    : []),
  { label: t("orders.freight"), text: freight === null ? t("orders.toBeSet") : money(freight) },
];
