import { sql } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Moment } from "../../pricing/terms.ts";
import { amountOf } from "../../shared/money.ts";
import type { OfferedPromotion } from "../products/table.ts";

type Row = Omit<OfferedPromotion, "price" | "weekdays"> & {
  productId: number;
  price: number;
  weekdays: string;
};

/** The company's clock. */
export function nowOf(db: CompanyDb): Moment {
  const now = Temporal.Instant.fromEpochMilliseconds(db.now()).toZonedDateTimeISO(
    db.about().timezone,
  );
  return {
    day: now.toPlainDate().toString(),
    weekday: now.dayOfWeek % 7,
    time: now.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}

/** The dated prices of products in a store that have not ended, by product. rules.md#dated-prices */
export function promotionsOf(
  db: CompanyDb,
  storeId: number,
  productIds: readonly number[],
): Map<number, OfferedPromotion[]> {
  if (productIds.length === 0 || !hasAny(db)) return new Map();
  const rows = db.all<Row>(
    sql`SELECT i.productId, i.price, p.startpromotionsAt AS startDate, p.endpromotionsAt AS endDate,
        p.weekdays, p.startTime, p.endTime
      FROM promotionItems i JOIN promotions p ON p.id = i.promotionId
      WHERE i.productId IN (SELECT value FROM json_each(${JSON.stringify(productIds)}))
        AND p.status AND (p.storeId IS NULL OR p.storeId = ${storeId}) AND p.endpromotionsAt >= ${nowOf(db).day}`,
  );
  const byProduct = new Map<number, OfferedPromotion[]>();
  for (const { productId, price, weekdays, ...row } of rows)
    byProduct.set(productId, [
      ...(byProduct.get(productId) ?? []),
      { ...row, price: amountOf(price), weekdays: JSON.parse(weekdays) as number[] },
    ]);
  return byProduct;
}

// Most shops have none, and each quote asks.
const hasAny = (db: CompanyDb) =>
  db.sqlite.query("SELECT 1 FROM promotionItems LIMIT 1").get() !== null;
