import { useEffect, useState } from "react";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { date, dateTime, money, useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { InvoiceLines } from "./InvoiceLines.tsx";
import { InvoiceState } from "./InvoiceState.tsx";
import { OwnerActions } from "./OwnerActions.tsx";
import { PrintReceipt } from "./Receipt.tsx";
import type { DetailedInvoice } from "./types.ts";

/** An invoice and its payments. The owner of the box may settle, discount or void an open one. */
export function InvoiceView({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [invoice, setInvoice] = useState<DetailedInvoice | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () => {
    setFailed(null);
    api.get<DetailedInvoice>(`/invoices/${id}`).then(setInvoice, setFailed);
  };
  useEffect(read, [id]);
  return (
    <Dialog title={t("invoices.viewOf", { id })} onClose={onClose}>
      {invoice ? (
        <InvoiceFacts invoice={invoice} onPaid={onClose} />
      ) : failed ? (
        <LoadError error={failed} onRetry={read} />
      ) : (
        <Delayed>
          <Skeleton className="h-40 w-full" />
        </Delayed>
      )}
    </Dialog>
  );
}

export function InvoiceFacts({
  invoice,
  onPaid,
}: {
  invoice: DetailedInvoice;
  onPaid: () => void;
}) {
  const { t } = useTranslation();
  const { companyName, detail, value, dueDate, status, payments, lines, months } = invoice;
  const { discount, credited, received, rest } = invoice;
  const isSome = (amount: string) => Number(amount) > 0;
  const facts = {
    company: companyName,
    detail: lines ? <InvoiceLines lines={lines} /> : detail,
    ...(!lines && months > 1 && { months: t("invoices.monthsOf", { count: months }) }),
    ...(isSome(discount) && { discount: money(discount) }),
    value: money(value),
    ...(isSome(credited) && { credited: money(credited) }),
    ...(status === "open" && rest !== value && { received: money(received), rest: money(rest) }),
    dueDate: date(dueDate),
    status: <InvoiceState invoice={invoice} />,
  };
  return (
    <div className="flex flex-col gap-4">
      <dl className="divide-line divide-y">
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{t(`invoices.${names[name] ?? name}`)}</dt>
            <dd className="tabular min-w-0 text-right break-words">{fact}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={t("invoices.payments")}>
        <h3 className="mb-1 font-medium">{t("invoices.payments")}</h3>
        {payments.length === 0 ? (
          <p className="text-muted">{t("invoices.noPayments")}</p>
        ) : (
          <ul className="card-quiet divide-line divide-y">
            {payments.map((payment) => (
              <Payment key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </section>
      {status === "paid" && <PrintReceipt invoice={invoice} />}
      {status === "covered" && <p className="text-muted">{t("invoices.coveredText")}</p>}
      {status === "void" && <p className="text-muted">{t("invoices.voidText")}</p>}
      {status === "open" && can("invoices.settle") && (
        <OwnerActions invoice={invoice} onDone={onPaid} />
      )}
    </div>
  );
}

/** Labels of facts whose own name means something else on this page. */
const names: Record<string, string> = { received: "receivedSoFar" };

function Payment({
  payment: { value, paidAt, extendedTo, note, userName, endToEndId },
}: {
  payment: DetailedInvoice["payments"][number];
}) {
  const { t } = useTranslation();
  return (
    <li className="px-4 py-2.5">
      <p className="tabular flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{money(value)}</span>
        <time dateTime={paidAt} className="text-muted">
          {dateTime(paidAt)}
        </time>
      </p>
      <p className="text-muted text-small break-words">
        {extendedTo
          ? t("invoices.extended", { date: date(extendedTo) })
          : t("invoices.notExtended")}
      </p>
      <p className={`text-muted text-small ${note ? "break-words" : "break-all"}`}>
        {note ? t("invoices.byHand", { user: userName, note }) : endToEndId}
      </p>
    </li>
  );
}
