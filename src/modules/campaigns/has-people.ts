import { count, eq, sql } from "drizzle-orm";
import type { Tx } from "../../kit/db/company-db.ts";
import { isTagged } from "../contact-lists/lists.ts";
import { contactIdsOf } from "../segments/segments.ts";
import { listsOf } from "./lists.ts";
import { campaignTallies, type CampaignRow } from "./table.ts";

/** Whether its audience has contacts, or the campaign has rows from an earlier run. */
export function hasPeople(
  tx: Tx,
  { contactListId, segmentId, segmentListId, tagListId, id }: CampaignRow,
): boolean {
  const isFilled =
    contactListId === null && segmentId === null
      ? tagListId !== null && isTagged(tx, tagListId)
      : tx.all(
          sql`SELECT 1 FROM contactLists WHERE contactsCount > 0 AND id IN (SELECT value
            FROM json_each(${JSON.stringify(listsOf(tx, id).added)})) LIMIT 1`,
        ).length > 0 ||
        (segmentId !== null && segmentListId === null && contactIdsOf(tx, segmentId).length > 0);
  if (isFilled) return true;
  const { rows } = tx
    .select({ rows: count() })
    .from(campaignTallies)
    .where(eq(campaignTallies.campaignId, id))
    .get()!;
  return rows > 0;
}
