import type { HoldReason, PauseReason } from "../shared/campaigns.ts";
import { nextOpening, type Holiday, type Week } from "../shared/hours.ts";

/** How fast a campaign sends. Intervals in seconds. rules.md#campaign-pace */
export type PaceSettings = {
  /** The longest interval between two messages; each is a random one up to it. */
  messageInterval: number;
  /** After so many messages comes the greater interval; 0: never. */
  longerIntervalAfter: number;
  greaterInterval: number;
  /** The hours in which it may send; null: always. */
  hours: SendHours | null;
  /** How many campaign messages its number may send today; null: any. */
  dailyCap: number | null;
  /** After so many refusals one after the other it is paused; 0: never. */
  pauseAfter: number;
};

export type SendHours = { week: Week; holidays: Holiday[]; timezone: string };

/** A campaign's progress, and the state of its number. */
export type PaceState = {
  /** Messages that it sent. */
  sentCount: number;
  refusals: number;
  /** The network reports that the number is restricted. */
  isRestricted: boolean;
  isUp: boolean;
  /** Until when (epoch ms) the network lets the number begin no conversation; 0 when it may. */
  restrictedUntil: number;
  /** Campaign messages that its number sent today. */
  sentToday: number;
  /** When the next day begins (epoch ms). */
  tomorrow: number;
  /** When messages beyond the day's number go on, where no hours are kept (epoch ms). */
  goesOnAt: number;
  /** Until when (epoch ms) messages beyond the last day's limit wait; 0 for none. */
  restsUntil: number;
};

/**
 * When the next message may leave (epoch ms), and the reason besides the interval; or why a person
 * must act.
 */
export type Pace = { at: number; hold: HoldReason | null } | { pause: PauseReason };

/** Never less than this between two messages of a campaign, in ms. */
export const leastInterval = 1000;

/** Where hours never open they are looked at again after so long, in ms. */
const closedFor = 86_400_000;

/**
 * When the next message after one that left now may leave. `random` gives 0 to 1.
 * rules.md#campaign-pace
 */
export const next = (
  settings: PaceSettings,
  state: PaceState,
  now: number,
  random: () => number,
): Pace => whenAllowed(settings, state, now + interval(settings, state, random));

/** When a message may leave, from an instant on, apart from its interval. */
export function whenAllowed(settings: PaceSettings, state: PaceState, from: number): Pace {
  if (state.isRestricted) return { pause: "restricted" };
  if (settings.pauseAfter > 0 && state.refusals >= settings.pauseAfter)
    return { pause: "refusals" };
  if (!state.isUp) return { at: from, hold: "disconnected" };
  if (state.restrictedUntil > from) return { at: from, hold: "restricted" };
  const isCapped =
    settings.dailyCap !== null && state.sentToday >= settings.dailyCap && from < state.tomorrow;
  if (!settings.hours) {
    const at = isCapped ? state.goesOnAt : Math.max(from, state.restsUntil);
    return { at, hold: at > from ? "dailyCap" : null };
  }
  const earliest = isCapped ? state.tomorrow : from;
  const at = nextOpening(settings.hours, earliest) ?? earliest + closedFor;
  if (isCapped) return { at, hold: "dailyCap" };
  return { at, hold: at > earliest ? "window" : null };
}

/** The hour at which a day's messages begin when the company has no opening hours. */
const usualOpening = { hour: 9 };

/**
 * When messages beyond a day's limit continue after a midnight (epoch ms): as the company opens. At
 * nine when it has no hours or is open at midnight. rules.md#campaign-pace
 */
export function goesOnAt(hours: SendHours, midnight: number): number {
  const at = nextOpening(hours, midnight);
  if (at !== undefined && at > midnight) return at;
  return Temporal.Instant.fromEpochMilliseconds(midnight)
    .toZonedDateTimeISO(hours.timezone)
    .with(usualOpening).epochMilliseconds;
}

/**
 * How many campaign messages a number may send in a day; null for any number. With `warmUp` the
 * first day allows `first`, and each further sending day doubles that, up to `most`.
 */
export function dailyCap(
  { warmUp, first, most }: { warmUp: boolean; first: number; most: number },
  earlierDays: number,
): number | null {
  const end = most > 0 ? most : null;
  if (!warmUp) return end;
  const cap = first * 2 ** Math.min(earlierDays, 30);
  return end === null ? cap : Math.min(cap, end);
}

function interval(
  { messageInterval, longerIntervalAfter, greaterInterval }: PaceSettings,
  { sentCount }: PaceState,
  random: () => number,
): number {
  const isLonger =
    longerIntervalAfter > 0 && sentCount > 0 && sentCount % longerIntervalAfter === 0;
  return Math.max(
    leastInterval,
    isLonger ? greaterInterval * 1000 : Math.round(random() * messageInterval * 1000),
  );
}
