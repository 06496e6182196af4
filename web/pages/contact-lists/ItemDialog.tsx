import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues } from "../../forms/form-values.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { ContactListItem } from "./types.ts";

const fields: Field[] = [
  { name: "name", label: "contactListItems.name", required: true, min: 2, max: 50 },
  { name: "number", label: "contactListItems.number", hint: "contactListItems.numberHint", type: "tel", required: true, min: 8, max: 50 },
  { name: "email", label: "contactListItems.email", type: "email" },
];

type Props = { title: string; row: ContactListItem | null; save: (fields: Field[], values: FormValues) => Promise<unknown>; onClose: () => void };

/** Adds a contact to a list, or changes one. */
export function ItemDialog({ title, row, save, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <RowDialog
      title={title}
      listing={{ fields }}
      values={toFormValues(fields, row ?? {})}
      onSave={async (values) => {
        await save(fields, values);
        toast.success(t(row ? "common.updated" : "common.saved"));
      }}
      onClose={onClose}
    />
  );
}
