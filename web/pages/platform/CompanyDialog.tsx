import { useEffect, useState } from "react";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import type * as companiesTable from "../../../src/modules/companies/table.ts";
import { cnpjOf, cnpjText } from "../../../src/shared/cnpj.ts";
import { type Recurrence, recurrences } from "../../../src/shared/companies.ts";
import { withDueDate } from "../../../src/shared/due-date.ts";
import { planLimits } from "../../../src/shared/plan.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { api, ApiError } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { cnpjInput, markCnpj } from "../../parts/cnpj.ts";
import { billingFields } from "../../parts/companies/billing-fields.ts";
import { hasPrice, invoiceSum, planPrice } from "../../parts/companies/price.ts";
import { PlanUse } from "../../parts/companies/PlanUse.tsx";

type Company = Wire<companiesTable.FullCompany>;
type Plan = Wire<companiesTable.Plan>;
type Props = { title: string; row: { id: number } | null; onClose: () => void };

/** Creates or edits a company, after its plans and its full row are loaded. */
export function CompanyDialog({ title, row, onClose }: Props) {
  const [loaded, setLoaded] = useState<{ plans: Plan[]; company: Company | null } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const id = row?.id;

  useEffect(() => {
    if (failed) return;
    Promise.all([
      api.get<Plan[]>("/plans/list"),
      id === undefined ? null : api.get<Company>(`/companies/${id}`),
    ]).then(
      ([offered, company]) =>
        setLoaded({ plans: withOwn(offered, company), company: company && withDueDate(company) }),
      setFailed,
    );
  }, [id, failed]);

  if (loaded) return <CompanyForm title={title} {...loaded} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose} tall>
      {failed ? (
        <LoadError error={failed} onRetry={() => setFailed(null)} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  );
}

/** A company may have a plan that the box no longer offers. */
const withOwn = (offered: Plan[], company: Company | null) =>
  company && !offered.some(({ id }) => id === company.plan.id)
    ? [...offered, company.plan]
    : offered;

export function CompanyForm({
  title,
  plans,
  company,
  onClose,
}: {
  title: string;
  plans: Plan[];
  company: Company | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const fields = fieldsOf(plans, company, t);
  const [values] = useState<FormValues>(() =>
    company
      ? { ...toFormValues(fields, company), document: cnpjText(company.document ?? "") }
      : {
          ...toFormValues(fields, {}),
          planId: String((plans.find(({ value }) => hasPrice(value)) ?? plans[0])?.id ?? ""),
          recurrence: "MENSAL",
          campaignsEnabled: true,
        },
  );

  const bodyOf = (typed: FormValues) => ({
    ...toRequestBody(fields, typed),
    document: cnpjOf(String(typed.document ?? "")),
    planId: Number(typed.planId),
  });
  const edit = useEdit(company, () => bodyOf(values));

  const save = async (typed: FormValues) => {
    try {
      await saveEdit("/companies", edit, bodyOf(typed));
    } catch (error) {
      if (error instanceof ApiError && error.code !== "ERR_CHANGED")
        toast.error(t("settings.saveRefused"));
      throw error;
    }
    toast.success(t(company ? "common.updated" : "common.saved"));
  };
  return (
    <RowDialog
      title={title}
      listing={{ fields }}
      values={values}
      onSave={save}
      onClose={onClose}
      onFieldChange={{ document: markCnpj }}
      extras={{
        recurrence: ({ planId, recurrence }) => (
          <Sum
            price={plans.find(({ id }) => String(id) === planId)?.value}
            recurrence={recurrence as Recurrence}
          />
        ),
        planId: ({ planId }) => (
          <Limits
            plan={plans.find(({ id }) => String(id) === planId)}
            usage={company?.usage ?? null}
          />
        ),
      }}
    />
  );
}

/** Shows the sum of each invoice before saving. */
const Sum = ({ price, recurrence }: { price: string | undefined; recurrence: Recurrence }) => (
  <p role="status" className="tabular text-small mt-1">
    {price !== undefined && (invoiceSum(price, recurrence) || planPrice(price))}
  </p>
);

const Limits = ({ plan, usage }: { plan: Plan | undefined; usage: Company["usage"] }) =>
  plan ? (
    <div className="mt-2">
      <PlanUse
        limits={
          Object.fromEntries(planLimits.map((what) => [what, plan[what]])) as Record<
            (typeof planLimits)[number],
            number
          >
        }
        usage={usage}
      />
    </div>
  ) : null;

const data = "companies.tabs.data";
const subscription = "companies.tabs.subscription";
const billing = "companies.tabs.billing";

const fieldsOf = (plans: Plan[], company: Company | null, t: (key: string) => string): Field[] => [
  { tab: data, name: "name", label: "companies.name", required: true, min: 3, max: 80 },
  {
    tab: data,
    name: "email",
    label: "companies.email",
    type: "email",
    required: company === null,
    hint: company ? undefined : "companies.emailHint",
    max: 254,
  },
  {
    tab: data,
    name: "phone",
    label: "companies.phone",
    type: "tel",
    required: company === null,
    messages: { invalid: "companies.phoneInvalid" },
  },
  {
    tab: data,
    name: "document",
    label: "companies.document",
    ...cnpjInput,
    messages: { invalid: "companies.documentInvalid" },
  },
  ...(company
    ? []
    : ([
        { tab: data, name: "userName", label: "companies.userName", min: 2, max: 50 },
        {
          tab: data,
          name: "password",
          label: "companies.password",
          type: "password",
          hint: "setup.passwordHint",
          required: true,
          min: 8,
          max: 128,
          autoComplete: "new-password",
        },
      ] satisfies Field[])),
  {
    tab: subscription,
    name: "planId",
    label: "companies.plan",
    type: "select",
    required: true,
    items: plans.map(({ id, name, value }) => ({
      value: String(id),
      label: `${name} – ${planPrice(value)}`,
    })),
  },
  {
    tab: subscription,
    name: "dueDate",
    label: "companies.due",
    hint: "companies.dueHint",
    type: "date",
  },
  {
    tab: subscription,
    name: "recurrence",
    label: "companies.recurrence",
    type: "select",
    required: true,
    items: Object.keys(recurrences).map((value) => ({
      value,
      label: t(`companies.recurrences.${value}`),
    })),
  },
  {
    tab: subscription,
    name: "campaignsEnabled",
    label: "companies.campaignsEnabled",
    hint: "companies.campaignsHint",
    type: "switch",
  },
  ...(company ? billingFields.map((field) => ({ ...field, tab: billing })) : []),
];
