import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { id, listQuery } from "../../kit/http/fields.ts";
import { matching, page } from "../../kit/db/page.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { noDueDate } from "../../shared/due-date.ts";
import { amountOf } from "../../shared/money.ts";
import { companyOrders, companyStates, type CompanyOrder } from "../../shared/business.ts";
import { companies, plans } from "../companies/table.ts";
import { isOwed, restCents } from "../invoices/sums.ts";
import { stateOf } from "./state.ts";
import { companyUsage, type BusinessCompany } from "./table.ts";

export const businessQuery = listQuery.extend({
  state: z.enum(companyStates).optional(),
  planId: z.coerce.number().pipe(id).optional(),
  order: z.enum(companyOrders).default("due"),
});

/** One page of companies with their state, what they owe and what they use. */
export function listCompanies(
  control: Control,
  { searchParam, pageNumber, state, planId, order }: z.infer<typeof businessQuery>,
) {
  const { token: _, sha256: __, dueDay: ___, linked: ____, ...row } = getTableColumns(companies);
  const { name, users, connections, queues, value } = plans;
  const { rows, ...rest } = page(control, {
    table: companies,
    select: control
      .select({
        ...row,
        plan: { name, users, connections, queues, value },
        state: stateOf(control).as("state"),
        owed: owedBy.mapWith(amountOf),
        usage: companyUsage,
      })
      .from(companies)
      .innerJoin(plans, eq(plans.id, companies.planId))
      .leftJoin(companyUsage, eq(companyUsage.companyId, companies.id)),
    where: and(
      state && sql`${stateOf(control)} = ${state}`,
      planId === undefined ? undefined : eq(companies.planId, planId),
      matching(searchParam, [companies.name, companies.email, companies.document]),
    ),
    order: [...orders[order], asc(sql`${companies.name} COLLATE NOCASE`), asc(companies.id)],
    pageNumber,
  });
  return {
    companies: rows.map((row) => ({
      ...row,
      dueDate: row.dueDate ?? noDueDate,
    })) satisfies BusinessCompany[],
    ...rest,
  };
}

const owedBy = sql`(SELECT coalesce(sum(max(0, ${restCents})), 0) FROM invoices WHERE invoices.companyId = companies.id AND ${isOwed})`;

const orders: Record<CompanyOrder, ReturnType<typeof asc>[]> = {
  due: [asc(sql`companies.dueDate IS NULL`), asc(companies.dueDate)],
  used: [desc(companyUsage.lastUsedAt)],
  name: [],
};
