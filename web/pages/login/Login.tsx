import { Info } from "lucide-react";
import { useState } from "react";
import type { Refusal } from "../../../src/shared/wire.ts";
import { ApiError } from "../../kit/api.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { onDemand } from "../../kit/on-demand.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { toast } from "../../kit/Toast.tsx";
import { daysLeft, overdue, signIn } from "../../session/session.ts";
import { AuthLayout } from "../../shell/AuthLayout.tsx";

// Few users need these parts to sign in.
const CodeForm = onDemand(async () => (await import("./CodeForm.tsx")).CodeForm);
const WaysOut = onDemand(async () => (await import("./WaysOut.tsx")).WaysOut);

const fields: Field[] = [
  { name: "email", label: "auth.email", type: "email", required: true, autoComplete: "username" },
  {
    name: "password",
    label: "auth.password",
    type: "password",
    required: true,
    autoComplete: "current-password",
  },
];

// Signing out always reloads this page, so reading it once is enough. It stays until the next
// sign-in, for a reload.
const signOutReason = sessionStorage.getItem("signOutReason");

/** Asks for e-mail and password, and for a code when the user has set one up. */
export function Login() {
  const { t } = useTranslation();
  useTitle(t("auth.title"));
  const [credentials, setCredentials] = useState<{ email: string; password: string } | null>(null);

  return (
    <AuthLayout>
      {signOutReason && !credentials && (
        <p
          role="status"
          className="border-line bg-base-100 mb-6 flex items-start gap-2.5 rounded-lg border px-3.5 py-3"
        >
          <Info size={18} aria-hidden className="text-info mt-px shrink-0" />
          {errorText(new ApiError(0, JSON.parse(signOutReason) as Refusal))}
        </p>
      )}
      {credentials ? (
        <CodeForm
          onSubmit={(code) => enter(credentials.email, credentials.password, code)}
          onBack={() => setCredentials(null)}
        />
      ) : (
        <PasswordForm onSubmit={first} />
      )}
    </AuthLayout>
  );

  async function first(email: string, password: string) {
    try {
      await enter(email, password);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "ERR_TOTP_REQUIRED")) throw error;
      setCredentials({ email, password });
    }
  }

  async function enter(email: string, password: string, code?: string) {
    await signIn(email.trim(), password, code);
    const days = daysLeft.peek();
    // A sign-in warns while fewer than five days are left. rules.md#subscription
    if (days === null || days >= 5 || overdue.peek()) return;
    toast.warning(days > 0 ? t("auth.expires", { count: days }) : t("auth.expiresToday"));
  }
}

function PasswordForm({
  onSubmit,
}: {
  onSubmit: (email: string, password: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("auth.welcome")}</h1>
      <p className="text-muted mt-1 mb-7">{t("auth.lead")}</p>
      <Form
        key="first"
        fields={fields}
        values={{ email: "", password: "" }}
        submit={t("auth.submit")}
        busy={t("auth.submitting")}
        wide
        focusFirst
        onSubmit={({ email, password }) => onSubmit(email, password)}
      />
      {/* Reserve the height: the links load late, and must not move the form. */}
      <div className="flex min-h-11 flex-col">
        <WaysOut />
      </div>
    </>
  );
}
