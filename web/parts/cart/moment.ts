import type { Moment } from "../../../src/pricing/terms.ts";
import { wallClock } from "../../kit/wall-clock.ts";
import { me } from "../../session/session.ts";

/** The present moment on the company's clock. */
export function moment(): Moment {
  const { date, time } = wallClock(Date.now(), me.peek()?.company.timezone);
  return { day: date, time, weekday: new Date(`${date}T00:00:00Z`).getUTCDay() };
}
