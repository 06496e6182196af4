import { asc } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { openSpans } from "../../shared/hours.ts";
import type { OpenHours } from "../../shared/open-time.ts";
import { closing, read } from "../hours/hours.ts";
import * as settings from "../settings/settings.ts";
import { queues } from "./table.ts";

const day = 86_400_000;
const reach = 15 * day;

/** The open hours of the last and the next fifteen days. */
export function openHours(db: CompanyDb): OpenHours {
  const { timezone } = db.about();
  const counted = settings.read(db, "scheduleType") as OpenHours["counted"];
  const own = counted === "company" ? closing(db) : read(db);
  const { holidays } = own;
  const spansOf = (week: typeof own.schedules) =>
    openSpans({ week, holidays, timezone }, db.now() - reach, db.now() + reach);
  return {
    counted,
    company: spansOf(own.schedules),
    queues:
      counted === "queue"
        ? db
            .select({ id: queues.id, schedules: queues.schedules })
            .from(queues)
            .orderBy(asc(queues.id))
            .all()
            .map(({ id, schedules }) => ({ id, spans: spansOf(schedules) }))
        : [],
  };
}
