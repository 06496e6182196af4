/** The middle of some times, and the time that nine of ten do not exceed; null without any. */
export function percentiles(times: number[]): { middle: number | null; high: number | null } {
  if (times.length === 0) return { middle: null, high: null };
  const sorted = Float64Array.from(times).sort();
  const middle =
    (sorted[Math.ceil(sorted.length / 2) - 1]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
  return { middle, high: sorted[Math.ceil(sorted.length * 0.9) - 1]! };
}

/** Whole seconds of a time in ms. */
export const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1000));
