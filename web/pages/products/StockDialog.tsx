import { Boxes, ClipboardPen, History } from "lucide-react";
import { useState } from "react";
import { highestStock } from "../../../src/shared/units.ts";
import type { Field } from "../../forms/form.ts";
import { money, useTranslation } from "../../kit/text.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowsDialog } from "../../lists/RowsDialog.tsx";
import { quantity } from "../../parts/products/amounts.ts";
import { can } from "../../session/can.ts";
import { CorrectStock } from "./CorrectStock.tsx";
import { Movements } from "./Movements.tsx";
import type { Entry, Product } from "./types.ts";

const needed = { required: "stock.required", invalid: "stock.invalid" };
const prices: Field[] = [
  {
    name: "costPrice",
    label: "stock.costPrice",
    type: "money",
    required: true,
    min: 0.01,
    messages: needed,
  },
  {
    name: "sellingPrice",
    label: "stock.sellingPrice",
    type: "money",
    required: true,
    min: 0.01,
    messages: needed,
  },
  {
    name: "promotionPrice",
    label: "stock.promotionPrice",
    hint: "stock.promotionPriceHint",
    type: "money",
    messages: { invalid: "stock.promotionInvalid" },
  },
  {
    name: "lowStock",
    label: "stock.lowStock",
    hint: "stock.lowStockHint",
    type: "quantity",
    max: highestStock,
  },
];
const store: Field = {
  name: "storeId",
  label: "stock.store",
  type: "resource",
  resource: { name: "stores", event: "store" },
  required: true,
};
const count: Field = {
  name: "stock",
  label: "stock.count",
  type: "quantity",
  required: true,
  min: 0.001,
  max: highestStock,
  messages: needed,
};

export const entries: Listing<Entry> = {
  name: "stock",
  icon: Boxes,
  write: "productStores.write",
  nameOf: ({ store }) => store.name,
  columns: [
    {
      label: "stock.store",
      cell: ({ store }) => <span className="font-medium break-words">{store.name}</span>,
    },
    { label: "stock.count", cell: (entry) => <Count entry={entry} /> },
    {
      label: "stock.costPrice",
      cell: ({ costPrice }) => (
        <span className="tabular whitespace-nowrap">{money(costPrice)}</span>
      ),
    },
    {
      label: "stock.sellingPrice",
      cell: ({ sellingPrice }) => (
        <span className="tabular whitespace-nowrap">{money(sellingPrice)}</span>
      ),
    },
    {
      label: "stock.promotionPrice",
      cell: ({ promotionPrice }) =>
        promotionPrice === "0.00" ? null : (
          <span className="tabular whitespace-nowrap">{money(promotionPrice)}</span>
        ),
    },
  ],
  fields: [count, ...prices],
  emptyValues: {
    storeId: "",
    stock: "",
    costPrice: "",
    sellingPrice: "",
    promotionPrice: "",
    lowStock: "5",
  },
};

export const stockTexts = {
  add: "stock.add",
  added: "stock.added",
  updated: "stock.updated",
  removed: "stock.removed",
};

/** The price and the stock of a product in each store. */
export function StockDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation();
  const [correcting, setCorrecting] = useState<Entry | null>(null);
  const [movementsOf, setMovementsOf] = useState<Entry | null>(null);
  const isKit = product.kitItems.length > 0;
  const inUnit = (field: Field): Field =>
    field.type === "quantity" ? { ...field, unit: product.unit } : field;
  const listing: Listing<Entry> = {
    ...entries,
    options: {
      path: `/productStores/all/${product.id}`,
      envelope: "productStores",
      event: "productStore",
      filtered: true,
    },
    columns: can(entries.write)
      ? entries.columns
      : entries.columns.filter(({ label }) => label !== "stock.costPrice"),
    fields: [
      ...(can("user-modal:editProfile") ? [store] : []),
      // A kit takes its stock from its parts.
      ...(isKit ? [] : [count]),
      ...prices,
    ].map(inUnit),
    actions: (entry) => [
      ...(can(entries.write) && !isKit
        ? [{ label: "stock.correct", icon: ClipboardPen, run: () => setCorrecting(entry) }]
        : []),
      { label: "stock.movements", icon: History, run: () => setMovementsOf(entry) },
    ],
  };
  return (
    <>
      <RowsDialog
        title={t("stock.title", { name: product.name })}
        listing={listing}
        texts={stockTexts}
        changeFields={prices.map(inUnit)}
        path="/productStores"
        owner={{ productId: product.id }}
        onClose={onClose}
      />
      {correcting && <CorrectStock entry={correcting} onClose={() => setCorrecting(null)} />}
      {movementsOf && <Movements entry={movementsOf} onClose={() => setMovementsOf(null)} />}
    </>
  );
}

/** The stock, marked when it is low. */
function Count({ entry: { stock, lowStock, unit } }: { entry: Entry }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="tabular font-medium">{quantity(stock, unit)}</span>
      {stock <= lowStock && (
        <span className={`text-small ${stock === 0 ? "text-error" : "text-waiting"}`}>
          {t(stock === 0 ? "stock.out" : "stock.low")}
        </span>
      )}
    </span>
  );
}
