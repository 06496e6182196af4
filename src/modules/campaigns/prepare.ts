import { and, asc, eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { addContacts, emitReload, fill, insertList } from "../contact-lists/lists.ts";
import { contactListItems } from "../contact-lists/table.ts";
import { isOptedOut } from "../opt-outs/opt-outs.ts";
import { contactIdsOf, findSegment, isBroken } from "../segments/segments.ts";
import { emitCampaign, findRow } from "./find.ts";
import { finishIfDone, pause } from "./lifecycle.ts";
import { listsOf } from "./lists.ts";
import { campaigns, campaignShipping, type CampaignRow } from "./table.ts";

/** Rows inserted before other work gets a turn. */
const slice = 250;

/** Running campaigns that lack some of their rows. */
export const unprepared = (db: CompanyDb): CampaignRow[] =>
  db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, "EM_ANDAMENTO"),
        eq(campaigns.isPrepared, false),
        sql`${campaigns.pauseReason} IS NULL`,
      ),
    )
    .orderBy(asc(campaigns.id))
    .limit(20)
    .all();

/**
 * Inserts the next rows of a running campaign, one for each number of its list. Returns whether
 * there may be more. After a crash it continues at the same place. rules.md#campaigns
 */
export async function prepareSome(db: CompanyDb, id: number): Promise<boolean> {
  const { contactListId, segmentId, segmentListId, tagListId } = findRow(db, id);
  if (segmentId !== null && segmentListId === null && !isBroken(db, segmentId))
    await listFromSegment(db, id, segmentId);
  else if (contactListId === null && tagListId !== null) await listFromTag(db, id);
  return db.write((tx) => {
    const campaign = findRow(tx, id);
    if (campaign.status !== "EM_ANDAMENTO" || campaign.isPrepared || campaign.pauseReason !== null)
      return false;
    const isLost = campaign.segmentId !== null && campaign.segmentListId === null;
    const { added, excepted } = listsOf(tx, id);
    if (isLost || added.length === 0) {
      pause(tx, id, isLost ? "segmentBroken" : "listDeleted");
      emitCampaign(tx, "update", id);
      return false;
    }
    const items = itemsOf(tx, added, excepted, campaign.preparedTo);
    insertRows(tx, id, items);
    const isPrepared = items.length < slice;
    tx.update(campaigns)
      .set({ isPrepared, preparedTo: items.at(-1)?.id ?? campaign.preparedTo })
      .where(eq(campaigns.id, id))
      .run();
    if (isPrepared) finishIfDone(tx, id);
    return !isPrepared;
  });
}

/** The next items of some lists, by their ids, without the numbers of others. */
function itemsOf(tx: Tx, added: number[], excepted: number[], after: number) {
  const excluded = JSON.stringify(excepted);
  const ids = added.map(
    (
      listId,
    ) => sql`SELECT id FROM (SELECT i.id FROM contactListItems i WHERE i.contactListId = ${listId}
      AND i.id > ${after}
      AND NOT EXISTS (SELECT 1 FROM contactListItems e WHERE e.numberKey = i.numberKey
        AND e.contactListId IN (SELECT value FROM json_each(${excluded})))
      ORDER BY i.id LIMIT ${slice})`,
  );
  return tx
    .select()
    .from(contactListItems)
    .where(sql`${contactListItems.id} IN (${sql.join(ids, sql` UNION ALL `)})`)
    .orderBy(asc(contactListItems.id))
    .limit(slice)
    .all();
}

function insertRows(tx: Tx, campaignId: number, items: (typeof contactListItems.$inferSelect)[]) {
  if (items.length === 0) return;
  const rows = items.map(({ number, numberKey, name, email, isWhatsappValid }) => ({
    campaignId,
    number,
    numberKey,
    name,
    email,
    isWhatsappValid,
    ...stateFrom(tx, number, isWhatsappValid),
    ...insertTimestamps(tx.now()),
  }));
  // A number with an earlier row has received the message or will.
  tx.insert(campaignShipping).values(rows).onConflictDoNothing().run();
}

// Numbers that will get nothing must not count as valid and waiting.
function stateFrom(tx: Tx, number: string, isWhatsappValid: boolean | null) {
  if (isOptedOut(tx, number)) return { state: "optedOut" as const };
  return isWhatsappValid === false && { state: "skipped" as const, reason: "notOnWhatsapp" };
}

/** Copies the contacts of the segment, all found at once, to a list that the campaign uses. */
async function listFromSegment(db: CompanyDb, id: number, segmentId: number) {
  const { name, userId } = findRow(db, id);
  const contactIds = contactIdsOf(db, segmentId);
  const day = new Date(db.now()).toISOString();
  const title = `${name} | ${findSegment(db, segmentId).name} - ${day}`.slice(0, 200);
  const list = db.write((tx) => insertList(tx, title, userId));
  await addContacts(db, list.id, contactIds);
  db.write((tx) => {
    emitReload(tx, list.id);
    // Another segment may have been chosen meanwhile.
    tx.update(campaigns)
      .set({ segmentListId: list.id })
      .where(and(eq(campaigns.id, id), eq(campaigns.segmentId, segmentId)))
      .run();
  });
}

/** Copies the contacts of the tag to a list, which the campaign uses from then on. */
async function listFromTag(db: CompanyDb, id: number) {
  const list = db.write((tx) => {
    const { name, tagListId, userId } = findRow(tx, id);
    const day = new Date(db.now()).toISOString();
    return {
      tagId: tagListId!,
      ...insertList(tx, `${name} | TAG: ${tagListId} - ${day}`.slice(0, 200), userId),
    };
  });
  await fill(db, list.id, { tagIds: [list.tagId], searchParam: "", all: false });
  db.write(
    (tx) =>
      void tx.update(campaigns).set({ contactListId: list.id }).where(eq(campaigns.id, id)).run(),
  );
}
