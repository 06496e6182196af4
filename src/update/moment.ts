import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../kit/db/connect.ts";

/** The hours without updates, from Monday to Saturday: they would interrupt people at work. */
const [from, until] = [8, 20];

/**
 * The reason why now is no moment to stop a box, as a text; undefined where it is one.
 * rules.md#updates
 */
export function hindrance(data: string, now: number): string | undefined {
  const control = connect(join(data, "control.sqlite"));
  try {
    const companies = control
      .query<{ id: number; timezone: string }, []>("SELECT id, timezone FROM companies ORDER BY id")
      .all();
    if (companies.some(({ timezone }) => isWorkingHour(timezone, now)))
      return `it is a working day between ${from} and ${until} o'clock`;
    return companies.some(({ id }) => hasCampaign(join(data, `companies/${id}.sqlite`)))
      ? "a campaign is running"
      : undefined;
  } finally {
    control.close();
  }
}

function isWorkingHour(timezone: string, now: number): boolean {
  const { dayOfWeek, hour } =
    Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  return dayOfWeek <= 6 && hour >= from && hour < until;
}

function hasCampaign(path: string): boolean {
  if (!existsSync(path)) return false;
  const sqlite = connect(path);
  try {
    return (
      sqlite
        .query("SELECT 1 FROM campaigns WHERE status = 'EM_ANDAMENTO' AND pauseReason IS NULL")
        .get() !== null
    );
  } catch {
    // The file is older than campaigns, or damaged.
    return false;
  } finally {
    sqlite.close();
  }
}
