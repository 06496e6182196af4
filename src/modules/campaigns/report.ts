import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lte,
  sql,
  type SQL,
} from "drizzle-orm";
import { z } from "zod";
import { cachedUntilChange } from "../../kit/db/changes.ts";
import { listQuery, yesQuery } from "../../kit/http/fields.ts";
import { matching, page, pageSize } from "../../kit/db/page.ts";
import { prepared, type CompanyDb } from "../../kit/db/company-db.ts";
import { shippingStates, variantCount } from "../../shared/campaigns.ts";
import { read as readSettings } from "../campaign-settings/settings.ts";
import { find, findRow } from "./find.ts";
import { capToday, endsAt, numberDay } from "./pace.ts";
import {
  campaignShipping,
  campaignTallies,
  type CampaignReport,
  type CampaignRow,
  type Funnel,
  type Shipping,
} from "./table.ts";

type Tally = typeof campaignTallies.$inferSelect;

/** The most points of a curve. */
const curvePoints = 144;
const curveStep = 300_000;

const talliesQuery = prepared((db) =>
  db
    .select()
    .from(campaignTallies)
    .where(and(eq(campaignTallies.campaignId, sql.placeholder("id")), gt(campaignTallies.count, 0)))
    .prepare(),
);

const talliesOf = (db: CompanyDb, id: number): Tally[] => talliesQuery(db).all({ id });

const sum = (tallies: Tally[], of: (tally: Tally) => boolean) =>
  tallies.reduce((total, tally) => total + (of(tally) ? tally.count : 0), 0);
const isSent = ({ state }: Tally) => state === "sent" || state === "delivered" || state === "read";
const isDelivered = ({ state }: Tally) => state === "delivered" || state === "read";

/**
 * The numbers of a campaign by stage: valid, asked, sent and so on, each including the later
 * stages. The total is the sum of sent, waiting, failed, skipped and opted out.
 */
export const funnelOf = (db: CompanyDb, id: number): Funnel => funnelFrom(talliesOf(db, id));

function funnelFrom(all: Tally[]): Funnel {
  return {
    total: sum(all, () => true),
    valid: sum(
      all,
      (tally) =>
        tally.reason !== "notOnWhatsapp" &&
        tally.reason !== "doubled" &&
        (tally.state !== "optedOut" || tally.asked),
    ),
    waiting: sum(all, ({ state }) => state === "waiting" || state === "asked"),
    asked: sum(all, ({ asked }) => asked),
    confirmed: sum(all, ({ confirmed }) => confirmed),
    sent: sum(all, isSent),
    delivered: sum(all, isDelivered),
    read: sum(all, ({ state }) => state === "read"),
    answered: sum(all, ({ answered }) => answered),
    failed: sum(all, ({ state }) => state === "failed"),
    skipped: sum(all, ({ state }) => state === "skipped"),
    optedOut: sum(all, ({ state }) => state === "optedOut"),
    optedOutAfter: sum(all, ({ state, reason }) => state !== "optedOut" && reason === "optedOut"),
  };
}

/** A campaign's report, from counters that are updated as it runs. Throws missing. */
export function report(db: CompanyDb, id: number): CampaignReport {
  const campaign = find(db, id);
  const row = findRow(db, id);
  const all = talliesOf(db, id);
  const funnel = funnelFrom(all);
  const day = row.whatsappId === null ? undefined : numberDay(db, row.whatsappId);
  const open = sum(all, ({ state }) => state === "waiting");
  const left = row.isPrepared ? open : Math.max(open, campaign.contactList?.contactsCount ?? 0);
  return {
    campaign,
    funnel,
    valids: funnel.valid,
    delivered: funnel.delivered,
    confirmationRequested: funnel.asked,
    confirmed: funnel.confirmed,
    progress:
      funnel.valid === 0
        ? 0
        : Math.min(100, Math.round((funnel.delivered / funnel.valid) * 1000) / 10),
    curve: curve(db, row),
    variants: Array.from({ length: variantCount }, (_, index) => index + 1).flatMap((variant) => {
      const own = all.filter((tally) => tally.variant === variant);
      return own.length === 0
        ? []
        : [
            {
              variant,
              sent: sum(own, isSent),
              delivered: sum(own, isDelivered),
              read: sum(own, ({ state }) => state === "read"),
              answered: sum(own, ({ answered }) => answered),
              failed: sum(own, ({ state }) => state === "failed"),
            },
          ];
    }),
    reasons: [
      ...Map.groupBy(
        all.filter(
          ({ state, reason }) =>
            state === "optedOut" || (reason !== "" && (state === "failed" || state === "skipped")),
        ),
        ({ state, reason }) => `${state} ${reason}`,
      ).values(),
    ]
      .map((own) => ({
        state: own[0]!.state,
        reason: own[0]!.reason || own[0]!.state,
        count: sum(own, () => true),
      }))
      .toSorted((one, other) => other.count - one.count),
    endsAt:
      row.status === "EM_ANDAMENTO" && row.pauseReason === null ? endsAt(db, row, left) : null,
    pace: {
      sentToday: day?.sentToday ?? 0,
      capToday: day ? capToday(readSettings(db), day) : null,
    },
  };
}

