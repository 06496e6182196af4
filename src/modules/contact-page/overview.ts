import { and, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { kindsOfPart, timelineParts, type EntryKind } from "../../shared/contact-page.ts";
import { amountOf } from "../../shared/money.ts";
import { holds } from "../../shared/permissions.ts";
import type { Plan } from "../../shared/plan.ts";
import { notErased } from "../contacts/contacts.ts";
import { tickets } from "../tickets/table.ts";
import { ticketTexts } from "../tickets/texts.ts";
import { ticketsVisibleTo } from "../tickets/tickets.ts";
import { entriesOf, ordersOf, viewerOf, type Viewer } from "./sources.ts";
import type { ContactOverview, ContactSales } from "./table.ts";

/** A contact's figures, as far as `me` may see what they count. Throws missing. */
export function overview(db: CompanyDb, me: Me, plan: Plan, contactId: number): ContactOverview {
  const { id, name, number, isGroup, createdAt } = notErased(db, contactId);
  const viewer = viewerOf(db, me, plan, contactId);
  const { waitingId, lastTalkAt, ...ratings } = talkOf(viewer);
  return {
    contact: { id, name, number, isGroup, createdAt },
    waiting: waitingId === null ? null : waitOf(db, waitingId),
    counts: countsOf(viewer),
    sales: plan.useSales && holds(me, "orders.read") ? salesOf(viewer) : null,
    ratings,
    lastTalkAt: lastTalkAt === null ? null : new Date(lastTalkAt),
  };
}

function countsOf(viewer: Viewer): ContactOverview["counts"] {
  const source = entriesOf(viewer, "all")!;
  const byKind = new Map(
    viewer.db
      .all<{ kind: EntryKind; count: number }>(
        sql`SELECT kind, count(*) AS count FROM (${source}) GROUP BY kind`,
      )
      .map(({ kind, count }) => [kind, count]),
  );
  return Object.fromEntries(
    timelineParts.map((part) => [
      part,
      kindsOfPart[part].reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0),
    ]),
  ) as ContactOverview["counts"];
}

/** The longest wait, the last talk and the ratings of the visible tickets, by one query. */
function talkOf({ db, me, contactId }: Viewer) {
  const seen = and(sql`${tickets.contactId} = ${contactId}`, ticketsVisibleTo(me));
  return db.all<{
    waitingId: number | null;
    lastTalkAt: number | null;
    count: number;
    average: number | null;
  }>(sql`WITH seen AS MATERIALIZED (
      SELECT id, waitingSince, lastMessageAt FROM tickets WHERE ${seen})
    SELECT (SELECT id FROM seen WHERE waitingSince IS NOT NULL ORDER BY waitingSince LIMIT 1) AS waitingId,
      (SELECT max(lastMessageAt) FROM seen) AS lastTalkAt, count(u.id) AS count, avg(u.rate) AS average
    FROM seen JOIN userRatings u ON u.ticketId = seen.id`)[0]!;
}

function waitOf(db: CompanyDb, id: number): ContactOverview["waiting"] {
  const { uuid, status, waitingSince, queue, user, lastMessage } = ticketTexts(db).one(id)!.read();
  return {
    ...{ uuid, status, lastMessage, user },
    waitingSince: new Date(waitingSince!),
    queue: queue && { id: queue.id, name: queue.name },
  };
}

const day = 86_400_000;

function salesOf(viewer: Viewer): ContactSales {
  const due = sql`iif(cancelledAt IS NULL, total, 0)`;
  const row = viewer.db.all<{
    count: number;
    spent: number;
    firstAt: number | null;
    lastAt: number | null;
    owed: number;
    owing: number;
    owedNumber: number | null;
    credit: number;
  }>(sql`SELECT count(*) FILTER (WHERE cancelledAt IS NULL) AS count,
      coalesce(sum(total) FILTER (WHERE cancelledAt IS NULL), 0) AS spent,
      min(emission) FILTER (WHERE cancelledAt IS NULL) AS firstAt,
      max(emission) FILTER (WHERE cancelledAt IS NULL) AS lastAt,
      coalesce(sum(max(0, ${due} - received)), 0) AS owed,
      count(*) FILTER (WHERE received < ${due}) AS owing,
      max(number) FILTER (WHERE received < ${due}) AS owedNumber,
      coalesce(sum(max(0, received - ${due})), 0) AS credit
    FROM orders WHERE ${ordersOf(viewer)}`)[0]!;
  const { count, firstAt, lastAt, owing, owedNumber } = row;
  return {
    count,
    spent: amountOf(row.spent),
    lastAt: lastAt === null ? null : new Date(lastAt),
    everyDays: usualDays(count, lastAt! - firstAt!),
    owed: amountOf(row.owed),
    owedNumber: owing === 1 ? owedNumber : null,
    credit: amountOf(row.credit),
  };
}

/** The usual days between two orders, of three orders or more that took some days. */
function usualDays(count: number, span: number): number | null {
  const days = Math.round(span / day / (count - 1));
  return count < 3 || days === 0 ? null : days;
}
