import type { scheduleTypes } from "./settings.ts";

/** A time for which a place is open, in epoch ms. */
export type OpenSpan = [from: number, to: number];

/** When the shop is open around now, by the clock of the company's zone. */
export type OpenHours = {
  /** The hours that a wait is counted in. rules.md#wait-limits */
  counted: (typeof scheduleTypes)[number];
  /** Those of the company; the usual ones until someone saves them. */
  company: OpenSpan[];
  /** Those of each queue, where they count. */
  queues: { id: number; spans: OpenSpan[] }[];
};

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
