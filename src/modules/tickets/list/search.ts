import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { takeTurns } from "../../../kit/process/take-turns.ts";
import { write } from "../../../kit/db/written.ts";
import { matches, matchingBatch, newestContacts } from "../../contacts/search.ts";
import { contacts } from "../../contacts/table.ts";
import { indexedFrom } from "../../messages/search-index.ts";
import { firstIdSince } from "../../messages/first-id-since.ts";
import {
  foundBy,
  isFound,
  matchFor,
  newestMatching,
  newestOf,
  pieces,
  ticketsWith,
} from "../../messages/search.ts";
import { messages } from "../../messages/table.ts";
import { tickets } from "../table.ts";
import { ticketTexts } from "../texts.ts";
import { ticketsVisibleTo } from "../tickets.ts";
import { inNotes, noteHits, ticketsWithNote } from "./search-notes.ts";
import {
  filters,
  filterValues,
  formOf,
  listOf,
  pageSize,
  type AmongContacts,
  type AmongMessages,
  type Query,
  type SearchPlace,
} from "./filters.ts";

/**
 * A search that finds little ends after this many steps, some milliseconds; the next one continues.
 */
const mostSteps = 6;

/**
 * How many messages a step looks at: few where a search begins, which is often enough, then twice
 * as many each time.
 */
const stepSize = { least: 16, most: 256 };

/** How many tickets fill a screen: the first results are shown before the search goes on. */
const screenful = 10;

const turn = takeTurns();

const end = Number.MAX_SAFE_INTEGER;

/** `room`: how many tickets fit on the page. */
type Args = { db: CompanyDb; me: Me; query: Query; room: number };

/** A ticket that was found, by a message, a note or its contact. */
type Hit = { id: number; messageId: number | null; noteId?: number };

/**
 * A ticket, or none yet, and the place to continue after it. `isLast`: nothing more comes for now.
 */
type Step = { hit?: Hit; after: SearchPlace; isLast?: boolean };

/**
 * Tickets that `me` may see and that match a text. First come those whose contact's name or number
 * matches, the latest change first. Then come those with a matching note, and those with a matching
 * message, the newest note or message first. A page has forty at most, and fewer where `me` may see
 * little of what matches. The first page has as many as fill a screen. `next` leads on to all that
 * existed when the search began, each once. rules.md#searching
 */
export function search(db: CompanyDb, me: Me, query: Query) {
  const args = { db, me, query, room: pageSize };
  return written(args, walk(args, query.after ? Infinity : screenful));
}

/**
 * Searches in turn with all other users who search. A page by its number, for clients without
 * `next`, is full unless it is the last. It costs as much as all pages before it.
 */
export async function searchInTurn(db: CompanyDb, me: Me, query: Query) {
  const who = `${db.company}/${me.id}`;
  if (query.after !== undefined) return turn(who, () => search(db, me, query));
  const all = pageSize * query.pageNumber;
  const hits: Hit[] = [];
  for (let after: SearchPlace | null = null; ;) {
    const part = await turn(who, () =>
      walk({ db, me, query: { ...query, after }, room: Math.min(pageSize, all - hits.length) }),
    );
    hits.push(...part.hits);
    const isLate = part.hits.length === 0 && indexedFrom(db) > 1;
    if (!part.next || hits.length === all || isLate)
      return written(
        { db, me, query },
        { hits: hits.slice(all - pageSize), next: part.next },
        hits.length,
      );
    after = part.next;
  }
}

/**
 * `count`: how many tickets came up to here. The count says only that there are more, not how many.
 */
function written(
  { db, me, query }: Omit<Args, "room">,
  { hits, next }: ReturnType<typeof walk>,
  count = hits.length,
) {
  const excerpts = pieces(
    db,
    me,
    hits.flatMap(({ messageId }) => messageId ?? []),
    query.searchParam,
  );
  const notes = noteHits(
    db,
    hits.flatMap(({ noteId }) => noteId ?? []),
    query.searchParam,
  );
  const hitOf = ({ messageId, noteId }: Hit) => {
    if (noteId !== undefined) return notes.get(noteId) ?? null;
    const excerpt = messageId === null ? undefined : excerpts.get(messageId);
    return excerpt === undefined ? null : { messageId, ...excerpt };
  };
  const texts = ticketTexts(db).some(hits.map(({ id }) => id));
  // Between two turns a ticket may have been deleted.
  const there =
    texts.length === hits.length ? hits : hits.filter(({ id }) => ticketTexts(db).one(id));
  const tickets = texts.map((text, index) => text.with({ hit: hitOf(there[index]!) }));
  return write({
    tickets,
    hasMore: next !== undefined,
    count: count + (next ? 1 : 0),
    first: null,
    next: next ? JSON.stringify(next) : null,
  });
}

/** Ends before the page is full once it has `enough` tickets. */
function walk(args: Args, enough = Infinity) {
  const all: Hit[] = [];
  let last: SearchPlace | undefined;
  let next: SearchPlace | undefined;
  let taken = 0;
  for (const { hit, after, isLast } of steps(args)) {
    if (hit && all.length === args.room) next = last;
    else if (hit) all.push(hit);
    else if (isLast || ++taken === mostSteps || all.length >= enough) next = after;
    last = after;
    if (next) break;
  }
  return { hits: all, next };
}

