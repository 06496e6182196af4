import { and, asc, desc, eq, gt, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../../kit/audience.ts";
import { dayBounds } from "../../../kit/clock.ts";
import { idsQuery, listQuery, yesQuery } from "../../../kit/fields.ts";
import { fastRows } from "../../../kit/rows.ts";
import type { Db, Store } from "../../../kit/store.ts";
import { holds } from "../../../shared/permissions.ts";
import { ticketStates, type TicketState } from "../../../shared/states.ts";
import { matching, searchValue, searchMode } from "../../contacts/contacts.ts";
import { contacts } from "../../contacts/table.ts";
import { newestMatches, withHits } from "./search.ts";
import { place, ticketsVisibleTo, fullTicketQuery } from "../tickets.ts";
import { tickets, type Ticket } from "../table.ts";

export const pageSize = 40;

const day = z.iso.date().optional();

export const ticketQuery = listQuery.extend({
  status: z.enum(ticketStates).optional(),
  showAll: yesQuery,
  queueIds: idsQuery.optional(),
  tags: idsQuery.optional(),
  users: idsQuery.optional(),
  contactId: z.coerce.number().int().positive().optional(),
  withUnreadMessages: yesQuery,
  date: day,
  updatedAt: day,
});
type Query = z.infer<typeof ticketQuery>;

/**
 * Forty tickets that `me` may see, with search hits. Filters narrow what is visible and never widen it. Pending and open tickets are ordered by turn, the
 * longest wait first; `first` counts those whose turn is ours. All others: latest change first. rules.md#list-order
 */
export function list(store: Store, me: Me, query: Query) {
  const { page, total } = queryFor(store.db, me, query);
  const offset = (query.pageNumber - 1) * pageSize;
  const newest = newestMatches(store, query.searchParam, me);
  const values = {
    queueIds: JSON.stringify(query.queueIds ?? []),
    tags: JSON.stringify(query.tags ?? []),
    tagCount: query.tags?.length ?? 0,
    users: JSON.stringify(query.users ?? []),
    contactId: query.contactId ?? 0,
    said: JSON.stringify([...newest.keys()]),
    searchText: searchValue(me, query.searchParam),
    ...bounds(store, "created", query.date),
    ...bounds(store, "updated", query.updatedAt),
  };
  const rows: Ticket[] = page.all({ ...values, offset });
  const { count, first } = total.get(values)!;
  return { tickets: query.searchParam ? withHits(store, rows, query.searchParam, newest, me) : rows, hasMore: count > offset + rows.length, count, first };
}

type Built = ReturnType<typeof build>;
const built = new WeakMap<Db, Map<string, Built>>();

// Building a query costs more than running it: each form that screens ask for is built once per database.
function queryFor(db: Db, me: Me, query: Query): Built {
  const shapes = built.get(db) ?? new Map<string, Built>();
  built.set(db, shapes);
  const { queueIds, tags, users, withUnreadMessages, date, updatedAt, status, showAll, contactId, searchParam } = query;
  const key = JSON.stringify([me, status, showAll, withUnreadMessages, !queueIds, !tags, !users, !date, !updatedAt, !contactId, !searchParam, searchMode(me, searchParam)]);
  const known = shapes.get(key) ?? build(db, me, query);
  if (shapes.size > 200) shapes.clear();
  shapes.set(key, known);
  return known;
}

function build(db: Db, me: Me, query: Query) {
  const where = and(ticketsVisibleTo(me), ...narrow(me, query));
  const turn = turnOf(query);
  const order = turn === undefined ? [desc(tickets.updatedAt), desc(tickets.id)] : [asc(place), asc(tickets.id)];
  // Ids first, so that only forty rows are joined: a search takes half of the time, an agent's list a tenth.
  const chosen = db.select({ id: tickets.id }).from(tickets).where(where).orderBy(...order).limit(pageSize).offset(sql.placeholder("offset"));
  return {
    page: fastRows(fullTicketQuery(db).where(inArray(tickets.id, chosen)).orderBy(...order).prepare()),
    total: db.select({ count: sql<number>`count(*)`, first: turn === undefined ? sql<null>`NULL` : sql<number>`total(${place} < ${sql.raw(String(turn))})` }).from(tickets).where(where).prepare(),
  };
}

/** Tickets whose `place` is below this wait for us. Undefined for lists without that order. */
function turnOf({ status, searchParam, contactId }: Query): number | undefined {
  if (searchParam || contactId || status === undefined || status === "closed") return undefined;
  return status === "pending" ? 20_000_000_000_000 : 10_000_000_000_000;
}

function narrow(me: Me, query: Query): (SQL | undefined)[] {
  const everyones = query.showAll && holds(me.profile, "tickets-manager:showall");
  return [
    query.status && isStatus(query.status),
    // A search, and the list of one contact, cover everything visible.
    !everyones && !query.searchParam && !query.contactId ? own(me, query) : undefined,
    query.contactId ? eq(tickets.contactId, sql.placeholder("contactId")) : undefined,
    query.queueIds && inArray(tickets.queueId, listOf("queueIds")),
    query.tags && eq(sql`(SELECT count(*) FROM ticketTags WHERE ticketId = ${tickets.id} AND tagId IN ${listOf("tags")})`, sql.placeholder("tagCount")),
    query.users && inArray(tickets.userId, listOf("users")),
    query.withUnreadMessages ? gt(tickets.unreadMessages, 0) : undefined,
    query.date ? and(gte(tickets.createdAt, bound("createdFrom")), lt(tickets.createdAt, bound("createdTo"))) : undefined,
    query.updatedAt ? and(gte(tickets.updatedAt, bound("updatedFrom")), lt(tickets.updatedAt, bound("updatedTo"))) : undefined,
    query.searchParam ? or(ofContact(me, query.searchParam), inArray(tickets.id, listOf("said"))) : undefined,
  ];
}

// Active states are also written as in the partial indexes: with bound values SQLite would not use them.
const isStatus = (status: TicketState) => (status === "closed" ? eq(tickets.status, status) : sql`${tickets.status} = ${sql.raw(`'${status}'`)} AND ${tickets.status} <> 'closed'`);

// As simple as the status allows, so that SQLite uses an index: a list of closed tickets takes a twentieth of the time.
function own(me: Me, { status }: Query): SQL | undefined {
  if (status === "pending") return undefined;
  const mine = eq(tickets.userId, me.id);
  return status ? mine : or(eq(tickets.status, "pending"), mine);
}

const listOf = (name: string) => sql`(SELECT value FROM json_each(${sql.placeholder(name)}))`;
// Untyped, so that the column's mapping of dates does not convert the ms again.
const bound = (name: string) => sql`${sql.placeholder(name)}`;

const ofContact = (me: Me, text: string) => inArray(tickets.contactId, sql`(SELECT ${contacts.id} FROM ${contacts} WHERE ${matching(me, text)})`);

function bounds(store: Store, name: string, text: string | undefined) {
  const [from, to] = text ? dayBounds(text, store.about().timezone) : [0, 0];
  return { [`${name}From`]: from, [`${name}To`]: to };
}