type Point = { at: number; sent: number; delivered: number; read: number; answered: number };

// A curve of several weeks takes half the time of a report, so it is cached.
const cachedPoints = cachedUntilChange<Point[]>("curveChanged", [{ table: "campaignCurve" }], 20);

function curve(
  { sqlite }: CompanyDb,
  { id, startedAt }: Pick<CampaignRow, "id" | "startedAt">,
): CampaignReport["curve"] {
  const points = cachedPoints(sqlite, String(id), () => pointsOf(sqlite, id));
  return points.map(({ at, ...counts }, index) => ({
    at: new Date(
      index === 0 ? Math.max(at * curveStep, startedAt?.getTime() ?? 0) : at * curveStep,
    ),
    ...counts,
  }));
}

function pointsOf(sqlite: CompanyDb["sqlite"], id: number): Point[] {
  const span = sqlite
    .query<{ first: number | null; last: number | null }, [number]>(
      "SELECT min(at) AS first, max(at) AS last FROM campaignCurve WHERE campaignId = ?",
    )
    .get(id)!;
  if (span.first === null || span.last === null) return [];
  const width = Math.ceil((span.last - span.first + 1) / curvePoints);
  return sqlite
    .query<Point, [number, number, number]>(
      "SELECT ?2 + (at - ?2) / ?3 * ?3 AS at, sum(sent) AS sent, sum(delivered) AS delivered, sum(read) AS read, sum(answered) AS answered FROM campaignCurve WHERE campaignId = ?1 GROUP BY (at - ?2) / ?3 ORDER BY 1",
    )
    .all(id, span.first, width);
}

export const shippingQuery = listQuery.extend({
  state: z.enum(shippingStates).optional(),
  answered: yesQuery,
});

const {
  id,
  name,
  number,
  state,
  reason,
  variant,
  message,
  sentAt,
  deliveredAt,
  readAt,
  confirmationRequestedAt,
  confirmation,
  confirmedAt,
  answer,
  answeredAt,
  contactId,
  ticketId,
  mayWantOut,
} = getTableColumns(campaignShipping);
export const shippingColumns = {
  id,
  name,
  number,
  state,
  reason,
  variant,
  message,
  sentAt,
  deliveredAt,
  readAt,
  confirmationRequestedAt,
  confirmation,
  confirmedAt,
  answer,
  answeredAt,
  contactId,
  ticketId,
  mayWantOut,
  optOut: sql<
    Shipping["optOut"]
  >`(SELECT json_object('at', strftime('%Y-%m-%dT%H:%M:%fZ', o.at / 1000.0, 'unixepoch'), 'source', o.source, 'reason', o.reason) FROM optOuts o WHERE o.numberKey = ${campaignShipping}.numberKey AND o.backAt IS NULL)`.mapWith(
    (json: string) => JSON.parse(json) as Shipping["optOut"],
  ),
  ticketUuid: sql<
    string | null
  >`(SELECT t.uuid FROM tickets t WHERE t.id = ${campaignShipping.ticketId})`,
};

/**
 * One page of a campaign's numbers: all, in one state, or those that answered, the latest first.
 * Throws missing.
 */
