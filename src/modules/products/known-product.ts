import { and, asc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { eanForms } from "../../shared/ean.ts";
import { products } from "./table.ts";

/**
 * The existing product with these: by its EAN in any form, else by its code, else by its name. A
 * product whose EAN or code differs is another one. rules.md#eans
 */
export function knownProduct(
  db: CompanyDb,
  { ean, code, name }: { ean: string; code: string; name: string },
): { id: number } | undefined {
  const first = (same: SQL | undefined) =>
    db
      .select({ id: products.id })
      .from(products)
      .where(and(isNull(products.deletedAt), same))
      .orderBy(asc(products.id))
      .limit(1)
      .get();
  const hasNoEan = ean ? or(isNull(products.ean), eq(products.ean, "")) : undefined;
  return (
    (ean ? first(inArray(products.ean, eanForms(ean))) : undefined) ??
    (code ? first(and(eq(products.code, code), hasNoEan)) : undefined) ??
    first(
      and(
        sql`${products.name} = ${name} COLLATE NOCASE`,
        hasNoEan,
        code ? or(isNull(products.code), eq(products.code, "")) : undefined,
      ),
    )
  );
}

/** Whether another product has this EAN in any form. rules.md#eans */
export const isEanTaken = (db: CompanyDb, ean: string, except?: number): boolean =>
  db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        isNull(products.deletedAt),
        inArray(products.ean, eanForms(ean)),
        except === undefined ? undefined : sql`${products.id} <> ${except}`,
      ),
    )
    .get() !== undefined;
