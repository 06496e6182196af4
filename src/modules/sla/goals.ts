import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { closing, read } from "../hours/hours.ts";
import * as queues from "../queues/queues.ts";
import * as settings from "../settings/settings.ts";
import type { CountedHours } from "./due-times.ts";
import { sla, type Goals } from "./table.ts";

const rows = query((db) => db.select().from(sla));

/** By queue, its goals: its own, or those of the row for all others. */
export function goalsByQueue(db: CompanyDb): (queueId: number | null) => Goals | undefined {
  const all = rows(db).all();
  const others = all.find(({ queueId }) => queueId === null);
  return (queueId) =>
    (queueId === null ? undefined : all.find((goals) => goals.queueId === queueId)) ?? others;
}

/** By queue, the hours that a wait is counted in. rules.md#wait-limits */
export function hoursByQueue(db: CompanyDb): (queueId: number | null) => CountedHours {
  const counted = settings.read(db, "scheduleType");
  if (counted === "disabled") return () => undefined;
  const { timezone } = db.about();
  if (counted === "company") {
    const { schedules: week, holidays } = closing(db);
    return () => ({ week, holidays, timezone });
  }
  const { holidays } = read(db);
  const weeks = new Map(queues.list(db).map(({ id, schedules }) => [id, schedules]));
  return (queueId) => {
    const week = queueId === null ? undefined : weeks.get(queueId);
    return week && { week, holidays, timezone };
  };
}
