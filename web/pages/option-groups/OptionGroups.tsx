import { SlidersHorizontal } from "lucide-react";
import type * as table from "../../../src/modules/option-groups/table.ts";
import { mostChosen } from "../../../src/shared/option-groups.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { money } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { linesOf, optionsIn } from "./option-lines.ts";
import texts from "./texts.json";

addTexts(texts);

type OptionGroup = Wire<table.OptionGroup>;

const fields: Field[] = [
  { name: "name", label: "optionGroups.name", required: true, min: 2, max: 60 },
  {
    name: "min",
    label: "optionGroups.min",
    hint: "optionGroups.minHint",
    type: "number",
    required: true,
    max: mostChosen,
  },
  {
    name: "max",
    label: "optionGroups.max",
    type: "number",
    required: true,
    min: 1,
    max: mostChosen,
    messages: { invalid: "optionGroups.maxInvalid" },
  },
  {
    // A row's options are no text.
    name: "lines",
    wire: ["options"],
    label: "optionGroups.options",
    hint: "optionGroups.optionsHint",
    type: "textarea",
    rows: 6,
    required: true,
    valid: (text) => optionsIn(text, []) !== undefined,
    messages: { invalid: "optionGroups.optionsInvalid" },
  },
];

export const optionGroups: Listing<OptionGroup> = {
  name: "option-groups",
  area: "optionGroups",
  options: { event: "optionGroup", envelope: "optionGroups", order: "name" },
  icon: SlidersHorizontal,
  write: "products.write",
  columns: [
    { label: "optionGroups.name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      label: "optionGroups.count",
      cell: ({ min, max }) => (
        <span className="tabular">{min === max ? max : `${min}–${max}`}</span>
      ),
    },
    { label: "optionGroups.options", cell: ({ options }) => options.map(optionText).join(", ") },
  ],
  fields,
  dialog: GroupDialog,
};

/** The choices that products offer, such as size and filling. */
export const OptionGroups = () => <ListPage listing={optionGroups} />;

const optionText = ({ name, price, priceMode }: OptionGroup["options"][number]) => {
  if (Number(price) === 0 && priceMode === "add") return name;
  return `${name} (${priceMode === "add" ? "+\u00a0" : ""}${money(price)})`;
};

type DialogProps = { title: string; row: OptionGroup | null; onClose: () => void };

function GroupDialog({ title, row, onClose }: DialogProps) {
  const bodyOf = (values: FormValues) => ({
    name: values.name,
    min: Number(values.min),
    max: Number(values.max),
    options: optionsIn(String(values.lines), row?.options ?? []),
  });
  const edit = useEdit(row, () => ({
    name: row?.name,
    min: row?.min,
    max: row?.max,
    options: optionsIn(linesOf(row?.options ?? []), row?.options ?? []),
  }));
  return (
    <RowDialog
      title={title}
      listing={{ fields }}
      values={{
        name: row?.name ?? "",
        min: String(row?.min ?? 0),
        max: String(row?.max ?? 1),
        lines: linesOf(row?.options ?? []),
      }}
      onSave={(values) => saveEdit("/option-groups", edit, bodyOf(values))}
      onClose={onClose}
    />
  );
}
