import { CircleX, TriangleAlert } from "lucide-react";
import { centsOf } from "../../../src/shared/money.ts";
import { highestStock } from "../../../src/shared/units.ts";
import { quantityOf } from "../../forms/form.ts";
import { saveEdit } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { decimalOf, decimalText } from "../../kit/decimal.ts";
import { money, percent, useTranslation } from "../../kit/text.ts";
import { quantity } from "../../parts/products/amounts.ts";
import { can } from "../../session/can.ts";
import { EditCell } from "./EditCell.tsx";
import type { Product, ShelfEntry } from "./types.ts";

/** The price of today, with the usual one beside it; a click changes the usual one. */
export function PriceCell({ product, onPrice }: { product: Product; onPrice: () => void }) {
  const { t, tag } = useTranslation();
  const { entry, name, unit } = product;
  if (!entry) return <NoPrice onPrice={onPrice} />;
  const content = <Price entry={entry} unit={unit} />;
  if (!can("productStores.write")) return content;
  const save = async (typed: string) => {
    const value = decimalOf(typed, tag);
    if (value === undefined || value <= 0) return t("stock.invalid");
    const { sellingPrice } = entry;
    await saveEdit(
      "/productStores",
      { row: entry, before: { sellingPrice } },
      {
        sellingPrice: value.toFixed(2),
      },
    );
    return undefined;
  };
  return (
    <EditCell
      label={t("products.editPrice", { name })}
      value={decimalText(Number(entry.sellingPrice), tag)}
      prefix="R$"
      onSave={save}
    >
      {content}
    </EditCell>
  );
}

function Price({ entry: { price, sellingPrice }, unit }: { entry: ShelfEntry; unit: string }) {
  return (
    <span className="tabular whitespace-nowrap">
      {price !== sellingPrice && (
        <s className="text-muted text-small mr-1">{money(sellingPrice)}</s>
      )}
      <span className={price === sellingPrice ? "" : "font-semibold"}>{money(price)}</span>
      {unit !== "un" && <span className="text-muted text-small">{` / ${unit}`}</span>}
    </span>
  );
}

function NoPrice({ onPrice }: { onPrice: () => void }) {
  const { t } = useTranslation();
  const text = (
    <span className="text-waiting inline-flex items-center gap-1 whitespace-nowrap">
      <TriangleAlert size={15} aria-hidden />
      {t("products.noPrice")}
    </span>
  );
  if (!can("productStores.write")) return text;
  return (
    <button
      type="button"
      className="link"
      onClick={(event) => {
        event.stopPropagation();
        onPrice();
      }}
    >
      {text}
    </button>
  );
}

/** The part of today's price that is left over the cost. rules.md#low-stock */
export function Margin({ entry }: { entry: ShelfEntry | null | undefined }) {
  if (!entry?.costPrice) return <span className="text-muted">–</span>;
  const [price, cost] = [centsOf(entry.price), centsOf(entry.costPrice)];
  const margin = price === 0 ? 0 : Math.round(((price - cost) / price) * 100);
  return <span className={`tabular ${margin < 0 ? "text-error" : ""}`}>{percent(margin)}</span>;
}

/** The stock, marked where it is low; a click corrects it. */
export function StockCell({ product }: { product: Product }) {
  const { t, tag } = useTranslation();
  const { entry, name, unit, kitItems } = product;
  if (!entry) return <span className="text-muted">–</span>;
  const content = <Stock product={product} entry={entry} />;
  if (!can("productStores.write") || kitItems.length > 0) return content;
  const save = async (typed: string) => {
    const stock = quantityOf(typed, unit);
    if (stock === undefined || stock > highestStock) return t("products.stockInvalid");
    await api.post(`/productStores/${entry.id}/stock`, { stock, note: t("products.inList") });
    return undefined;
  };
  return (
    <EditCell
      label={t("products.editStock", { name })}
      value={decimalText(entry.stock, tag, 0, 3)}
      suffix={unit === "un" ? undefined : unit}
      onSave={save}
    >
      {content}
    </EditCell>
  );
}

function Stock({ product: { unit }, entry }: { product: Product; entry: ShelfEntry }) {
  const { t } = useTranslation();
  const { stock, lowStock } = entry;
  const mark = "inline-flex items-center gap-1 font-semibold whitespace-nowrap tabular";
  if (stock <= 0)
    return (
      <span className={`${mark} text-error`}>
        <CircleX size={15} aria-hidden />
        {t("stock.out")}
      </span>
    );
  if (stock > lowStock)
    return <span className="tabular whitespace-nowrap">{quantity(stock, unit)}</span>;
  return (
    <span className={`${mark} text-waiting`}>
      <TriangleAlert size={15} aria-label={t("stock.low")} />
      {quantity(stock, unit)}
    </span>
  );
}
