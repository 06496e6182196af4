import type { CompanyDb } from "../../kit/db/company-db.ts";
import { firstOpening } from "../../shared/hours.ts";
import { closing } from "./hours.ts";

/** A company that has saved no hours opens at this time. */
const usualOpening = "08:00";

/** When (epoch ms) the company opens tomorrow, or on the next day on which it does. */
export function tomorrowsOpening(db: CompanyDb): number {
  const { timezone } = db.about();
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .add({ days: 1 });
  const { schedules: week, holidays } = closing(db);
  const at = (plainTime: string) =>
    tomorrow.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds;
  const opening =
    week.length > 0 ? firstOpening({ week, holidays, timezone }, at("00:00")) : undefined;
  return opening ?? at(usualOpening);
}
