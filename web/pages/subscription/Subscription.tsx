import { useSignals } from "@preact/signals-react/runtime";
import { CalendarClock, Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { planFlags } from "../../../src/shared/plan.ts";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { date, money, t, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { type OwnCompany, useOwnCompany } from "../../parts/companies/own-company.ts";
import { PlanUse } from "../../parts/companies/PlanUse.tsx";
import { hasPrice, invoiceSum, planPrice } from "../../parts/companies/price.ts";
import { daysLeft } from "../../session/session.ts";
import texts from "./texts.json";

addTexts(texts);

/** The company's plan, its due date, and its usage. */
export function Subscription() {
  useSignals();
  const { t } = useTranslation();
  const { company, failed, read } = useOwnCompany();
  const [credit, setCredit] = useState<string>();
  useEffect(() => {
    // The page works without the credit.
    api.get<{ credit: string }>("/subscription").then(
      (answer) => setCredit(answer.credit),
      () => undefined,
    );
  }, [company]);
  return (
    <Page title={t("subscription.title")} lead={t("subscription.lead")} width="narrow">
      {company ? (
        <Standing
          company={company}
          days={company.dueDate === null ? null : daysLeft.value}
          credit={credit}
        />
      ) : failed ? (
        <LoadError error={failed} onRetry={() => void read()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Page>
  );
}

/** `days` until the due date, below 0 once it has passed; null without one. */
export function Standing({
  company: { dueDate, recurrence, plan: bought, usage },
  days,
  credit,
}: {
  company: Pick<OwnCompany, "dueDate" | "recurrence" | "plan" | "usage">;
  days: number | null;
  /** The amount that the company paid beyond its invoices. */
  credit?: string;
}) {
  const { t } = useTranslation();
  const soon = days !== null && days < 5;
  const sum = invoiceSum(bought.value, recurrence);
  return (
    <div className="flex flex-col gap-4">
      <section
        className="card-quiet flex flex-wrap items-center gap-x-6 gap-y-4 p-5"
        aria-label={t("subscription.due")}
      >
        <CalendarClock
          size={28}
          aria-hidden
          className={
            days !== null && days < 0 ? "text-error" : soon ? "text-waiting" : "text-primary"
          }
        />
        <div className="min-w-48 flex-1">
          <p
            className={`text-title font-semibold ${days !== null && days < 0 ? "text-error" : soon ? "text-waiting" : ""}`}
          >
            {leftText(days)}
          </p>
          <p className="text-muted tabular">
            {dueDate
              ? t("subscription.until", {
                  date: date(dueDate),
                  period: t(`subscription.periods.${recurrence}`),
                })
              : t("subscription.forever")}
          </p>
          {credit !== undefined && Number(credit) > 0 && (
            <p className="tabular mt-1">{t("subscription.credit", { value: money(credit) })}</p>
          )}
          {dueDate && (
            <p className="mt-1">
              {t(hasPrice(bought.value) ? "overdue.help" : "subscription.agree")}
            </p>
          )}
        </div>
        {dueDate && hasPrice(bought.value) && (
          <Link href="/invoices" className={`btn ${soon ? "btn-primary" : ""}`}>
            {t("subscription.pay")}
          </Link>
        )}
      </section>
      <section className="card-quiet p-5" aria-label={t("subscription.plan")}>
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-title min-w-0 font-semibold break-words">{bought.name}</h2>
          <p className="tabular font-medium">{planPrice(bought.value)}</p>
        </div>
        {sum && <p className="text-muted tabular -mt-3 mb-4">{sum}</p>}
        <PlanUse limits={bought} usage={usage} />
        <h3 className="text-muted text-small mt-5 mb-2 font-medium">{t("subscription.parts")}</h3>
        <ul className="grid gap-x-4 gap-y-1.5 phone:grid-cols-2">
          {planFlags.map((flag) => {
            const Icon = bought[flag] ? Check : X;
            return (
              <li
                key={flag}
                className={`flex items-center gap-2 ${bought[flag] ? "" : "text-muted"}`}
              >
                <Icon
                  size={18}
                  aria-hidden
                  className={bought[flag] ? "text-primary shrink-0" : "shrink-0"}
                />
                {t(`plan.flags.${flag}`)}
                {!bought[flag] && <span className="sr-only">{t("subscription.notIncluded")}</span>}
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

function leftText(days: number | null): string {
  if (days === null) return t("subscription.active");
  if (days === 0) return t("subscription.dueToday");
  return days > 0
    ? t("subscription.daysLeft", { count: days })
    : t("subscription.daysPast", { count: -days });
}
