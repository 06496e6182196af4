import { existsSync } from "node:fs";
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Identifier, OutboundMessage } from "../../channel/channel.ts";
import { media } from "../../kit/db/media.ts";
import { prepared, type CompanyDb, type Tx } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { next, whenAllowed, type Pace } from "../../pacing/pace.ts";
import type { HoldReason } from "../../shared/campaigns.ts";
import { numberKey } from "../../shared/phone.ts";
import { isStopped } from "../companies/standing.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import { filesOf } from "../files/files.ts";
import { mediaTypeForSending, newProviderId } from "../messages/messages.ts";
import { isOptedOut } from "../opt-outs/opt-outs.ts";
import { emitCampaign, findRow, variantsOf } from "./campaigns.ts";
import { finishIfDone, pause } from "./lifecycle.ts";
import { countSent, numberDay, paceOf } from "./pace.ts";
import { render } from "./render.ts";
import { campaigns, campaignShipping, type CampaignRow, type ShippingRow } from "./table.ts";

/** How long (ms) a campaign waits for an answer to a confirmation. */
const answerWithin = 86_400_000;

/** Tries of a row that fails while the connection is up, and how long (ms) until the next. */
const maxAttempts = 3;
const retryAfter = (attempts: number) => 10_000 * 3 ** attempts;

/** After a failure that is not the row's, this long (ms) until the campaign's next turn. */
const troubleWait = 10_000;

/** The longest wait of a row (ms): a longer one was set before the clock was put back. */
const longestWait = 10 * 60_000;

/** How often (ms) a campaign checks whether its company may work again. */
const stoppedWait = 60_000;

/** One turn of a campaign: the messages and their row. Files leave first, under their own ids. */
export type Turn = {
  campaign: CampaignRow;
  row: ShippingRow;
  kind: "question" | "message";
  parts: OutboundMessage[];
};

const dueQuery = prepared((db) =>
  db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.status, "EM_ANDAMENTO"),
        isNull(campaigns.pauseReason),
        or(
          lte(campaigns.nextAt, sql.placeholder("now")),
          gt(campaigns.nextSetAt, sql.placeholder("later")),
        ),
      ),
    )
    .orderBy(asc(campaigns.nextAt))
    .limit(100)
    .prepare(),
);

const workQuery = prepared((db) =>
  db
    .select({
      any: sql<number>`EXISTS (SELECT 1 FROM campaigns WHERE status = 'EM_ANDAMENTO') OR EXISTS (SELECT 1 FROM campaigns WHERE status = 'PROGRAMADA') OR EXISTS (SELECT 1 FROM contactListItems WHERE isWhatsappValid IS NULL) OR EXISTS (SELECT 1 FROM campaignShipping WHERE state = 'asked')`,
    })
    .from(sql`(SELECT 1)`)
    .prepare(),
);

/** Whether a company has any campaign work. It runs each second, and most companies have none. */
export const hasWork = (db: CompanyDb): boolean => workQuery(db).get()!.any === 1;

/**
 * Running campaigns whose next message may be due. They include those whose time lies in the future
 * because the clock was put back.
 */
export const dueCampaigns = (db: CompanyDb): CampaignRow[] =>
  dueQuery(db).all({ now: db.now(), later: db.now() + 60_000 });

/** Whether the clock was put back since the campaign's time was set. */
export const isClockBack = (db: CompanyDb, { nextSetAt }: CampaignRow) =>
  nextSetAt !== null && nextSetAt.getTime() > db.now() + 60_000;

/** Whether a reply to a customer is due on a connection: it goes first. rules.md#campaign-pace */
export const isAnswering = ({ sqlite, now }: CompanyDb, whatsappId: number): boolean =>
  sqlite
    .query(
      "SELECT 1 FROM outbox WHERE whatsappId = ? AND cold = 0 AND deferred = 0 AND dueAt <= ? LIMIT 1",
    )
    .get(whatsappId, now()) !== null;

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

