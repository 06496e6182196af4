import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { arrayOf, bounded, id, text, time } from "../../kit/http/fields.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { sendWindows } from "../../shared/campaigns.ts";
import { numberKey } from "../../shared/phone.ts";
import { type Costs, costsOf, countryOf } from "../../shared/channel-costs.ts";
import { readRates } from "../channel-rates/rates.ts";
import { templateUseField } from "../templates/fields.ts";
import { templateOfChoice, type TemplateChoice } from "../templates/message.ts";
import { erasedKey } from "../opt-outs/keys.ts";
import { erasedKeys, isOptedOut } from "../opt-outs/opt-outs.ts";
import { contactIdsOf } from "../segments/segments.ts";
import { maxLists } from "./body.ts";
import { findRow } from "./find.ts";
import { lackingIn } from "./lacking.ts";
import { listsOf } from "./lists.ts";
import { beginning, dateAt, endsAt } from "./pace.ts";
import { scheduledFor } from "./start-time.ts";
import { variantsOf } from "./variants.ts";
import type { CampaignAudience, CampaignRow } from "./table.ts";

/** The unsaved fields of a campaign editor. */
export const audienceBody = z.object({
  whatsappId: id.nullish(),
  contactListId: id.nullish(),
  contactListIds: arrayOf(id, maxLists).nullish(),
  exceptListIds: arrayOf(id, maxLists).nullish(),
  segmentId: id.nullish(),
  /** The written texts, for the fields that they name. */
  messages: arrayOf(text(4000), 10).nullish(),
  tagListId: id.nullish(),
  confirmation: z.boolean().default(false),
  sendWindow: z.enum(sendWindows).default("always"),
  windowStart: time.default("09:00"),
  windowEnd: time.default("18:00"),
  windowDays: arrayOf(z.number().int().min(1).max(7), 7).default([1, 2, 3, 4, 5]),
  /** As in a campaign: its category decides the costs. */
  template: templateUseField.nullish(),
  /** The start time, as in a campaign; now by default. */
  scheduledAt: bounded(50).nullish(),
});

/** Numbers counted before other work gets a turn. */
const slice = 2000;

type Choice = Pick<
  CampaignRow,
  | "whatsappId"
  | "tagListId"
  | "segmentId"
  | "confirmation"
  | "sendWindow"
  | "windowStart"
  | "windowEnd"
  | "windowDays"
> & {
  listIds: number[];
  texts: string[];
  exceptListIds: number[];
  template: Pick<TemplateChoice, "id" | "name" | "language"> | null;
};
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
  const { added, excepted } = listsOf(db, id);
  // The segment is in the lists once the campaign has started.
  const segmentId = campaign.segmentListId === null ? campaign.segmentId : null;
  return audience(
    db,
    { ...campaign, segmentId, listIds: added, exceptListIds: excepted, texts: textsOf(campaign) },
    isScheduled ? campaign.scheduledAt : null,
  );
}

/** The same for the unsaved fields of an editor. Throws invalid for a malformed time. */
export const audienceFor = async (
  db: CompanyDb,
  {
    whatsappId = null,
    contactListId,
    contactListIds,
    exceptListIds,
    segmentId = null,
    messages,
    tagListId = null,
    template = null,
    scheduledAt,
    ...rest
  }: z.infer<typeof audienceBody>,
): Promise<CampaignAudience> =>
  audience(
    db,
    {
      whatsappId,
      tagListId,
      segmentId,
      listIds: contactListIds ?? (contactListId ? [contactListId] : []),
      exceptListIds: exceptListIds ?? [],
      texts: messages ?? [],
      template,
      ...rest,
    },
    scheduledAt?.trim() ? scheduledFor(db, scheduledAt) : null,
  );

async function audience(
  db: CompanyDb,
  choice: Choice,
  startsAt: Date | null,
): Promise<CampaignAudience> {
  const counts = {
    total: 0,
    valid: 0,
    unknown: 0,
    invalid: 0,
    optedOut: 0,
    doubled: 0,
    excepted: 0,
  };
  const erased = erasedKeys(db);
  const seen = new Set<string>();
  const countries = new Map<string, number>();
  const excepted = keysOf(db, choice.exceptListIds);
  const lacking = lackingIn(db, choice.texts);
  for (const some of slicesOf(db, choice)) {
    const reached: string[] = [];
    for (const row of some) {
      const gets = count(
        counts,
        row,
        seen,
        excepted,
        row.optedOut === null
          ? isOptedOut(db, row.number)
          : row.optedOut === 1 || (erased.size > 0 && erased.has(erasedKey(db, row.number))),
      );
      if (gets) reached.push(row.number);
      if (gets)
        countries.set(countryOf(row.number), (countries.get(countryOf(row.number)) ?? 0) + 1);
    }
    lacking.add(reached);
    await new Promise(setImmediate);
  }
  const willGet = counts.valid + counts.unknown;
  const never = { beginsAt: null, holdReason: null, nightAt: null, endsAt: null, forecast: null };
  if (willGet === 0) return { ...counts, lacking: lacking.fields(), willGet, ...never };
  const from = Math.max(db.now(), startsAt?.getTime() ?? 0);
  const end = endsAt(db, choice, willGet, from);
  const forecast = forecastOf(db, choice, countries, from);
  return {
    ...counts,
    lacking: lacking.fields(),
    willGet,
    ...beginning(db, choice, end, from),
    endsAt: end,
    forecast,
  };
}