function* steps(args: Args): Generator<Step> {
  const after = args.query.after ?? { contactId: end, updatedAt: end, ticketId: end };
  if ("messageId" in after) return yield* inMessages(args, after);
  const named = "noteId" in after ? after.named : yield* ofContacts(args, after);
  const isNamed = (ids: number[]) => ticketsNamed(args, named ? ids : []);
  yield* inNotes(args, "noteId" in after ? after : { noteId: end, named }, isNamed);
  yield* inMessages(args, { messageId: end, newestId: end, named });
}

/** Returns whether there are contacts that match. */
function* ofContacts(
  { db, me, query }: Args,
  { contactId, ...below }: AmongContacts,
): Generator<Step, boolean> {
  const values = filterValues(db, query);
  for (
    let ids = newestContacts(db, me, query.searchParam, contactId);
    ids.length > 0;
    ids = newestContacts(db, me, query.searchParam, contactId)
  ) {
    for (const { id, updatedAt } of queriesFor(db, { me, query }).ofContacts.all({
      ...values,
      ...below,
      ids: JSON.stringify(ids),
    })) {
      yield {
        hit: { id, messageId: null },
        after: { contactId, updatedAt: updatedAt.getTime(), ticketId: id },
      };
    }
    contactId = ids.at(-1)! - 1;
    below = { updatedAt: end, ticketId: end };
    yield { after: { contactId, ...below } };
    if (ids.length < matchingBatch) break;
  }
  return contactId !== end;
}

/** Which of some tickets belong to a contact that matches. */
function ticketsNamed({ db, me, query }: Pick<Args, "db" | "me" | "query">, ids: number[]) {
  if (ids.length === 0) return new Set<number>();
  return new Set(
    queriesFor(db, { me, query })
      .contacts.all({ ids: JSON.stringify(ids) })
      .filter(({ contact }) => matches(me, query.searchParam, contact))
      .map(({ id }) => id),
  );
}

/** But for tickets of contacts and with notes that match, which came before. */
function* inMessages(
  { db, me, query }: Args,
  { messageId, newestId, named }: AmongMessages,
): Generator<Step> {
  const { searchParam } = query;
  const match = matchFor(me, searchParam);
  if (!match) return;
  const { messages: messagesOf } = queriesFor(db, { me, query });
  const values = filterValues(db, query);
  const fromId = messageId;
  const oldestId = query.since ? firstIdSince(db, values.since) : 1;
  if (newestId === end) newestId = newestOf(db);
  if (query.until) newestId = Math.min(newestId, firstIdSince(db, values.until) - 1);
  messageId = Math.min(messageId, newestId + 1);
  const seen = new Set<number>();
  for (
    let size = fromId === end ? stepSize.least : stepSize.most;
    ;
    size = Math.min(2 * size, stepSize.most)
  ) {
    const messages = messagesOf.all({
      ...values,
      ...foundBy(me, { match, beforeId: messageId, size }),
    });
    const fresh: { id: number; messageId: number }[] = [];
    for (const { id: messageId, about: id } of messages) {
      if (id === null || messageId < oldestId || seen.has(id)) continue;
      seen.add(id);
      fresh.push({ id, messageId });
    }
    const freshIds = fresh.map(({ id }) => id);
    const isNamed = ticketsNamed({ db, me, query }, named ? freshIds : []);
    const isNoted = ticketsWithNote(db, freshIds, { ...values, match });
    // Tickets that an earlier page has shown already, by a newer message.
    const earlier = ticketsWith(db, me, freshIds, { match, fromId, toId: newestId });
    for (const hit of fresh)
      if (!isNamed.has(hit.id) && !isNoted.has(hit.id) && !earlier.has(hit.id))
        yield { hit, after: { messageId: hit.messageId, newestId, named } };
    if (messages.length < size || messages.at(-1)!.id < oldestId) break;
    messageId = messages.at(-1)!.id;
    yield { after: { messageId, newestId, named } };
  }
  // After an upgrade earlier messages come into the index little by little.
  const from = indexedFrom(db);
  if (from > oldestId)
    yield {
      after: { messageId: Math.min(messageId, from), newestId: Math.min(newestId, from), named },
      isLast: true,
    };
}

// Building a query costs more than running it.
const queriesFor = query(
  (db, { me, query }: Pick<Args, "me" | "query">) => {
    const where = and(ticketsVisibleTo(me), ...filters(me, query));
    const latest = [desc(tickets.updatedAt), desc(tickets.id)];
    const ofContacts = db
      .select({ id: tickets.id, updatedAt: tickets.updatedAt })
      .from(tickets)
      .where(
        and(
          inArray(tickets.contactId, listOf("ids")),
          sql`(${tickets.updatedAt}, ${tickets.id}) < (${sql.placeholder("updatedAt")}, ${sql.placeholder("ticketId")})`,
          where,
        ),
      )
      .orderBy(...latest)
      .limit(pageSize + 1);
    return {
      ofContacts: ofContacts,
      messages: newestMatching(
        db,
        sql<number>`${db
          .select({ id: tickets.id })
          .from(messages)
          .innerJoin(tickets, eq(tickets.id, messages.ticketId))
          .where(and(isFound, where))}`,
      ),
      contacts: db
        .select({
          id: tickets.id,
          contact: { name: contacts.name, number: contacts.number, username: contacts.username },
        })
        .from(tickets)
        .innerJoin(contacts, eq(contacts.id, tickets.contactId))
        .where(inArray(tickets.id, listOf("ids"))),
    };
  },
  ({ me, query }) => formOf(me, query),
);
