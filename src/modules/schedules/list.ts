import { and, desc, eq, gte, inArray, isNotNull, lt, or } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { listQuery } from "../../kit/http/fields.ts";
import { instantOf, moment } from "../../kit/http/moment.ts";
import { matching, page } from "../../kit/db/page.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { contactMatching } from "../contacts/search.ts";
import { contacts } from "../contacts/table.ts";
import { isOwn, type Row, withDetails, withLink } from "./find.ts";
import { timesBetween } from "./recurrence.ts";
import { schedules } from "./table.ts";

const idQuery = z.coerce.number().int().positive().optional();

export const scheduleQuery = listQuery.extend({
  contactId: idQuery,
  userId: idQuery,
  from: moment.optional(),
  to: moment.optional(),
});

/** Of a calendar's days: schedules at once, and times of one that repeats. */
const maxInDays = 1000;
const maxUpcoming = 100;

/**
 * One's own, or everyone's for an admin, the latest first; or those of a calendar's days, with when
 * they will be sent again.
 */
export function list(
  db: CompanyDb,
  me: Me,
  { searchParam, pageNumber, contactId, userId, from, to }: z.infer<typeof scheduleQuery>,
) {
  const days = from && to ? ([instantOf(db, from), instantOf(db, to)] as const) : undefined;
  const named = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(searchParam ? contactMatching(me, searchParam) : undefined);
  const where = and(
    isOwn(me),
    contactId ? eq(schedules.contactId, contactId) : undefined,
    userId ? eq(schedules.userId, userId) : undefined,
    searchParam
      ? or(matching(searchParam, [schedules.body]), inArray(schedules.contactId, named))
      : undefined,
    days && isIn(days),
  );
  const { rows, ...rest } = page(db, {
    table: schedules,
    select: withDetails(db),
    where,
    order: [desc(schedules.sendAt), desc(schedules.id)],
    pageNumber,
    ...(days && { size: maxInDays }),
  });
  return {
    schedules: rows.map((row) => ({
      ...withLink(db, row),
      ...(days && { upcoming: upcoming(db, row, days) }),
    })),
    ...rest,
  };
}

const isIn = ([from, to]: readonly [number, number]) =>
  or(
    and(gte(schedules.sendAt, new Date(from)), lt(schedules.sendAt, new Date(to))),
    and(
      eq(schedules.status, "PENDENTE"),
      isNotNull(schedules.recurrence),
      lt(schedules.sendAt, new Date(to)),
    ),
  );

function upcoming(
  db: CompanyDb,
  { status, recurrence: rule, firstAt, occurrence }: Row,
  [from, to]: readonly [number, number],
): Date[] {
  if (status !== "PENDENTE" || !rule) return [];
  return timesBetween(
    { rule, firstAt: firstAt.getTime(), occurrence, timezone: db.about().timezone },
    from,
    to,
    maxUpcoming,
  ).map((at) => new Date(at));
}
