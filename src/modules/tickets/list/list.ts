import { and, asc, desc, lt, sql, type SQL } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import type { Db } from "../../../kit/db/queried-file.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { write } from "../../../kit/db/written.ts";
import {
  counted,
  edgesOf,
  isNotIn,
  ofCounts,
  partsOf,
  snoozedFrom,
  startAt,
  summed,
  turnSpan,
} from "./counts.ts";
import { bound, filters, filterValues, formOf, pageSize, type Query } from "./filters.ts";
import { cachedPage } from "./cached-page.ts";
import { ticketTexts } from "../texts.ts";
import { ticketsVisibleTo, place, type Columns } from "../tickets.ts";
import { tickets } from "../table.ts";

/** From this row on a page of closed tickets is not walked to. */
const far = 400;

/**
 * Forty tickets that `me` may see. Pending and open tickets are ordered by turn, the
 * longest wait first; `first` counts those whose turn is ours, `snoozed` those put away. All
 * others: latest change first.
 * rules.md#list-order
 */
export function list(db: CompanyDb, me: Me, query: Query) {
  const values = filterValues(db, query);
  const offset = (query.pageNumber - 1) * pageSize;
  const { ids, ...rest } = cachedPage(db, ["list", formOf(me, query), values, offset], () =>
    findPage(db, { me, query }, values, offset),
  );
  return write({ tickets: ticketTexts(db).some(ids), ...rest });
}

function findPage(
  db: CompanyDb,
  args: Args,
  values: ReturnType<typeof filterValues>,
  offset: number,
) {
  const { page, total, parts, edges } = queryFor(db, args);
  const start =
    parts && offset >= far
      ? startAt(parts.all(values), offset)
      : { before: Number.MAX_SAFE_INTEGER, offset };
  const rows = page.all({ ...values, ...start }).map(({ id }) => id);
  return {
    ids: rows.slice(0, pageSize),
    hasMore: rows.length > pageSize,
    ...total.get(values)!,
    ...(offset === 0 && edges?.get(values)),
  };
}

type Args = { me: Me; query: Query };

// Building a query costs more than running it.
const queryFor = query(build, ({ me, query }) => formOf(me, query));

function build(db: Db, { me, query }: Args) {
  const turn = turnOf(query);
  const order = orderOf(query, turn);
  const matches = (of: Columns) => and(ticketsVisibleTo(me, of), ...filters(me, query, of));
  const isLong = isSummed(query) && query.status === "closed";
  return {
    page: db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          matches(tickets),
          isLong ? lt(tickets.updatedAt, bound("before")) : undefined,
          ...(turn === undefined ? [] : (query.folded ?? []).map((group) => isNotIn(group, turn))),
        ),
      )
      .orderBy(...order)
      .limit(pageSize + 1)
      .offset(sql.placeholder("offset")),
    total: isSummed(query)
      ? summed(db, matches(ofCounts), turn)
      : counted(db, matches(tickets), turn),
    parts: isLong ? partsOf(db, matches(ofCounts)) : undefined,
    edges: turn === undefined ? undefined : edgesOf(db, matches(tickets), turn),
  };
}

function orderOf({ order }: Query, turn: number | undefined): SQL[] {
  if (turn === undefined) return [desc(tickets.updatedAt), desc(tickets.id)];
  if (order !== "newest") return [asc(place), asc(tickets.id)];
  return [
    sql`${place} >= ${sql.raw(String(turn * turnSpan))}`,
    sql`iif(${place} >= ${snoozedFrom}, ${place}, -${tickets.lastMessageAt})`,
    asc(tickets.id),
  ];
}

/** Whether `ticketCounts` has all columns by which a list is filtered. */
const isSummed = (query: Query) =>
  !query.tags &&
  !query.contactId &&
  !query.withUnreadMessages &&
  !query.date &&
  !query.updatedAt &&
  !query.since &&
  !query.until &&
  !query.snoozed;

/** Tickets in parts below this one wait for us. Undefined for lists without that order. */
function turnOf({ status, contactId }: Query): number | undefined {
  if (contactId || status === undefined || status === "closed") return undefined;
  return status === "pending" ? 2 : 1;
}
