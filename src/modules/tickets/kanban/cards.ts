import { and, asc, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import { dayBounds } from "../../../kit/process/clock.ts";
import { date, idsFilter, listQuery } from "../../../kit/http/fields.ts";
import type { Db } from "../../../kit/db/queried-file.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { write } from "../../../kit/db/written.ts";
import { laneIds } from "../../tags/lanes.ts";
import { pageSize } from "../list/filters.ts";
import { cachedPage } from "../list/cached-page.ts";
import { ticketTexts } from "../texts.ts";
import { tickets } from "../table.ts";
import { kanbanTagId, place, ticketsVisibleTo } from "../tickets.ts";

export const cardsQuery = z.object({
  /** A lane by its tag, 0 the first. Without it: the first page of each. */
  tagId: z.coerce.number().int().nonnegative().optional(),
  queueIds: idsFilter,
  startDate: date.optional(),
  endDate: date.optional(),
  pageNumber: listQuery.shape.pageNumber,
});
type Query = z.infer<typeof cardsQuery>;

/**
 * Forty tickets of a lane that `me` may see: pending and open ones with a message in these days,
 * whose turn it is first. `count` is how many there are,
 * `otherDays` how many more there are without a message in these days. rules.md#kanban
 */
export function cards(
  db: CompanyDb,
  me: Me,
  { tagId, queueIds, startDate, endDate, pageNumber }: Query,
) {
  const form = { me, isOneLane: tagId !== undefined, isOfQueues: queueIds !== undefined };
  const { timezone } = db.about();
  const offset = (pageNumber - 1) * pageSize;
  const values = {
    lane: tagId || null,
    queueIds: JSON.stringify(queueIds ?? []),
    from: startDate ? dayBounds(startDate, timezone)[0] : 0,
    to: endDate ? dayBounds(endDate, timezone)[1] : Number.MAX_SAFE_INTEGER,
  };
  const { ids, count, all } = cachedPage(db, ["cards", form, values, offset], () => {
    const { page, total } = queryFor(db, form);
    const lanes = JSON.stringify(tagId === undefined ? [null, ...laneIds(db)] : [tagId || null]);
    return {
      ids: page.all({ ...values, lanes, offset }).map(({ id }) => id),
      ...total.get(values)!,
    };
  });
  return write({
    tickets: ticketTexts(db).some(ids),
    hasMore: count > offset + ids.length,
    count,
    otherDays: all - count,
  });
}

type Form = { me: Me; isOneLane: boolean; isOfQueues: boolean };

const queryFor = query(build, (form) => JSON.stringify(form));

function build(db: Db, { me, isOneLane, isOfQueues }: Form) {
  // Written as in the partial index, so that SQLite uses it.
  const conditions = [
    sql`${tickets.status} <> 'closed'`,
    ticketsVisibleTo(me),
    isOfQueues
      ? or(
          inArray(
            tickets.queueId,
            sql`(SELECT value FROM json_each(${sql.placeholder("queueIds")}))`,
          ),
          isNull(tickets.queueId),
        )
      : undefined,
  ];
  const inDays = sql`${tickets.lastMessageAt} >= ${sql.placeholder("from")} AND ${tickets.lastMessageAt} < ${sql.placeholder("to")}`;
  const standsIn = (lane: SQL) => sql`${kanbanTagId} IS ${lane}`;
  const inLane = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(standsIn(sql`l.value`), ...conditions, inDays))
    .orderBy(asc(place), asc(tickets.id))
    .limit(pageSize)
    .offset(sql.placeholder("offset"));
  // Not joined to the tickets: SQLite would look through all of them for each lane.
  const chosen = sql`(SELECT c.value FROM json_each(${sql.placeholder("lanes")}) l, json_each((SELECT json_group_array(id) FROM (${inLane}))) c)`;
  return {
    page: db
      .select({ id: tickets.id })
      .from(tickets)
      .where(inArray(tickets.id, chosen))
      .orderBy(asc(place), asc(tickets.id)),
    total: db
      .select({ count: sql<number>`count(*) FILTER (WHERE ${inDays})`, all: sql<number>`count(*)` })
      .from(tickets)
      .where(and(isOneLane ? standsIn(sql`${sql.placeholder("lane")}`) : undefined, ...conditions)),
  };
}