/** The costs of a template to so many people of each country; null without one. */
function forecastOf(
  db: CompanyDb,
  { whatsappId, template }: Choice,
  countries: Map<string, number>,
  at: number,
): Costs | null {
  const row = template && whatsappId !== null && templateOfChoice(db, whatsappId, template);
  if (!row) return null;
  const [category, day] = [row.category.toLowerCase(), dateAt(db, at).toString()];
  return costsOf(
    readRates(db),
    [...countries].map(([country, count]) => ({ category, country, day, isBillable: true, count })),
  );
}

/** Counts a number, and returns whether it gets the campaign. */
function count(
  counts: Pick<
    CampaignAudience,
    "total" | "valid" | "unknown" | "invalid" | "optedOut" | "doubled" | "excepted"
  >,
  { number, isWhatsappValid }: Numbered,
  seen: Set<string>,
  excepted: Set<string>,
  optedOut: boolean,
): boolean {
  counts.total += 1;
  const key = numberKey(number);
  const kind = seen.has(key)
    ? "doubled"
    : excepted.has(key)
      ? "excepted"
      : optedOut
        ? "optedOut"
        : isWhatsappValid === null
          ? "unknown"
          : isWhatsappValid
            ? "valid"
            : "invalid";
  counts[kind] += 1;
  seen.add(key);
  return kind === "unknown" || kind === "valid";
}

function keysOf(db: CompanyDb, listIds: number[]): Set<string> {
  if (listIds.length === 0) return new Set();
  const rows = db.all<{ numberKey: string }>(
    sql`SELECT numberKey FROM contactListItems WHERE contactListId IN (SELECT value
      FROM json_each(${JSON.stringify(listIds)}))`,
  );
  return new Set(rows.map((row) => row.numberKey));
}

/** The numbers of a choice, some at a time: those of its lists, then of its segment or its tag. */
function* slicesOf(
  db: CompanyDb,
  { listIds, segmentId, tagListId }: Choice,
): Generator<Numbered[]> {
  for (const listId of listIds) yield* after(db, ofList(listId));
  if (segmentId !== null) yield* ofSegment(db, segmentId);
  else if (listIds.length === 0) yield* after(db, ofTag(tagListId ?? 0));
}

function* after(db: CompanyDb, read: (after: number) => SQL): Generator<Numbered[]> {
  for (let last = 0; ;) {
    const some = db.all<Numbered>(read(last));
    yield some;
    if (some.length < slice) return;
    last = some.at(-1)!.id;
  }
}

function* ofSegment(db: CompanyDb, segmentId: number): Generator<Numbered[]> {
  const ids = contactIdsOf(db, segmentId);
  for (let at = 0; at < ids.length; at += slice)
    yield db.all<Numbered>(
      sql`SELECT id, number, NULL AS isWhatsappValid, NULL AS optedOut FROM contacts WHERE id IN
        (SELECT value FROM json_each(${JSON.stringify(ids.slice(at, at + slice))}))`,
    );
}

const textsOf = (campaign: CampaignRow) => [
  ...variantsOf(campaign, "message").map(({ text }) => text),
  ...(campaign.confirmation
    ? variantsOf(campaign, "confirmationMessage").map(({ text }) => text)
    : []),
];

const ofList = (contactListId: number) => (after: number) =>
  sql`SELECT i.id, i.number, i.isWhatsappValid, EXISTS (SELECT 1 FROM optOuts o
    WHERE o.numberKey = i.numberKey AND o.backAt IS NULL) AS optedOut
  FROM contactListItems i WHERE i.contactListId = ${contactListId} AND i.id > ${after}
    ORDER BY i.id LIMIT ${slice}`;

const ofTag = (tagId: number) => (after: number) =>
  sql`SELECT c.id, c.number, NULL AS isWhatsappValid, NULL AS optedOut
  FROM contacts c WHERE c.id > ${after} AND c.erasedAt IS NULL AND c.isGroup = 0 AND c.active = 1
    AND c.number <> ''
  AND (EXISTS (SELECT 1 FROM contactTags t WHERE t.contactId = c.id AND t.tagId = ${tagId})
    OR EXISTS (SELECT 1 FROM tickets k JOIN ticketTags t ON t.ticketId = k.id
    WHERE k.contactId = c.id AND t.tagId = ${tagId})) ORDER BY c.id LIMIT ${slice}`;
