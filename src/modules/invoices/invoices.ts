import { and, desc, eq, getTableColumns, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { id, listQuery } from "../../kit/fields.ts";
import { matching, notFound, page } from "../../kit/page.ts";
import type { Control } from "../../kit/store.ts";
import { amountOf } from "../../shared/money.ts";
import { invoiceFilters, type InvoiceFilter } from "../../shared/invoices.ts";
import { today } from "../companies/companies.ts";
import { companies } from "../companies/table.ts";
import { invoicePayments, invoices, type Invoice, type InvoicePayment } from "./table.ts";

/** Whose invoices one sees; null is everyone's, as the owner of the box does. */
export type Scope = number | null;

export const invoicesQuery = listQuery.extend({
  status: z.enum(invoiceFilters).optional(),
  companyId: z.coerce.number().pipe(id).optional(),
});

// Nothing is owed for a period that lies before the company's due date, nor by who never falls due.
// rules.md#invoices
const isCovered = sql`EXISTS (SELECT 1 FROM companies AS whose WHERE whose.id = ${invoices.companyId} AND (whose.dueDate IS NULL OR ${invoices.dueDate} < whose.dueDate))`;
const received =
  sql`(SELECT coalesce(sum(value), 0) FROM invoicePayments WHERE invoiceId = ${invoices.id})`.mapWith(
    amountOf,
  );
const columns = {
  ...getTableColumns(invoices),
  companyName: companies.name,
  received,
  status: sql<
    Invoice["status"]
  >`CASE WHEN ${invoices.status} = 'open' AND ${isCovered} THEN 'covered' ELSE ${invoices.status} END`,
};

const select = ({ db }: Control) =>
  db.select(columns).from(invoices).innerJoin(companies, eq(companies.id, invoices.companyId));

/** One page, the last due first. Only the owner of the box may ask for a company. */
export function list(
  control: Control,
  scope: Scope,
  { searchParam, pageNumber, status, companyId }: z.infer<typeof invoicesQuery>,
) {
  const asked = scope ?? companyId;
  const found = and(
    asked === undefined ? undefined : eq(invoices.companyId, asked),
    status && conditionOf(status, today("America/Sao_Paulo", control.now())),
    matches(control, searchParam),
  );
  const { rows, ...rest } = page(control.db, {
    table: invoices,
    select: select(control),
    found,
    order: [desc(invoices.dueDate), desc(invoices.id)],
    pageNumber,
  });
  return { invoices: rows, ...rest };
}

/** Throws missing, also for another company's. */
export function find(control: Control, scope: Scope, id: number): Invoice {
  const found = select(control)
    .where(and(eq(invoices.id, id), scope === null ? undefined : eq(invoices.companyId, scope)))
    .get();
  if (!found) throw notFound();
  return found;
}

/** An invoice with what came for it. Throws missing, also for another company's. */
export function findWithPayments(
  control: Control,
  scope: Scope,
  id: number,
): Invoice & { payments: Omit<InvoicePayment, "invoiceId">[] } {
  const invoice = find(control, scope, id);
  const { invoiceId: _, ...shown } = getTableColumns(invoicePayments);
  return {
    ...invoice,
    payments: control.db
      .select(shown)
      .from(invoicePayments)
      .where(eq(invoicePayments.invoiceId, id))
      .orderBy(invoicePayments.id)
      .limit(100)
      .all(),
  };
}

function conditionOf(filter: InvoiceFilter, day: string): SQL | undefined {
  if (filter === "paid") return eq(invoices.status, "paid");
  return and(
    eq(invoices.status, "open"),
    sql`NOT ${isCovered}`,
    filter === "overdue" ? lt(invoices.dueDate, day) : gte(invoices.dueDate, day),
  );
}

// By the plan, the company, or the invoice's number.
function matches({ db }: Control, typed: string): SQL | undefined {
  if (!typed) return undefined;
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1];
  return or(
    matching(typed, [invoices.detail]),
    inArray(
      invoices.companyId,
      db
        .select({ id: companies.id })
        .from(companies)
        .where(matching(typed, [companies.name])),
    ),
    number ? eq(invoices.id, Number(number)) : undefined,
  );
}
