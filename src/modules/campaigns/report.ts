import { asc, eq, sql } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { variantCount } from "../../shared/campaigns.ts";
import { campaignCosts } from "../channel-costs/costs.ts";
import * as campaignSettings from "../campaign-settings/settings.ts";
import { betterOf } from "./better.ts";
import { curve } from "./curve.ts";
import { find, findRow } from "./find.ts";
import { funnelFrom, funnelOf, isDelivered, isSent, sum, talliesOf } from "./funnel.ts";
import { moneyOf } from "./money.ts";
import { capToday, endsAt, numberDay } from "./pace.ts";
import { shippingColumns } from "./shipping.ts";
import { campaignShipping, type CampaignReport } from "./table.ts";

/** A campaign's report, from counters that are updated as it runs. Throws missing. */
export function report(db: CompanyDb, me: Me, id: number): CampaignReport {
  const campaign = find(db, id);
  const row = findRow(db, id);
  const all = talliesOf(db, id);
  const funnel = funnelFrom(all);
  const day = row.whatsappId === null ? undefined : numberDay(db, row.whatsappId);
  const open = sum(all, ({ state }) => state === "waiting");
  const sales = moneyOf(db, me, id);
  const variants = variantsIn(all, sales.of);
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
    variants,
    orders: sales.orders,
    revenue: sales.revenue,
    resultDays: campaignSettings.read(db).resultDays,
    better: betterOf(variants),
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
    costs: campaignCosts(db, id),
    endsAt:
      row.status === "EM_ANDAMENTO" && row.pauseReason === null ? endsAt(db, row, left) : null,
    pace: {
      sentToday: day?.sentToday ?? 0,
      capToday: day ? capToday(campaignSettings.read(db), day) : null,
    },
  };
}

function variantsIn(
  all: ReturnType<typeof talliesOf>,
  salesOf: ReturnType<typeof moneyOf>["of"],
): CampaignReport["variants"] {
  return Array.from({ length: variantCount }, (_, index) => index + 1).flatMap((variant) => {
    const own = all.filter((tally) => tally.variant === variant);
    if (own.length === 0) return [];
    return [
      {
        variant,
        sent: sum(own, isSent),
        delivered: sum(own, isDelivered),
        read: sum(own, ({ state }) => state === "read"),
        answered: sum(own, ({ answered }) => answered),
        failed: sum(own, ({ state }) => state === "failed"),
        ...salesOf(variant),
      },
    ];
  });
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
          sql`SELECT id, isWhatsappValid FROM contactListItems
            WHERE contactListId = ${campaign.contactListId} ORDER BY id LIMIT ${shownRows}`,
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
