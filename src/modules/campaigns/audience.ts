import { sql } from "drizzle-orm";
import { z } from "zod";
import { arrayOf, bounded, id, time } from "../../kit/http/fields.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { sendWindows } from "../../shared/campaigns.ts";
import { numberKey } from "../../shared/phone.ts";
import { erasedKey } from "../opt-outs/keys.ts";
import { erasedKeys, isOptedOut } from "../opt-outs/opt-outs.ts";
import { findRow } from "./find.ts";
import { beginning, endsAt } from "./pace.ts";
import { scheduledFor } from "./start-time.ts";
import type { CampaignAudience, CampaignRow } from "./table.ts";

/** The unsaved fields of a campaign editor. */
export const audienceBody = z.object({
  whatsappId: id.nullish(),
  contactListId: id.nullish(),
  tagListId: id.nullish(),
  confirmation: z.boolean().default(false),
  sendWindow: z.enum(sendWindows).default("always"),
  windowStart: time.default("09:00"),
  windowEnd: time.default("18:00"),
  windowDays: arrayOf(z.number().int().min(1).max(7), 7).default([1, 2, 3, 4, 5]),
  /** The start time, as in a campaign; now by default. */
  scheduledAt: bounded(50).nullish(),
});

/** Numbers counted before other work gets a turn. */
const slice = 2000;

type Choice = Pick<
  CampaignRow,
  | "whatsappId"
  | "contactListId"
  | "tagListId"
  | "confirmation"
  | "sendWindow"
  | "windowStart"
  | "windowEnd"
  | "windowDays"
>;
type Numbered = {
  id: number;
  number: string;
  isWhatsappValid: number | null;
  /** Null: not read yet. */ optedOut: number | null;
};

/**
 * Counts the contacts that will get a campaign, and estimates its end at the present pace. It
 * starts at the scheduled time, or now without one. Throws missing.
 */
export async function audienceOf(db: CompanyDb, id: number): Promise<CampaignAudience> {
  const campaign = findRow(db, id);
  const isScheduled = campaign.status === "PROGRAMADA";
  return audience(db, campaign, isScheduled ? campaign.scheduledAt : null);
}

/** The same for the unsaved fields of an editor. Throws invalid for a malformed time. */
export const audienceFor = async (
  db: CompanyDb,
  {
    whatsappId = null,
    contactListId = null,
    tagListId = null,
    scheduledAt,
    ...rest
  }: z.infer<typeof audienceBody>,
): Promise<CampaignAudience> =>
  audience(
    db,
    { whatsappId, contactListId, tagListId, ...rest },
    scheduledAt?.trim() ? scheduledFor(db, scheduledAt) : null,
  );

async function audience(
  db: CompanyDb,
  choice: Choice,
  startsAt: Date | null,
): Promise<CampaignAudience> {
  const counts = { total: 0, valid: 0, unknown: 0, invalid: 0, optedOut: 0, doubled: 0 };
  const erased = erasedKeys(db);
  const seen = new Set<string>();
  const read =
    choice.contactListId !== null ? ofList(choice.contactListId) : ofTag(choice.tagListId ?? 0);
  for (let after = 0; ;) {
    const some = db.all<Numbered>(read(after));
    for (const row of some)
      count(
        counts,
        row,
        seen,
        row.optedOut === null
          ? isOptedOut(db, row.number)
          : row.optedOut === 1 || (erased.size > 0 && erased.has(erasedKey(db, row.number))),
      );
    if (some.length < slice) break;
    after = some.at(-1)!.id;
    await new Promise(setImmediate);
  }
  const willGet = counts.valid + counts.unknown;
  if (willGet === 0)
    return { ...counts, willGet, beginsAt: null, holdReason: null, nightAt: null, endsAt: null };
  const from = Math.max(db.now(), startsAt?.getTime() ?? 0);
  const end = endsAt(db, choice, willGet, from);
  return { ...counts, willGet, ...beginning(db, choice, end, from), endsAt: end };
}

function count(
  counts: Pick<
    CampaignAudience,
    "total" | "valid" | "unknown" | "invalid" | "optedOut" | "doubled"
  >,
  { number, isWhatsappValid }: Numbered,
  seen: Set<string>,
  optedOut: boolean,
) {
  counts.total += 1;
  const key = numberKey(number);
  if (seen.has(key)) counts.doubled += 1;
  else if (optedOut) counts.optedOut += 1;
  else counts[isWhatsappValid === null ? "unknown" : isWhatsappValid ? "valid" : "invalid"] += 1;
  seen.add(key);
}

const ofList = (contactListId: number) => (after: number) =>
  sql`SELECT i.id, i.number, i.isWhatsappValid, EXISTS (SELECT 1 FROM optOuts o WHERE o.numberKey = i.numberKey AND o.backAt IS NULL) AS optedOut
  FROM contactListItems i WHERE i.contactListId = ${contactListId} AND i.id > ${after} ORDER BY i.id LIMIT ${slice}`;

const ofTag = (tagId: number) => (after: number) =>
  sql`SELECT c.id, c.number, NULL AS isWhatsappValid, NULL AS optedOut
  FROM contacts c WHERE c.id > ${after} AND c.erasedAt IS NULL AND c.isGroup = 0 AND c.active = 1 AND c.number <> ''
  AND (EXISTS (SELECT 1 FROM contactTags t WHERE t.contactId = c.id AND t.tagId = ${tagId}) OR EXISTS (SELECT 1 FROM tickets k JOIN ticketTags t ON t.ticketId = k.id WHERE k.contactId = c.id AND t.tagId = ${tagId})) ORDER BY c.id LIMIT ${slice}`;
