import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { id } from "../../kit/http/fields.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { leastInterval } from "../../pacing/pace.ts";
import type { PauseReason } from "../../shared/campaigns.ts";
import { actor, addAuditEntry } from "../audit/audit.ts";
import { isBroken } from "../segments/segments.ts";
import { emitCampaign, findRow } from "./find.ts";
import { hasPeople } from "./has-people.ts";
import { refuseUnready } from "./refuse.ts";
import { campaigns, campaignTallies, type Campaign, type CampaignRow } from "./table.ts";

/** A campaign that is late by more than this (ms) waits until an admin confirms it. */
const lateAfter = 86_400_000;

/**
 * Starts a campaign now. Throws missing, invalid for an incomplete one, a conflict for a started
 * one. rules.md#campaign-states
 */
export const start = (db: CompanyDb, me: Me, id: number): Campaign =>
  moveFrom(db, me, id, ["INATIVA", "PROGRAMADA"], "campaignStarted", begin);

/**
 * Cancels a campaign: its unsent messages stay unsent. Throws missing, and a conflict for one that
 * does not run.
 */
export const cancel = (db: CompanyDb, me: Me, id: number): Campaign =>
  moveFrom(
    db,
    me,
    id,
    ["EM_ANDAMENTO", "PROGRAMADA"],
    "campaignCancelled",
    (tx) =>
      void tx
        .update(campaigns)
        .set({
          status: "CANCELADA",
          nextAt: null,
          nextSetAt: null,
          pauseReason: null,
          pausedAt: null,
          holdReason: null,
          ...updateTimestamps(db.now()),
        })
        .where(eq(campaigns.id, id))
        .run(),
  );

/** Restarts a cancelled campaign with its unsent rows. Throws missing, invalid, a conflict. */
export const restart = (db: CompanyDb, me: Me, id: number): Campaign =>
  moveFrom(db, me, id, ["CANCELADA"], "campaignStarted", begin);

/** Pauses a running campaign until `resume`. Throws missing, a conflict. */
export function pauseByHand(db: CompanyDb, id: number): Campaign {
  return db.write((tx) => {
    refuseUnless(findRow(tx, id), ["EM_ANDAMENTO"]);
    pause(tx, id, "user");
    return emitCampaign(tx, "update", id);
  });
}

/** `whatsappId`: another connection, where the campaign's own was deleted. */
export const resumeBody = z.object({ whatsappId: id.optional() }).optional();

/**
 * Resumes a paused campaign. Throws missing, invalid for an incomplete one, a conflict where it is
 * not paused. rules.md#campaign-pauses
 */
export function resume(
  db: CompanyDb,
  id: number,
  { whatsappId }: z.infer<typeof resumeBody> = {},
): Campaign {
  return db.write((tx) => {
    const campaign = findRow(tx, id);
    refuseUnless(campaign, ["EM_ANDAMENTO"]);
    if (campaign.pauseReason === null)
      throw new Fault("conflict", "ERR_CAMPAIGN_STATE", { message: "A campanha não está pausada" });
    refuseMissingReferences(tx, campaigns, { whatsappId });
    if (whatsappId) tx.update(campaigns).set({ whatsappId }).where(eq(campaigns.id, id)).run();
    begin(tx, findRow(tx, id));
    return emitCampaign(tx, "update", id);
  });
}

/**
 * Pauses a running campaign with a reason, in the transaction of its cause. The caller emits it.
 */
export function pause(tx: Tx, id: number, pauseReason: PauseReason) {
  tx.update(campaigns)
    .set({
      pauseReason,
      pausedAt: new Date(tx.now()),
      holdReason: null,
      nextAt: null,
      nextSetAt: null,
      ...updateTimestamps(tx.now()),
    })
    .where(eq(campaigns.id, id))
    .run();
}

/** Scheduled campaigns whose time has come, the earliest first. */
export const dueToStart = (db: CompanyDb): number[] =>
  db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, "PROGRAMADA"),
        isNotNull(campaigns.scheduledAt),
        lte(campaigns.scheduledAt, new Date(db.now())),
      ),
    )
    .orderBy(asc(campaigns.scheduledAt))
    .limit(20)
    .all()
    .map(({ id }) => id);

/**
 * Starts a scheduled campaign whose time has come. One that cannot be sent any more is paused with
 * its reason.
 */
export function startScheduled(db: CompanyDb, id: number) {
  db.write((tx) => {
    const campaign = findRow(tx, id);
    setRunning(tx, campaign);
    const missing = lacks(tx, campaign);
    if (missing) pause(tx, id, missing);
    else if (db.now() - campaign.scheduledAt!.getTime() > lateAfter) pause(tx, id, "late");
    emitCampaign(tx, "update", id);
  });
}

