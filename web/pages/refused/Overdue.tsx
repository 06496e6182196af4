import { useSignals } from "@preact/signals-react/runtime";
import { CalendarX2 } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../../kit/Empty.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { useOpenInvoice } from "../../parts/companies/open-invoice.ts";
import { me } from "../../session/session.ts";

/** A page that opens again after the company pays. rules.md#subscription */
export function Overdue() {
  useSignals();
  return <OverdueSince due={me.value?.company.dueDate} canPay={useOpenInvoice() !== false} />;
}

/** `canPay`: there is an open invoice. Without one, only the support can help. */
export function OverdueSince({ due, canPay }: { due: string | null | undefined; canPay: boolean }) {
  const { t } = useTranslation();
  const day = due ? date(due) : "";
  useTitle(t("overdue.title"));
  return (
    <div className="grid min-h-full place-items-center" role="alert">
      <Empty
        icon={CalendarX2}
        title={t("overdue.title")}
        text={
          canPay
            ? `${t("overdue.text", { date: day })} ${t("overdue.help")}`
            : t("overdue.textCall", { date: day })
        }
        page
        action={
          <Link
            href={canPay ? "/invoices" : "/subscription"}
            className={`btn ${canPay ? "btn-primary" : ""}`}
          >
            {t(canPay ? "overdue.invoices" : "overdue.see")}
          </Link>
        }
      />
    </div>
  );
}
