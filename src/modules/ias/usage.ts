import { eq, sql } from "drizzle-orm";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import { today } from "../companies/companies.ts";
import * as settings from "../settings/settings.ts";
import { iaUsage, type Usage } from "./table.ts";

/** The answers of AIs this month, in the company's time zone. `limit` 0 is no limit. */
export function usage(db: CompanyDb): Usage {
  const month = monthOf(db);
  const limit = Number(settings.read(db, "iaMonthlyLimit"));
  return {
    answers: 0,
    tokens: 0,
    ...db.select().from(iaUsage).where(eq(iaUsage.month, month)).get(),
    month,
    limit,
  };
}

/** Whether the month's limit allows another answer. */
export function mayAnswer(db: CompanyDb): boolean {
  const { answers, limit } = usage(db);
  return limit === 0 || answers < limit;
}

/** Records an answer and the tokens it cost. */
export function recordUse(tx: Tx, tokens: number) {
  tx.insert(iaUsage)
    .values({ month: monthOf(tx), answers: 1, tokens })
    .onConflictDoUpdate({
      target: iaUsage.month,
      set: { answers: sql`${iaUsage.answers} + 1`, tokens: sql`${iaUsage.tokens} + ${tokens}` },
    })
    .run();
}

const monthOf = (db: CompanyDb) => today(db.about().timezone, db.now()).slice(0, 7);
