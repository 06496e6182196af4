/**
 * Copies that are less than `recent` (ms) older than the newest all stay, and the last of each hour
 * of a day before it. Then one copy stays for each of so many days, weeks and months: the last of
 * each. rules.md#backups
 */
const hour = 3_600_000;
const recent = 2 * hour;
const hourly = 24 * hour;
const rules = { days: 7, weeks: 4, months: 6 } as const;

/**
 * The copies to keep, by their times (ISO). These are all of the last two hours, and the newest of
 * each hour of the last day. So is the newest of each recent day, week and month that has any. The
 * newest copy without failures stays too.
 */
export function copiesToKeep<Copy extends { at: string; failed: unknown[] }>(
  copies: Copy[],
  timezone: string,
): Set<Copy> {
  const newestFirst = [...copies].sort((one, other) => other.at.localeCompare(one.at));
  const dayOf = (copy: Copy) =>
    Temporal.Instant.from(copy.at).toZonedDateTimeISO(timezone).toPlainDate();
  const weekOf = (copy: Copy) =>
    dayOf(copy)
      .subtract({ days: dayOf(copy).dayOfWeek - 1 })
      .toString();
  const younger = (span: number) =>
    newestFirst.filter(({ at }) => Date.parse(newestFirst[0]!.at) - Date.parse(at) < span);
  const hourOf = (copy: Copy) => new Date(copy.at).toISOString().slice(0, 13);
  const whole = newestFirst.find(({ failed }) => failed.length === 0);
  return new Set([
    ...younger(recent),
    ...firstOfEach(younger(hourly), hourOf, hourly / hour + 1),
    ...firstOfEach(newestFirst, (copy) => dayOf(copy).toString(), rules.days),
    ...firstOfEach(newestFirst, weekOf, rules.weeks),
    ...firstOfEach(newestFirst, (copy) => dayOf(copy).toPlainYearMonth().toString(), rules.months),
    ...(whole ? [whole] : []),
  ]);
}

function firstOfEach<Copy>(
  newestFirst: Copy[],
  spanOf: (copy: Copy) => string,
  spans: number,
): Copy[] {
  return [...Map.groupBy(newestFirst, spanOf).values()].slice(0, spans).map(([newest]) => newest!);
}
