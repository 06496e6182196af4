import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { instantOf, moment } from "../../kit/http/moment.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { maxSkipped } from "../../shared/schedules.ts";
import { emitSchedule, findEditable } from "./find.ts";
import { dayIn, nextTime, timesBetween } from "./recurrence.ts";
import { schedules, type Schedule } from "./table.ts";

/** Which time of one that repeats is left out. */
export const skipBody = z.object({ at: moment });

/**
 * Leaves out one time of a schedule that repeats: the next one, or one after it. Throws missing, a
 * conflict for the last and once it is being sent, invalid for a time that is not one of its times.
 * rules.md#recurrence
 */
export function skip(
  db: CompanyDb,
  me: Me,
  id: number,
  { at: skippedAt }: z.infer<typeof skipBody>,
): Schedule {
  return db.write((tx) => {
    const { status, recurrence: rule, firstAt, occurrence, sendAt } = findEditable(db, me, id);
    const at = instantOf(db, skippedAt);
    const { timezone } = db.about();
    if (status !== "PENDENTE" || !rule) throw invalidFields({ at: "invalid" });
    const series = { rule, firstAt: firstAt.getTime(), occurrence, timezone };
    if (at === sendAt.getTime()) {
      const next = nextTime(series, at);
      if (!next)
        throw new Fault("conflict", "ERR_SCHEDULE_LAST_TIME", {
          message: "Este é o último envio: exclua o agendamento",
        });
      tx.update(schedules)
        .set({
          sendAt: new Date(next.at),
          occurrence: next.occurrence,
          recurrence: next.rule,
          ...updateTimestamps(db.now()),
        })
        .where(eq(schedules.id, id))
        .run();
    } else {
      const skipped = (rule.skipped ?? []).filter(
        (day) => day >= dayIn(timezone, sendAt.getTime()),
      );
      if (timesBetween(series, at, at + 1, 1)[0] !== at || skipped.length >= maxSkipped)
        throw invalidFields({ at: "invalid" });
      tx.update(schedules)
        .set({
          recurrence: { ...rule, skipped: [...skipped, dayIn(timezone, at)] },
          ...updateTimestamps(db.now()),
        })
        .where(eq(schedules.id, id))
        .run();
    }
    return emitSchedule(tx, "update", id);
  });
}
