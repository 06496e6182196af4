import { Layers } from "lucide-react";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useState } from "react";
import type { BeyondPlan, ListedPlan } from "../../../src/modules/companies/table.ts";
import { planFlags, planLimits } from "../../../src/shared/plan.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field, FormValue, FormValues } from "../../forms/form.ts";
import { switched, switchedValues, withoutSwitches } from "../../forms/switched.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { PagePart } from "../../kit/PagePart.tsx";
import { decimalOf } from "../../kit/decimal.ts";
import { language, t, useTranslation } from "../../kit/text.ts";
import { languageTags } from "../../kit/translations.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import "../../parts/companies/billing-fields.ts";
import { planPrice } from "../../parts/companies/price.ts";

type PlanRow = Wire<ListedPlan>;

const limits = "plans.tabs.limits";
const parts = "plans.tabs.parts";

const fieldsOf = (values: FormValues): Field[] => [
  { tab: limits, name: "name", label: "plans.name", required: true, min: 2, max: 50 },
  {
    tab: limits,
    name: "value",
    label: "plans.value",
    hint: "plans.valueHint",
    type: "money",
    required: true,
  },
  {
    tab: limits,
    name: "offered",
    label: "plans.offered",
    hint: "plans.offeredHint",
    type: "switch",
  },
  ...planLimits.flatMap((name) =>
    switched(values, `plans.limit.${name}`, {
      tab: limits,
      name,
      label: `plan.limits.${name}`,
      type: "number",
      required: true,
      min: 1,
      max: 9_999_999,
    }),
  ),
  ...planFlags.map((name): Field => ({
    tab: parts,
    name,
    label: `plan.flags.${name}`,
    type: "switch",
  })),
];

const usual = { users: 5, connections: 1, queues: 3, campaigns: 10, schedules: 100 };

/** The fields of a plan without a limit. */
const unlimited = fieldsOf({});

const newPlan: FormValues = {
  ...toFormValues(unlimited, {}),
  ...switchedValues({}, usual),
  ...Object.fromEntries(planFlags.map((name) => [name, true])),
};

const valuesOf = (row: PlanRow): FormValues => ({
  ...toFormValues(unlimited, row),
  ...switchedValues(row, usual),
});

const bodyOf = (values: FormValues) =>
  withoutSwitches(toRequestBody(fieldsOf(values), values), values, planLimits);

const plans: Listing<PlanRow> = {
  name: "plans",
  icon: Layers,
  options: { path: "/plans/all", event: "plan" },
  itemPath: "/plans",
  write: "plans.write",
  fields: unlimited,
  dialog: PlanDialog,
  columns: [
    {
      label: "plans.name",
      cell: ({ name }) => <span className="font-medium break-words">{name}</span>,
    },
    {
      label: "plans.value",
      cell: ({ value }) => <span className="tabular whitespace-nowrap">{planPrice(value)}</span>,
    },
    { label: "plans.limits", cell: (plan) => <LimitsCell {...plan} /> },
    {
      label: "plans.companies",
      cell: ({ companies }) => <span className="tabular">{companies}</span>,
    },
  ],
};

/** The plans of the box, for its owner. rules.md#plan-limits */
export const PlansTab = () => <ListPage listing={plans} frame={PagePart} />;

function PlanDialog({
  title,
  row,
  onClose,
}: {
  title: string;
  row: PlanRow | null;
  onClose: () => void;
}) {
  const [values] = useState(() => (row ? valuesOf(row) : newPlan));
  const edit = useEdit(row, () => bodyOf(values));
  const save = async (typed: FormValues) => {
    const { beyond = [] } = await saveEdit<PlanRow, PlanRow & { beyond?: BeyondPlan[] }>(
      "/plans",
      edit,
      bodyOf(typed),
    );
    toast.success(t(row ? "common.updated" : "common.saved"));
    if (beyond.length > 0)
      toast.warning(
        t("plans.beyond", {
          list: beyond
            .map(
              ({ company, what, used, limit }) =>
                `${company} (${t(`plan.limits.${what}`)}: ${t("plan.used", { used, limit })})`,
            )
            .join("; "),
        }),
      );
  };
  return (
    <RowDialog
      title={title}
      listing={{ fields: fieldsOf }}
      values={values}
      onSave={save}
      onClose={onClose}
      onFieldChange={row ? undefined : { value: offerPriced }}
    />
  );
}

/** A new plan is offered by default only when it has a price. rules.md#sign-up */
const offerPriced = (value: FormValue, put: (values: FormValues) => void) =>
  put({ offered: (decimalOf(String(value), languageTags[language.peek()]) ?? 0) > 0 });

function LimitsCell(plan: PlanRow) {
  useTranslation();
  const text = planLimits
    .filter((what) => plan[what] > 0)
    .map((what) => `${t(`plan.limits.${what}`)}: ${plan[what]}`)
    .join(" · ");
  return <span className="text-small">{text || t("plan.unlimited")}</span>;
}
