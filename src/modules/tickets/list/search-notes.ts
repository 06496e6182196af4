import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Me } from "../../../kit/db/audience.ts";
import { query } from "../../../kit/db/query.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { snippet } from "../../../kit/db/snippet.ts";
import { searchedWords } from "../../../shared/search.ts";
import { ticketNotes, tickets, type Hit } from "../table.ts";
import { ticketsVisibleTo } from "../tickets.ts";
import { matchFor } from "../../messages/search.ts";
import {
  bound,
  filters,
  filterValues,
  formOf,
  listOf,
  pageSize,
  type AmongNotes,
  type Query,
} from "./filters.ts";

/** How many words of a note are shown around a hit. */
const around = 14;

const matching = sql`(SELECT rowid FROM noteSearch WHERE noteSearch MATCH ${sql.placeholder("match")})`;

const inPeriod = sql`${ticketNotes.createdAt} >= ${bound("since")} AND ${ticketNotes.createdAt} < ${bound("until")}`;

const newestQuery = query(
  (db, { me, query }: { me: Me; query: Query }) =>
    db
      .select({ id: ticketNotes.id, ticketId: ticketNotes.ticketId })
      .from(ticketNotes)
      .innerJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
      .where(
        and(
          sql`${ticketNotes.id} IN ${matching}`,
          sql`${ticketNotes.id} < ${sql.placeholder("beforeId")}`,
          // Of a ticket with several such notes the newest counts.
          sql`NOT EXISTS (SELECT 1 FROM ticketNotes o
            WHERE o.ticketId = ${ticketNotes.ticketId} AND o.id > ${ticketNotes.id} AND o.createdAt < ${bound("until")}
              AND o.id IN ${matching})`,
          inPeriod,
          ticketsVisibleTo(me),
          ...filters(me, query),
        ),
      )
      .orderBy(desc(ticketNotes.id))
      .limit(pageSize + 1),
  ({ me, query }) => formOf(me, query),
);

type NoteStep = {
  hit?: { id: number; messageId: null; noteId: number };
  after: AmongNotes;
};

/**
 * Tickets with a note that matches, by their newest one, the newest first; but for those of
 * contacts that match, which came before.
 */
export function* inNotes(
  { db, me, query }: { db: CompanyDb; me: Me; query: Query },
  { noteId, named }: AmongNotes,
  ticketsNamed: (ids: number[]) => Set<number>,
): Generator<NoteStep> {
  const match = matchFor(me, query.searchParam);
  if (!match) return;
  const values = { ...filterValues(db, query), match };
  for (;;) {
    const notes = newestQuery(db, { me, query }).all({ ...values, beforeId: noteId });
    const isNamed = ticketsNamed(notes.map(({ ticketId }) => ticketId));
    for (const { id, ticketId } of notes)
      if (!isNamed.has(ticketId))
        yield { hit: { id: ticketId, messageId: null, noteId: id }, after: { noteId: id, named } };
    if (notes.length <= pageSize) return;
    noteId = notes.at(-1)!.id;
    yield { after: { noteId, named } };
  }
}

const ticketsQuery = query((db) =>
  db
    .selectDistinct({ ticketId: ticketNotes.ticketId })
    .from(ticketNotes)
    .where(
      and(
        inArray(ticketNotes.ticketId, listOf("ids")),
        sql`${ticketNotes.id} IN ${matching}`,
        inPeriod,
      ),
    ),
);

/** Which of some tickets have a note that matches, in a period. */
export const ticketsWithNote = (
  db: CompanyDb,
  ids: number[],
  about: { match: string; since: number; until: number },
): Set<number> =>
  new Set(
    ticketsQuery(db)
      .all({ ids: JSON.stringify(ids), ...about })
      .map(({ ticketId }) => ticketId),
  );

const notesQuery = query((db) =>
  db
    .select({
      id: ticketNotes.id,
      note: ticketNotes.note,
      at: ticketNotes.createdAt,
      // The message before it: the conversation opens there.
      messageId: sql<number | null>`(SELECT m.id FROM messages m
        WHERE m.ticketId = ticketNotes.ticketId AND m.createdAt <= ticketNotes.createdAt ORDER BY m.id DESC LIMIT 1)`,
    })
    .from(ticketNotes)
    .where(inArray(ticketNotes.id, listOf("ids"))),
);

/** The part of each note that has what was looked for. */
export const noteHits = (db: CompanyDb, ids: number[], text: string): Map<number, Hit> =>
  new Map(
    notesQuery(db)
      .all({ ids: JSON.stringify(ids) })
      .map(({ id, note, messageId, at }) => [
        id,
        { messageId, noteId: id, text: snippet(note, searchedWords(text), around), at },
      ]),
  );
