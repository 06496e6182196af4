import { Plus } from "lucide-react";
import { useState } from "react";
import type { Field, FormValues } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { decimalOf } from "../../kit/decimal.ts";
import { language, money, useTranslation } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";

const mostLines = 20;

/** The owner of the box creates an invoice by hand. rules.md#invoices */
export function NewInvoice({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [count, setCount] = useState(1);
  const fields = (values: FormValues): Field[] => {
    const written = writtenLines(values, count);
    return [
      ...head,
      ...Array.from({ length: count }, (_, index) => lineFields(index, written)).flat(),
      reason,
    ];
  };
  const save = async (values: FormValues) => {
    const { companyId, dueDate, reason, ...rest } = toRequestBody(fields(values), values);
    await api.post("/invoices", {
      companyId: Number(companyId),
      dueDate,
      reason,
      lines: writtenLines(values, count).map((index) => ({
        detail: rest[`detail${index}`],
        value: rest[`value${index}`],
      })),
    });
    toast.success(t("common.saved"));
  };
  return (
    <RowDialog
      title={title}
      listing={{ fields }}
      values={first}
      onSave={save}
      onClose={onClose}
      extras={{
        [`value${count - 1}`]: (values) => (
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <button
              type="button"
              className="btn btn-sm"
              disabled={count === mostLines}
              onClick={() => setCount(count + 1)}
            >
              <Plus size={16} aria-hidden />
              {t("invoices.addLine")}
            </button>
            <output className="tabular font-medium">
              {t("invoices.sum", { value: money(sumOf(values, count).toFixed(2)) })}
            </output>
          </div>
        ),
      }}
    />
  );
}

const first: FormValues = {
  companyId: "",
  dueDate: "",
  reason: "",
  ...Object.fromEntries(
    Array.from({ length: mostLines }, (_, index) => [
      [`detail${index}`, ""],
      [`value${index}`, ""],
    ]).flat(),
  ),
};

const head: Field[] = [
  {
    name: "companyId",
    label: "invoices.company",
    type: "resource",
    required: true,
    resource: { name: "companies", event: "companies", key: "company" },
  },
  { name: "dueDate", label: "invoices.dueDate", type: "date", required: true },
];

const reason: Field = {
  name: "reason",
  label: "invoices.reason",
  hint: "invoices.reasonHint",
  type: "textarea",
  rows: 2,
  required: true,
  max: 500,
};

/** The first line, and all others with a value. A line that was added by mistake stays empty. */
const writtenLines = (values: FormValues, count: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter(
    (index) => index === 0 || values[`detail${index}`] || values[`value${index}`],
  );

function lineFields(index: number, written: number[]): Field[] {
  const place = written.indexOf(index);
  return [
    {
      name: `detail${index}`,
      wire: [`lines.${place}.detail`],
      label: "invoices.lineDetail",
      required: place >= 0,
      max: 100,
    },
    {
      name: `value${index}`,
      wire: [`lines.${place}.value`],
      label: "invoices.lineValue",
      type: "money",
      required: place >= 0,
      min: 0.01,
    },
  ];
}

const sumOf = (values: FormValues, count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      decimalOf(String(values[`value${index}`] ?? ""), languageTags[language.peek()]) ?? 0,
  ).reduce((sum, value) => sum + value, 0);
