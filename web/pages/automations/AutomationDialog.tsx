import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import {
  automationEvents,
  automationHours,
  conditionOf,
  type AutomationConditions,
  type AutomationEvent,
} from "../../../src/shared/automations.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { useChoices } from "../../forms/choices.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { ApiError } from "../../kit/api.ts";
import { t, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { queues, tags } from "../../lists/company-lists.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { draftsOf, stepOf } from "../../parts/macros/drafts.ts";
import { StepsEditor } from "../../parts/macros/StepsEditor.tsx";
import { durationOf } from "../../parts/macros/step-words.ts";
import { type Automation, ratesBelow, statuses } from "./automations.ts";

type Props = { title: string; row: Automation | null; onClose: () => void };

/** Creates or edits an automation: when it runs, and its steps. */
export function AutomationDialog({ title, row, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(tags);
  useChoices(queues);
  useChoices(statuses);
  const [steps, setSteps] = useState(() => draftsOf(row?.steps ?? []));
  const [isChanged, setChanged] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const edit = useEdit(row, () => ({
    name: row?.name,
    active: row?.active,
    event: row?.event,
    conditions: row?.conditions,
    steps: row?.steps,
  }));

  const save = async (values: FormValues) => {
    setErrors({});
    try {
      await saveEdit("/automations", edit, {
        name: values.name,
        active: values.active,
        event: values.event,
        conditions: conditionsOf(values),
        steps: steps.map(stepOf),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || !hasStep(error)) throw error;
      setErrors(error.fields);
      const { code } = error;
      throw new ApiError(422, {
        error: code === "ERR_AUTOMATION_LOOP" ? code : "ERR_MACRO_STEP",
      });
    }
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{ fields: fieldsOf }}
      values={valuesOf(row)}
      onSave={save}
      onClose={onClose}
      changed={isChanged}
    >
      <StepsEditor
        steps={steps}
        errors={errors}
        onChange={(next) => {
          setSteps(next);
          setChanged(true);
          setErrors({});
        }}
      />
    </RowDialog>
  );
}

const hasStep = ({ fields }: ApiError) =>
  Object.keys(fields).some((field) => field.startsWith("steps"));

const valuesOf = (row: Automation | null): FormValues => {
  const { minutes, tagId, below, statusId, queueIds, hours } = row?.conditions ?? {
    queueIds: [],
    hours: "any",
  };
  return {
    name: row?.name ?? "",
    active: row?.active ?? true,
    event: row?.event ?? "newTicket",
    minutes: String(minutes ?? 10),
    tagId: String(tagId ?? ""),
    below: String(below ?? 2),
    statusId: String(statusId ?? ""),
    queueIds,
    hours,
  };
};

/** The conditions of the form; those of other events are left out. */
function conditionsOf(values: FormValues): AutomationConditions {
  const own = conditionOf[values.event as AutomationEvent];
  return {
    queueIds: values.queueIds as number[],
    hours: values.hours as AutomationConditions["hours"],
    ...(own && { [own]: Number(values[own]) || null }),
  };
}

const waits = [5, 10, 15, 20, 30, 45, 60, 120, 240, 480, 1440];

function fieldsOf(values: FormValues): Field[] {
  const condition = conditionOf[values.event as AutomationEvent];
  const named = (rows: { id: number; name: string }[] | null) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const items = {
    minutes: () => waitsWith(Number(values.minutes)).map(waitItem),
    tagId: () => named(tags.rows.value),
    below: () => [2, 3, 4].map((below) => ({ value: String(below), label: ratesBelow(below) })),
    statusId: () => named(statuses.rows.value),
  };
  return [
    { name: "name", label: "automations.name", required: true, min: 2, max: 50 },
    { name: "active", label: "automations.active", type: "switch" },
    {
      name: "event",
      label: "automations.event",
      type: "select",
      items: automationEvents.map((value) => ({ value, label: t(`automations.events.${value}`) })),
    },
    ...(condition
      ? [
          {
            name: condition,
            wire: [`conditions.${condition}`],
            label: `automations.conditions.${condition}`,
            type: "select" as const,
            required: true,
            items: items[condition](),
            emptyLabel: "automations.choose",
          },
        ]
      : []),
    {
      name: "queueIds",
      wire: ["conditions.queueIds"],
      label: "automations.queues",
      hint: "automations.queuesHint",
      type: "many",
      options: queues.rows.value ?? [],
    },
    {
      name: "hours",
      wire: ["conditions.hours"],
      label: "automations.hours",
      type: "select",
      items: automationHours.map((value) => ({ value, label: t(`automations.hoursOf.${value}`) })),
    },
  ];
}

const waitsWith = (minutes: number) =>
  [...new Set([...waits, ...(minutes > 0 ? [minutes] : [])])].toSorted((one, other) => one - other);

const waitItem = (minutes: number) => ({
  value: String(minutes),
  label: t("automations.after", { time: durationOf(minutes) }),
});
