import {
  and,
  asc,
  count as rowCount,
  desc,
  eq,
  gte,
  inArray,
  lt,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { dayBounds } from "../../kit/process/clock.ts";
import { date, listQuery } from "../../kit/http/fields.ts";
import { page, pageSize } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { write } from "../../kit/db/written.ts";
import { paymentStates, type PaymentState } from "../../shared/receipts.ts";
import { today } from "../companies/companies.ts";
import { contactMatching } from "../contacts/search.ts";
import { contacts } from "../contacts/table.ts";
import { orderStatus } from "../order-status/table.ts";
import { isWantedOn } from "./coming.ts";
import { ordersVisibleTo, seesAllOrders } from "./sight.ts";
import { orders } from "./table.ts";
import { orderTexts } from "./texts.ts";
import { visibleIds } from "./visible-ids.ts";

/**
 * By status code, or by days of the company's; both included. `beforeId` goes on after the last one
 * of an answer.
 */
export const boardQuery = z.object({
  statusCode: z.coerce.number().int().optional(),
  startDate: date.optional(),
  endDate: date.optional(),
  beforeId: z.coerce.number().int().positive().optional(),
  /** Adds the orders of any day that are neither final nor cancelled. */
  open: z.enum(["true", "false"]).optional(),
});

export const orderQuery = listQuery.extend({
  paymentState: z.enum(paymentStates).optional(),
  /** Only what is wanted on this day of the company's, the first due first. */
  wantedDay: date.optional(),
});

/** The most contacts among whom a text is looked for. */
const maxPeople = 1000;

/** The most orders that a board is given at once. */
const longest = 1000;

/**
 * One page of the orders that `me` may see, the newest first. Searched by number, or by the
 * contact's name or number, and narrowed to a payment state or to a wanted day.
 */
export function list(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber, paymentState, wantedDay }: z.infer<typeof orderQuery>,
) {
  if (!searchParam && !paymentState && !wantedDay)
    return me.profile === "admin" ? wholePage(db, pageNumber) : ownPage(db, me, pageNumber);
  const where = and(
    ordersVisibleTo(me),
    searchParam ? searched(db, me, searchParam) : undefined,
    paymentState && inState[paymentState],
    wantedDay ? isWantedOn(db, wantedDay) : undefined,
  );
  const select = db.select({ id: orders.id }).from(orders).$dynamic();
  const { rows, ...rest } = page(db, {
    table: orders,
    select,
    where,
    order: wantedDay ? [asc(orders.wantedAt), asc(orders.id)] : [desc(orders.id)],
    pageNumber,
  });
  return write({ orders: listed(db, rows), ...rest });
}

const { received, refunded, total, cancelledAt } = orders;
const isOpen = sql`${cancelledAt} IS NULL`;
const isUnpaid = sql`(${received} = 0 AND ${refunded} = 0 AND ${isOpen} AND ${total} > 0)`;
const isPartial = sql`(${received} > 0 AND ${received} < ${total} AND ${isOpen})`;
const isFree = sql`${received} = 0 AND ${refunded} = 0 AND ${isOpen} AND ${total} = 0`;
const isRefunded = sql`(${received} = 0 AND ${refunded} > 0)`;

/** The states as `paymentStateOf` says them, in SQL. */
const inState: Record<PaymentState, SQL> = {
  unpaid: isUnpaid,
  partial: isPartial,
  refunded: isRefunded,
  paid: sql`(CASE WHEN ${received} > 0 THEN ${received} >= ${total} OR NOT ${isOpen} ELSE ${isFree} END)`,
};

/** The same page of all orders. */
function wholePage(db: CompanyDb, pageNumber: number) {
  const offset = (pageNumber - 1) * pageSize;
  return answer(
    db,
    newestIds(db)
      .all({ offset })
      .map(({ id }) => id),
    offset,
    countOfAll(db).get()!.count,
  );
}

