import { useSignals } from "@preact/signals-react/runtime";
import { Banknote, Eye, Receipt } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { date, money, useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { me } from "../../session/session.ts";
import { Checkout } from "./Checkout.tsx";
import { InvoiceState } from "./InvoiceState.tsx";
import { InvoiceView } from "./InvoiceView.tsx";
import { CompanyFilter, filterOf, Sheets, StateFilter } from "./InvoiceFilters.tsx";
import { NewInvoice } from "./NewInvoice.tsx";
import { Received } from "./Received.tsx";
import type { Invoice } from "./types.ts";
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
  columns: [
    {
      label: "invoices.number",
      cell: ({ id }) => <span className="tabular">#{id}</span>,
      className: "w-20",
    },
    {
      label: "invoices.detail",
      cell: ({ detail }) => <span className="wrap-anywhere">{detail}</span>,
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
  const [params, setParams] = useSearchParams();
  const [paying, setPaying] = useState<Invoice | null>(null);
  const companyId = me.value?.companyId;
  const isOwner = Boolean(me.value?.super);
  const filter = filterOf(params, isOwner);
  const opened = Number(params.get("invoice")) || null;
  const set = (name: keyof typeof filter | "view" | "invoice", value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const company = {
    label: "invoices.company",
    cell: ({ companyName }: Invoice) => <span className="wrap-anywhere">{companyName}</span>,
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
  if (isOwner && params.get("view") === "payments")
    return <Received onBack={() => set("view", "")} />;
  return (
    <>
      <ListPage<Invoice>
        listing={{
          ...invoices,
          ...(isOwner && {
            write: "invoices.settle" as const,
            noCreate: undefined,
            dialog: ({ title, onClose }) => <NewInvoice title={title} onClose={onClose} />,
          }),
          tools: (
            <>
              <Sheets filter={filter} />
              {isOwner && (
                <button type="button" className="btn" onClick={() => set("view", "payments")}>
                  <Banknote size={18} aria-hidden />
                  {t("received.title")}
                </button>
              )}
            </>
          ),
          options: { ...invoices.options, query: filter },
          columns: [
            invoices.columns[0]!,
            ...(isOwner ? [company] : []),
            ...invoices.columns.slice(1),
            action,
          ],
          actions: (invoice) => [
            {
              label: "invoices.view",
              icon: Eye,
              run: () => set("invoice", String(invoice.id)),
            },
          ],
          filters: (
            <>
              <StateFilter filter={filter} onChange={(status) => set("status", status)} />
              {isOwner && (
                <CompanyFilter
                  value={filter.companyId ?? ""}
                  onChange={(id) => set("companyId", id)}
                />
              )}
            </>
          ),
        }}
      />
      {paying && <Checkout invoice={paying} onClose={() => setPaying(null)} />}
      {opened && <InvoiceView id={opened} onClose={() => set("invoice", "")} />}
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
