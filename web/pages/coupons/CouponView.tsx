import { type ReactNode, useState } from "react";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { date, money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { State, Value } from "./CouponFacts.tsx";
import type { Coupon } from "./types.ts";

/** Shows a coupon. The user may deactivate it permanently. */
export function CouponView({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { id, code, type, valueMin, startDate, expirationDate, currentUsage, maxUsage, isActive } =
    coupon;
  const lines: Record<string, ReactNode> = {
    "coupons.type": t(`coupons.types.${type}`),
    ...(type !== "FREE_SHIPPING" && { "coupons.value": <Value coupon={coupon} /> }),
    "coupons.valueMin": valueMin ? money(valueMin) : t("coupons.none"),
    "coupons.start": date(startDate),
    "coupons.end": date(expirationDate),
    "coupons.usage":
      maxUsage === 0
        ? t("coupons.unlimited", { count: currentUsage })
        : `${currentUsage} / ${maxUsage}`,
    "coupons.status": <State coupon={coupon} />,
  };
  const deactivate = async () => {
    await api.put(`/coupons/${id}/deactive`);
    toast.success(t("coupons.deactivated"));
    onClose();
  };

  return (
    <>
      <Dialog
        title={t("coupons.one", { code })}
        onClose={onClose}
        footer={
          <>
            <button type="button" data-autofocus className="btn" onClick={onClose}>
              {t("common.close")}
            </button>
            {isActive && can("coupons.write") && (
              <button type="button" className="btn btn-error" onClick={() => setAsking(true)}>
                {t("coupons.deactivate")}
              </button>
            )}
          </>
        }
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {Object.entries(lines).map(([label, line]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{t(label)}</dt>
              <dd className="tabular min-w-0 break-words">{line}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
      {asking && (
        <Confirm
          title={t("coupons.deactivateQuestion")}
          text={t("coupons.deactivateText", { code })}
          action={t("coupons.deactivate")}
          onConfirm={deactivate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
