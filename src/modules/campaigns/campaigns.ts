import { and, eq, inArray } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { Upload } from "../../kit/files/files.ts";
import { addMedia, deleteUnusedMedia } from "../../kit/db/media.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { deleteUnusedFiles, storeUpload } from "../messages/stored-files.ts";
import type { Body } from "./body.ts";
import { emitCampaign, find, findRow } from "./find.ts";
import { storeLists, withFirstList } from "./lists.ts";
import { refuseIncomplete, refuseRunning, refuseUneditable } from "./refuse.ts";
import type { TemplateUse } from "../../shared/templates.ts";
import { chosenTemplate, storedUse, type TemplateChoice } from "../templates/message.ts";
import { withTime } from "./start-time.ts";
import { campaigns, campaignShipping, type Campaign } from "./table.ts";

/** A new campaign: INATIVA, or PROGRAMADA with a time. Throws invalid. rules.md#campaign-states */
export function create(db: CompanyDb, me: Pick<Me, "id">, body: Body): Campaign {
  return db.write((tx) => {
    const values = withTemplate(tx, withTime(db, withFirstList(body)), body.whatsappId ?? null);
    refuseMissingReferences(tx, campaigns, values);
    const { id } = tx
      .insert(campaigns)
      .values({
        ...values,
        name: body.name,
        userId: me.id,
        status: values.scheduledAt ? "PROGRAMADA" : "INATIVA",
        ...insertTimestamps(db.now()),
      })
      .returning({ id: campaigns.id })
      .get();
    storeLists(tx, id, body, null);
    refuseIncomplete(tx, findRow(tx, id));
    return emitCampaign(tx, "create", id);
  });
}

/**
 * Changes a campaign that is not running. Throws missing, a conflict, invalid.
 * rules.md#campaign-states
 */
export async function update(db: CompanyDb, id: number, body: Partial<Body>): Promise<Campaign> {
  const before = refuseUneditable(db, id);
  const values = withTemplate(
    db,
    withTime(db, withFirstList(body), before),
    body.whatsappId === undefined ? before.whatsappId : body.whatsappId,
  );
  const isOtherAudience = hasOtherAudience(find(db, id), body);
  // Sent rows stay, so that a number in both lists gets nothing twice.
  if (isOtherAudience && before.status === "CANCELADA")
    await deleteRows(db, id, { onlyOpen: true });
  return db.write((tx) => {
    const { status } = refuseUneditable(tx, id);
    refuseMissingReferences(tx, campaigns, values);
    const next =
      status === "CANCELADA"
        ? status
        : values.scheduledAt === undefined
          ? status
          : values.scheduledAt
            ? "PROGRAMADA"
            : "INATIVA";
    tx.update(campaigns)
      .set({
        ...values,
        status: next,
        ...(isOtherAudience && { preparedTo: 0, isPrepared: false, segmentListId: null }),
        ...updateTimestamps(db.now()),
      })
      .where(eq(campaigns.id, id))
      .run();
    storeLists(tx, id, body, before.contactListId);
    refuseIncomplete(tx, findRow(tx, id));
    return emitCampaign(tx, "update", id);
  });
}

/**
 * Deletes a campaign with its report, some rows at a time. Throws missing, and a conflict while it
 * runs.
 */
export async function remove(db: CompanyDb, id: number) {
  refuseRunning(db, id);
  await deleteRows(db, id);
  const orphans = db.write((tx) => {
    const { mediaId } = refuseRunning(tx, id);
    tx.delete(campaigns).where(eq(campaigns.id, id)).run();
    tx.emit("campaign", "delete", { id }, { to: "admins" });
    return deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]);
  });
  await deleteUnusedFiles(db, orphans);
  return {};
}

const hasOtherAudience = (before: Campaign, body: Partial<Body>) =>
  (["contactListId", "contactListIds", "exceptListIds", "tagListId", "segmentId"] as const).some(
    (field) =>
      body[field] !== undefined && JSON.stringify(body[field]) !== JSON.stringify(before[field]),
  );

/** The values with a template as it is stored: by name. Throws missing for an unknown one. */
function withTemplate<Values extends { template?: TemplateChoice | null }>(
  db: CompanyDb,
  { template, ...values }: Values,
  whatsappId: number | null,
): Omit<Values, "template"> & { template?: TemplateUse | null } {
  if (!template) return { ...values, ...(template === null && { template }) };
  return { ...values, template: storedUse(chosenTemplate(db, whatsappId, template), template) };
}

/** Sets or removes the file of a campaign. Throws missing, a conflict. */
export async function attach(db: CompanyDb, id: number, upload: Upload | null): Promise<Campaign> {
  refuseUneditable(db, id);
  const stored = upload && (await storeUpload(db, upload));
  const { record, orphans } = db.files.releaseAfter([stored], () =>
    db.write((tx) => {
      const { mediaId } = refuseUneditable(tx, id);
      tx.update(campaigns)
        .set({ mediaId: stored && addMedia(tx, stored, db.now()), ...updateTimestamps(db.now()) })
        .where(eq(campaigns.id, id))
        .run();
      return {
        orphans: deleteUnusedMedia(tx, mediaId === null ? [] : [mediaId]),
        record: emitCampaign(tx, "update", id),
      };
    }),
  );
  await deleteUnusedFiles(db, orphans);
  return record;
}

/** Rows deleted before other work gets a turn. */
const slice = 500;

async function deleteRows(db: CompanyDb, campaignId: number, { onlyOpen = false } = {}) {
  const where = and(
    eq(campaignShipping.campaignId, campaignId),
    onlyOpen ? inArray(campaignShipping.state, ["waiting", "asked"]) : undefined,
  );
  for (;;) {
    const ids = db
      .select({ id: campaignShipping.id })
      .from(campaignShipping)
      .where(where)
      .limit(slice)
      .all()
      .map(({ id }) => id);
    if (ids.length > 0)
      db.write(
        (tx) => void tx.delete(campaignShipping).where(inArray(campaignShipping.id, ids)).run(),
      );
    if (ids.length < slice) return;
    await new Promise(setImmediate);
  }
}
