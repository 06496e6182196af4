import { addAmounts, highestStock, type Unit } from "../../../src/shared/units.ts";
import { quantityOf, type Field, type FormValues } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { quantity } from "../../parts/products/amounts.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { Entry } from "./types.ts";

const directions = ["in", "out", "counted"] as const;

/** Corrects a stock by hand, with a reason: pieces in, pieces out, or a count. */
export function CorrectStock({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation();
  const { unit } = entry;
  const save = async ({ way, count, note }: FormValues) => {
    const number = quantityOf(String(count), unit)!;
    await api.post(`/productStores/${entry.id}/stock`, {
      note,
      ...(way === "counted" ? { stock: number } : { amount: way === "out" ? -number : number }),
    });
    toast.success(t("stock.corrected"));
  };
  return (
    <RowDialog
      title={t("stock.correctOf", { name: entry.store.name })}
      listing={{
        fields: ({ way }) =>
          fieldsOf(
            way,
            unit,
            directions.map((value) => ({ value, label: t(`stock.ways.${value}`) })),
          ),
        preview: ({ way, count }) => (
          <Result entry={entry} way={String(way)} typed={String(count)} />
        ),
      }}
      values={{ way: "in", count: "", note: "" }}
      onSave={save}
      onClose={onClose}
    />
  );
}

const fieldsOf = (way: FormValues[string], unit: Unit, items: Field["items"]): Field[] => [
  { name: "way", label: "stock.way", type: "select", required: true, items },
  {
    name: "count",
    label: way === "counted" ? "stock.counted" : "stock.amount",
    type: "quantity",
    unit,
    required: true,
    min: way === "counted" ? 0 : 0.001,
    max: highestStock,
    messages: { invalid: "stock.invalid", too_much: "stock.tooMuch" },
  },
  {
    name: "note",
    label: "stock.note",
    placeholder: "stock.noteExample",
    required: true,
    min: 3,
    max: 255,
  },
];

/** The stock after the correction. */
function Result({
  entry: { stock, unit },
  way,
  typed,
}: {
  entry: Entry;
  way: string;
  typed: string;
}) {
  const { t } = useTranslation();
  const count = quantityOf(typed, unit);
  const after =
    count === undefined
      ? undefined
      : way === "counted"
        ? count
        : addAmounts(stock, way === "out" ? -count : count);
  return (
    <p role="status" className="bg-base-200 border-line tabular rounded-lg border px-4 py-3">
      {t("stock.now", { stock: quantity(stock, unit) })}
      {after !== undefined && (
        <span className={after < 0 ? "text-error" : ""}>
          {" "}
          → {after < 0 ? t("stock.tooFew") : quantity(after, unit)}
        </span>
      )}
    </p>
  );
}
