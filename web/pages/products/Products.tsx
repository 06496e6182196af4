import { Boxes, CircleOff, Package } from "lucide-react";
import { useState } from "react";
import { useSignals } from "@preact/signals-react/runtime";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import type { Field } from "../../forms/form.ts";
import { HoverPicture } from "../../kit/HoverPicture.tsx";
import { Page } from "../../kit/Page.tsx";
import { State } from "../../kit/State.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { useList } from "../../lists/list.ts";
import type { Column, Listing } from "../../lists/listing.ts";
import { ListView } from "../../lists/ListPage.tsx";
import { units } from "../../../src/shared/units.ts";
import { can } from "../../session/can.ts";
import { quantity, times } from "../../parts/products/amounts.ts";
import { ProductDialog } from "./ProductDialog.tsx";
import { Sheets } from "./Sheets.tsx";
import { useLiveEntries, useShelf } from "./shelf.ts";
import { Margin, PriceCell, StockCell } from "./ShelfCells.tsx";
import { ShelfFilters } from "./ShelfFilters.tsx";
import { StockDialog } from "./StockDialog.tsx";
import type { Product } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

const groups = choicesOf({ name: "option-groups", event: "optionGroup" });

const category: Field = {
  name: "categoryId",
  label: "products.category",
  type: "resource",
  resource: { name: "categories", event: "category" },
  emptyLabel: "products.noCategory",
};

export const products: Listing<Product> = {
  name: "products",
  options: { order: "name", size: 10, lowerCase: true },
  pager: true,
  icon: Package,
  write: "products.write",
  columns: [
    { label: "products.name", cell: (product) => <Name product={product} /> },
    {
      label: "products.category",
      className: "max-lg:hidden",
      cell: ({ category }) => category,
    },
  ],
  fields: [
    {
      name: "name",
      label: "products.name",
      required: true,
      min: 3,
      max: 160,
      messages: { too_short: "products.tooShort" },
    },
    { name: "ean", label: "products.ean", hint: "products.eanHint", max: 20 },
    { name: "code", label: "products.code", max: 40 },
    {
      name: "unit",
      label: "products.unit",
      type: "select",
      hint: "products.unitHint",
      required: true,
      messages: { invalid: "products.unitHasParts" },
    },
    { name: "optionGroupIds", label: "products.optionGroups", type: "many" },
    { name: "description", label: "products.description", type: "textarea", rows: 3, max: 2000 },
    { name: "isActive", label: "products.active", type: "switch", hint: "products.activeHint" },
    { name: "mediaPath", label: "products.picture", type: "picture" },
  ],
  emptyValues: {
    name: "",
    ean: "",
    code: "",
    categoryId: "",
    unit: "un",
    optionGroupIds: [],
    description: "",
    isActive: true,
  },
  dialog: ProductDialog,
};

/** The products of the shop, with the price and the stock of a store. */
export function Products() {
  useSignals();
  const { t } = useTranslation();
  const shelf = useShelf();
  if (!shelf.isLoaded) return <Page title={t("products.title")}>{null}</Page>;
  return <Shelf shelf={shelf} />;
}

function Shelf({ shelf }: { shelf: ReturnType<typeof useShelf> }) {
  useSignals();
  useChoices(groups);
  const [stockOf, setStockOf] = useState<Product | null>(null);
  const { storeId, part } = shelf;
  const list = useList<Product>(products.name, {
    ...products.options,
    query: { part, ...(storeId !== null && { storeId: String(storeId) }) },
    filtered: part !== "all",
  });
  useLiveEntries(list, storeId);
  const columns = [...products.columns, ...(storeId === null ? [] : columnsOf(setStockOf))];
  return (
    <>
      <ListView
        list={list}
        listing={{
          ...products,
          ...(part !== "all" && { emptyArea: `products.part.${part}` }),
          columns,
          cardColumns: columns.filter(({ className = "" }) => !className.includes("max-lg:hidden")),
          fields: useFields(),
          filters: (
            <>
              <ShelfFilters shelf={shelf} />
              <Sheets storeId={storeId} />
            </>
          ),
          actions: (product) => [
            { label: "stock.of", icon: Boxes, run: () => setStockOf(product) },
          ],
        }}
      />
      {stockOf && (
        <StockDialog
          product={stockOf}
          onClose={() => {
            setStockOf(null);
            list.reload();
          }}
        />
      )}
    </>
  );
}

const right = "text-right";

const columnsOf = (setStockOf: (product: Product) => void): Column<Product>[] => [
  {
    label: "products.price",
    className: right,
    cell: (product) => <PriceCell product={product} onPrice={() => setStockOf(product)} />,
  },
  ...(can("productStores.write")
    ? [
        {
          label: "products.margin",
          className: `${right} max-lg:hidden`,
          cell: ({ entry }: Product) => <Margin entry={entry} />,
        },
      ]
    : []),
  { label: "stock.count", className: right, cell: (product) => <StockCell product={product} /> },
  {
    label: "products.minimum",
    className: `${right} max-lg:hidden`,
    cell: ({ entry, unit }) =>
      entry ? <span className="text-muted tabular">{quantity(entry.lowStock, unit)}</span> : null,
  },
];

function useFields(): Field[] {
  useSignals();
  const { t } = useTranslation();
  const [name, ean, code, ...others] = products.fields as [Field, Field, Field, ...Field[]];
  const fields = can("user-modal:editProfile")
    ? [name, ean, code, category, ...others]
    : [name, ean, code, ...others];
  return fields.map((field) =>
    field.name === "optionGroupIds"
      ? { ...field, options: groups.rows.value ?? [] }
      : field.name === "unit"
        ? {
            ...field,
            items: units.map((value) => ({ value, label: t(`products.units.${value}`) })),
          }
        : field,
  );
}

function Name({
  product: { name, code, ean, mediaPath, kitItems, isActive },
}: {
  product: Product;
}) {
  const { t } = useTranslation();
  const parts = kitItems.map((part) => `${times(part.amount, part.unit)} ${part.name}`);
  const codes = [code, ean].filter(Boolean).join(" · ");
  return (
    <span className="flex items-center gap-3">
      <HoverPicture src={mediaPath} alt={name} />
      <span className="min-w-0 font-medium break-words">
        {name}
        {!isActive && (
          <span className="ml-2 inline-block align-middle">
            <State tone="quiet" icon={CircleOff}>
              {t("products.isInactive")}
            </State>
          </span>
        )}
        {codes && <span className="text-muted text-small tabular block font-normal">{codes}</span>}
        {parts.length > 0 && (
          <span className="text-muted text-small block font-normal">{parts.join(", ")}</span>
        )}
      </span>
    </span>
  );
}
