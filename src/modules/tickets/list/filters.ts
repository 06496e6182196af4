import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../../kit/db/audience.ts";
import { dayBounds } from "../../../kit/process/clock.ts";
import { formJson, idsFilter, listQuery, wordsQuery, yesQuery } from "../../../kit/http/fields.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { holds } from "../../../shared/permissions.ts";
import { ticketGroups, ticketOrders } from "../../../shared/ticket-list.ts";
import { ticketStates, type TicketState } from "../../../shared/states.ts";
import { tickets } from "../table.ts";
import type { Columns } from "../tickets.ts";

export const pageSize = 40;

const day = z.iso.date().optional();
const whole = z.number().int().nonnegative();

// The place of a search. It is among the tickets of matching contacts, of which some are read at
// once from `contactId` down, among notes, or among messages, below one.
const amongContacts = z.object({ contactId: whole, updatedAt: whole, ticketId: whole });
const amongMessages = z.object({ messageId: whole, newestId: whole, named: z.boolean() });
const amongNotes = z.object({ noteId: whole, named: z.boolean() });
export type AmongNotes = z.infer<typeof amongNotes>;
export type AmongContacts = z.infer<typeof amongContacts>;
/** `newestId`: the newest message there was when it began; `named`: whether contacts matched. */
export type AmongMessages = z.infer<typeof amongMessages>;
export type SearchPlace = AmongContacts | AmongNotes | AmongMessages;

export const ticketQuery = listQuery.extend({
  /** Where a search goes on: the `next` of its page before, or null for its beginning. */
  after: formJson(amongContacts.or(amongMessages).or(amongNotes).nullish()),
  status: z.enum(ticketStates).optional(),
  showAll: yesQuery,
  queueIds: idsFilter,
  tags: idsFilter,
  users: idsFilter,
  contactId: z.coerce.number().int().positive().optional(),
  withUnreadMessages: yesQuery,
  date: day,
  updatedAt: day,
  /** Days between which the customer and the company talked, both included. */
  since: day,
  until: day,
  snoozed: z.enum(["true", "false"]).optional(),
  /** Groups whose tickets are counted and left out. rules.md#list-order */
  folded: wordsQuery(ticketGroups).optional(),
  order: z.enum(ticketOrders).optional(),
});
export type Query = z.infer<typeof ticketQuery>;

/** A key for the form of a query: queries with the same key share a prepared statement. */
export const formOf = (
  me: Me,
  {
    status,
    showAll,
    withUnreadMessages,
    queueIds,
    tags,
    users,
    date,
    updatedAt,
    since,
    until,
    contactId,
    searchParam,
    snoozed,
    folded = [],
    order,
  }: Query,
) =>
  JSON.stringify([
    me,
    status,
    showAll,
    withUnreadMessages,
    !queueIds,
    !tags,
    !users,
    !date,
    !updatedAt,
    !since,
    !until,
    !contactId,
    !searchParam,
    snoozed,
    folded.toSorted(),
    order,
  ]);

/** Conditions that narrow what is visible and never widen it; `filterValues` are bound to them. */
export function filters(me: Me, query: Query, of: Columns = tickets): (SQL | undefined)[] {
  const everyones = query.showAll && holds(me, "tickets-manager:showall");
  return [
    query.status && isStatus(of, query.status),
    // A search, and the list of one contact, cover everything visible.
    !everyones && !query.searchParam && !query.contactId ? own(me, query, of) : undefined,
    query.contactId ? eq(tickets.contactId, sql.placeholder("contactId")) : undefined,
    // Tickets without a queue are everyone's to find one for; a search is for what it names.
    query.queueIds &&
      or(
        inArray(of.queueId, listOf("queueIds")),
        query.searchParam ? undefined : isNull(of.queueId),
      ),
    query.tags &&
      eq(
        sql`(SELECT count(*) FROM ticketTags WHERE ticketId = ${tickets.id} AND tagId IN ${listOf("tags")})`,
        sql.placeholder("tagCount"),
      ),
    query.users && inArray(of.userId, listOf("users")),
    query.withUnreadMessages
      ? or(gt(tickets.unreadMessages, 0), eq(tickets.markedUnread, true))
      : undefined,
    query.snoozed &&
      (query.snoozed === "true" ? isNotNull(tickets.snoozedUntil) : isNull(tickets.snoozedUntil)),
    query.since ? gte(tickets.lastMessageAt, bound("since")) : undefined,
    query.until ? lt(tickets.createdAt, bound("until")) : undefined,
    query.date
      ? and(gte(tickets.createdAt, bound("createdFrom")), lt(tickets.createdAt, bound("createdTo")))
      : undefined,
    query.updatedAt
      ? and(gte(tickets.updatedAt, bound("updatedFrom")), lt(tickets.updatedAt, bound("updatedTo")))
      : undefined,
  ];
}

export const filterValues = (db: CompanyDb, query: Query) => ({
  queueIds: JSON.stringify(query.queueIds ?? []),
  tags: JSON.stringify(query.tags ?? []),
  tagCount: query.tags?.length ?? 0,
  users: JSON.stringify(query.users ?? []),
  contactId: query.contactId ?? 0,
  since: query.since ? dayBounds(query.since, db.about().timezone)[0] : 0,
  until: query.until ? dayBounds(query.until, db.about().timezone)[1] : Number.MAX_SAFE_INTEGER,
  ...bounds(db, "created", query.date),
  ...bounds(db, "updated", query.updatedAt),
});

/** A bound JSON array, as a list. */
export const listOf = (name: string) =>
  sql`(SELECT value FROM json_each(${sql.placeholder(name)}))`;

// Active states are also written as in the partial indexes: with bound values SQLite would not use
// them.
const isStatus = (of: Columns, status: TicketState) =>
  status === "closed"
    ? sql`${of.status} = 'closed'`
    : sql`${of.status} = ${sql.raw(`'${status}'`)} AND ${of.status} <> 'closed'`;

// As simple as the status allows, so that SQLite uses an index: a list of closed tickets takes a
// twentieth of the time.
function own(me: Me, { status }: Query, of: Columns): SQL | undefined {
  if (status === "pending") return undefined;
  const mine = eq(of.userId, me.id);
  return status ? mine : or(sql`${of.status} = 'pending'`, mine);
}

// Untyped, so that the column's mapping of dates does not convert the ms again.
export const bound = (name: string) => sql`${sql.placeholder(name)}`;

function bounds(db: CompanyDb, name: string, text: string | undefined) {
  const [from, to] = text ? dayBounds(text, db.about().timezone) : [0, 0];
  return { [`${name}From`]: from, [`${name}To`]: to };
}
