import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api, ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { PasswordStrength } from "../../parts/PasswordStrength.tsx";
import { readPublicBox } from "../../session/public-box.ts";
import { AuthLayout } from "../../shell/AuthLayout.tsx";
import texts from "./texts.json";

addTexts(texts);

const fields: Field[] = [
  {
    name: "password",
    label: "newPassword.password",
    type: "password",
    hint: "setup.passwordHint",
    required: true,
    min: 8,
    max: 128,
    autoComplete: "new-password",
  },
];

/** The page of a mailed link: the user chooses a new password. rules.md#forgotten-password */
export function NewPassword() {
  const { t } = useTranslation();
  useTitle(t("newPassword.title"));
  useEffect(() => void readPublicBox(), []);
  const [state, setState] = useState<"open" | "dead" | "done">("open");
  const choose = async (password: string) => {
    try {
      await api.post("/auth/forgotten/password", { token: location.hash.slice(1), password });
    } catch (error) {
      if (error instanceof ApiError && error.code === "ERR_LINK_EXPIRED") setState("dead");
      throw error;
    }
    setState("done");
  };
  return (
    <AuthLayout>
      <h1 className="text-2xl font-semibold tracking-tight">{t("newPassword.title")}</h1>
      {state === "done" ? <Done /> : <PasswordForm isDead={state === "dead"} onSubmit={choose} />}
    </AuthLayout>
  );
}

export function PasswordForm({
  isDead,
  onSubmit,
}: {
  isDead: boolean;
  onSubmit: (password: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted mt-1 mb-7">{t("newPassword.lead")}</p>
      <Form
        fields={fields}
        values={{ password: "" }}
        submit={t("newPassword.submit")}
        busy={t("newPassword.submitting")}
        wide
        focusFirst
        extras={{ password: ({ password }) => <PasswordStrength password={password} /> }}
        onSubmit={({ password }) => onSubmit(password)}
      />
      {isDead && (
        <Link href="/forgotten-password" className="btn mt-3">
          {t("forgotten.again")}
        </Link>
      )}
    </>
  );
}

export function Done() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <p className="mt-2 mb-5">{t("newPassword.done")}</p>
      {/* Reload the page: the new password may have ended the session in this browser. */}
      <a href="/login" className="btn btn-primary">
        {t("auth.submit")}
      </a>
    </div>
  );
}
