import { dayBounds } from "../../kit/process/clock.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { seconds } from "./percentiles.ts";
import { wallClock, type Period } from "./period.ts";
import { arrivedIn, firstAnswerWait, type RoundRow } from "./rounds.ts";
import type { WeekHours } from "./table.ts";

const hour = 3_600_000;
const day = 24 * hour;
const weeks = 4;

/** The last four whole weeks up to yesterday. */
export function lastWeeks(db: CompanyDb): Period {
  const { timezone } = db.about();
  const today = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const [from, to] = [today.subtract({ weeks }), today.subtract({ days: 1 })].map(String);
  return {
    from: from!,
    to: to!,
    timezone,
    since: dayBounds(from!, timezone)[0],
    until: dayBounds(to!, timezone)[1],
  };
}

/** Arrivals and waits of the last four weeks, by weekday and hour. rules.md#day-figures */
export function weekHours(db: CompanyDb): WeekHours {
  const period = lastWeeks(db);
  const placeOf = placesIn(period);
  const cells = Array.from({ length: 7 }, () =>
    Array.from({ length: 24 }, () => ({ count: 0, waited: 0, time: 0 })),
  );
  for (const round of arrivedIn(db, period)) {
    const { weekday, hour } = placeOf(round);
    const cell = cells[weekday]![hour]!;
    cell.count += 1;
    const wait = firstAnswerWait(round, db.now());
    if (wait === null) continue;
    cell.waited += 1;
    cell.time += wait;
  }
  return {
    from: period.from,
    to: period.to,
    weeks,
    arrived: cells.map((hours) => hours.map(({ count }) => count / weeks)),
    wait: cells.map((hours) =>
      hours.map(({ waited, time }) => (waited === 0 ? null : seconds(time / waited))),
    ),
  };
}

/** The weekday (Monday is 0) and the hour in which a round of the period arrived. */
export function placesIn(period: Period) {
  const clock = wallClock(period);
  return ({ queuedAt }: Pick<RoundRow, "queuedAt">) => {
    const at = clock(queuedAt);
    // The first of January 1970 was a Thursday.
    return { weekday: (Math.floor(at / day) + 3) % 7, hour: Math.floor((at % day) / hour) };
  };
}