const confirmedQuery = prepared((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        gt(campaignShipping.due, 0),
        lte(campaignShipping.due, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(campaignShipping.due), asc(campaignShipping.id))
    .limit(1)
    .prepare(),
);
const farQuery = prepared((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        gt(campaignShipping.due, sql.placeholder("far")),
      ),
    )
    .orderBy(asc(campaignShipping.due))
    .limit(1)
    .prepare(),
);
const freshQuery = prepared((db) =>
  db
    .select()
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        eq(campaignShipping.due, 0),
      ),
    )
    .orderBy(asc(campaignShipping.id))
    .limit(1)
    .prepare(),
);
const laterQuery = prepared((db) =>
  db
    .select({ due: campaignShipping.due })
    .from(campaignShipping)
    .where(
      and(
        eq(campaignShipping.campaignId, sql.placeholder("id")),
        eq(campaignShipping.state, "waiting"),
        gt(campaignShipping.due, sql.placeholder("now")),
      ),
    )
    .orderBy(asc(campaignShipping.due))
    .limit(1)
    .prepare(),
);

/**
 * The next row: first those that confirmed or are tried again, then fresh ones. It marks numbers
 * that opted out and skips them.
 */
export function nextRow(db: CompanyDb, id: number): ShippingRow | undefined {
  for (let skipped = 0; skipped < 50; skipped++) {
    const now = db.now();
    const row =
      confirmedQuery(db).get({ id, now }) ??
      farQuery(db).get({ id, far: now + longestWait }) ??
      freshQuery(db).get({ id });
    if (!row || !isOptedOut(db, row.number)) return row;
    db.write((tx) => setFinal(tx, row, { state: "optedOut" }));
  }
  return undefined;
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

/** The identifiers of a row's contact, or its number alone for an unknown contact. */
export function addressees(
  db: CompanyDb,
  { number, contactId }: Pick<ShippingRow, "number" | "contactId">,
): Identifier[] {
  const contact = contactId ?? findByIdentifiers(db, [{ type: "phone", value: number }])[0]?.id;
  const identifiers = contact === undefined ? [] : identifiersOf(db, contact);
  return identifiers.length > 0 ? identifiers : [{ type: "phone", value: number }];
}

/**
 * Saves the network's check of an unchecked number: a number without an account gets no message.
 */
export function saveCheck(
  db: CompanyDb,
  campaign: CampaignRow,
  row: ShippingRow,
  ids: Identifier[] | undefined,
) {
  db.write((tx) => {
    if (!ids)
      return setFinal(tx, row, {
        state: "skipped",
        reason: "notOnWhatsapp",
        isWhatsappValid: false,
      });
    const number = ids.find(({ type }) => type === "phone")?.value ?? row.number;
    const key = numberKey(number);
    const taken =
      key !== row.numberKey &&
      tx
        .select({ id: campaignShipping.id })
        .from(campaignShipping)
        .where(
          and(
            eq(campaignShipping.campaignId, campaign.id),
            eq(campaignShipping.numberKey, key),
            ne(campaignShipping.id, row.id),
          ),
        )
        .get();
    if (taken) return setFinal(tx, row, { state: "skipped", reason: "doubled" });
    tx.update(campaignShipping)
      .set({ isWhatsappValid: true, number, numberKey: key })
      .where(eq(campaignShipping.id, row.id))
      .run();
    tx.run(
      sql`UPDATE contactListItems SET isWhatsappValid = 1 WHERE contactListId = ${campaign.contactListId} AND numberKey = ${row.numberKey}`,
    );
    return undefined;
  });
}

/**
 * Stores a row's message with its ids before it leaves, and returns both. A row that was stored
 * before leaves unchanged, under the same ids.
 */
export function takeTurn(db: CompanyDb, campaignId: number, rowId: number): Turn | undefined {
  return db.write((tx) => {
    const campaign = findRow(tx, campaignId);
    const row = tx.select().from(campaignShipping).where(eq(campaignShipping.id, rowId)).get();
    // It may have been cancelled, paused or erased during the network's check.
    if (
      !row ||
      row.state !== "waiting" ||
      campaign.status !== "EM_ANDAMENTO" ||
      campaign.pauseReason !== null
    )
      return undefined;
    // The contact was blocked after the list was made, and could not even answer.
    if (findByIdentifiers(db, [{ type: "phone", value: row.number }]).some(({ active }) => !active))
      return void setFinal(tx, row, { state: "skipped", reason: "blocked" });
    const kind = campaign.confirmation && !row.confirmation ? "question" : "message";
    const stored =
      kind === "question" ? storeQuestion(tx, campaign, row) : storeMessage(tx, campaign, row);
    const parts = partsOf(db, campaign, stored, kind);
    if (parts.every(isWhole)) return { campaign, row: stored, kind, parts };
    // Each row would fail, one after the other.
    pause(tx, campaignId, "fileDeleted");
    return void emitCampaign(tx, "update", campaignId);
  });
}

/**
 * Records that the network accepted the message. The next one leaves after an interval from now.
 */
export function noteSent(db: CompanyDb, { campaign, row, kind }: Turn) {
  db.write((tx) => {
    const now = db.now();
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
        .set({ attempts, due: db.now() + retryAfter(attempts) })
        .where(eq(campaignShipping.id, row.id))
        .run();
    goOn(tx, campaign.id);
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

/** Updates the campaign after a message was sent or refused: its pace, a pause, or its end. */
function goOn(tx: Tx, id: number, reason?: string) {
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

function setFinal(
  tx: Tx,
  { id }: ShippingRow,
  values: Partial<ShippingRow> & Pick<ShippingRow, "state">,
) {
  tx.update(campaignShipping)
    .set({ ...values, ...updateTimestamps(tx.now()) })
    .where(eq(campaignShipping.id, id))
    .run();
}

function storeQuestion(tx: Tx, campaign: CampaignRow, row: ShippingRow): ShippingRow {
  if (row.askedId !== null && row.confirmationMessage !== null) return row;
  const { text } = pick(variantsOf(campaign, "confirmationMessage"), row);
  return tx
    .update(campaignShipping)
    .set({
      askedId: newProviderId(),
      confirmationMessage: render(tx, text, row, campaign.whatsappId),
      whatsappId: campaign.whatsappId,
    })
    .where(eq(campaignShipping.id, row.id))
    .returning()
    .get()!;
}

function storeMessage(tx: Tx, campaign: CampaignRow, row: ShippingRow): ShippingRow {
  if (row.providerId !== null && row.message !== null) return row;
  const { variant, text } = pick(variantsOf(campaign, "message"), row);
  const fileIds =
    campaign.fileListId === null
      ? null
      : filesOf(tx, campaign.fileListId).map(() => newProviderId());
  return tx
    .update(campaignShipping)
    .set({
      variant,
      providerId: newProviderId(),
      fileIds,
      message: render(tx, text, row, campaign.whatsappId),
      whatsappId: campaign.whatsappId,
    })
    .where(eq(campaignShipping.id, row.id))
    .returning()
    .get()!;
}

// Variants alternate by the row's id: each gets as many rows, even after a restart.
const pick = (variants: { variant: number; text: string }[], { id }: ShippingRow) =>
  variants[id % Math.max(1, variants.length)] ?? { variant: 1, text: "" };

type File = typeof media.$inferSelect;

function partsOf(
  db: CompanyDb,
  campaign: CampaignRow,
  row: ShippingRow,
  kind: Turn["kind"],
): OutboundMessage[] {
  const to = addressees(db, row);
  if (kind === "question")
    return [{ id: row.askedId!, to, content: { kind: "chat", body: row.confirmationMessage! } }];
  const files = campaign.fileListId === null ? [] : filesOf(db, campaign.fileListId);
  const before = (row.fileIds ?? []).flatMap((id, index) =>
    files[index] ? [{ id, to, content: fileContent(db, files[index], "") }] : [],
  );
  const own =
    campaign.mediaId === null
      ? undefined
      : db.select().from(media).where(eq(media.id, campaign.mediaId)).get();
  return [
    ...before,
    {
      id: row.providerId!,
      to,
      content: own ? fileContent(db, own, row.message!) : { kind: "chat", body: row.message! },
    },
  ];
}

const isWhole = ({ content }: OutboundMessage) =>
  !("file" in content) || existsSync(content.file.path);

/** A file as channels send it, with its caption. */
export const fileContent = (
  db: CompanyDb,
  { name, type, size, seconds, sha256 }: File,
  body: string,
): OutboundMessage["content"] => ({
  kind: mediaTypeForSending(type),
  body,
  file: { name, type, size, seconds: seconds ?? undefined, path: db.files.path(sha256) },
});
