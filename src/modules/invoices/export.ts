import { z } from "zod";
import { csvFile } from "../../kit/files/csv.ts";
import { amountCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import { sheetType } from "../../kit/http/download.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { invoiceState, type InvoiceStatus } from "../../shared/invoices.ts";
import { type Language, languages } from "../../shared/languages.ts";
import { today } from "../companies/companies.ts";
import { following, invoicesQuery, type Scope } from "./invoices.ts";
import type { Invoice } from "./table.ts";

export const exportQuery = invoicesQuery.omit({ pageNumber: true }).extend({
  format: z.enum(["xlsx", "csv"]).default("xlsx"),
  language: z.enum(languages).default("ptBR"),
});

const pageSize = 500;

type Texts = { file: string; head: string[]; states: Record<InvoiceStatus | "overdue", string> };

const texts: Record<Language, Texts> = {
  ptBR: {
    file: "faturas",
    head: ["Nº", "Empresa", "Detalhes", "Vencimento", "Valor", "Recebido", "Falta", "Situação"],
    states: {
      open: "Em aberto",
      overdue: "Vencida",
      paid: "Paga",
      covered: "Dispensada",
      void: "Cancelada",
    },
  },
  en: {
    file: "invoices",
    head: ["No.", "Company", "Details", "Due date", "Value", "Received", "Left", "State"],
    states: {
      open: "Open",
      overdue: "Overdue",
      paid: "Paid",
      covered: "Not owed",
      void: "Void",
    },
  },
  es: {
    file: "facturas",
    head: ["N.º", "Empresa", "Detalles", "Vencimiento", "Valor", "Recibido", "Falta", "Estado"],
    states: {
      open: "Abierta",
      overdue: "Vencida",
      paid: "Pagada",
      covered: "Dispensada",
      void: "Anulada",
    },
  },
};

/** The invoices of a filter as a sheet or as CSV, the last due first. */
export function exportInvoices(
  control: Control,
  scope: Scope,
  { format, language, ...filter }: z.infer<typeof exportQuery>,
): { name: string; type: string; body: AsyncGenerator<Uint8Array> } {
  const { file, head, states } = texts[language];
  const day = today("America/Sao_Paulo", control.now());
  const name = `${file}-${day}.${format}`;
  const stateOf = (invoice: Invoice) => states[invoiceState(invoice, day)];
  const pages = () => pagesOf(control, scope, filter);
  if (format === "csv")
    return {
      name,
      type: "text/csv; charset=utf-8",
      body: csvFile(csvRows(head, pages(), stateOf)),
    };
  const widths = [8, 30, 30, 14, 12, 12, 12, 14];
  return {
    name,
    type: sheetType,
    body: sheetFile({ name: head[1]!, head, widths, rows: sheetRows(pages(), stateOf) }),
  };
}

async function* pagesOf(
  control: Control,
  scope: Scope,
  filter: Parameters<typeof following>[2],
): AsyncGenerator<Invoice[]> {
  let last: Invoice | undefined;
  for (;;) {
    const rows = following(control, scope, filter, last, pageSize);
    yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
    await new Promise(setImmediate);
  }
}

async function* sheetRows(
  pages: AsyncIterable<Invoice[]>,
  stateOf: (invoice: Invoice) => string,
): AsyncGenerator<SheetCell[][]> {
  for await (const rows of pages)
    yield rows.map((invoice) => [
      invoice.id,
      invoice.companyName,
      invoice.detail,
      localDate(invoice),
      amountCell(invoice.value),
      amountCell(invoice.received),
      amountCell(invoice.rest),
      stateOf(invoice),
    ]);
}

async function* csvRows(
  head: string[],
  pages: AsyncIterable<Invoice[]>,
  stateOf: (invoice: Invoice) => string,
): AsyncGenerator<string[][]> {
  yield [head];
  const decimal = (amount: string) => amount.replace(".", ",");
  for await (const rows of pages)
    yield rows.map((invoice) => [
      String(invoice.id),
      invoice.companyName,
      invoice.detail,
      localDate(invoice),
      decimal(invoice.value),
      decimal(invoice.received),
      decimal(invoice.rest),
      stateOf(invoice),
    ]);
}

const localDate = ({ dueDate }: Invoice) => dueDate.split("-").reverse().join("/");
