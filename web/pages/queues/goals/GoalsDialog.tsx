import { useSignals } from "@preact/signals-react/runtime";
import type { Field, FormValues } from "../../../forms/form.ts";
import { saveEdit, useEdit } from "../../../forms/save-edit.ts";
import { t, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { queues } from "../../../lists/company-lists.ts";
import { RowDialog } from "../../../lists/RowDialog.tsx";
import { choicesFor, type Goals } from "./goals.ts";

type Props = { title: string; row: Goals | null; taken: (number | null)[]; onClose: () => void };

/** Creates or edits the goals of a queue. `taken`: the queues that have goals already. */
export function GoalsDialog({ title, row, taken, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  const edit = useEdit(row, () => ({
    queueId: row?.queueId,
    firstAnswerMinutes: row?.firstAnswerMinutes,
    resolutionMinutes: row?.resolutionMinutes,
  }));
  const free = [null, ...(queues.rows.value ?? []).map(({ id }) => id)].filter(
    (id) => !taken.includes(id) || (row !== null && id === row.queueId),
  );
  const first = row ? row.queueId : (free.find((id) => id !== null) ?? null);
  const values: FormValues = {
    queueId: valueOf(first),
    firstAnswerMinutes: String(row ? (row.firstAnswerMinutes ?? "") : 10),
    resolutionMinutes: String(row?.resolutionMinutes ?? ""),
  };

  const save = async (typed: FormValues) => {
    await saveEdit("/sla", edit, {
      queueId: Number(typed.queueId) || null,
      firstAnswerMinutes: Number(typed.firstAnswerMinutes) || null,
      resolutionMinutes: Number(typed.resolutionMinutes) || null,
    });
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{ fields: (typed) => fieldsOf(typed, row, free) }}
      values={values}
      onSave={save}
      onClose={onClose}
    />
  );
}

const valueOf = (queueId: number | null) => String(queueId ?? 0);

function fieldsOf(typed: FormValues, row: Goals | null, free: (number | null)[]): Field[] {
  const nameOf = (id: number | null) =>
    id === null ? t("goals.others") : (queues.rows.value?.find((one) => one.id === id)?.name ?? "");
  const goal = (name: "firstAnswerMinutes" | "resolutionMinutes"): Field => ({
    name,
    label: `goals.${name}`,
    type: "select",
    items: choicesFor(name, row?.[name] ?? null),
    emptyLabel: "goals.never",
    // One of both is needed.
    missing: !typed.firstAnswerMinutes && !typed.resolutionMinutes,
    messages: { invalid: "goals.needOne", required: "goals.needOne" },
  });
  return [
    {
      name: "queueId",
      label: "goals.queue",
      type: "select",
      items: free.map((id) => ({ value: valueOf(id), label: nameOf(id) })),
      messages: { taken: "goals.taken" },
    },
    goal("firstAnswerMinutes"),
    goal("resolutionMinutes"),
  ];
}
