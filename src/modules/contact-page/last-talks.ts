import { and, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { LastTalk } from "../contacts/table.ts";
import { ticketsVisibleTo } from "../tickets/tickets.ts";

type Row = {
  contactId: number;
  at: number;
  text: string;
  fromMe: number;
  waitingSince: number | null;
  withBot: number;
  queueId: number | null;
  agent: string | null;
};

/** The last conversations of some contacts, as far as `me` may see their tickets. */
export const lastTalks =
  (db: CompanyDb, me: Me) =>
  (contactIds: number[]): Map<number, LastTalk> =>
    new Map(
      // SQLite takes the other columns from the row of the maximum.
      db
        .all<Row>(
          sql`SELECT contactId, max(lastMessageAt) AS at, lastMessage AS text, lastMessageFromMe AS fromMe,
              waitingSince, withBot, queueId,
              (SELECT name FROM users WHERE id = tickets.userId) AS agent
            FROM tickets WHERE ${and(
              sql`contactId IN (SELECT value FROM json_each(${JSON.stringify(contactIds)}))`,
              ticketsVisibleTo(me),
            )} GROUP BY contactId`,
        )
        .map(({ contactId, at, fromMe, waitingSince, withBot, ...row }) => [
          contactId,
          {
            ...row,
            at: new Date(at),
            fromMe: fromMe === 1,
            waitingSince: waitingSince === null ? null : new Date(waitingSince),
            withBot: withBot === 1,
          },
        ]),
    );
