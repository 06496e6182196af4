import { and, eq, isNull } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { next, whenAllowed, type Pace } from "../../pacing/pace.ts";
import type { HoldReason } from "../../shared/campaigns.ts";
import { isStopped } from "../companies/standing.ts";
import { freshQuery, laterQuery } from "./due.ts";
import { emitCampaign, findRow } from "./find.ts";
import { finishIfDone, pause } from "./lifecycle.ts";
import { numberDay, paceOf } from "./pace.ts";
import { campaigns, type CampaignRow } from "./table.ts";

/** After a failure that is not the row's, this long (ms) until the campaign's next turn. */
const troubleWait = 10_000;

/** How often (ms) a campaign checks whether its company may work again. */
const stoppedWait = 60_000;

/** Whether the clock was put back since the campaign's time was set. */
export const isClockBack = (db: CompanyDb, { nextSetAt }: CampaignRow) =>
  nextSetAt !== null && nextSetAt.getTime() > db.now() + 60_000;

/**
 * Whether a campaign may send now, by its pace. Saves the next time and the reason to wait, and
 * pauses the campaign where the pace demands it.
 */
export function maySend(db: CompanyDb, campaign: CampaignRow, isUp: boolean): boolean {
  const day = numberDay(db, campaign.whatsappId!);
  if (!day) return false;
  const { settings, state } = paceOf(db, campaign, day, isUp);
  const now = db.now();
  if (isStopped(db)) {
    savePace(db, campaign, { at: now + stoppedWait, hold: "subscription" });
    return false;
  }
  if (isClockBack(db, campaign)) {
    savePace(db, campaign, next(settings, state, now, Math.random));
    return false;
  }
  const pace = whenAllowed(settings, state, now);
  if ("at" in pace && pace.hold === null) return true;
  savePace(db, campaign, pace);
  return false;
}

/** Delays a campaign's turn after a failure that is not the row's. */
export function postpone(db: CompanyDb, id: number) {
  const now = db.now();
  db.write(
    (tx) =>
      void tx
        .update(campaigns)
        .set({ nextAt: new Date(now + troubleWait), nextSetAt: new Date(now) })
        .where(
          and(
            eq(campaigns.id, id),
            eq(campaigns.status, "EM_ANDAMENTO"),
            isNull(campaigns.pauseReason),
          ),
        )
        .run(),
  );
}

/** No row is due: the campaign ends, or waits for retries or answers. */
export function waitOrFinish(db: CompanyDb, campaign: CampaignRow) {
  const later = laterQuery(db).get({ id: campaign.id, now: db.now() })?.due;
  const fresh = freshQuery(db).get({ id: campaign.id });
  db.write((tx) => {
    if (finishIfDone(tx, campaign.id)) return;
    const hold: HoldReason | null = later || fresh || !campaign.isPrepared ? null : "answers";
    // Answers bring it forward.
    const at = fresh
      ? db.now()
      : Math.min(later ?? Infinity, db.now() + (campaign.isPrepared ? 60_000 : 1000));
    setPace(tx, campaign, { at, hold });
  });
}

/** Updates the campaign after a message was sent or refused: its pace, a pause, or its end. */
export function goOn(tx: Tx, id: number, reason?: string) {
  if (finishIfDone(tx, id)) return;
  const campaign = findRow(tx, id);
  if (
    campaign.status !== "EM_ANDAMENTO" ||
    campaign.pauseReason !== null ||
    campaign.whatsappId === null
  )
    return;
  const day = numberDay(tx, campaign.whatsappId)!;
  const { settings, state } = paceOf(tx, campaign, day, true, reason);
  setPace(tx, campaign, next(settings, state, tx.now(), Math.random));
}

function savePace(db: CompanyDb, campaign: CampaignRow, pace: Pace) {
  const isSame =
    "at" in pace &&
    pace.hold === campaign.holdReason &&
    (pace.hold === "disconnected" ||
      pace.hold === "restricted" ||
      pace.at === campaign.nextAt?.getTime());
  if (!isSame) db.write((tx) => setPace(tx, campaign, pace));
}

function setPace(tx: Tx, { id, holdReason }: CampaignRow, pace: Pace) {
  if ("pause" in pace) {
    pause(tx, id, pace.pause);
    emitCampaign(tx, "update", id);
    return;
  }
  const now = tx.now();
  tx.update(campaigns)
    .set({ nextAt: new Date(pace.at), nextSetAt: new Date(now), holdReason: pace.hold })
    .where(eq(campaigns.id, id))
    .run();
  if (pace.hold !== holdReason) emitCampaign(tx, "update", id);
}
