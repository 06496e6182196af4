import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { permanentReasons } from "../../shared/campaigns.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { emitCampaign, findRow } from "./find.ts";
import { begin, refuseUnless } from "./lifecycle.ts";
import { campaigns, campaignShipping, type Campaign } from "./table.ts";

/** Rows retried before other work gets a turn. */
const slice = 500;

/**
 * Retries the failed rows that may succeed, of a running or finished campaign. Messages leave under
 * their earlier ids, so that no contact gets one twice. Throws missing, invalid, and conflicts: its
 * state, nothing to retry. rules.md#campaign-retries
 */
export async function retryFailed(db: CompanyDb, me: Me, id: number): Promise<Campaign> {
  const first = db.write((tx) => {
    const campaign = findRow(tx, id);
    refuseUnless(campaign, ["EM_ANDAMENTO", "FINALIZADA"]);
    const count = takeUp(tx, id);
    if (count === 0)
      throw new Fault("conflict", "ERR_CAMPAIGN_NOTHING_FAILED", {
        message: "Nenhum envio desta campanha pode ser tentado de novo",
      });
    if (campaign.status === "FINALIZADA") begin(tx, campaign);
    addAuditEntry(tx, {
      userId: me.id,
      action: "campaignStarted",
      subject: `campaign ${id} ${campaign.name}`,
    });
    return count;
  });
  for (let count = first; count === slice;) {
    await new Promise(setImmediate);
    count = db.write((tx) => (findRow(tx, id).status === "EM_ANDAMENTO" ? takeUp(tx, id) : 0));
  }
  return db.write((tx) => emitCampaign(tx, "update", id));
}

function takeUp(tx: Tx, campaignId: number): number {
  const where = and(
    eq(campaignShipping.campaignId, campaignId),
    eq(campaignShipping.state, "failed"),
    notInArray(campaignShipping.reason, [...permanentReasons]),
  );
  const ids = tx
    .select({ id: campaignShipping.id })
    .from(campaignShipping)
    .where(where)
    .orderBy(asc(campaignShipping.id))
    .limit(slice)
    .all()
    .map((row) => row.id);
  tx.update(campaignShipping)
    .set({
      state: "waiting",
      reason: null,
      due: 0,
      attempts: 0,
      ...updateTimestamps(tx.now()),
    })
    .where(inArray(campaignShipping.id, ids))
    .run();
  const now = new Date(tx.now());
  // A campaign that only waits for answers has messages to send again.
  if (ids.length > 0)
    tx.update(campaigns)
      .set({ nextAt: now, nextSetAt: now, holdReason: null })
      .where(and(eq(campaigns.id, campaignId), eq(campaigns.holdReason, "answers")))
      .run();
  return ids.length;
}
