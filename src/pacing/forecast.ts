import { nextOpening, openTime, weekdayNames } from "../shared/hours.ts";
import { dailyCap, leastInterval, type PaceSettings, type SendHours } from "./pace.ts";

/** A number's warm-up, and its sending so far. */
export type WarmUp = {
  warmUp: boolean;
  first: number;
  most: number;
  earlierDays: number;
  sentToday: number;
};

/** A forecast ends so many days ahead. */
const daysAhead = 400;

/** When people sleep. rules.md#campaign-start */
const night = weekdayNames.map((weekdayEn) => ({
  weekdayEn,
  startTime: "21:00",
  endTime: "08:00",
}));
const dayLong = 86_400_000;

/**
 * When so many messages will have left at this pace (epoch ms), by mean intervals; undefined when
 * unknown. `dayEnd`: when the day so many days from today ends (epoch ms). `goesOn`: when messages
 * beyond a day's limit continue after that, without set hours.
 */
export function forecastEnd(
  settings: Pick<
    PaceSettings,
    "messageInterval" | "longerIntervalAfter" | "greaterInterval" | "hours"
  >,
  number: WarmUp,
  count: number,
  now: number,
  dayEnd: (days: number) => number,
  goesOn: (midnight: number) => number,
): number | undefined {
  const each = meanInterval(settings);
  let left = count;
  let from = now;
  let earlierDays = number.earlierDays;
  for (let day = 0; day < daysAhead; day++) {
    if (left <= 0) return from;
    const to = dayEnd(day);
    const open = settings.hours ? openTime(settings.hours, from, to) : Math.max(0, to - from);
    const cap = dailyCap(number, earlierDays);
    const room = Math.max(0, cap === null ? Infinity : cap - (day === 0 ? number.sentToday : 0));
    const sent = Math.min(left, room, Math.floor(open / each));
    left -= sent;
    if (left === 0) return endWithin(settings, from, to, sent * each);
    if (sent > 0 || (day === 0 && number.sentToday > 0)) earlierDays += 1;
    from = Math.max(from, sent === room && !settings.hours ? goesOn(to) : to);
  }
  return undefined;
}

/**
 * The first moment at night when a campaign works, between its first message and its last (all
 * epoch ms). Undefined when it never does, or when its own hours decide.
 */
export function nightAt(
  hours: SendHours | null,
  timezone: string,
  from: number,
  to: number,
): number | undefined {
  // Hours that never close do not protect the night.
  if (hours && openTime(hours, from, from + dayLong) < dayLong) return undefined;
  const at = nextOpening({ week: night, holidays: [], timezone }, from)!;
  return at <= to ? at : undefined;
}

/** The mean interval between two messages, in ms. */
export function meanInterval({
  messageInterval,
  longerIntervalAfter,
  greaterInterval,
}: Pick<PaceSettings, "messageInterval" | "longerIntervalAfter" | "greaterInterval">): number {
  const most = messageInterval * 1000;
  // Of an interval by chance the part below the least counts as the least.
  const usual =
    most <= leastInterval ? leastInterval : (most ** 2 + leastInterval ** 2) / (2 * most);
  if (longerIntervalAfter === 0) return usual;
  return (
    (usual * (longerIntervalAfter - 1) + Math.max(leastInterval, greaterInterval * 1000)) /
    longerIntervalAfter
  );
}

// When `needed` ms of open time have passed: by halving, to the second.
function endWithin(
  { hours }: Pick<PaceSettings, "hours">,
  from: number,
  to: number,
  needed: number,
): number {
  if (!hours) return from + needed;
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2);
    if (openTime(hours, from, middle) >= needed) high = middle;
    else low = middle;
  }
  return high;
}
