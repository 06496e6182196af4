import { asc, ne } from "drizzle-orm";
import { invalidFields } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { areaCodeOf, lacksArea, withArea, writtenNumber } from "../../shared/phone.ts";
import { connections } from "../connections/table.ts";

const numbersQuery = query((db) =>
  db
    .select({ number: connections.number })
    .from(connections)
    .where(ne(connections.number, ""))
    .orderBy(asc(connections.id)),
);

/**
 * The company's own area code: from its telephone, or else from its first Brazilian connection.
 * Undefined where neither has one. rules.md#written-numbers
 */
export function ownAreaCode(db: CompanyDb): string | undefined {
  const phone = writtenNumber(db.about().phone ?? "");
  const own = "number" in phone ? areaCodeOf(phone.number) : undefined;
  if (own) return own;
  for (const { number } of numbersQuery(db).all()) {
    const area = areaCodeOf(number);
    if (area) return area;
  }
  return undefined;
}

/**
 * A typed number with its area code; the company's own where it has none. Throws invalid at the
 * field `number` where the company has no area code.
 */
export function completeNumber(db: CompanyDb, number: string): string {
  if (!lacksArea(number)) return number;
  const area = ownAreaCode(db);
  if (!area) throw invalidFields({ number: "areaCode" });
  return withArea(number, area);
}
