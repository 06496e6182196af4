import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { Field, FormValues } from "../../forms/form.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { api, ApiError } from "../../kit/api.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { errorText, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { can } from "../../session/can.ts";
import { ConditionRow } from "./ConditionRow.tsx";
import { type Condition, type Draft, draftOf, ruleOf } from "./conditions.ts";
import type { Segment } from "./types.ts";

const name: Field = { name: "name", label: "segments.name", required: true, min: 2, max: 50 };

type Props = { title: string; row: Segment | null; onClose: () => void };

/** Creates or changes a segment; says how many contacts it has while it is written. */
export function SegmentDialog({ title, row, onClose }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft | null>(() =>
    row ? draftOf(row.rule) : { joined: "and", conditions: [start()] },
  );
  const [changed, setChanged] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const edit = useEdit(row, () => ({ name: row!.name, rule: row!.rule }));
  const change = (next: Draft) => {
    setDraft(next);
    setChanged(true);
    setIsMissing(false);
  };
  const rule = draft ? ruleOf(draft) : row!.rule;
  const save = async ({ name }: FormValues) => {
    if (!rule) {
      setIsMissing(true);
      throw new ApiError(422, { error: "ERR_VALIDATION" });
    }
    await saveEdit("/segments", edit, { name, rule });
    toast.success(t(row ? "common.updated" : "common.saved"));
  };
  return (
    <RowDialog
      title={title}
      size="large"
      listing={{ fields: [name] }}
      values={{ name: row?.name ?? "" }}
      changed={changed}
      onSave={save}
      onClose={onClose}
    >
      {draft ? (
        <Conditions draft={draft} onChange={change} />
      ) : (
        <p className="text-muted">{t("segments.byProgram")}</p>
      )}
      {isMissing && <p className="text-error text-small">{t("segments.incomplete")}</p>}
      <Count rule={rule} />
    </RowDialog>
  );
}

const start = (): Condition => ({
  key: Date.now(),
  is: can("orders.read") ? "bought" : "talked",
  isNot: false,
  values: { days: "30" },
});

function Conditions({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const { t } = useTranslation();
  const { conditions } = draft;
  const put = (next: Condition[]) => onChange({ ...draft, conditions: next });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{t("segments.conditions")}</legend>
      {conditions.length > 1 && (
        <Tabs
          variant="box"
          label={t("segments.joined")}
          values={["and", "or"]}
          value={draft.joined}
          text={(value) => t(`segments.joins.${value}`)}
          onChange={(joined) => onChange({ ...draft, joined: joined as Draft["joined"] })}
        />
      )}
      <ul className="flex flex-col gap-2">
        {conditions.map((condition) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            onChange={(next) => put(conditions.map((one) => (one === condition ? next : one)))}
            onRemove={
              conditions.length > 1
                ? () => put(conditions.filter((one) => one !== condition))
                : undefined
            }
          />
        ))}
      </ul>
      {conditions.length < 20 && (
        <button
          type="button"
          className="btn btn-ghost btn-sm -ml-2 self-start"
          onClick={() => put([...conditions, start()])}
        >
          <Plus size={16} aria-hidden />
          {t("segments.add")}
        </button>
      )}
    </fieldset>
  );
}

function Count({ rule }: { rule: object | null }) {
  const { t, tag } = useTranslation();
  const [count, setCount] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const json = rule && JSON.stringify(rule);
  useEffect(() => {
    if (!json) return setCount(null);
    let left = false;
    const timer = setTimeout(() => {
      api.post<{ count: number }>("/segments/count", { rule: JSON.parse(json) as object }).then(
        (answer) => !left && (setCount(answer.count), setProblem("")),
        (error: unknown) => !left && (setCount(null), setProblem(errorText(error))),
      );
    }, 300);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [json]);
  return (
    <p role="status" className={problem ? "text-error" : "font-medium"}>
      {problem ||
        (count === null
          ? t("segments.counting")
          : t("segments.contacts", { count, shown: count.toLocaleString(tag) }))}
    </p>
  );
}
