import { asc, eq, lte, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { userPreferences } from "./table.ts";

type Due = Pick<typeof userPreferences.$inferSelect, "userId" | "preferences"> & {
  morningMailAt: number | null;
};

const dueQuery = query((db) =>
  db
    .select()
    .from(userPreferences)
    .where(lte(userPreferences.morningMailAt, sql.placeholder("now")))
    .orderBy(asc(userPreferences.morningMailAt)),
);

/** The users whose morning mail is due, the longest due first. rules.md#morning-mail */
export const dueMornings = (db: CompanyDb): Due[] => dueQuery(db).all({ now: db.now() });

/** The next time (epoch ms) that it is this full hour in the company. */
export function nextHour(db: CompanyDb, hour: number): number {
  const { timezone } = db.about();
  const today = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const [first, second] = [today, today.add({ days: 1 })].map(
    (date) =>
      date.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from({ hour }) })
        .epochMilliseconds,
  );
  return first! > db.now() ? first! : second!;
}

/** Sets the time of a user's next morning mail. */
export function setNextMorning(tx: Tx, { userId, preferences }: Due) {
  const { morningMail } = preferences;
  tx.update(userPreferences)
    .set({ morningMailAt: morningMail ? nextHour(tx, morningMail.hour) : null })
    .where(eq(userPreferences.userId, userId))
    .run();
}

/** Leaves out what came due between a copy and now: it may have left already. rules.md#restore */
export const skipMissedMornings = (db: CompanyDb) =>
  db.write((tx) => {
    for (const due of dueMornings(tx)) setNextMorning(tx, due);
  });
