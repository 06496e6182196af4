import { invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Body } from "./body.ts";
import type { CampaignRow } from "./table.ts";

/** How far in the past a new campaign's time may be, in ms: forms take a while to fill in. */
const lateAllowed = 10 * 60_000;

export function withTime(
  db: CompanyDb,
  { scheduledAt, ...values }: Partial<Body>,
  before?: CampaignRow,
): Omit<Partial<Body>, "scheduledAt"> & { scheduledAt?: Date | null } {
  if (scheduledAt === undefined) return values;
  const at =
    scheduledAt === null || scheduledAt.trim() === "" ? null : scheduledFor(db, scheduledAt);
  const isSame = at !== null && at.getTime() === before?.scheduledAt?.getTime();
  if (at && !isSame && at.getTime() < db.now() - lateAllowed)
    throw invalidFields({ scheduledAt: "early" });
  return { ...values, scheduledAt: at };
}

/** A campaign's time: an instant, or one of the company's clock. Throws invalid. */
export function scheduledFor(db: CompanyDb, time: string): Date {
  const text = time.trim();
  const { timezone } = db.about();
  try {
    const isInstant = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
    return new Date(
      isInstant
        ? Temporal.Instant.from(text.replace(" ", "T")).epochMilliseconds
        : Temporal.PlainDateTime.from(text.replace(" ", "T")).toZonedDateTime(timezone)
            .epochMilliseconds,
    );
  } catch {
    throw invalidFields({ scheduledAt: "invalid" });
  }
}
