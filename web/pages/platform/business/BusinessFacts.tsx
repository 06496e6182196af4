import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { amountOf, centsOf } from "../../../../src/shared/money.ts";
import { trialEndsSoonDays } from "../../../../src/shared/business.ts";
import { Facts } from "../../../kit/Facts.tsx";
import { money, useTranslation } from "../../../kit/text.ts";
import { monthBefore, monthName } from "./months.ts";
import type { Figures } from "./types.ts";

/** The figures of the business; each opens the list that it counts. */
export function BusinessFacts({ figures }: { figures: Figures }) {
  useSignals();
  const { t } = useTranslation();
  const { month, received, owed, overdue, recurring, trials } = figures;
  const sumOf = ({ invoices, companies }: Figures["owed"]) =>
    t("business.sum", {
      invoices: t("business.invoices", { count: invoices }),
      companies: t("business.companiesCount", { count: companies }),
    });
  return (
    <Facts
      cells={[
        {
          label: t("business.received", { month: monthName(month) }),
          value: <To href="/invoices?view=payments">{money(received.value)}</To>,
          note: t("business.ofInvoiced", { value: money(received.invoiced) }),
        },
        {
          label: t("business.owed"),
          value: <To href="/invoices?status=owed">{money(owed.value)}</To>,
          note: sumOf(owed),
        },
        {
          label: t("business.overdue"),
          value: <To href="/invoices?status=overdue">{money(overdue.value)}</To>,
          note: sumOf(overdue),
          ...(overdue.invoices > 0 && { tone: "error" }),
        },
        {
          label: t("business.recurring"),
          value: <To href="#plans">{money(recurring.value)}</To>,
          note: changeOf(t, recurring, monthName(monthBefore(month))),
        },
        {
          label: t("business.trials"),
          value: (
            <To href="/business?state=trial">
              {t("business.companiesCount", { count: trials.companies })}
            </To>
          ),
          note: t("business.endSoon", { count: trials.endSoon, days: trialEndsSoonDays }),
        },
      ]}
    />
  );
}

const looks = "underline-offset-3 hover:underline focus-visible:underline";

const To = ({ href, children }: { href: string; children: ReactNode }) =>
  href.startsWith("#") ? (
    <a href={href} className={looks}>
      {children}
    </a>
  ) : (
    <Link
      href={href}
      className={looks}
      onClick={() => document.getElementById("companies")?.scrollIntoView()}
    >
      {children}
    </Link>
  );

function changeOf(
  t: ReturnType<typeof useTranslation>["t"],
  { value, since }: Figures["recurring"],
  month: string,
): string {
  if (since === null) return t("business.recurringNote");
  const change = centsOf(value) - centsOf(since);
  if (change === 0) return t("business.sameAs", { month });
  const amount = money(amountOf(Math.abs(change)));
  return t(change > 0 ? "business.moreThan" : "business.lessThan", { amount, month });
}
