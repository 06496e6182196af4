import { useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field, FormValues } from "../../forms/form.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Invoice } from "./types.ts";

const actions = ["paid", "discount", "void"] as const;
type Action = (typeof actions)[number];

/** The owner of the box settles, discounts or voids an open invoice, each with a reason. */
export function OwnerActions({ invoice, onDone }: { invoice: Invoice; onDone: () => void }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>("paid");
  const fields = fieldsOf(action, invoice);
  const run = async (values: FormValues) => {
    await api.post(`/invoices/${invoice.id}/${action}`, toRequestBody(fields, values));
    toast.success(t(`invoices.done.${action}`));
    onDone();
  };
  return (
    <section
      aria-label={t(`invoices.actions.${action}`)}
      className="border-line flex flex-col gap-3 border-t pt-3"
    >
      <Tabs
        variant="box"
        label={t("invoices.whatToDo")}
        values={actions}
        value={action}
        text={(one) => t(`invoices.actionTabs.${one}`)}
        onChange={setAction}
      />
      <p className="text-muted">
        {t(`invoices.actionTexts.${action}`, { value: money(invoice.rest) })}
      </p>
      <Form
        key={action}
        fields={fields}
        values={toFormValues(fields, action === "paid" ? { value: invoice.rest } : {})}
        submit={t(`invoices.actions.${action}`)}
        onSubmit={run}
      />
    </section>
  );
}

function fieldsOf(action: Action, { rest, value }: Invoice): Field[] {
  const reason: Field = {
    name: action === "paid" ? "note" : "reason",
    label: action === "paid" ? "invoices.note" : "invoices.reason",
    hint: action === "paid" ? "invoices.noteHint" : "invoices.reasonHint",
    type: "textarea",
    rows: 2,
    required: true,
    max: 500,
  };
  if (action === "void") return [reason];
  // A discount must leave at least a cent to pay.
  const most = action === "paid" ? Number(rest) : Math.min(Number(rest), Number(value) - 0.01);
  const amount: Field = {
    name: "value",
    label: `invoices.amounts.${action}`,
    type: "money",
    required: true,
    min: 0.01,
    max: most,
    messages: { invalid: "invoices.amountInvalid" },
  };
  return [amount, reason];
}
