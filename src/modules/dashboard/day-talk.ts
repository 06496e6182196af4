import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { DayFigures, RatingWords } from "./table.ts";

type Span = { since: number; until: number };

/** The most words of customers, and the most queues, that a page shows. */
const mostWords = 20;

/** How many customers gave 1, 2 and 3 in a span. */
export function ratingsIn({ sqlite }: CompanyDb, { since, until }: Span): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const { rate, count } of sqlite
    .query<{ rate: number; count: number }, [number, number]>(ratingsQuery)
    .all(since, until))
    counts[rate - 1]! += count;
  return counts;
}

export const ratingsQuery =
  "SELECT rate, count(*) AS count FROM userRatings WHERE createdAt >= ? AND createdAt < ? GROUP BY rate";

/** The words of customers who rated in a span, the worst first, then the newest. */
export const wordsIn = ({ sqlite }: CompanyDb, { since, until }: Span): RatingWords[] =>
  sqlite
    .query<Omit<RatingWords, "at"> & { at: number }, [number, number, number]>(wordsQuery)
    .all(since, until, mostWords)
    .map((row) => ({ ...row, at: new Date(row.at).toISOString() }));

export const wordsQuery = `SELECT e.detail ->> 'rate' AS rate, e.detail ->> 'words' AS words, c.name AS contact,
    ifnull(u.name, '') AS user, t.uuid, e.at
  FROM ticketEvents e JOIN tickets t ON t.id = e.ticketId JOIN contacts c ON c.id = t.contactId
    LEFT JOIN users u ON u.id = e.userId
  WHERE e.kind = 'rated' AND e.at >= ? AND e.at < ? AND e.detail ->> 'words' IS NOT NULL
  ORDER BY 1, e.at DESC LIMIT ?`;

/** How often bots left a ticket to people in a span, by queue, with the newest reason. */
export const handOversIn = (
  { sqlite }: CompanyDb,
  { since, until }: Span,
): DayFigures["handOvers"] =>
  sqlite
    .query<DayFigures["handOvers"][number] & { at: number }, [number, number]>(handOversQuery)
    .all(since, until)
    .map(({ queueId, name, count, reason }) => ({ queueId, name, count, reason }));

/** A bot leaves by an event that says so, a menu by moving the ticket. */
export const isHandOver = "(e.detail ->> 'bot' = 'left' OR e.detail ->> 'cause' = 'menu')";

export const handOversQuery = `SELECT e.queueId, ifnull(q.name, '') AS name, count(*) AS count,
    e.detail ->> 'reason' AS reason, max(e.at) AS at
  FROM ticketEvents e LEFT JOIN queues q ON q.id = e.queueId
  WHERE e.kind = 'bot' AND e.at >= ? AND e.at < ? AND ${isHandOver}
  GROUP BY e.queueId ORDER BY count DESC, name`;
