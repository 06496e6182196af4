import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import type { FormValues } from "../../forms/form.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { useChoices } from "../../forms/choices.ts";
import { queues } from "../../lists/company-lists.ts";
import { bodyOf, fieldsOf, type Ia, valuesOf } from "./fields.ts";
import { IaTest } from "./IaTest.tsx";

type Props = { listing: Listing<Ia>; title: string; row: Ia | null; onClose: () => void };

/** Creates or edits an AI, and tests it. The form can write its key, but never reads it. */
export function IaDialog({ title, row, onClose }: Props) {
  useSignals();
  useChoices(queues);
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(row));
  const edit = useEdit(row, () => bodyOf(values));

  const save = async (typed: FormValues) => {
    await saveEdit("/ias", edit, bodyOf(typed));
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{ fields: (typed) => fieldsOf(typed, queues.rows.value ?? [], row) }}
      values={values}
      onSave={save}
      onClose={onClose}
    >
      <IaTest id={row?.id} />
    </RowDialog>
  );
}
