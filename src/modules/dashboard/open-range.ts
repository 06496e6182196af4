import type { CompanyDb } from "../../kit/db/company-db.ts";
import { closing } from "../hours/hours.ts";

/** The hours of a shop that never set any. */
const usual = { from: 8, to: 18 };

/** The first hour in which the company opens on any day, and the hour after the last. */
export function openRange(db: CompanyDb): { from: number; to: number } {
  const times = closing(db).schedules.flatMap(({ startTime, endTime, startTime2, endTime2 }) => [
    [startTime, endTime],
    [startTime2, endTime2],
  ]);
  const spans = times.flatMap(([start = "", end = ""]) =>
    start && end && start !== end ? [[start, end] as const] : [],
  );
  if (spans.length === 0) return usual;
  const isOvernight = spans.some(([start, end]) => end < start);
  if (isOvernight) return { from: 0, to: 24 };
  const ends = spans.map(([, end]) => Number(end.slice(0, 2)) + (end.endsWith(":00") ? 0 : 1));
  return {
    from: Math.min(...spans.map(([start]) => Number(start.slice(0, 2)))),
    to: Math.min(24, Math.max(...ends)),
  };
}
