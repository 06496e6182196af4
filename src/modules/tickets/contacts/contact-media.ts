import { and, desc, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { canSee, type Me } from "../../../kit/db/audience.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import type { MessageKind } from "../../../shared/states.ts";
import * as contacts from "../../contacts/contacts.ts";
import { findMessages } from "../../messages/messages.ts";
import { messages } from "../../messages/table.ts";
import { audienceOf } from "../audience.ts";
import { tickets } from "../table.ts";

const pageSize = 30;

const kindsByTab = {
  image: ["image", "video"],
  application: ["application"],
  audio: ["audio"],
  any: ["image", "video", "application", "audio"],
} satisfies Record<string, MessageKind[]>;
type MediaTab = keyof typeof kindsByTab;

export const mediaQuery = z.object({
  kind: z.enum(Object.keys(kindsByTab) as [MediaTab, ...MediaTab[]]).default("image"),
  beforeId: z.coerce.number().int().positive().default(Number.MAX_SAFE_INTEGER),
});

const listOf = (name: string) => sql`(SELECT value FROM json_each(${sql.placeholder(name)}))`;

const ticketsQuery = query((db) =>
  db
    .select({
      id: tickets.id,
      status: tickets.status,
      queueId: tickets.queueId,
      whatsappId: tickets.whatsappId,
      userId: tickets.userId,
    })
    .from(tickets)
    .where(eq(tickets.contactId, sql.placeholder("contactId"))),
);
// Written as in the partial index: with a bound value SQLite would not use it. A file that was
// never downloaded has no hash.
const filesQuery = query((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        sql`${messages.mediaId} IS NOT NULL AND ${messages.isDeleted} = 0 AND ${messages.ticketId} IN ${listOf("ticketIds")} AND ${messages.mediaType} IN ${listOf("kinds")}`,
        lt(messages.id, sql.placeholder("beforeId")),
        sql`${messages.mediaId} NOT IN (SELECT id FROM media WHERE sha256 = '')`,
      ),
    )
    .orderBy(desc(messages.id))
    .limit(pageSize + 1),
);

/**
 * Thirty images, documents or sounds, or files of any kind, of a contact's tickets that `me` may see, the newest first.
 * Throws missing.
 */
export function mediaOf(
  db: CompanyDb,
  me: Me,
  contactId: number,
  { kind, beforeId }: z.infer<typeof mediaQuery>,
) {
  contacts.findContact(db, contactId);
  const seen = ticketsQuery(db)
    .all({ contactId })
    .filter((ticket) => canSee(me, audienceOf(ticket)));
  const rows = filesQuery(db).all({
    ticketIds: JSON.stringify(seen.map(({ id }) => id)),
    kinds: JSON.stringify(kindsByTab[kind]),
    beforeId,
  });
  return {
    messages: findMessages(
      db,
      rows.slice(0, pageSize).map(({ id }) => id),
    ),
    hasMore: rows.length > pageSize,
  };
}
