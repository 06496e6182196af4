import { and, count, eq, lt, gt, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { dayBounds } from "../../kit/process/clock.ts";
import { forecastEnd, nightAt } from "../../pacing/forecast.ts";
import {
  dailyCap,
  goesOnAt,
  whenAllowed,
  type PaceSettings,
  type PaceState,
  type SendHours,
} from "../../pacing/pace.ts";
import { nextOpening, weekdayNames } from "../../shared/hours.ts";
import { restrictionEnd, type Restriction } from "../../shared/restrictions.ts";
import * as campaignSettings from "../campaign-settings/settings.ts";
import { connections } from "../connections/table.ts";
import * as hours from "../hours/hours.ts";
import { connectionDays, type CampaignAudience, type CampaignRow } from "./table.ts";

type Window = Pick<CampaignRow, "sendWindow" | "windowStart" | "windowEnd" | "windowDays">;

/** The number of a connection, and its count of campaign messages. */
export type NumberDay = {
  number: string;
  day: string;
  /** When the day begins and ends (epoch ms). */
  begins: number;
  tomorrow: number;
  sentToday: number;
  sentYesterday: number;
  earlierDays: number;
  restriction: Restriction | null;
};

const numberQuery = query((db) =>
  db
    .select({ number: connections.number, restriction: connections.restriction })
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id"))),
);
const dayQuery = query((db) =>
  db
    .select()
    .from(connectionDays)
    .where(
      and(
        eq(connectionDays.whatsappId, sql.placeholder("whatsappId")),
        eq(connectionDays.number, sql.placeholder("number")),
        eq(connectionDays.day, sql.placeholder("day")),
      ),
    ),
);
const earlierQuery = query((db) =>
  db
    .select({ days: count() })
    .from(connectionDays)
    .where(
      and(
        eq(connectionDays.whatsappId, sql.placeholder("whatsappId")),
        eq(connectionDays.number, sql.placeholder("number")),
        lt(connectionDays.day, sql.placeholder("day")),
        gt(connectionDays.sent, 0),
      ),
    ),
);

/**
 * The figures of a connection's number on the day of an instant (epoch ms), today by default.
 * Undefined when the connection is gone.
 */
export function numberDay(db: CompanyDb, whatsappId: number, at = db.now()): NumberDay | undefined {
  const connection = numberQuery(db).get({ id: whatsappId });
  if (!connection) return undefined;
  const date = dateAt(db, at);
  const day = date.toString();
  const [begins, tomorrow] = dayBounds(day, db.about().timezone);
  const sentOn = (of: string) =>
    dayQuery(db).get({ whatsappId, number: connection.number, day: of })?.sent ?? 0;
  return {
    number: connection.number,
    restriction: connection.restriction,
    day,
    begins,
    tomorrow,
    sentToday: sentOn(day),
    sentYesterday: sentOn(date.subtract({ days: 1 }).toString()),
    earlierDays: earlierQuery(db).get({ whatsappId, number: connection.number, day })!.days,
  };
}

/** The day of an instant (epoch ms) in the company. */
export const dateAt = (db: CompanyDb, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(db.about().timezone).toPlainDate();

/** Counts a campaign message of a connection's number. */
export function countSent(tx: Tx, whatsappId: number) {
  const { number, day } = numberDay(tx, whatsappId) ?? {};
  if (number === undefined || day === undefined) return;
  tx.insert(connectionDays)
    .values({ whatsappId, number, day, sent: 1 })
    .onConflictDoUpdate({
      target: [connectionDays.whatsappId, connectionDays.number, connectionDays.day],
      set: { sent: sql`${connectionDays.sent} + 1` },
    })
    .run();
}

/** How many campaign messages a number may send today; null: any. */
export const capToday = (
  { warmUp, dailyCapFirst, dailyCapMost }: campaignSettings.Settings,
  { earlierDays }: Pick<NumberDay, "earlierDays">,
) => dailyCap({ warmUp, first: dailyCapFirst, most: dailyCapMost }, earlierDays);

/** A campaign's pace by the present settings. */
export function paceOf(
  db: CompanyDb,
  campaign: Window & Pick<CampaignRow, "sentCount" | "refusals">,
  day: NumberDay,
  isUp: boolean,
  reason?: string,
): { settings: PaceSettings; state: PaceState } {
  const settings = campaignSettings.read(db);
  const hours = hoursOf(db, campaign);
  return {
    settings: { ...settings, hours, dailyCap: capToday(settings, day) },
    state: {
      sentCount: campaign.sentCount,
      refusals: campaign.refusals,
      isRestricted: reason !== undefined && restrictions.includes(reason),
      isUp,
      restrictedUntil: restrictionEnd(day.restriction, db.now()),
      sentToday: day.sentToday,
      tomorrow: day.tomorrow,
      // A campaign with its own hours follows those instead.
      goesOnAt: hours ? day.tomorrow : goesOn(db, day.tomorrow),
      restsUntil: hours ? 0 : restsUntil(db, settings, day),
    },
  };
}

/** The first time from a midnight (epoch ms) on at which the company's messages may leave. */
const goesOn = (db: CompanyDb, midnight: number) => {
  const { schedules, holidays } = hours.closing(db);
  return goesOnAt({ week: schedules, holidays, timezone: db.about().timezone }, midnight);
};

// Without this rest, a campaign that is resumed or answered at night would send at once.
function restsUntil(db: CompanyDb, settings: campaignSettings.Settings, day: NumberDay): number {
  if (day.sentYesterday === 0) return 0;
  const cap = capToday(settings, { earlierDays: day.earlierDays - 1 });
  return cap !== null && day.sentYesterday >= cap ? goesOn(db, day.begins) : 0;
}

/** With these reasons the network would refuse the next messages of a campaign, too. */
const restrictions = ["ERR_WAPP_REACHOUT", "ERR_CLOUD_SPAM_LIMIT", "ERR_CLOUD_MARKETING_OFF"];

/**
 * Estimates when a campaign that starts at an instant (epoch ms) reaches so many contacts, at the
 * present pace. Null without an estimate.
 */
export function endsAt(
  db: CompanyDb,
  campaign: Window & Pick<CampaignRow, "whatsappId" | "confirmation">,
  contacts: number,
  at = db.now(),
): Date | null {
  const day = campaign.whatsappId === null ? undefined : numberDay(db, campaign.whatsappId, at);
  const settings = campaignSettings.read(db);
  const { dailyCapFirst: first, dailyCapMost: most } = settings;
  const hours = hoursOf(db, campaign);
  const from = dateAt(db, at);
  const { timezone } = db.about();
  const dayEnd = (days: number) => dayBounds(from.add({ days }).toString(), timezone)[1];
  const number = {
    warmUp: settings.warmUp,
    first,
    most,
    earlierDays: day?.earlierDays ?? 0,
    sentToday: day?.sentToday ?? 0,
  };
  const end = forecastEnd(
    { ...settings, hours },
    number,
    contacts * (campaign.confirmation ? 2 : 1),
    day && !hours ? Math.max(at, restsUntil(db, settings, day)) : at,
    dayEnd,
    (midnight) => goesOn(db, midnight),
  );
  return end === undefined ? null : new Date(end);
}

/**
 * Tells when a campaign started at an instant (epoch ms) begins, and whether it works at night
 * before its end. `endsAt`: null when the end cannot be estimated. rules.md#campaign-start
 */
export function beginning(
  db: CompanyDb,
  campaign: Window & Pick<CampaignRow, "whatsappId">,
  endsAt: Date | null,
  at = db.now(),
): Pick<CampaignAudience, "beginsAt" | "holdReason" | "nightAt"> {
  const day = campaign.whatsappId === null ? undefined : numberDay(db, campaign.whatsappId, at);
  if (!day) return { beginsAt: null, holdReason: null, nightAt: null };
  const { settings, state } = paceOf(db, { ...campaign, sentCount: 0, refusals: 0 }, day, true);
  if (settings.hours && nextOpening(settings.hours, at) === undefined)
    return { beginsAt: null, holdReason: "window", nightAt: null };
  const from = Math.max(at, state.restrictedUntil);
  const restricted = from > at ? "restricted" : null;
  if (from === Infinity) return { beginsAt: null, holdReason: restricted, nightAt: null };
  const pace = whenAllowed(settings, state, from);
  if ("pause" in pace) return { beginsAt: null, holdReason: null, nightAt: null };
  const night = nightAt(
    settings.hours,
    db.about().timezone,
    pace.at,
    endsAt?.getTime() ?? Infinity,
  );
  return {
    beginsAt: new Date(pace.at),
    holdReason: pace.hold ?? restricted,
    nightAt: night === undefined ? null : new Date(night),
  };
}

function hoursOf(
  db: CompanyDb,
  { sendWindow, windowStart, windowEnd, windowDays }: Window,
): SendHours | null {
  if (sendWindow === "always") return null;
  const { timezone } = db.about();
  if (sendWindow === "company") {
    const { schedules, holidays } = hours.read(db);
    return { week: schedules, holidays, timezone };
  }
  const closed = { startTime: "00:00", endTime: "00:00" };
  return {
    timezone,
    holidays: [],
    week: weekdayNames.map((weekdayEn, index) => ({
      weekdayEn,
      ...(windowDays.includes(index + 1) ? { startTime: windowStart, endTime: windowEnd } : closed),
    })),
  };
}
