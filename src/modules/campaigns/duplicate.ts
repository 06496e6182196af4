import { sql } from "drizzle-orm";
import { z } from "zod";
import { name } from "../../kit/http/fields.ts";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { emitCampaign, findRow } from "./find.ts";
import { savePeople } from "./people.ts";
import { campaigns, type Campaign, type CampaignRow } from "./table.ts";

export const duplicateBody = z.object({
  name,
  audience: z.enum(["all", "unread", "unanswered", "failed", "clicked"]).default("all"),
});

/**
 * A new campaign with the texts, the files and the pace of another. Its audience is the other's, or
 * a new list of some of its people. Throws missing, and invalid for nobody. rules.md#campaign-copies
 */
export async function duplicate(
  db: CompanyDb,
  me: Me,
  id: number,
  { name: title, audience }: z.infer<typeof duplicateBody>,
): Promise<Campaign> {
  const campaign = findRow(db, id);
  const list =
    audience === "all" ? null : await savePeople(db, me, id, { people: audience, name: title });
  return db.write((tx) => {
    const { id: copyId } = tx
      .insert(campaigns)
      .values({
        ...copied(campaign),
        ...(list && { contactListId: list.contactListId, segmentId: null, tagListId: null }),
        name: title,
        userId: me.id,
        ...insertTimestamps(tx.now()),
      })
      .returning({ id: campaigns.id })
      .get();
    // The numbers that get nothing stay so, also where the audience is a part.
    tx.run(
      sql`INSERT INTO campaignLists (campaignId, contactListId, isExcept, position)
        SELECT ${copyId}, contactListId, isExcept, position FROM campaignLists
        WHERE campaignId = ${id} ${list ? sql`AND isExcept = 1` : sql``}`,
    );
    return emitCampaign(tx, "create", copyId);
  });
}

function copied({
  id: _id,
  status: _status,
  scheduledAt: _scheduledAt,
  startedAt: _startedAt,
  completedAt: _completedAt,
  segmentListId: _segmentListId,
  pauseReason: _pauseReason,
  pausedAt: _pausedAt,
  holdReason: _holdReason,
  nextAt: _nextAt,
  nextSetAt: _nextSetAt,
  sentCount: _sentCount,
  refusals: _refusals,
  preparedTo: _preparedTo,
  isPrepared: _isPrepared,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...rest
}: CampaignRow) {
  return rest;
}
