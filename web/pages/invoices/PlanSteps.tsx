import type { ReactNode } from "react";
import type { FormValues } from "../../forms/form.ts";
import { date, money, useTranslation } from "../../kit/text.ts";
import { InvoiceLines } from "./InvoiceLines.tsx";
import type { Invoice } from "./types.ts";

/** The limits and the price of the plan. */
export function PlanStep({
  invoice: { detail, value, rest, users, connections, queues, months, lines },
}: {
  invoice: Invoice;
}) {
  const { t } = useTranslation();
  const limit = (count: number) => (count === 0 ? t("invoices.plan.unlimited") : count);
  return (
    <section aria-label={t("invoices.steps.plan")} className="card-quiet px-4 py-3">
      <h3 className="text-base font-semibold break-words">{detail}</h3>
      <p className="tabular text-title mt-0.5 mb-2 font-semibold">
        {money(rest)}
        {rest !== value && (
          <span className="text-muted text-small block font-normal">
            {t("invoices.restOf", { value: money(value) })}
          </span>
        )}
      </p>
      {lines ? (
        <InvoiceLines lines={lines} />
      ) : (
        <Facts
          facts={{
            ...(months > 1 && { months }),
            users: limit(users),
            connections: limit(connections),
            queues: limit(queues),
          }}
        />
      )}
    </section>
  );
}

/** A summary before the Pix. */
export function ReviewStep({
  invoice: { id, detail, rest, dueDate, users, connections, lines },
  payer,
}: {
  invoice: Invoice;
  payer: FormValues;
}) {
  const { t } = useTranslation();
  const text = (name: string) => String(payer[name] ?? "");
  const place = [text("city"), text("state")].filter(Boolean).join(" – ");
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={t("invoices.review.invoice")}>
        <h3 className="mb-1 font-medium">{t("invoices.review.invoice")}</h3>
        <Facts
          facts={{
            invoice: `#${id}`,
            detail,
            dueDate: date(dueDate),
            ...(!lines && {
              users: users || t("invoices.plan.unlimited"),
              connections: connections || t("invoices.plan.unlimited"),
            }),
            total: <strong>{money(rest)}</strong>,
          }}
        />
      </section>
      <section aria-label={t("invoices.review.payer")}>
        <h3 className="mb-1 font-medium">{t("invoices.review.payer")}</h3>
        <p className="text-muted break-words">
          {text("name")}
          <br />
          {text("address")}
          <br />
          {place}, {text("zipCode")}
          <br />
          {text("country")}
        </p>
      </section>
    </div>
  );
}

function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const { t } = useTranslation();
  return (
    <dl className="divide-line divide-y">
      {Object.entries(facts).map(([name, fact]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-muted">{t(`invoices.facts.${name}`)}</dt>
          <dd className="tabular min-w-0 text-right break-words">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
