import { Check, CreditCard, ListOrdered, Minus } from "lucide-react";
import { useState } from "react";
import { typePayments } from "../../../src/shared/payments.ts";
import type { FormValues } from "../../forms/form.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { Instalments } from "./Instalments.tsx";
import type { Payment } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

export const payments: Listing<Payment> = {
  name: "payments",
  options: { event: "paymentMethod", order: "name" },
  icon: CreditCard,
  write: "payments.write",
  columns: [
    { label: "payments.name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    { label: "payments.code", cell: ({ code }) => code },
    { label: "payments.type", cell: ({ typePayment }) => <Type code={typePayment.code} /> },
    { label: "payments.change", cell: ({ typePayment }) => <YesNo yes={typePayment.change} /> },
    { label: "payments.instalments", cell: (payment) => <Rules payment={payment} /> },
  ],
  fields: [],
  emptyValues: {},
  dialog: PaymentDialog,
};

/** The payment methods, with the instalments of credit cards. */
export function Payments() {
  const [rulesOf, setRulesOf] = useState<Payment | null>(null);
  const actions = (row: Payment) => [
    {
      label: "instalments.of",
      icon: ListOrdered,
      disabled: !row.typePayment.installments,
      run: () => setRulesOf(row),
    },
  ];
  return (
    <>
      <ListPage listing={{ ...payments, actions }} />
      {rulesOf && <Instalments payment={rulesOf} onClose={() => setRulesOf(null)} />}
    </>
  );
}

function PaymentDialog({
  title,
  row,
  onClose,
}: {
  title: string;
  row: Payment | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const values = {
    name: row?.name ?? "",
    code: row?.code ?? "",
    typePaymentId: String(row?.typePaymentId ?? ""),
  };
  const bodyOf = ({ typePaymentId, ...typed }: FormValues) => ({
    ...typed,
    typePaymentId: Number(typePaymentId),
  });
  const edit = useEdit(row, () => bodyOf(values));
  const save = async (typed: FormValues) => {
    await saveEdit("/payments", edit, bodyOf(typed));
    toast.success(t(row ? "common.updated" : "common.saved"));
  };
  return (
    <RowDialog
      title={title}
      listing={{
        fields: [
          {
            name: "name",
            label: "payments.name",
            required: true,
            min: 3,
            max: 60,
            messages: { too_short: "payments.tooShort" },
          },
          { name: "code", label: "payments.code", hint: "payments.codeHint", max: 40 },
          {
            name: "typePaymentId",
            label: "payments.type",
            type: "select",
            required: true,
            emptyLabel: "common.choose",
            items: typePayments.map(({ id, code }) => ({
              value: String(id),
              label: `${code} – ${t(`payments.types.${code}`)}`,
            })),
          },
        ],
      }}
      values={values}
      onSave={save}
      onClose={onClose}
    />
  );
}

function Type({ code }: { code: Payment["typePayment"]["code"] }) {
  const { t } = useTranslation();
  return (
    <span className="whitespace-nowrap">
      <span className="text-muted tabular">{code}</span> {t(`payments.types.${code}`)}
    </span>
  );
}

function YesNo({ yes }: { yes: boolean }) {
  const { t } = useTranslation();
  const Icon = yes ? Check : Minus;
  return (
    <span className={`inline-flex items-center gap-1 ${yes ? "" : "text-muted"}`}>
      <Icon size={16} aria-hidden />
      {t(yes ? "common.yes" : "common.no")}
    </span>
  );
}

function Rules({ payment: { typePayment, paymentDetails } }: { payment: Payment }) {
  const { t } = useTranslation();
  if (!typePayment.installments) return <YesNo yes={false} />;
  const most = Math.max(1, ...paymentDetails.map(({ installments }) => installments));
  return (
    <span className="whitespace-nowrap">
      {most > 1 ? t("payments.upTo", { n: most }) : t("payments.noRules")}
    </span>
  );
}
