import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api.ts";
import { RowDialog } from "../../kit/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { queues } from "../tickets/choices.ts";
import type { Queue } from "../tickets/types.ts";
import { bodyOf, fieldsOf, valuesOf } from "./fields.ts";
import { NoQueue } from "./NoQueue.tsx";
import type { Line } from "./types.ts";

type Props = { line?: Line; first?: boolean; onClose: () => void; onCreated?: (id: number) => void };

/** Makes a connection, or changes one. What was typed is not lost without a question. */
export function Editor(props: Props) {
  useSignals();
  const rows = queues.rows.value ?? (queues.failed.value ? [] : null);
  return rows && <Filled {...props} rows={rows} />;
}

function Filled({ line, first = false, rows, onClose, onCreated }: Props & { rows: Queue[] }) {
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(line, first, rows));
  return (
    <RowDialog
      title={t(line ? "connections.edit" : "connections.new")}
      listing={{ fields: fieldsOf(rows, line, first) }}
      values={values}
      extras={{ queueIds: ({ queueIds }) => Array.isArray(queueIds) && queueIds.length === 0 && <NoQueue className="mt-1.5" /> }}
      onClose={onClose}
      onSave={async (changed) => {
        if (line) await api.put(`/whatsapp/${line.id}`, bodyOf(changed));
        else onCreated?.((await api.post<Line>("/whatsapp", bodyOf(changed))).id);
        toast.success(t(line ? "common.updated" : "connections.created"));
      }}
    />
  );
}
