import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { setFinal } from "./finish-row.ts";
import { emitCampaign } from "./find.ts";
import { finishIfDone, pause } from "./lifecycle.ts";
import { goOn } from "./next-turn.ts";
import { countSent } from "./pace.ts";
import type { Turn } from "./send.ts";
import { campaigns, campaignShipping } from "./table.ts";

/** How long (ms) a campaign waits for an answer to a confirmation. */
const answerWithin = 86_400_000;

/** Tries of a row that fails while the connection is up, and how long (ms) until the next. */
const maxAttempts = 3;
const retryAfter = (attempts: number) => 10_000 * 3 ** attempts;

/**
 * Records that the network accepted the message, under this id of its own. The next one leaves
 * after an interval from now.
 */
export function noteSent(db: CompanyDb, { campaign, row, kind }: Turn, networkId: string) {
  db.write((tx) => {
    const now = db.now();
    const names = kind === "question" ? { askedId: networkId } : { providerId: networkId };
    tx.update(campaignShipping)
      .set({ ...names, triedAt: null })
      .where(eq(campaignShipping.id, row.id))
      .run();
    const current = tx.select().from(campaignShipping).where(eq(campaignShipping.id, row.id)).get();
    // An acknowledgement arrived earlier and was counted.
    if (current?.state !== "waiting") return goOn(tx, campaign.id);
    const change =
      kind === "question"
        ? {
            state: "asked" as const,
            confirmationRequestedAt: new Date(now),
            due: now + answerWithin,
          }
        : { state: "sent" as const, sentAt: new Date(now), reason: null };
    tx.update(campaignShipping)
      .set({ ...change, whatsappId: campaign.whatsappId, ...updateTimestamps(now) })
      .where(eq(campaignShipping.id, row.id))
      .run();
    return countTaken(tx, campaign.id, campaign.whatsappId);
  });
}

/** Counts a sent message for its campaign and for its number's day. */
export function countTaken(tx: Tx, campaignId: number, whatsappId: number | null) {
  if (whatsappId !== null) countSent(tx, whatsappId);
  tx.update(campaigns)
    .set({ sentCount: sql`${campaigns.sentCount} + 1`, refusals: 0 })
    .where(eq(campaigns.id, campaignId))
    .run();
  goOn(tx, campaignId);
}

/**
 * Records that the network refused the message, with a reason that screens show. Too many refusals
 * pause the campaign. rules.md#campaign-pauses
 */
export function noteRefused(db: CompanyDb, { campaign, row }: Turn, reason: string) {
  db.write((tx) => {
    setFinal(tx, row, { state: "failed", reason });
    tx.update(campaigns)
      .set({ refusals: sql`${campaigns.refusals} + 1` })
      .where(eq(campaigns.id, campaign.id))
      .run();
    goOn(tx, campaign.id, reason);
    // The next rows would end the same way. rules.md#templates
    if (reason === "ERR_TEMPLATE_REFUSED") {
      pause(tx, campaign.id, "template");
      emitCampaign(tx, "update", campaign.id);
    }
  });
}

/**
 * Records a failure of the row itself, for example of its file. The row is retried, and fails after
 * some attempts.
 */
export function noteError(db: CompanyDb, { campaign, row }: Turn) {
  db.write((tx) => {
    const attempts = row.attempts + 1;
    if (attempts >= maxAttempts)
      setFinal(tx, row, { state: "failed", reason: "ERR_SENDING_WAPP_MSG" });
    else
      tx.update(campaignShipping)
        .set({ attempts, triedAt: null, due: db.now() + retryAfter(attempts) })
        .where(eq(campaignShipping.id, row.id))
        .run();
    goOn(tx, campaign.id);
  });
}

/** The message did not leave: it may leave again at once. */
export function noteNotSent(db: CompanyDb, { row }: Turn) {
  if (row.triedAt === null) return;
  db.write((tx) => {
    tx.update(campaignShipping).set({ triedAt: null }).where(eq(campaignShipping.id, row.id)).run();
  });
}

/** Skips rows whose question got no answer within a day, some at a time. */
export function expireQuestions(db: CompanyDb) {
  const late = db
    .select()
    .from(campaignShipping)
    .where(and(eq(campaignShipping.state, "asked"), lte(campaignShipping.due, db.now())))
    .limit(200)
    .all();
  if (late.length === 0) return;
  db.write((tx) => {
    tx.update(campaignShipping)
      .set({ state: "skipped", reason: "noAnswer", ...updateTimestamps(db.now()) })
      .where(
        inArray(
          campaignShipping.id,
          late.map(({ id }) => id),
        ),
      )
      .run();
    for (const id of new Set(late.map(({ campaignId }) => campaignId))) finishIfDone(tx, id);
  });
}
