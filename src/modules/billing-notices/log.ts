import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { id, listQuery } from "../../kit/http/fields.ts";
import { matching, page } from "../../kit/db/page.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { noticeKinds } from "../../shared/billing-notices.ts";
import { companies } from "../companies/table.ts";
import { mails } from "../mail/table.ts";
import { billingNotices, type ListedNotice } from "./table.ts";

export const logQuery = listQuery.extend({
  kind: z.enum(noticeKinds).optional(),
  companyId: z.coerce.number().pipe(id).optional(),
});

/** One page of the notices, the last first. A mail's state is that of its letter while it is there. */
export function listNotices(
  control: Control,
  { searchParam, pageNumber, kind, companyId }: z.infer<typeof logQuery>,
) {
  const { mailId: _, dueAt: __, ...row } = getTableColumns(billingNotices);
  const { rows, ...rest } = page(control, {
    table: billingNotices,
    select: control
      .select({
        ...row,
        state: sql<ListedNotice["state"]>`coalesce(${mails.state}, ${billingNotices.state})`,
        companyName: companies.name,
      })
      .from(billingNotices)
      .innerJoin(companies, eq(companies.id, billingNotices.companyId))
      .leftJoin(mails, eq(mails.id, billingNotices.mailId)),
    where: and(
      kind && eq(billingNotices.kind, kind),
      companyId === undefined ? undefined : eq(billingNotices.companyId, companyId),
      matching(searchParam, [billingNotices.receiver, billingNotices.body]),
    ),
    order: [desc(billingNotices.createdAt), desc(billingNotices.id)],
    pageNumber,
  });
  return { notices: rows satisfies ListedNotice[], ...rest };
}
