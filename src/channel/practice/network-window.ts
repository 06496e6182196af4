import type { Database } from "bun:sqlite";
import { isWindowOpen, passedDay, windowEnd, windowLength } from "../../shared/window.ts";

/** Whether a customer wrote to a connection lately enough for free text. rules.md#window */
export function isWindowOpenOn(
  sqlite: Database,
  connection: number,
  number: string,
  now: number,
): boolean {
  const { last, ad } = sqlite
    .query(`SELECT max(at) AS last, max(iif(more ->> '$.referral' IS NOT NULL AND EXISTS (
        SELECT 1 FROM messages a WHERE a.connection = m.connection AND a.number = m.number AND a.fromShop = 1 AND a.at > m.at AND a.at <= m.at + ?), at, NULL)) AS ad
      FROM messages m WHERE connection = ? AND number = ? AND fromShop = 0 AND groupId IS NULL`)
    .get(windowLength, connection, number) as { last: number | null; ad: number | null };
  return isWindowOpen(windowEnd(last, ad), now);
}

/** Makes the messages of a customer's phone on a connection a day older. */
export function makeOlder(sqlite: Database, connection: number, number: string) {
  sqlite.run("UPDATE messages SET at = at - ? WHERE connection = ? AND number = ?", [
    passedDay,
    connection,
    number,
  ]);
}
