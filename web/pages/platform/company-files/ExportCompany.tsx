import { useState } from "react";
import { companyFileKeptHours } from "../../../../src/shared/companies.ts";
import { Form } from "../../../forms/Form.tsx";
import type { Field } from "../../../forms/form.ts";
import { api } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { ShownCode } from "./ShownCode.tsx";

type Props = {
  company: { id: number; name: string };
  /** The company moves to another box. */ moves: boolean;
  onClose: () => void;
};

/**
 * Exports a company to a file after the owner enters the password, and shows the code that opens
 * it.
 */
export function ExportCompany({ company: { id, name }, moves, onClose }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState<string | null>(null);
  const begin = async ({ password }: { password: string }) =>
    setCode(
      (await api.post<{ code: string }>(`/company-files/${id}/export`, { password, moves })).code,
    );
  if (code)
    return (
      <ShownCode
        title={t("companyFiles.codeTitle", { name })}
        code={code}
        text={t("companyFiles.codeText", { hours: companyFileKeptHours })}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title={t(moves ? "companyFiles.moveQuestion" : "companyFiles.exportQuestion", { name })}
      onClose={onClose}
    >
      <p className="mb-4">{t(moves ? "companyFiles.moveText" : "companyFiles.exportText")}</p>
      <Form
        fields={passwordField}
        values={{ password: "" }}
        submit={t(moves ? "companyFiles.moveBegin" : "companyFiles.exportBegin")}
        onSubmit={begin}
        onCancel={onClose}
        focusFirst
      />
    </Dialog>
  );
}

const passwordField: Field[] = [
  {
    name: "password",
    label: "companyFiles.password",
    type: "password",
    required: true,
    autoComplete: "current-password",
    messages: { wrong: "companyFiles.passwordWrong" },
  },
];