export async function shippingPage(
  db: CompanyDb,
  campaignId: number,
  { searchParam, pageNumber, state: only, answered }: z.infer<typeof shippingQuery>,
): Promise<{ records: Shipping[]; hasMore: boolean; count: number }> {
  findRow(db, campaignId);
  const where = and(
    eq(campaignShipping.campaignId, campaignId),
    only && eq(campaignShipping.state, only),
    answered ? isNotNull(campaignShipping.answeredAt) : undefined,
  );
  const typed = matching(searchParam, [campaignShipping.name, campaignShipping.number]);
  const select = db.select(shippingColumns).from(campaignShipping).$dynamic();
  if (typed && !answered)
    return searched(
      db,
      campaignId,
      and(only && eq(campaignShipping.state, only), typed),
      pageNumber,
    );
  const order = answered
    ? [desc(campaignShipping.answeredAt), desc(campaignShipping.id)]
    : [asc(campaignShipping.id)];
  const count = typed
    ? undefined
    : sum(
        talliesOf(db, campaignId),
        (tally) => (!only || tally.state === only) && (!answered || tally.answered),
      );
  const { rows, ...rest } = page(db, {
    table: campaignShipping,
    select,
    where: and(where, typed),
    order,
    pageNumber,
    count,
  });
  return { records: rows as Shipping[], ...rest };
}

/** Rows searched before other work gets a turn. */
const searchedAtOnce = 20_000;

// No index covers the searched text, so this reads all rows, some at a time.
async function searched(
  db: CompanyDb,
  campaignId: number,
  where: SQL | undefined,
  pageNumber: number,
) {
  const ids: number[] = [];
  for (let after = 0; ;) {
    const own = and(eq(campaignShipping.campaignId, campaignId), gt(campaignShipping.id, after));
    const last = db
      .select({ id: campaignShipping.id })
      .from(campaignShipping)
      .where(own)
      .orderBy(asc(campaignShipping.id))
      .limit(1)
      .offset(searchedAtOnce - 1)
      .get()?.id;
    const some = db
      .select({ id: campaignShipping.id })
      .from(campaignShipping)
      .where(and(own, last === undefined ? undefined : lte(campaignShipping.id, last), where))
      .orderBy(asc(campaignShipping.id))
      .all();
    ids.push(...some.map(({ id }) => id));
    if (last === undefined) break;
    after = last;
    await new Promise(setImmediate);
  }
  const offset = (pageNumber - 1) * pageSize;
  const records = db
    .select(shippingColumns)
    .from(campaignShipping)
    .where(inArray(campaignShipping.id, ids.slice(offset, offset + pageSize)))
    .orderBy(asc(campaignShipping.id))
    .all() as Shipping[];
  return { records, hasMore: ids.length > offset + pageSize, count: ids.length };
}

/** The most rows that come with a single campaign. */
const shownRows = 200;

/** A campaign with the report fields of older clients: the first of its rows. Throws missing. */
export function show(db: CompanyDb, campaignId: number) {
  const campaign = find(db, campaignId);
  const { valids, delivered, confirmationRequested, confirmed } = figures(db, campaignId);
  const shipping = db
    .select(shippingColumns)
    .from(campaignShipping)
    .where(eq(campaignShipping.campaignId, campaignId))
    .orderBy(asc(campaignShipping.id))
    .limit(shownRows)
    .all();
  const contacts =
    campaign.contactListId === null
      ? []
      : db.all<{ id: number; isWhatsappValid: number | null }>(
          sql`SELECT id, isWhatsappValid FROM contactListItems WHERE contactListId = ${campaign.contactListId} ORDER BY id LIMIT ${shownRows}`,
        );
  const contactList = campaign.contactList && {
    ...campaign.contactList,
    contacts: contacts.map((item) => ({
      id: item.id,
      isWhatsappValid: item.isWhatsappValid === null ? null : item.isWhatsappValid === 1,
    })),
  };
  return {
    ...campaign,
    contactList,
    shipping,
    valids,
    delivered,
    confirmationRequested,
    confirmed,
  };
}

function figures(db: CompanyDb, campaignId: number) {
  const {
    valid: valids,
    delivered,
    asked: confirmationRequested,
    confirmed,
  } = funnelOf(db, campaignId);
  return { valids, delivered, confirmationRequested, confirmed };
}

/** All rows of a campaign, some at a time. */
export async function* allShipping(
  db: CompanyDb,
  campaignId: number,
  slice = 500,
): AsyncGenerator<Shipping[]> {
  for (let after = 0; ;) {
    const rows = db
      .select(shippingColumns)
      .from(campaignShipping)
      .where(and(eq(campaignShipping.campaignId, campaignId), gt(campaignShipping.id, after)))
      .orderBy(asc(campaignShipping.id))
      .limit(slice)
      .all();
    yield rows;
    if (rows.length < slice) return;
    after = rows.at(-1)!.id;
    await new Promise(setImmediate);
  }
}