/** Pauses a due or running campaign in which a fault came up. rules.md#campaign-pauses */
export function pauseFaulty(db: CompanyDb, id: number) {
  db.write((tx) => {
    const campaign = findRow(tx, id);
    if (campaign.status === "PROGRAMADA") setRunning(tx, campaign);
    pause(tx, id, "fault");
    emitCampaign(tx, "update", id);
  });
}

/** Pauses every campaign that runs. */
export function pauseRunning(db: CompanyDb, reason: PauseReason) {
  const running = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.status, "EM_ANDAMENTO"), isNull(campaigns.pauseReason)))
    .all();
  if (running.length === 0) return;
  db.write((tx) => {
    for (const { id } of running) {
      pause(tx, id, reason);
      emitCampaign(tx, "update", id);
    }
  });
}

/** Pauses running campaigns whose connection was deleted. */
export function pauseOrphans(db: CompanyDb) {
  const orphans = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, "EM_ANDAMENTO"),
        isNull(campaigns.whatsappId),
        isNull(campaigns.pauseReason),
      ),
    )
    .all();
  for (const { id } of orphans) {
    db.write((tx) => {
      pause(tx, id, "connectionDeleted");
      emitCampaign(tx, "update", id);
    });
  }
}

/** Ends a running campaign whose rows are all final. Returns whether it did. */
export function finishIfDone(tx: Tx, id: number): boolean {
  const { status, isPrepared } = findRow(tx, id);
  if (status !== "EM_ANDAMENTO" || !isPrepared || openRows(tx, id) > 0) return false;
  const now = new Date(tx.now());
  tx.update(campaigns)
    .set({
      status: "FINALIZADA",
      completedAt: now,
      nextAt: null,
      nextSetAt: null,
      pauseReason: null,
      pausedAt: null,
      holdReason: null,
      updatedAt: now,
    })
    .where(eq(campaigns.id, id))
    .run();
  emitCampaign(tx, "update", id);
  return true;
}

/** Rows that are not final. */
export const openRows = (db: CompanyDb, id: number): number =>
  db
    .select({ count: sql<number>`coalesce(sum(${campaignTallies.count}), 0)` })
    .from(campaignTallies)
    .where(
      and(eq(campaignTallies.campaignId, id), inArray(campaignTallies.state, ["waiting", "asked"])),
    )
    .get()!.count;

function moveFrom(
  db: CompanyDb,
  me: Me,
  id: number,
  from: CampaignRow["status"][],
  action: "campaignStarted" | "campaignCancelled",
  work: (tx: Tx, campaign: CampaignRow) => void,
): Campaign {
  return db.write((tx) => {
    const campaign = findRow(tx, id);
    refuseUnless(campaign, from);
    work(tx, campaign);
    addAuditEntry(tx, { ...actor(me), action, subject: `campaign ${id} ${campaign.name}` });
    return emitCampaign(tx, "update", id);
  });
}

/** Starts or continues a campaign. Throws invalid for an incomplete one. */
export function begin(tx: Tx, campaign: CampaignRow) {
  refuseUnready(tx, campaign);
  refuseEmpty(tx, campaign);
  setRunning(tx, campaign);
}

function setRunning(tx: Tx, { id, startedAt }: CampaignRow) {
  const now = new Date(tx.now());
  // A campaign that continues may have sent just now.
  const nextAt = new Date(now.getTime() + (startedAt === null ? 0 : leastInterval));
  tx.update(campaigns)
    .set({
      status: "EM_ANDAMENTO",
      startedAt: startedAt ?? now,
      completedAt: null,
      nextAt,
      nextSetAt: now,
      pauseReason: null,
      pausedAt: null,
      holdReason: null,
      refusals: 0,
      updatedAt: now,
    })
    .where(eq(campaigns.id, id))
    .run();
}

function refuseEmpty(tx: Tx, campaign: CampaignRow) {
  if (hasPeople(tx, campaign)) return;
  const isOfTag = campaign.contactListId === null && campaign.segmentId === null;
  throw new Fault("invalid", "ERR_CAMPAIGN_NOBODY", {
    message: isOfTag
      ? "Nenhum contato tem esta tag"
      : "A lista de contatos ou o segmento está vazio",
    fields: isOfTag ? { tagListId: "required" } : { contactListId: "required" },
  });
}

function lacks(tx: Tx, campaign: CampaignRow): PauseReason | undefined {
  if (campaign.whatsappId === null) return "connectionDeleted";
  const { contactListId, segmentId, tagListId } = campaign;
  if (contactListId === null && segmentId === null && tagListId === null) return "listDeleted";
  if (segmentId !== null && isBroken(tx, segmentId)) return "segmentBroken";
  return hasPeople(tx, campaign) ? undefined : "nobody";
}

/** Throws a conflict for a campaign in another state. */
export function refuseUnless({ status }: CampaignRow, states: CampaignRow["status"][]) {
  if (!states.includes(status))
    throw new Fault("conflict", "ERR_CAMPAIGN_STATE", {
      message: "O estado da campanha não permite esta ação",
      details: { status },
    });
}
