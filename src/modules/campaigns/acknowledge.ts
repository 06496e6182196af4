import { and, desc, eq, sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { ack } from "../../shared/states.ts";
import { whenAllowed } from "../../pacing/pace.ts";
import { emitCampaign, findRow } from "./find.ts";
import { finishIfDone, pause } from "./lifecycle.ts";
import { countTaken } from "./outcome.ts";
import { numberDay, paceOf } from "./pace.ts";
import { campaigns, campaignShipping, type ShippingRow } from "./table.ts";

const sentQuery = query((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.providerId, sql.placeholder("id")),
        eq(campaignShipping.whatsappId, sql.placeholder("whatsappId")),
      ),
    )
    .orderBy(desc(campaignShipping.id))
    .limit(1),
);
const questionQuery = query((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.askedId, sql.placeholder("id")),
        eq(campaignShipping.whatsappId, sql.placeholder("whatsappId")),
      ),
    )
    .orderBy(desc(campaignShipping.id))
    .limit(1),
);

/**
 * The order of the states: a state only rises, except that an undelivered message may fail.
 * rules.md#acks
 */
const levels: Partial<Record<ShippingRow["state"], number>> = {
  waiting: 0,
  asked: 0,
  sent: 1,
  delivered: 2,
  read: 3,
};

/**
 * Applies the network's report on a campaign's message. Returns the campaign whose report changed.
 */
export function acknowledgeShipping(
  db: CompanyDb,
  whatsappId: number,
  id: string,
  level: number,
  { reason, ours = id }: { reason?: string; ours?: string } = {},
): number | undefined {
  const row = sentQuery(db).get({ whatsappId, id }) ?? sentQuery(db).get({ whatsappId, id: ours });
  if (row) return acknowledgeMessage(db, withNetworkId(db, row, "providerId", id), level, reason);
  const byId = questionQuery(db);
  const stored = byId.get({ whatsappId, id }) ?? byId.get({ whatsappId, id: ours });
  const question = stored && withNetworkId(db, stored, "askedId", id);
  // For a question only a failure matters: its row waits for the answer.
  return question &&
    level === ack.failed &&
    (question.state === "asked" || question.state === "waiting") &&
    !question.confirmation
    ? fail(db, question, reason)
    : undefined;
}

/** The row of a campaign whose message the network has under this id. */
export const shippingByNetworkId = (db: CompanyDb, whatsappId: number, id: string) =>
  sentQuery(db).get({ whatsappId, id });

/** Whether a message that seems written on the company's own phone belongs to a campaign. */
export const isOfCampaign = (db: CompanyDb, whatsappId: number, id: string): boolean =>
  sentQuery(db).get({ whatsappId, id }) !== undefined ||
  questionQuery(db).get({ whatsappId, id }) !== undefined;

// The network's report may come before its answer, which brings its id.
function withNetworkId(
  db: CompanyDb,
  row: ShippingRow,
  column: "providerId" | "askedId",
  id: string,
): ShippingRow {
  if (row[column] === id) return row;
  db.write((tx) => {
    tx.update(campaignShipping)
      .set({ [column]: id, triedAt: null })
      .where(eq(campaignShipping.id, row.id))
      .run();
  });
  return { ...row, [column]: id, triedAt: null };
}

function acknowledgeMessage(
  db: CompanyDb,
  row: ShippingRow,
  level: number,
  reason?: string,
): number | undefined {
  if (level === ack.failed)
    return row.state === "waiting" || row.state === "sent" ? fail(db, row, reason) : undefined;
  const current = row.state === "failed" ? 1 : levels[row.state];
  if (level < ack.sent || current === undefined || Math.min(level, 3) <= current) return undefined;
  const now = new Date(db.now());
  const state = level >= ack.read ? "read" : level === ack.delivered ? "delivered" : "sent";
  db.write((tx) => {
    tx.update(campaignShipping)
      .set({
        state,
        reason: null,
        sentAt: row.sentAt ?? now,
        ...(level >= ack.delivered && { deliveredAt: row.deliveredAt ?? now }),
        ...(level >= ack.read && { readAt: row.readAt ?? now }),
        ...updateTimestamps(db.now()),
      })
      .where(eq(campaignShipping.id, row.id))
      .run();
    // The message had left before a crash, and was not counted.
    if (row.state === "waiting") countTaken(tx, row.campaignId, row.whatsappId);
    else finishIfDone(tx, row.campaignId);
  });
  return row.campaignId;
}

function fail(db: CompanyDb, row: ShippingRow, reason = "ERR_SENDING_WAPP_MSG"): number {
  db.write((tx) => {
    tx.update(campaignShipping)
      .set({ state: "failed", reason, ...updateTimestamps(db.now()) })
      .where(eq(campaignShipping.id, row.id))
      .run();
    tx.update(campaigns)
      .set({ refusals: sql`${campaigns.refusals} + 1` })
      .where(eq(campaigns.id, row.campaignId))
      .run();
    if (finishIfDone(tx, row.campaignId)) return;
    const campaign = findRow(tx, row.campaignId);
    const day = campaign.whatsappId === null ? undefined : numberDay(db, campaign.whatsappId);
    if (campaign.status !== "EM_ANDAMENTO" || campaign.pauseReason !== null || !day) return;
    const { settings, state } = paceOf(db, campaign, day, true, reason);
    const pace = whenAllowed(settings, state, db.now());
    if (!("pause" in pace)) return;
    pause(tx, campaign.id, pace.pause);
    emitCampaign(tx, "update", campaign.id);
  });
  return row.campaignId;
}
