import { ArrowLeft } from "lucide-react";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

const fields: Field[] = [
  {
    name: "code",
    label: "auth.code",
    hint: "auth.codeHint",
    required: true,
    max: 40,
    autoComplete: "one-time-code",
  },
];

/** The second step of a sign-in. */
export function CodeForm({
  onSubmit,
  onBack,
}: {
  onSubmit: (code: string) => Promise<void>;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("login.secondTitle")}</h1>
      <p className="text-muted mt-1 mb-7">{t("login.secondText")}</p>
      <Form
        key="second"
        fields={fields}
        values={{ code: "" }}
        submit={t("auth.submit")}
        busy={t("auth.submitting")}
        wide
        focusFirst
        onSubmit={({ code }) => onSubmit(code.trim())}
      />
      <p className="text-muted text-small mt-6">{t("login.lostPhone")}</p>
      <button type="button" className="btn btn-ghost mt-3 -ml-3 self-start" onClick={onBack}>
        <ArrowLeft size={18} aria-hidden />
        {t("login.otherAccount")}
      </button>
    </>
  );
}
