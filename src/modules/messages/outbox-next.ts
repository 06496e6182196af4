import { and, asc, eq, gt, lte, or, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { media } from "../../kit/db/media.ts";
import { query } from "../../kit/db/query.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import { type OutboxItem, quotedBy } from "./outgoing.ts";
import { messages, outbox } from "./table.ts";

// A message dated more than a minute ahead is due: the clock was put back.
const isDue = or(
  lte(outbox.dueAt, sql.placeholder("now")),
  gt(messages.createdAt, sql`${sql.placeholder("now")} + 60000`),
);

// A contact's messages are sent in order, each after the one before it is sent; deferred ones are
// left out of the order.
const isNextOfContact = sql`${outbox.state} = 'queued' AND (${outbox.deferred} OR NOT EXISTS (
  SELECT 1 FROM outbox o WHERE o.contactId = ${outbox.contactId} AND o.messageId < ${outbox.messageId} AND o.whatsappId = ${outbox.whatsappId} AND NOT o.deferred))`;

const isFileAllowed = sql`(${messages.mediaId} IS NULL OR ${sql.placeholder("filesOpen")})`;

const isOfWarmth = sql`${outbox.cold} = ${sql.placeholder("cold")}`;

const nextQuery = query((db) =>
  db
    .select({
      message: messages,
      file: media,
      contactId: outbox.contactId,
      attempts: outbox.attempts,
      cold: outbox.cold,
      uncertain: outbox.uncertain,
    })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .leftJoin(media, eq(media.id, messages.mediaId))
    .where(
      and(
        eq(outbox.whatsappId, sql.placeholder("whatsappId")),
        isOfWarmth,
        isNextOfContact,
        isDue,
        isFileAllowed,
      ),
    )
    .orderBy(asc(outbox.messageId))
    .limit(1),
);

/**
 * The oldest message that may be sent on a connection now (epoch ms). It is due, and follows no
 * message of its contact that is being sent. One with a file or a cold one counts only if those may
 * be sent.
 */
export function next(
  db: CompanyDb,
  whatsappId: number,
  { coldOpen, filesOpen = true, now }: { coldOpen: boolean; filesOpen?: boolean; now: number },
): OutboxItem | undefined {
  const oldest = (cold: number) =>
    nextQuery(db).get({ whatsappId, cold, now, filesOpen: filesOpen ? 1 : 0 });
  const [warm, cold] = [oldest(0), coldOpen ? oldest(1) : undefined];
  const row = warm && cold && cold.message.id < warm.message.id ? cold : (warm ?? cold);
  if (!row) return undefined;
  const { contactId, ...waiting } = row;
  return {
    ...waiting,
    to: identifiersOf(db, contactId),
    quoted: quotedBy(db, row.message, contactId),
  };
}

const isWaiting = and(
  eq(outbox.whatsappId, sql.placeholder("whatsappId")),
  isOfWarmth,
  isNextOfContact,
  isFileAllowed,
);
const soonestQuery = query((db) =>
  db
    .select({ at: sql<number | null>`min(${outbox.dueAt})` })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .where(isWaiting),
);
const isAnyDueQuery = query((db) =>
  db
    .select({ id: outbox.messageId })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .where(and(isWaiting, lte(outbox.dueAt, sql.placeholder("by"))))
    .limit(1),
);

/**
 * When (epoch ms) the next message of a connection may be sent, if cold ones may leave from
 * `coldFrom` on. Undefined when the outbox is empty.
 */
export function nextDueAt(
  db: CompanyDb,
  whatsappId: number,
  { coldFrom = 0, filesOpen = true } = {},
): number | undefined {
  const values = { whatsappId, filesOpen: filesOpen ? 1 : 0 };
  const soonest = (cold: number) => soonestQuery(db).get({ ...values, cold })?.at ?? Infinity;
  // Thousands may wait for the pause between cold ones: one of them is enough to know.
  const cold = isAnyDueQuery(db).get({ ...values, cold: 1, by: coldFrom }) ? coldFrom : soonest(1);
  const at = Math.min(soonest(0), cold);
  return at === Infinity ? undefined : at;
}
