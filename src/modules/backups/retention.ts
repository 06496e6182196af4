/**
 * Copies younger than `every` (ms) than the newest all stay. Then one copy stays for each of so
 * many days, weeks and months: the last of each. rules.md#backups
 */
const every = 24 * 3_600_000;
const rules = { days: 7, weeks: 4, months: 6 } as const;

/**
 * The copies to keep, by their times (ISO). These are all of the last day, and the newest of each
 * recent day, week and month that has any. The newest copy without failures stays too.
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
  const whole = newestFirst.find(({ failed }) => failed.length === 0);
  return new Set([
    ...newestFirst.filter(({ at }) => Date.parse(newestFirst[0]!.at) - Date.parse(at) < every),
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
