import { useSignals } from "@preact/signals-react/runtime";
import { Printer } from "lucide-react";
import { useState } from "react";
import { brand } from "../../kit/brand.ts";
import { Printout } from "../../kit/Printout.tsx";
import { date, dateTime, money, useTranslation } from "../../kit/text.ts";
import { InvoiceLines } from "./InvoiceLines.tsx";
import type { DetailedInvoice } from "./types.ts";

/** Prints the receipt of a paid invoice, which a browser also saves as a PDF. */
export function PrintReceipt({ invoice }: { invoice: DetailedInvoice }) {
  const { t } = useTranslation();
  const [isPrinting, setIsPrinting] = useState(false);
  return (
    <>
      <button type="button" className="btn self-start" onClick={() => setIsPrinting(true)}>
        <Printer size={18} aria-hidden />
        {t("invoices.receipt.print")}
      </button>
      {isPrinting && (
        <Printout paper="a4" onDone={() => setIsPrinting(false)}>
          <Receipt invoice={invoice} />
        </Printout>
      )}
    </>
  );
}

export function Receipt({ invoice }: { invoice: DetailedInvoice }) {
  useSignals();
  const { t } = useTranslation();
  const { id, companyName, detail, lines, value, dueDate, paidAt, discount, payments } = invoice;
  const { credited } = invoice;
  const isSome = (amount: string) => Number(amount) > 0;
  const facts = [
    [t("invoices.receipt.payer"), companyName],
    [t("invoices.detail"), lines ? <InvoiceLines key="lines" lines={lines} /> : detail],
    [t("invoices.dueDate"), date(dueDate)],
    ...(isSome(discount) ? [[t("invoices.discount"), money(discount)]] : []),
    ...(isSome(credited) ? [[t("invoices.credited"), money(credited)]] : []),
    ...(paidAt ? [[t("received.paidAt"), dateTime(paidAt)]] : []),
  ] as const;
  return (
    <article className="tabular flex flex-col gap-6">
      <header className="flex items-center gap-3">
        {brand.value.logo && (
          <img src={brand.value.logo} alt="" className="size-12 object-contain" />
        )}
        <p className="text-title font-semibold wrap-anywhere">{brand.value.name}</p>
      </header>
      <div className="flex items-baseline justify-between gap-6">
        <h1 className="text-title font-bold">{t("invoices.receipt.title", { id })}</h1>
        <p className="text-2xl font-semibold whitespace-nowrap">{money(value)}</p>
      </div>
      <p>{t("invoices.receipt.text", { value: money(value), name: companyName, detail })}</p>
      <dl className="divide-y divide-black/20 border-y border-black/20">
        {facts.map(([label, fact], index) => (
          <div key={index} className="flex justify-between gap-6 py-2">
            <dt>{label}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      {payments.length > 0 && (
        <section>
          <h2 className="mb-1 font-semibold">{t("invoices.payments")}</h2>
          {payments.map((payment) => (
            <p key={payment.id} className="flex justify-between gap-6 py-1">
              <span className="min-w-0 wrap-anywhere">
                {dateTime(payment.paidAt)} · {payment.note ?? payment.endToEndId}
              </span>
              <span className="whitespace-nowrap">{money(payment.value)}</span>
            </p>
          ))}
        </section>
      )}
    </article>
  );
}
