import { useEffect, useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { date, dateTime, money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { can } from "../../session/can.ts";
import { InvoiceState } from "./InvoiceState.tsx";
import type { DetailedInvoice } from "./types.ts";

/** An invoice and what came for it. The owner of the box may mark it as paid. */
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
  const { id, companyName, detail, value, dueDate, status, payments } = invoice;
  const facts = {
    company: companyName,
    detail,
    value: money(value),
    dueDate: date(dueDate),
    status: <InvoiceState invoice={invoice} />,
  };
  return (
    <div className="flex flex-col gap-4">
      <dl className="divide-line divide-y">
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name} className="flex justify-between gap-4 py-1.5">
            <dt className="text-muted">{t(`invoices.${name}`)}</dt>
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
      {status === "covered" && <p className="text-muted">{t("invoices.coveredText")}</p>}
      {status === "open" && can("invoices.settle") && <MarkPaid id={id} onPaid={onPaid} />}
    </div>
  );
}

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

const noteField: Field[] = [
  {
    name: "note",
    label: "invoices.note",
    hint: "invoices.noteHint",
    type: "textarea",
    rows: 2,
    required: true,
    max: 500,
  },
];

function MarkPaid({ id, onPaid }: { id: number; onPaid: () => void }) {
  const { t } = useTranslation();
  const mark = async ({ note }: { note?: unknown }) => {
    await api.post(`/invoices/${id}/paid`, { note });
    toast.success(t("invoices.marked"));
    onPaid();
  };
  return (
    <section aria-label={t("invoices.mark")} className="border-line border-t pt-3">
      <h3 className="mb-2 font-medium">{t("invoices.mark")}</h3>
      <Form fields={noteField} values={{ note: "" }} submit={t("invoices.mark")} onSubmit={mark} />
    </section>
  );
}
