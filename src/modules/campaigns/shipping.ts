import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lte,
  sql,
  type SQL,
} from "drizzle-orm";
import { z } from "zod";
import { listQuery, yesQuery } from "../../kit/http/fields.ts";
import { matching, page, pageSize } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { shippingStates } from "../../shared/campaigns.ts";
import { findRow } from "./find.ts";
import { sum, talliesOf } from "./funnel.ts";
import { campaignShipping, type Shipping } from "./table.ts";

export const shippingQuery = listQuery.extend({
  state: z.enum(shippingStates).optional(),
  answered: yesQuery,
});

const {
  id,
  name,
  number,
  state,
  reason,
  variant,
  message,
  sentAt,
  deliveredAt,
  readAt,
  confirmationRequestedAt,
  confirmation,
  confirmedAt,
  answer,
  answeredAt,
  contactId,
  ticketId,
  mayWantOut,
} = getTableColumns(campaignShipping);
export const shippingColumns = {
  id,
  name,
  number,
  state,
  reason,
  variant,
  message,
  sentAt,
  deliveredAt,
  readAt,
  confirmationRequestedAt,
  confirmation,
  confirmedAt,
  answer,
  answeredAt,
  contactId,
  ticketId,
  mayWantOut,
  optOut: sql<
    Shipping["optOut"]
  >`(SELECT json_object('at', strftime('%Y-%m-%dT%H:%M:%fZ', o.at / 1000.0, 'unixepoch'), 'source', o.source, 'reason', o.reason) FROM optOuts o WHERE o.numberKey = ${campaignShipping}.numberKey AND o.backAt IS NULL)`.mapWith(
    (json: string) => JSON.parse(json) as Shipping["optOut"],
  ),
  ticketUuid: sql<
    string | null
  >`(SELECT t.uuid FROM tickets t WHERE t.id = ${campaignShipping.ticketId})`,
};

/**
 * One page of a campaign's numbers: all, in one state, or those that answered, the latest first.
 * Throws missing.
 */
export async function shippingPage(
  db: CompanyDb,
  campaignId: number,
  { searchParam, pageNumber, state: only, answered }: z.infer<typeof shippingQuery>,
): Promise<{ records: Shipping[]; hasMore: boolean; count: number }> {
  findRow(db, campaignId);
  const where = and(
    eq(campaignShipping.campaignId, campaignId),
    only && eq(campaignShipping.state, only),
    answered ? isNotNull(campaignShipping.answeredAt) : undefined,
  );
  const typed = matching(searchParam, [campaignShipping.name, campaignShipping.number]);
  const select = db.select(shippingColumns).from(campaignShipping).$dynamic();
  if (typed && !answered)
    return searched(
      db,
      campaignId,
      and(only && eq(campaignShipping.state, only), typed),
      pageNumber,
    );
  const order = answered
    ? [desc(campaignShipping.answeredAt), desc(campaignShipping.id)]
    : [asc(campaignShipping.id)];
  const count = typed
    ? undefined
    : sum(
        talliesOf(db, campaignId),
        (tally) => (!only || tally.state === only) && (!answered || tally.answered),
      );
  const { rows, ...rest } = page(db, {
    table: campaignShipping,
    select,
    where: and(where, typed),
    order,
    pageNumber,
    count,
  });
  return { records: rows as Shipping[], ...rest };
}

/** Rows searched before other work gets a turn. */
const searchedAtOnce = 20_000;

// No index covers the searched text, so this reads all rows, some at a time.
async function searched(
  db: CompanyDb,
  campaignId: number,
  where: SQL | undefined,
  pageNumber: number,
) {
  const ids: number[] = [];
  for (let after = 0; ;) {
    const own = and(eq(campaignShipping.campaignId, campaignId), gt(campaignShipping.id, after));
    const last = db
      .select({ id: campaignShipping.id })
      .from(campaignShipping)
      .where(own)
      .orderBy(asc(campaignShipping.id))
      .limit(1)
      .offset(searchedAtOnce - 1)
      .get()?.id;
    const some = db
      .select({ id: campaignShipping.id })
      .from(campaignShipping)
      .where(and(own, last === undefined ? undefined : lte(campaignShipping.id, last), where))
      .orderBy(asc(campaignShipping.id))
      .all();
    ids.push(...some.map(({ id }) => id));
    if (last === undefined) break;
    after = last;
    await new Promise(setImmediate);
  }
  const offset = (pageNumber - 1) * pageSize;
  const records = db
    .select(shippingColumns)
    .from(campaignShipping)
    .where(inArray(campaignShipping.id, ids.slice(offset, offset + pageSize)))
    .orderBy(asc(campaignShipping.id))
    .all() as Shipping[];
  return { records, hasMore: ids.length > offset + pageSize, count: ids.length };
}

/** All rows of a campaign, some at a time. */
export async function* allShipping(
  db: CompanyDb,
  campaignId: number,
  slice = 500,
): AsyncGenerator<Shipping[]> {
  for (let after = 0; ;) {
    const rows = db
      .select(shippingColumns)
      .from(campaignShipping)
      .where(and(eq(campaignShipping.campaignId, campaignId), gt(campaignShipping.id, after)))
      .orderBy(asc(campaignShipping.id))
      .limit(slice)
      .all();
    yield rows;
    if (rows.length < slice) return;
    after = rows.at(-1)!.id;
    await new Promise(setImmediate);
  }
}
