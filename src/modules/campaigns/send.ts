import { existsSync } from "node:fs";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Identifier, OutboundMessage } from "../../channel/channel.ts";
import { media } from "../../kit/db/media.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { numberKey } from "../../shared/phone.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { identifiersOf } from "../contacts/identifiers.ts";
import { filesOf } from "../files/files.ts";
import { mediaTypeForSending } from "../messages/media-types.ts";
import { newProviderId } from "../messages/messages.ts";
import { emitCampaign, findRow } from "./find.ts";
import { setFinal } from "./finish-row.ts";
import { pause } from "./lifecycle.ts";
import { listsOf } from "./lists.ts";
import { render } from "./render.ts";
import { campaignShipping, type CampaignRow, type ShippingRow } from "./table.ts";
import { filledUse, templateOfUse } from "../templates/message.ts";
import { variantsOf } from "./variants.ts";

/** One turn of a campaign: the messages and their row. Files leave first, under their own ids. */
export type Turn = {
  campaign: CampaignRow;
  row: ShippingRow;
  kind: "question" | "message";
  parts: OutboundMessage[];
};

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
      sql`UPDATE contactListItems SET isWhatsappValid = 1 WHERE contactListId IN (SELECT value
        FROM json_each(${JSON.stringify(listsOf(tx, campaign.id).added)}))
        AND numberKey = ${row.numberKey}`,
    );
    return undefined;
  });
}

/**
 * Stores a row's message with its ids before it leaves, and returns both. A row that was stored
 * before leaves unchanged, under the same ids. One that may have left waits `resendAfter` (ms) for a
 * report, and is sent once more at most. rules.md#uncertain-sends
 */
export function takeTurn(
  db: CompanyDb,
  campaignId: number,
  rowId: number,
  resendAfter = 0,
): Turn | undefined {
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
    const people = findByIdentifiers(db, [{ type: "phone", value: row.number }]);
    if (people.some(({ active }) => !active))
      return void setFinal(tx, row, { state: "skipped", reason: "blocked" });
    // The contact's orders are the campaign's result.
    if (row.contactId === null && people[0])
      tx.update(campaignShipping)
        .set({ contactId: people[0].id })
        .where(eq(campaignShipping.id, row.id))
        .run();
    const kind = campaign.confirmation && !row.confirmation ? "question" : "message";
    const stored =
      kind === "question"
        ? storeQuestion(tx, campaign, row)
        : campaign.template
          ? storeTemplate(tx, campaign, row)
          : storeMessage(tx, campaign, row);
    if (!stored) return undefined;
    const parts = partsOf(db, campaign, stored, kind);
    if (parts.every(isWhole)) {
      const tried = resendAfter > 0 ? noteTry(tx, stored, resendAfter) : stored;
      return tried && { campaign, row: tried, kind, parts };
    }
    // Each row would fail, one after the other.
    pause(tx, campaignId, "fileDeleted");
    return void emitCampaign(tx, "update", campaignId);
  });
}

/** The row with its try noted; undefined while, or because, it may not be sent again. */
function noteTry(tx: Tx, row: ShippingRow, resendAfter: number): ShippingRow | undefined {
  const now = tx.now();
  const due = row.triedAt === null ? now : row.triedAt + resendAfter;
  if (row.triedAt !== null && row.uncertain > 0 && due <= now)
    return void setFinal(tx, row, { state: "failed", reason: "ERR_SEND_UNCERTAIN" });
  const change =
    due > now
      ? { due }
      : { triedAt: now, uncertain: row.uncertain + (row.triedAt === null ? 0 : 1) };
  const changed = tx
    .update(campaignShipping)
    .set(change)
    .where(eq(campaignShipping.id, row.id))
    .returning()
    .get();
  return due > now ? undefined : changed;
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

/**
 * The row with the template as it gets it. A template that cannot be sent any more pauses the
 * campaign, and a row without one of its values is skipped. rules.md#templates
 */
function storeTemplate(tx: Tx, campaign: CampaignRow, row: ShippingRow): ShippingRow | undefined {
  if (row.providerId !== null && row.message !== null) return row;
  const template = templateOfUse(tx, campaign.whatsappId!, campaign.template!);
  if (template?.state !== "APPROVED" || !template.isPlain) {
    pause(tx, campaign.id, "template");
    return void emitCampaign(tx, "update", campaign.id);
  }
  const values = valuesOrNone(() =>
    filledUse(template, campaign.template!, (text) => render(tx, text, row, campaign.whatsappId)),
  );
  if (!values) return void setFinal(tx, row, { state: "skipped", reason: "templateValue" });
  return tx
    .update(campaignShipping)
    .set({
      variant: 1,
      providerId: newProviderId(),
      message: values.body,
      template: values.template,
      whatsappId: campaign.whatsappId,
    })
    .where(eq(campaignShipping.id, row.id))
    .returning()
    .get();
}

function valuesOrNone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind === "invalid") return undefined;
    throw thrown;
  }
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
  if (row.template)
    return [
      {
        id: row.providerId!,
        to,
        content: { kind: "template", body: row.message!, template: row.template },
      },
    ];
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
  !("file" in content) || !content.file || existsSync(content.file.path);

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
