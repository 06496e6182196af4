import { isAboveSelling } from "../../shared/sales.ts";
import { hasThousandths, highestStock, units, type Unit } from "../../shared/units.ts";
import { amountIn, numberIn } from "./amounts.ts";
import { textOf } from "./cells.ts";
import { formulaIn, refused } from "./rows.ts";
import type { Cell, Decimal, Mapping, ProductColumn, Refusal, RowReason } from "./table.ts";

/** A product's stock and prices in a store, as a row has them. A price of zero is none. */
export type Prices = {
  store: string;
  stock?: number;
  costPrice?: string;
  sellingPrice?: string;
  promotionPrice?: string;
};

export type ProductRow = {
  name: string;
  ean: string;
  code: string;
  category: string;
  description: string;
  isActive?: boolean;
  unit?: Unit;
  prices?: Prices;
};

/** The column of a product's field; null where the file has none. */
export const columnOf = (mapping: Mapping, name: ProductColumn): number | null =>
  name === "name"
    ? mapping.name
    : (mapping.fields.find((field) => field.name === name)?.column ?? null);

/** The product in a row, by the column mapping; or why the row is refused. */
export function productOf(
  cells: Cell[],
  mapping: Mapping,
  decimals: Decimal[],
): ProductRow | Refusal {
  const formula = formulaIn(cells, [mapping.name, ...mapping.fields.map(({ column }) => column)]);
  if (formula !== undefined) return refused("formula", formula);
  const cellAt = (name: ProductColumn): Cell => cells[columnOf(mapping, name) ?? -1] ?? "";
  const at = (name: ProductColumn) => textOf(cellAt(name));
  const bad = (reason: RowReason, name: ProductColumn) => refused(reason, columnOf(mapping, name));

  const row = {
    name: at("name"),
    ean: at("ean").replace(/[.,]0+$/, ""),
    code: at("code"),
    category: at("category"),
    description: at("description"),
  };
  if (row.name === "") return bad("noName", "name");
  if (row.name.length < 3) return bad("shortName", "name");
  if (row.name.length > 160) return bad("badField", "name");
  if (row.code.length > 40) return bad("badField", "code");
  if (row.description.length > 2000) return bad("badField", "description");
  if (row.category !== "" && (row.category.length < 3 || row.category.length > 50))
    return bad("badField", "category");
  // A barcode that a spreadsheet turned into 7.89E+12 has lost its digits.
  if (!/^[\dA-Za-z-]{0,20}$/.test(row.ean)) return bad("badField", "ean");
  const store = at("store");
  if (store !== "" && (store.length < 3 || store.length > 160)) return bad("badField", "store");

  const markAt = (name: ProductColumn) =>
    decimals.find(({ column }) => column === columnOf(mapping, name))?.mark ?? ",";
  const amountAt = (name: ProductColumn) =>
    at(name) === "" ? "" : amountIn(cellAt(name), markAt(name));
  const [costPrice, sellingPrice, promotionPrice] = [
    amountAt("costPrice"),
    amountAt("sellingPrice"),
    amountAt("promotionPrice"),
  ];
  if (costPrice === undefined) return bad("badPrice", "costPrice");
  if (sellingPrice === undefined) return bad("badPrice", "sellingPrice");
  if (promotionPrice === undefined) return bad("badPrice", "promotionPrice");
  if (
    Number(sellingPrice) > 0 &&
    promotionPrice !== "" &&
    isAboveSelling(promotionPrice, sellingPrice)
  )
    return bad("dearPromotion", "promotionPrice");
  const stock = at("stock") === "" ? "" : numberIn(cellAt("stock"), markAt("stock"));
  if (stock !== "" && !(hasThousandths(stock ?? -1) && stock! >= 0 && stock! <= highestStock))
    return bad("badStock", "stock");
  const unit = unitIn(at("unit"));
  const active = at("active").toLowerCase();
  const isGiven =
    [costPrice, sellingPrice, promotionPrice].some((amount) => Number(amount) > 0) ||
    Number(stock) > 0;
  return {
    ...row,
    ...(active !== "" && { isActive: !/^(n|0|f|inat|inact|excl)/.test(active) }),
    ...(unit && { unit }),
    ...(isGiven && {
      prices: {
        store,
        ...(Number(costPrice) > 0 && { costPrice }),
        ...(Number(sellingPrice) > 0 && { sellingPrice }),
        ...(promotionPrice !== "" && { promotionPrice }),
        ...(stock !== "" && { stock: stock! }),
      },
    }),
  };
}

/** Other names of units, as programs write them. */
const unitNames: Record<string, Unit> = {
  und: "un",
  unid: "un",
  unidade: "un",
  unidad: "un",
  unit: "un",
  pc: "un",
  pç: "un",
  kilo: "kg",
  quilo: "kg",
  kgs: "kg",
  gr: "g",
  lt: "l",
  litro: "l",
  mt: "m",
  metro: "m",
};

/** The unit in a cell; undefined for another text, such as a box of so many. */
function unitIn(text: string): Unit | undefined {
  const plain = text.toLowerCase().replace(/\.$/, "");
  return units.find((unit) => unit === plain) ?? unitNames[plain];
}
