import { useState } from "react";
import { highestAmount, type Unit } from "../../../src/shared/units.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { savePictures } from "../../lists/save-row.ts";
import { type ProductRow, useProductRows } from "../../parts/products/product-rows.ts";
import { ProductRows } from "../../parts/products/ProductRows.tsx";
import type { Product } from "./types.ts";

type Props = { listing: Listing<Product>; title: string; row: Product | null; onClose: () => void };

const amountField = ({ unit }: { unit: Unit }): Field => ({
  name: "amount",
  label: "products.kit.amountOf",
  type: "quantity",
  unit,
  required: true,
  min: unit === "un" ? 1 : 0.001,
  max: highestAmount,
  messages: { required: "products.kit.amountInvalid", invalid: "products.kit.amountInvalid" },
});
const kit: Field = { name: "kitItems", label: "products.kit.title", type: "custom" };

/** Creates or edits a product, and the products that a kit is made of. */
export function ProductDialog({ listing, title, row, onClose }: Props) {
  const { t } = useTranslation();
  const { fields, emptyValues = {} } = listing;
  const [values] = useState(() => (row ? toFormValues(fields, row) : emptyValues));
  const [first] = useState(() => (row?.kitItems ?? []).map(rowOf));
  const parts = useProductRows(first, "kitItems", amountField);
  const bodyOf = (values: FormValues, rows: ProductRow[]) => ({
    ...toRequestBody(fields, values),
    kitItems: rows.map(({ productId, unit, value }) => ({
      productId,
      ...toRequestBody([amountField({ unit })], { amount: value }),
    })),
  });
  const edit = useEdit(row, () => bodyOf(values, first));

  const save = (typed: FormValues) =>
    parts.save(async () => {
      await saveEdit("/products", edit, bodyOf(typed, parts.rows));
      await savePictures("/products", fields, typed, edit);
      toast.success(t(row ? "common.updated" : "common.saved"));
    });

  const isKit = parts.rows.length > 0;
  return (
    <RowDialog
      title={title}
      listing={{
        fields: fields.flatMap((field) => {
          if (field.name === "optionGroupIds") return [field, kit];
          const isUnit = field.name === "unit" && isKit;
          return isUnit ? { ...field, messages: { invalid: "products.kit.byThePiece" } } : field;
        }),
      }}
      values={values}
      onSave={save}
      onClose={onClose}
      changed={parts.isChanged}
      extras={{
        kitItems: ({ unit }) =>
          (unit === "un" || isKit) && (
            <ProductRows
              state={parts}
              wire="kitItems"
              field={amountField}
              emptyValue="1"
              texts={{
                title: "products.kit.title",
                hint: "products.kit.hint",
                productRefused: "products.kit.partRefused",
                refused: "products.kit.refused",
              }}
              allows={({ id, kitItems }) => id !== row?.id && kitItems.length === 0}
              after={({ unit: partUnit }) => (
                <span className="text-muted text-small w-6">{partUnit}</span>
              )}
            />
          ),
      }}
    />
  );
}

const rowOf = ({ productId, name, unit, amount }: Product["kitItems"][number]): ProductRow => ({
  productId,
  name,
  unit,
  value: String(toFormValues([amountField({ unit })], { amount }).amount),
});
