import { Boxes, CircleCheck, CircleOff, Package } from "lucide-react";
import { useState } from "react";
import { useSignals } from "@preact/signals-react/runtime";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import type { Field } from "../../forms/form.ts";
import { HoverPicture } from "../../kit/HoverPicture.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { units } from "../../../src/shared/units.ts";
import { can } from "../../session/can.ts";
import { times } from "../../parts/products/amounts.ts";
import { ProductDialog } from "./ProductDialog.tsx";
import { Sheets } from "./Sheets.tsx";
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
    { label: "products.ean", cell: ({ ean }) => ean && <span className="tabular">{ean}</span> },
    { label: "products.code", className: "max-lg:hidden", cell: ({ code }) => code },
    { label: "products.category", cell: ({ category }) => category },
    {
      label: "products.active",
      cell: ({ isActive }) => <Active isActive={isActive} />,
      hideLabel: true,
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

/** The products of the shop. */
export function Products() {
  useSignals();
  useChoices(groups);
  const { t } = useTranslation();
  const [stockOf, setStockOf] = useState<Product | null>(null);
  const [name, ean, code, ...others] = products.fields as [Field, Field, Field, ...Field[]];
  const fields = (
    can("user-modal:editProfile")
      ? [name, ean, code, category, ...others]
      : [name, ean, code, ...others]
  ).map((field) =>
    field.name === "optionGroupIds"
      ? { ...field, options: groups.rows.value ?? [] }
      : field.name === "unit"
        ? {
            ...field,
            items: units.map((value) => ({ value, label: t(`products.units.${value}`) })),
          }
        : field,
  );
  return (
    <>
      <ListPage
        listing={{
          ...products,
          fields,
          filters: <Sheets />,
          actions: (product) => [
            { label: "stock.of", icon: Boxes, run: () => setStockOf(product) },
          ],
        }}
      />
      {stockOf && <StockDialog product={stockOf} onClose={() => setStockOf(null)} />}
    </>
  );
}

function Name({ product: { name, mediaPath, kitItems } }: { product: Product }) {
  const parts = kitItems.map((part) => `${times(part.amount, part.unit)} ${part.name}`);
  return (
    <span className="flex items-center gap-3">
      <HoverPicture src={mediaPath} alt={name} />
      <span className="min-w-0 font-medium break-words">
        {name}
        {parts.length > 0 && (
          <span className="text-muted text-small block font-normal">{parts.join(", ")}</span>
        )}
      </span>
    </span>
  );
}

function Active({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation();
  const Icon = isActive ? CircleCheck : CircleOff;
  return (
    <span
      className={`text-small inline-flex items-center gap-1.5 ${isActive ? "text-primary" : "text-muted"}`}
    >
      <Icon size={16} aria-hidden />
      {t(isActive ? "products.isActive" : "products.isInactive")}
    </span>
  );
}
