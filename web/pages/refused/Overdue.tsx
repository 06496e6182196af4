import { useSignals } from "@preact/signals-react/runtime";
import { CalendarX2 } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../../kit/Empty.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { me } from "../../session/session.ts";

/** A page that opens again once the company has paid. rules.md#subscription */
export function Overdue() {
  useSignals();
  const { t } = useTranslation();
  const due = me.value?.company.dueDate;
  useTitle(t("overdue.title"));
  return (
    <div className="grid min-h-full place-items-center" role="alert">
      <Empty
        icon={CalendarX2}
        title={t("overdue.title")}
        text={t("overdue.text", { date: due ? date(due) : "" })}
        page
        action={
          <Link href="/invoices" className="btn btn-primary">
            {t("overdue.invoices")}
          </Link>
        }
      />
    </div>
  );
}
