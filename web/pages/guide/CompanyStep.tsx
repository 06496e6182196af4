import { useState } from "react";
import { cnpjOf, cnpjText, isCnpj } from "../../../src/shared/cnpj.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { LeaveGuard } from "../../kit/LeaveGuard.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type OwnCompany, useOwnCompany } from "../../parts/companies/own-company.ts";
import { refreshMe } from "../../session/session.ts";
import type { StepProps } from "./step.ts";

const fields: Field[] = [
  {
    name: "name",
    label: "guide.company.label",
    required: true,
    min: 2,
    max: 80,
    autoComplete: "organization",
  },
  {
    name: "document",
    label: "guide.company.document",
    valid: (typed) => isCnpj(cnpjOf(typed)),
    messages: { invalid: "guide.company.documentInvalid" },
  },
];

export function CompanyStep({ onDone }: StepProps) {
  const { company, failed, read } = useOwnCompany();
  if (!company)
    return failed ? (
      <LoadError error={failed} onRetry={() => void read()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  return <CompanyFields company={company} onDone={onDone} />;
}

function CompanyFields({ company, onDone }: { company: OwnCompany; onDone: () => void }) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [values] = useState({
    name: company.name,
    document: company.document ? cnpjText(company.document) : "",
  });
  const bodyOf = ({ name, document }: typeof values) => ({
    name: name.trim(),
    document: document.trim() || null,
  });
  const edit = useEdit(company, () => bodyOf(values));
  const save = async (typed: typeof values) => {
    await saveEdit("/companies", edit, bodyOf(typed));
    await refreshMe();
    onDone();
  };
  return (
    <>
      <LeaveGuard dirty={dirty} />
      <Form
        fields={fields}
        values={values}
        submit={t("guide.save")}
        onDirty={setDirty}
        onSubmit={save}
      />
    </>
  );
}
