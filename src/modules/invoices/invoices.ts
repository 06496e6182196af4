import { and, desc, eq, getTableColumns, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { id, listQuery } from "../../kit/http/fields.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { amountOf } from "../../shared/money.ts";
import { invoiceFilters, type InvoiceFilter } from "../../shared/invoices.ts";
import { today } from "../companies/companies.ts";
import { companies } from "../companies/table.ts";
import { isCovered, isOwed, receivedCents, restCents, surplusCents } from "./sums.ts";
import {
  invoicePayments,
  invoices,
  type Invoice,
  type InvoiceSum,
  type ReceivedPayment,
  type ShownPayment,
} from "./table.ts";

/** The company whose invoices a reader sees; null, for the owner of the box, is all companies. */
export type Scope = number | null;

export const invoicesQuery = listQuery.extend({
  status: z.enum(invoiceFilters).optional(),
  companyId: z.coerce.number().pipe(id).optional(),
});

const { forPeriod: _, ...row } = getTableColumns(invoices);
const columns = {
  ...row,
  companyName: companies.name,
  received: sql`${receivedCents}`.mapWith(amountOf),
  rest: sql`CASE WHEN ${isOwed} THEN max(0, ${restCents}) ELSE 0 END`.mapWith(amountOf),
  surplus:
    sql`CASE WHEN invoices.status = 'paid' THEN ${surplusCents} WHEN ${isOwed} THEN 0 ELSE ${receivedCents} END`.mapWith(
      amountOf,
    ),
  status: sql<
    Invoice["status"]
  >`CASE WHEN invoices.status = 'open' AND ${isCovered} THEN 'covered' ELSE invoices.status END`,
};

const select = (control: Control) =>
  control.select(columns).from(invoices).innerJoin(companies, eq(companies.id, invoices.companyId));

type Filter = Pick<z.infer<typeof invoicesQuery>, "searchParam" | "status" | "companyId">;

/** One page, the last due first. Only the owner of the box may ask for a company. */
export function list(
  control: Control,
  scope: Scope,
  { pageNumber, ...filter }: z.infer<typeof invoicesQuery>,
) {
  const { rows, ...rest } = page(control, {
    table: invoices,
    select: select(control),
    where: whereOf(control, scope, filter),
    order: [desc(invoices.dueDate), desc(invoices.id)],
    pageNumber,
  });
  return { invoices: rows, ...rest };
}

/** The next invoices of a list below the given one, the last due first. */
export const following = (
  control: Control,
  scope: Scope,
  filter: Filter,
  after: Pick<Invoice, "dueDate" | "id"> | undefined,
  limit: number,
): Invoice[] =>
  select(control)
    .where(
      and(
        whereOf(control, scope, filter),
        after && sql`(invoices.dueDate, invoices.id) < (${after.dueDate}, ${after.id})`,
      ),
    )
    .orderBy(desc(invoices.dueDate), desc(invoices.id))
    .limit(limit)
    .all();

/** How many invoices each filter finds, and what they ask for, or asked for once they are paid. */
export function sums(
  control: Control,
  scope: Scope,
  { searchParam, companyId }: Filter,
): Record<InvoiceFilter | "all", InvoiceSum> {
  const sumOf = (status?: InvoiceFilter): InvoiceSum =>
    control
      .select({
        count: sql<number>`count(*)`,
        value:
          sql`coalesce(sum(CASE WHEN ${isOwed} THEN max(0, ${restCents}) ELSE invoices.value END), 0)`.mapWith(
            amountOf,
          ),
      })
      .from(invoices)
      .where(whereOf(control, scope, { searchParam, companyId, status }))
      .get()!;
  return {
    all: sumOf(),
    ...(Object.fromEntries(invoiceFilters.map((status) => [status, sumOf(status)])) as Record<
      InvoiceFilter,
      InvoiceSum
    >),
  };
}

function whereOf(control: Control, scope: Scope, { searchParam, status, companyId }: Filter) {
  const ofCompany = scope ?? companyId;
  return and(
    ofCompany === undefined ? undefined : eq(invoices.companyId, ofCompany),
    status && conditionOf(status, today("America/Sao_Paulo", control.now())),
    matches(control, searchParam),
  );
}

/** Throws missing, also for another company's. */
export function find(control: Control, scope: Scope, id: number): Invoice {
  const invoice = select(control)
    .where(and(eq(invoices.id, id), scope === null ? undefined : eq(invoices.companyId, scope)))
    .get();
  if (!invoice) throw notFound();
  return invoice;
}

/** An invoice with its payments. Throws missing, also for another company's. */
export function findWithPayments(
  control: Control,
  scope: Scope,
  id: number,
): Invoice & { payments: ShownPayment[] } {
  const invoice = find(control, scope, id);
  return {
    ...invoice,
    payments: control
      .select(payment)
      .from(invoicePayments)
      .where(eq(invoicePayments.invoiceId, id))
      .orderBy(invoicePayments.id)
      .limit(100)
      .all(),
  };
}

const {
  invoiceId,
  companyId,
  companyName,
  detail,
  elsewhere: __,
  ...payment
} = getTableColumns(invoicePayments);

export const receivedQuery = listQuery;

/**
 * One page of all that the owner of the box received, the last first, also from companies that are
 * gone. Payments that came to another box are not theirs.
 */
export function listReceived(
  control: Control,
  { searchParam, pageNumber }: z.infer<typeof receivedQuery>,
) {
  const { rows, ...rest } = page(control, {
    table: invoicePayments,
    select: control
      .select({ ...payment, invoiceId, companyId, companyName, detail })
      .from(invoicePayments),
    where: and(
      eq(invoicePayments.elsewhere, false),
      matching(searchParam, [companyName, detail, invoicePayments.note]),
    ),
    order: [desc(invoicePayments.paidAt), desc(invoicePayments.id)],
    pageNumber,
  });
  return { payments: rows satisfies ReceivedPayment[], ...rest };
}

function conditionOf(filter: InvoiceFilter, day: string): SQL | undefined {
  if (filter === "paid" || filter === "void") return eq(invoices.status, filter);
  if (filter === "owed") return isOwed;
  return and(isOwed, filter === "overdue" ? lt(invoices.dueDate, day) : gte(invoices.dueDate, day));
}

// By the plan, the company, or the invoice's number.
function matches(control: Control, typed: string): SQL | undefined {
  if (!typed) return undefined;
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1];
  return or(
    matching(typed, [invoices.detail]),
    inArray(
      invoices.companyId,
      control
        .select({ id: companies.id })
        .from(companies)
        .where(matching(typed, [companies.name])),
    ),
    number ? eq(invoices.id, Number(number)) : undefined,
  );
}
