import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { messages, messageVersions } from "./table.ts";

/** The media rows that these messages name, or named before they were edited. */
export function mediaIdsOf(tx: Tx, which: SQL): number[] {
  const rows = [
    ...tx
      .select({ id: messages.mediaId })
      .from(messages)
      .where(and(which, isNotNull(messages.mediaId)))
      .all(),
    ...tx
      .select({ id: messageVersions.mediaId })
      .from(messageVersions)
      .innerJoin(messages, eq(messages.id, messageVersions.messageId))
      .where(and(which, isNotNull(messageVersions.mediaId)))
      .all(),
  ];
  return rows.map(({ id }) => id!);
}
