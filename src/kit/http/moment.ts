import { z } from "zod";
import { Fault } from "../fault.ts";
import { bounded } from "./fields.ts";
import type { CompanyDb } from "../db/company-db.ts";

/** A moment that a user chose. Without an offset it is in the company's time zone. */
export const moment = bounded(40)
  .pipe(z.iso.datetime({ offset: true, local: true }))
  .meta({ examples: ["2030-01-15T12:00:00.000Z", "2030-01-16T09:30"] });

/** A time so long ago (ms) is still taken for now. */
const tolerance = 60_000;

/** The instant (epoch ms) of a moment. */
export function instantOf(db: CompanyDb, text: string): number {
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text);
  return Temporal.PlainDateTime.from(text).toZonedDateTime(db.about().timezone).epochMilliseconds;
}

/** The same of a moment in the future. Throws invalid, at this field, for one that has passed. */
export function futureInstant(db: CompanyDb, field: string, when: string | Date): Date {
  const at = typeof when === "string" ? instantOf(db, when) : when.getTime();
  if (at < db.now() - tolerance)
    throw new Fault("invalid", "ERR_SCHEDULE_PAST", {
      message: "Este horário já passou",
      fields: { [field]: "invalid" },
    });
  return new Date(at);
}
