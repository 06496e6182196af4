import { ArrowLeft, MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { language, useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { readPublicBox } from "../../session/public-box.ts";
import { AuthLayout } from "../../shell/AuthLayout.tsx";
import texts from "./texts.json";

addTexts(texts);

const fields: Field[] = [
  {
    name: "email",
    label: "auth.email",
    type: "email",
    required: true,
    max: 254,
    autoComplete: "username",
  },
];

/** Requests a link for a new password. rules.md#forgotten-password */
export function ForgottenPassword() {
  const { t } = useTranslation();
  useTitle(t("forgotten.title"));
  useEffect(() => void readPublicBox(), []);
  const [sentTo, setSentTo] = useState("");
  const send = async (typed: string) => {
    const email = typed.trim();
    await api.post("/auth/forgotten", { email, language: language.peek() });
    setSentTo(email);
  };
  return (
    <AuthLayout>
      {sentTo ? <Sent email={sentTo} onAgain={() => setSentTo("")} /> : <AskForm onSubmit={send} />}
      <Link href="/login" className="btn btn-ghost mt-3 -ml-3 self-start">
        <ArrowLeft size={18} aria-hidden />
        {t("forgotten.toLogin")}
      </Link>
    </AuthLayout>
  );
}

export function AskForm({ onSubmit }: { onSubmit: (email: string) => Promise<void> }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("forgotten.title")}</h1>
      <p className="text-muted mt-1 mb-7">{t("forgotten.lead")}</p>
      <Form
        fields={fields}
        values={{ email: "" }}
        submit={t("forgotten.submit")}
        busy={t("forgotten.submitting")}
        wide
        focusFirst
        onSubmit={({ email }) => onSubmit(email)}
      />
    </>
  );
}

export function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <MailCheck size={32} aria-hidden className="text-primary mb-3" />
      <h1 className="text-2xl font-semibold tracking-tight">{t("forgotten.sentTitle")}</h1>
      <p className="text-muted mt-1 mb-4 break-words">{t("forgotten.sentText", { email })}</p>
      <button type="button" className="btn" onClick={onAgain}>
        {t("forgotten.again")}
      </button>
    </div>
  );
}