const newestIds = query((db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .orderBy(desc(orders.id))
    .limit(pageSize)
    .offset(sql.placeholder("offset")),
);
const countOfAll = query((db) => db.select({ count: rowCount() }).from(orders));

/** The same page for a user. */
function ownPage(db: CompanyDb, me: Me, pageNumber: number) {
  const offset = (pageNumber - 1) * pageSize;
  const all = visibleIds(db, me);
  return answer(db, all.slice(offset, offset + pageSize), offset, all.length);
}

const answer = (db: CompanyDb, ids: number[], offset: number, count: number) =>
  write({ orders: orderTexts(db).some(ids), hasMore: count > offset + ids.length, count });

const listed = (db: CompanyDb, rows: { id: number }[]) =>
  orderTexts(db).some(rows.map(({ id }) => id));

/**
 * The orders of a board, the newest first, with their items. They have a status code, or were sold
 * or are wanted on some days, on today by default. `hasMore`: there are older ones.
 */
export function board(
  db: CompanyDb,
  me: Me,
  { statusCode, startDate, endDate, beforeId, open }: z.infer<typeof boardQuery>,
) {
  const form = {
    me,
    isByStatus: statusCode !== undefined,
    isFurther: beforeId !== undefined,
    withOpen: open === "true",
  };
  const values =
    statusCode === undefined
      ? boundsOf(db, startDate, endDate)
      : { statusId: statusOf(db).get({ statusCode })?.id ?? 0 };
  const rows = boardQueries(db, form).all({ ...values, beforeId });
  return write({ orders: listed(db, rows.slice(0, longest)), hasMore: rows.length > longest });
}

// Looked up first: by a single id the index gives the newest without sorting.
const statusOf = query((db) =>
  db
    .select({ id: orderStatus.id })
    .from(orderStatus)
    .where(eq(orderStatus.code, sql.placeholder("statusCode"))),
);

type BoardForm = { me: Me; isByStatus: boolean; isFurther: boolean; withOpen: boolean };

const boardQueries = query(
  (db, { me, isByStatus, isFurther, withOpen }: BoardForm) => {
    const [since, until] = [sql`${sql.placeholder("since")}`, sql`${sql.placeholder("until")}`];
    const inLane = isByStatus
      ? eq(orders.statusId, sql.placeholder("statusId"))
      : or(
          and(gte(orders.emission, since), lt(orders.emission, until)),
          and(gte(orders.wantedAt, since), lt(orders.wantedAt, until)),
          withOpen ? inArray(orders.statusId, openStatuses) : undefined,
        );
    const where = and(
      inLane,
      isFurther ? lt(orders.id, sql.placeholder("beforeId")) : undefined,
      ordersVisibleTo(me),
    );
    return db
      .select({ id: orders.id })
      .from(orders)
      .where(where)
      .orderBy(desc(orders.id))
      .limit(longest + 1);
  },
  ({ me, ...form }) => JSON.stringify([form, seesAllOrders(me) || me]),
);

/** The statuses that are neither cancelled nor the last. */
const openStatuses = sql`(SELECT id FROM orderStatus WHERE isCancelled = 0 AND id <>
  (SELECT id FROM orderStatus WHERE isCancelled = 0 ORDER BY code DESC LIMIT 1))`;

/** From when to when (epoch ms) some days of the company's are. */
function boundsOf(db: CompanyDb, startDate?: string, endDate?: string) {
  const { timezone } = db.about();
  const day = today(timezone, db.now());
  const [since] = dayBounds(startDate ?? endDate ?? day, timezone);
  const [, until] = dayBounds(
    endDate ?? (startDate && startDate > day ? startDate : day),
    timezone,
  );
  return { since, until };
}

function searched(db: CompanyDb, me: Me, text: string): SQL | undefined {
  const byNumber = /^#?\d{1,15}$/.test(text)
    ? eq(orders.number, Number(text.replace("#", "")))
    : undefined;
  // Too few digits would match every phone number.
  if (byNumber && text.length < 5) return byNumber;
  const people = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(contactMatching(me, text))
    .limit(maxPeople)
    .all();
  return or(
    byNumber,
    inArray(
      orders.contactId,
      people.map(({ id }) => id),
    ),
  );
}
