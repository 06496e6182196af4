import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api.ts";
import { RowDialog } from "../../kit/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { queues } from "../tickets/choices.ts";
import { bodyOf, fieldsOf, valuesOf } from "./fields.ts";
import type { Line } from "./types.ts";

type Props = { line?: Line; first?: boolean; onClose: () => void; onCreated?: (id: number) => void };

/** Makes a connection, or changes one. What was typed is not lost without a question. */
export function Editor({ line, first = false, onClose, onCreated }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(line, first));
  return (
    <RowDialog
      title={t(line ? "connections.edit" : "connections.new")}
      listing={{ fields: fieldsOf(queues.rows.value ?? [], line, first) }}
      values={values}
      onClose={onClose}
      onSave={async (changed) => {
        if (line) await api.put(`/whatsapp/${line.id}`, bodyOf(changed));
        else onCreated?.((await api.post<Line>("/whatsapp", bodyOf(changed))).id);
        toast.success(t(line ? "common.updated" : "common.saved"));
      }}
    />
  );
}
