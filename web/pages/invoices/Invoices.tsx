import { useSignals } from "@preact/signals-react/runtime";
import { Banknote, Eye, Receipt } from "lucide-react";
import { useState } from "react";
import { type InvoiceFilter, invoiceFilters } from "../../../src/shared/invoices.ts";
import { date, money, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { me } from "../../session/session.ts";
import { Checkout } from "./Checkout.tsx";
import { InvoiceState } from "./InvoiceState.tsx";
import { InvoiceView } from "./InvoiceView.tsx";
import { NewInvoice } from "./NewInvoice.tsx";
import { Received } from "./Received.tsx";
import { type Invoice, stateOf } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

export const invoices: Listing<Invoice> = {
  name: "invoices",
  options: { path: "/invoices/all", filtered: true },
  icon: Receipt,
  write: "invoices.read",
  noCreate: true,
  canEdit: () => false,
  nameOf: ({ id }) => `#${id}`,
  tint: (invoice) => (stateOf(invoice) === "overdue" ? "bg-error/8" : ""),
  columns: [
    {
      label: "invoices.number",
      cell: ({ id }) => <span className="tabular">#{id}</span>,
      className: "w-20",
    },
    {
      label: "invoices.detail",
      cell: ({ detail }) => <span className="break-words">{detail}</span>,
    },
    {
      label: "invoices.value",
      cell: ({ value }) => <span className="tabular whitespace-nowrap">{money(value)}</span>,
    },
    {
      label: "invoices.dueDate",
      cell: ({ dueDate }) => <span className="tabular whitespace-nowrap">{date(dueDate)}</span>,
    },
    { label: "invoices.status", cell: (invoice) => <InvoiceState invoice={invoice} /> },
  ],
  fields: [],
  emptyValues: {},
};

/**
 * The company's invoices for its plan; the owner of the box sees those of all companies.
 * rules.md#invoices
 */
export function Invoices() {
  useSignals();
  const { t } = useTranslation();
  const [isReceived, setIsReceived] = useState(false);
  const [filter, setFilter] = useState<InvoiceFilter | "">("");
  const [paying, setPaying] = useState<Invoice | null>(null);
  const [openInvoice, setOpenInvoice] = useState<Invoice | null>(null);
  const companyId = me.value?.companyId;
  const isOwner = Boolean(me.value?.super);
  const company = {
    label: "invoices.company",
    cell: ({ companyName }: Invoice) => <span className="break-words">{companyName}</span>,
  };
  const action = {
    label: "invoices.action",
    hideLabel: true,
    cell: (invoice: Invoice) => (
      <Pay
        invoice={invoice}
        onPay={invoice.companyId === companyId ? () => setPaying(invoice) : undefined}
      />
    ),
  };
  if (isReceived) return <Received onBack={() => setIsReceived(false)} />;
  return (
    <>
      <ListPage<Invoice>
        listing={{
          ...invoices,
          ...(isOwner && {
            write: "invoices.settle" as const,
            noCreate: undefined,
            dialog: ({ title, onClose }) => <NewInvoice title={title} onClose={onClose} />,
            tools: (
              <button type="button" className="btn" onClick={() => setIsReceived(true)}>
                <Banknote size={18} aria-hidden />
                {t("received.title")}
              </button>
            ),
          }),
          options: { ...invoices.options, query: filter ? { status: filter } : {} },
          columns: [
            invoices.columns[0]!,
            ...(isOwner ? [company] : []),
            ...invoices.columns.slice(1),
            action,
          ],
          actions: (invoice) => [
            { label: "invoices.view", icon: Eye, run: () => setOpenInvoice(invoice) },
          ],
          filters: <StateFilter value={filter} onChange={setFilter} />,
        }}
      />
      {paying && <Checkout invoice={paying} onClose={() => setPaying(null)} />}
      {openInvoice && <InvoiceView id={openInvoice.id} onClose={() => setOpenInvoice(null)} />}
    </>
  );
}

/** PAGAR, or PAGO. The owner of the box cannot pay another company's invoice from here. */
function Pay({ invoice, onPay }: { invoice: Invoice; onPay?: () => void }) {
  const { t } = useTranslation();
  if (invoice.status === "paid")
    return (
      <span className="text-muted text-small font-medium uppercase">{t("invoices.paid")}</span>
    );
  if (invoice.status !== "open" || !onPay) return null;
  return (
    <button
      type="button"
      className="btn btn-primary btn-sm uppercase"
      aria-label={t("invoices.payOf", { id: invoice.id })}
      onClick={onPay}
    >
      {t("invoices.pay")}
    </button>
  );
}

function StateFilter({
  value,
  onChange,
}: {
  value: InvoiceFilter | "";
  onChange: (filter: InvoiceFilter | "") => void;
}) {
  const { t } = useTranslation();
  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">{t("invoices.status")}</span>
      <select
        className="select w-auto"
        value={value}
        onChange={({ target }) =>
          onChange(invoiceFilters.find((one) => one === target.value) ?? "")
        }
      >
        <option value="">{t("invoices.any")}</option>
        {invoiceFilters.map((one) => (
          <option key={one} value={one}>
            {t(`invoices.states.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
