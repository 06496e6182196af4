import { Info } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Refusal } from "../../src/shared.ts";
import { Refused } from "../kit/api.ts";
import { Form } from "../kit/Form.tsx";
import type { Field } from "../kit/form.ts";
import { explain } from "../kit/text.ts";
import { useTitle } from "../kit/title.ts";
import { toast } from "../kit/Toast.tsx";
import { daysLeft, signIn } from "../session.ts";
import { Porch } from "../shell/Porch.tsx";

const fields: Field[] = [
  { name: "email", label: "auth.email", type: "email", required: true, autoComplete: "username" },
  { name: "password", label: "auth.password", type: "password", required: true, autoComplete: "current-password" },
];

// Leaving always loads this page afresh, so once is enough. Kept until one is in again, for a reload.
const left = sessionStorage.getItem("left");

export function Login() {
  const { t } = useTranslation();
  useTitle(t("auth.title"));

  return (
    <Porch>
      {left && (
        <p role="status" className="border-line bg-base-100 mb-6 flex items-start gap-2.5 rounded-lg border px-3.5 py-3">
          <Info size={18} aria-hidden className="text-info mt-px shrink-0" />
          {explain(new Refused(0, JSON.parse(left) as Refusal))}
        </p>
      )}
      <h1 className="text-2xl font-semibold tracking-tight">{t("auth.welcome")}</h1>
      <p className="text-muted mt-1 mb-7">{t("auth.lead")}</p>
      <Form fields={fields} values={{ email: "", password: "" }} submit={t("auth.submit")} busy={t("auth.submitting")} wide eager onSubmit={({ email, password }) => enter(email, password)} />
      <p className="text-muted text-small mt-6">{t("auth.forgot")}</p>
    </Porch>
  );

  async function enter(email: string, password: string) {
    await signIn(email.trim(), password);
    const days = daysLeft.peek();
    // doc 1 §5
    if (days === null || days >= 5) return;
    toast.warning(days > 0 ? t("auth.expires", { count: days }) : t("auth.expiresToday"));
  }
}
