import { desc, lt, sql } from "drizzle-orm";
import { finishJob, type Job } from "../../kit/db/jobs.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { folded, searchedWords } from "../../shared/search.ts";
import { messages } from "./table.ts";

/** How many messages are taken in at once, and the pause after them in ms. */
const slice = { size: 250, pause: 10 };

const fromQuery = query((db) => db.select({ id: sql<number>`id` }).from(sql`messageSearchFrom`));

const lastQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(lt(messages.id, sql.placeholder("before")))
    .orderBy(desc(messages.id))
    .limit(1)
    .offset(slice.size - 1),
);

/**
 * A text as an FTS5 query: each of its words must begin a word of the message. Undefined when it
 * has none.
 */
export function wordsMatch(text: string): string | undefined {
  const words = searchedWords(text);
  return words.length === 0 ? undefined : words.map((word) => `"${folded(word)}"*`).join(" ");
}

/** The same, in some tickets' messages. */
export const wordsMatchIn = (match: string, ticketIds: number[]) =>
  `(${match}) AND (${ticketIds.map((id) => `"${markOf(id)}"`).join(" OR ")})`;

// As the migration writes it.
const markOf = (ticketId: number) =>
  String.fromCharCode(57_344 + Math.floor(ticketId / 4096), 57_344 + (ticketId % 4096));

/** From which message on the index is whole: 1 but for a while after the upgrade that made it. */
export const indexedFrom = (db: CompanyDb): number => fromQuery(db).get()!.id;

/** Takes the newest messages into the index that are not in it yet. */
export async function indexMessages(db: CompanyDb, job: Job) {
  db.write((tx) => {
    const before = indexedFrom(db);
    const from = lastQuery(db).get({ before })?.id ?? 1;
    tx.run(
      sql`INSERT INTO messageSearch (rowid, body) SELECT id, body FROM messageWords WHERE id >= ${from} AND id < ${before} ORDER BY id`,
    );
    tx.run(sql`UPDATE messageSearchFrom SET id = ${from}`);
    if (from === 1) finishJob(tx, job.id);
  });
  await Bun.sleep(slice.pause);
}
