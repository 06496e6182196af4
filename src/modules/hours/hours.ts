import { z } from "zod";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { holidayChanges, weekChanges } from "../audit/changes.ts";
import { holidays, usualWeek, week } from "./fields.ts";
import { openingHours, type OpeningHours } from "./table.ts";

/**
 * A week without any time would keep the company open day and night, which a form that was not
 * filled also sends: it is refused. rules.md#opening-hours
 */
const filledWeek = week.refine(
  (days) => days.some(({ startTime, endTime }) => startTime !== "" || endTime !== ""),
  "alwaysOpen",
);
export const hoursBody = z.object({ schedules: filledWeek, holidays: holidays.optional() });

const row = query((db) =>
  db
    .select({
      schedules: openingHours.schedules,
      holidays: openingHours.holidays,
      updatedAt: openingHours.updatedAt,
    })
    .from(openingHours),
);

/** The company's hours; the usual ones until someone sets them. */
export const read = (db: CompanyDb): Pick<OpeningHours, "schedules" | "holidays"> =>
  row(db).get() ?? { schedules: usualWeek, holidays: [] };

/** The hours that close the company: none until someone saves them. rules.md#opening-hours */
export const closing = (db: CompanyDb): Pick<OpeningHours, "schedules" | "holidays"> =>
  row(db).get() ?? { schedules: [], holidays: [] };

/** The company's hours and time zone. */
export const find = (db: CompanyDb): OpeningHours => ({
  ...read(db),
  timezone: db.about().timezone,
  isSaved: row(db).get() !== undefined,
  updatedAt: row(db).get()?.updatedAt ?? null,
});

/** Sets the company's hours; holidays stay as they are when none are given. */
export function write(
  db: CompanyDb,
  { schedules, holidays = read(db).holidays }: z.infer<typeof hoursBody>,
  by: number | null = null,
): OpeningHours {
  const updatedAt = new Date(db.now());
  db.write((tx) => {
    const before = read(db);
    const details = {
      ...weekChanges(before.schedules, schedules),
      ...holidayChanges(before.holidays, holidays),
    };
    if (Object.keys(details).length > 0)
      addAuditEntry(tx, { userId: by, action: "hoursChanged", subject: "", details });
    tx.insert(openingHours)
      .values({ id: 1, schedules, holidays, updatedAt })
      .onConflictDoUpdate({ target: openingHours.id, set: { schedules, holidays, updatedAt } })
      .run();
    tx.emit("settings", "update", { setting: { key: "schedules" } }, { to: "everyone" });
  });
  return find(db);
}
