import { localDay, money, percent, useTranslation } from "../../kit/text.ts";
import type { Coupon } from "./types.ts";

/** The discount of a coupon. */
export function Value({ coupon: { type, value } }: { coupon: Coupon }) {
  const { t } = useTranslation();
  if (type === "FREE_SHIPPING") return t("coupons.types.FREE_SHIPPING");
  return (
    <span className="tabular">
      {type === "FIXED_DISCOUNT" ? money(value) : percent(Number(value))}
    </span>
  );
}

/** Whether the coupon is valid now. */
export function State({
  coupon: { isActive, startDate, expirationDate, maxUsage, currentUsage },
}: {
  coupon: Coupon;
}) {
  const { t } = useTranslation();
  const today = localDay();
  const state = !isActive
    ? "off"
    : today > expirationDate
      ? "over"
      : maxUsage > 0 && currentUsage >= maxUsage
        ? "used"
        : today < startDate
          ? "coming"
          : "valid";
  return (
    <span className={state === "valid" ? "text-primary font-medium" : "text-muted"}>
      {t(`coupons.states.${state}`)}
    </span>
  );
}
