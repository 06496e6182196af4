/** A time for which a place is open, in epoch ms. */
export type OpenSpan = [from: number, to: number];

/**
 * The latest instant since which a place has been open for `ms` until `now`; undefined where the
 * spans hold less. Without spans it is always open.
 */
export function startOfOpenTime(
  spans: OpenSpan[] | undefined,
  ms: number,
  now: number,
): number | undefined {
  if (!spans) return now - ms;
  let left = ms;
  for (const [from, to] of spans.toReversed()) {
    const end = Math.min(to, now);
    if (end <= from) continue;
    if (end - from >= left) return end - left;
    left -= end - from;
  }
  return undefined;
}
