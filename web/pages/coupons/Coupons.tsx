import { Eye, TicketPercent } from "lucide-react";
import { useState } from "react";
import { date, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { CouponDialog } from "./CouponDialog.tsx";
import { CouponView } from "./CouponView.tsx";
import { State, Value } from "./CouponFacts.tsx";
import type { Coupon } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

export const coupons: Listing<Coupon> = {
  name: "coupons",
  icon: TicketPercent,
  write: "coupons.write",
  nameOf: ({ code }) => code,
  canEdit: () => false,
  columns: [
    {
      label: "coupons.code",
      cell: ({ code }) => <span className="tabular font-medium break-all">{code}</span>,
    },
    { label: "coupons.value", cell: (coupon) => <Value coupon={coupon} /> },
    {
      label: "coupons.days",
      cell: ({ startDate, expirationDate }) => (
        <span className="tabular whitespace-nowrap">{`${date(startDate)} – ${date(expirationDate)}`}</span>
      ),
    },
    {
      label: "coupons.usage",
      cell: ({ currentUsage, maxUsage }) => (
        <span className="tabular">
          {maxUsage === 0 ? currentUsage : `${currentUsage} / ${maxUsage}`}
        </span>
      ),
    },
    { label: "coupons.status", cell: (coupon) => <State coupon={coupon} /> },
  ],
  fields: [],
  emptyValues: {},
  dialog: CouponDialog,
};

const periods = ["all", "false", "true"] as const;

/** The coupons. A user can create, read and deactivate them, never edit them. rules.md#coupons */
export function Coupons() {
  const [expired, setExpired] = useState<(typeof periods)[number]>("false");
  const [openCoupon, setOpenCoupon] = useState<Coupon | null>(null);
  return (
    <>
      <ListPage
        listing={{
          ...coupons,
          options: { path: "/coupons/list", query: { expired }, filtered: true },
          actions: (coupon) => [
            { label: "coupons.view", icon: Eye, run: () => setOpenCoupon(coupon) },
          ],
          filters: <Period value={expired} onChange={setExpired} />,
        }}
      />
      {openCoupon && <CouponView coupon={openCoupon} onClose={() => setOpenCoupon(null)} />}
    </>
  );
}

function Period({
  value,
  onChange,
}: {
  value: (typeof periods)[number];
  onChange: (period: (typeof periods)[number]) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{t("coupons.validity")}</span>
      <select
        className="select w-auto"
        value={value}
        onChange={({ target }) =>
          onChange(periods.find((period) => period === target.value) ?? "false")
        }
      >
        {periods.map((period) => (
          <option key={period} value={period}>
            {t(`coupons.periods.${period}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
