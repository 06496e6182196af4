import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { amountCell, sheetFile, type SheetCell } from "../../kit/files/xlsx.ts";
import { amountOf } from "../../shared/money.ts";
import { holds } from "../../shared/permissions.ts";
import { addAmounts, amountOfMilli } from "../../shared/units.ts";
import type { LowStock } from "./table.ts";

/**
 * The condition that a store runs out of a product, of `productStores s` and `products p`. A
 * product whose stock never moved does not: its shop keeps no stock. rules.md#low-stock
 */
export const isLow = `s.stock <= s.lowStock AND p.isActive AND p.deletedAt IS NULL
    AND EXISTS (SELECT 1 FROM stockMovements m WHERE m.productId = s.productId AND m.storeId = s.storeId)`;

export const lowStocksQuery = `SELECT p.id AS productId, p.name, p.code, p.ean, p.unit, t.name AS store,
    (SELECT c.name FROM categories c WHERE c.id = p.categoryId) AS category,
    s.stock, s.lowStock, s.costPrice,
    (SELECT u.supplier FROM purchaseItems i JOIN purchases u ON u.id = i.purchaseId
      WHERE i.productId = p.id AND u.supplier <> '' AND u.undoneAt IS NULL
      ORDER BY i.id DESC LIMIT 1) AS supplier
  FROM productStores s JOIN products p ON p.id = s.productId JOIN stores t ON t.id = s.storeId
  WHERE ${isLow} AND (?1 IS NULL OR s.storeId = ?1)
  ORDER BY t.name, category, p.name COLLATE NOCASE`;

type Row = Omit<LowStock, "costPrice" | "missing"> & { costPrice: number };

/** The products that run out, in a store or in all. Only users who set prices see their costs. */
export function lowStocks(
  db: CompanyDb,
  me: Me,
  storeId: number | undefined,
): { productStores: LowStock[] } {
  const rows = db.sqlite.query<Row, [number | null]>(lowStocksQuery).all(storeId ?? null);
  const seesCosts = holds(me, "productStores.write");
  return {
    productStores: rows.map(({ stock, lowStock, costPrice, supplier, ...row }) => {
      const [left, least] = [amountOfMilli(stock), amountOfMilli(lowStock)];
      return {
        ...row,
        stock: left,
        lowStock: least,
        missing: addAmounts(least, -left),
        costPrice: seesCosts ? amountOf(costPrice) : null,
        supplier: seesCosts ? supplier : null,
      };
    }),
  };
}

const head = [
  "Loja",
  "Categoria",
  "Produto",
  "Código",
  "EAN",
  "Unidade",
  "Estoque",
  "Mínimo",
  "Falta",
  "Custo",
  "Último fornecedor",
];
const widths = [18, 18, 32, 12, 16, 10, 12, 12, 12, 12, 24];

/** The same list as the bytes of an xlsx. */
export function exportLowStocks(db: CompanyDb, me: Me, storeId: number | undefined) {
  const day = Temporal.Instant.fromEpochMilliseconds(db.now())
    .toZonedDateTimeISO(db.about().timezone)
    .toPlainDate()
    .toString();
  const { productStores } = lowStocks(db, me, storeId);
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    yield productStores.map((row) => [
      row.store,
      row.category ?? "",
      row.name,
      row.code ?? "",
      row.ean ?? "",
      row.unit,
      row.stock,
      row.lowStock,
      row.missing,
      amountCell(row.costPrice ?? undefined),
      row.supplier ?? "",
    ]);
  }
  return {
    name: `estoque-baixo-${day}.xlsx`,
    body: sheetFile({ name: "Estoque baixo", head, widths, rows: rows() }),
  };
}
