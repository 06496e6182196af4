import { useEffect, useRef, useState } from "react";
import type { ProductStore } from "../../../src/modules/stock/table.ts";
import type * as promotionsTable from "../../../src/modules/promotions/table.ts";
import { centsOf } from "../../../src/shared/money.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { savePictures } from "../../lists/save-row.ts";
import { type ProductRow, useProductRows } from "../../parts/products/product-rows.ts";
import { ProductRows } from "../../parts/products/ProductRows.tsx";

type Promotion = Wire<promotionsTable.Promotion>;
type Props = {
  listing: Listing<Promotion>;
  title: string;
  row: Promotion | null;
  onClose: () => void;
};

const price: Field = {
  name: "price",
  label: "promotions.priceOf",
  type: "money",
  required: true,
  min: 0.01,
  messages: { required: "promotions.priceInvalid", invalid: "promotions.priceInvalid" },
};
const priceField = () => price;
const items: Field = { name: "items", label: "promotions.items", type: "custom" };

/** Creates or edits a promotion: its days, its products with their prices, and its flyer. */
export function PromotionDialog({ listing, title, row, onClose }: Props) {
  const { t } = useTranslation();
  const { fields, emptyValues = {} } = listing;
  const [values] = useState(() => (row ? toFormValues(fields, row) : emptyValues));
  const [first] = useState(() => (row?.items ?? []).map(rowOf));
  const products = useProductRows(first, "items", priceField);
  const sellingPrices = useSellingPrices(products.rows);
  const bodyOf = (values: FormValues, rows: ProductRow[]) => ({
    ...toRequestBody(fields, values),
    items: rows.map(({ productId, value }) => ({
      productId,
      ...toRequestBody([price], { price: value }),
    })),
  });
  const edit = useEdit(row, () => bodyOf(values, first));

  const save = (typed: FormValues) =>
    products.save(async () => {
      await saveEdit("/promotions", edit, bodyOf(typed, products.rows));
      await savePictures("/promotions", fields, typed, edit);
      toast.success(t(row ? "common.updated" : "common.saved"));
    });

  const picture = fields.filter(({ type }) => type === "picture");
  return (
    <RowDialog
      title={title}
      listing={{
        fields: [...fields.filter((field) => !picture.includes(field)), items, ...picture],
      }}
      values={values}
      onSave={save}
      onClose={onClose}
      changed={products.isChanged}
      extras={{
        items: ({ storeId }) => (
          <ProductRows
            state={products}
            wire="items"
            field={priceField}
            emptyValue=""
            texts={{
              title: "promotions.items",
              hint: "promotions.itemsHint",
              productRefused: "promotions.productGone",
            }}
            before={(item) => <InsteadOf range={rangeOf(sellingPrices[item.productId], storeId)} />}
            after={({ productId }) => perUnit(sellingPrices[productId]?.[0])}
            remark={(item) => (
              <NotLower item={item} range={rangeOf(sellingPrices[item.productId], storeId)} />
            )}
          />
        ),
      }}
    />
  );
}

const rowOf = ({ productId, name, price: amount }: Promotion["items"][number]): ProductRow => ({
  productId,
  name,
  unit: "un",
  value: String(toFormValues([price], { price: amount }).price),
});

type Entry = Pick<Wire<ProductStore>, "storeId" | "sellingPrice" | "unit">;

/** The selling prices of products in their stores, by product, once they are loaded. */
function useSellingPrices(rows: ProductRow[]): Record<number, Entry[]> {
  const [entries, setEntries] = useState<Record<number, Entry[]>>({});
  const requested = useRef(new Set<number>());
  useEffect(() => {
    for (const { productId } of rows) {
      if (requested.current.has(productId)) continue;
      requested.current.add(productId);
      void api.get<{ productStores: Entry[] }>(`/productStores/all/${productId}`).then(
        ({ productStores }) => setEntries((now) => ({ ...now, [productId]: productStores })),
        // The price can be typed without the selling price beside it.
        () => undefined,
      );
    }
  }, [rows]);
  return entries;
}

const perUnit = (entry: Entry | undefined) =>
  entry && entry.unit !== "un" ? (
    <span className="text-muted text-small whitespace-nowrap">{`/ ${entry.unit}`}</span>
  ) : null;

/** The lowest and the highest selling price; null where no store of the promotion sells it. */
type Range = { low: string; high: string } | null;

function rangeOf(entries: Entry[] | undefined, storeId: unknown): Range | undefined {
  if (!entries) return undefined;
  const prices = entries
    .filter((entry) => !storeId || entry.storeId === Number(storeId))
    .map(({ sellingPrice }) => sellingPrice)
    .toSorted((one, other) => centsOf(one) - centsOf(other));
  return prices.length === 0 ? null : { low: prices[0]!, high: prices.at(-1)! };
}

/** "de R$ 10,00 por" before the typed price. */
function InsteadOf({ range }: { range: Range | undefined }) {
  const { t } = useTranslation();
  if (!range) return null;
  const { low, high } = range;
  return (
    <span className="text-muted text-small tabular text-right">
      {t("promotions.from")}{" "}
      <s className="whitespace-nowrap">
        {low === high ? money(low) : `${money(low)} – ${money(high)}`}
      </s>{" "}
      {t("promotions.for")}
    </span>
  );
}

/** A remark on a price that changes nothing. rules.md#dated-prices */
function NotLower({ item, range }: { item: ProductRow; range: Range | undefined }) {
  const { t } = useTranslation();
  if (range === undefined) return null;
  const typed = toRequestBody([price], { price: item.value }).price as string | null;
  if (range && (typed === null || centsOf(typed) < centsOf(range.low))) return null;
  return (
    <p role="status" className="text-waiting text-small basis-full">
      {t(range ? "promotions.notLower" : "promotions.notSold")}
    </p>
  );
}
