import { CalendarX2 } from "lucide-react";
import { date, useTranslation } from "../kit/text.ts";
import { useOpenInvoice } from "../parts/companies/open-invoice.ts";

/** The due date of a company that may do nothing but pay. */
export const OverdueNow = ({ due }: { due: string }) => (
  <OverdueSince due={due} canPay={useOpenInvoice() !== false} />
);

/** `canPay`: an invoice is open. */
export function OverdueSince({ due, canPay }: { due: string; canPay: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="bg-error text-error-content flex items-center gap-3 px-4 py-2 phone:px-5"
    >
      <CalendarX2 size={18} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1">
        {t(canPay ? "overdue.text" : "overdue.textCall", { date: date(due) })}
      </p>
    </div>
  );
}
