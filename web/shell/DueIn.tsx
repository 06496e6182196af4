import { CalendarClock } from "lucide-react";
import { Link } from "wouter";
import { useTranslation } from "../kit/text.ts";
import { useOpenInvoice } from "../parts/companies/open-invoice.ts";

/** The subscription is overdue within its days of grace. */
export const InGrace = ({ days }: { days: number }) => (
  <DueIn days={days} canPay={useOpenInvoice() !== false} />
);

/** `canPay`: an invoice is open. Without one only support can help. */
export function DueIn({ days, canPay }: { days: number; canPay: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="bg-warning text-warning-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5"
    >
      <CalendarClock size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        {days > 0
          ? t("overdue.soon", { count: days })
          : days === 0
            ? t("overdue.today")
            : t(canPay ? "overdue.grace" : "overdue.graceCall", { count: -days })}
      </p>
      <Link href="/subscription" className="font-medium underline underline-offset-2">
        {t("overdue.see")}
      </Link>
    </div>
  );
}
