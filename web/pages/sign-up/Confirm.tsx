import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../kit/api.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { begin } from "./begin.ts";

/** Asks the user to open the mailed link. Only the link creates the company. */
export function ConfirmByMail({
  email,
  onAgain,
  onBack,
}: {
  email: string;
  onAgain: () => Promise<void>;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await onAgain().then(() => toast.success(t("signUp.sentAgain")), toast.error);
    setBusy(false);
  };
  return (
    <div role="status">
      <MailCheck size={32} aria-hidden className="text-primary mb-3" />
      <h1 className="text-2xl font-semibold tracking-tight">{t("signUp.confirmTitle")}</h1>
      <p className="text-muted mt-1 mb-5 break-words">{t("signUp.confirmText", { email })}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" disabled={busy} onClick={() => void again()}>
          {t("signUp.again")}
        </button>
        <button type="button" className="btn btn-ghost" onClick={onBack}>
          {t("signUp.change")}
        </button>
      </div>
    </div>
  );
}

/**
 * The page of the mailed link. It waits for the button, because some programs open every link in a
 * mail.
 */
export function Confirm({ token }: { token: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<"open" | "busy" | { failed: string }>("open");
  const confirm = async () => {
    setState("busy");
    await api
      .post<Parameters<typeof begin>[0]>("/companies/cadastro/confirm", { token })
      .then(begin, (error: unknown) => setState({ failed: errorText(error) }));
  };
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t("signUp.followedTitle")}</h1>
      <p className="text-muted mt-1 mb-7">{t("signUp.followedText")}</p>
      {typeof state === "object" && (
        <p role="alert" className="border-error/40 bg-error/8 mb-4 rounded-lg border px-3 py-2.5">
          {state.failed}
        </p>
      )}
      <button
        type="button"
        className="btn btn-primary btn-block"
        disabled={state === "busy"}
        onClick={() => void confirm()}
      >
        {t("signUp.confirm")}
      </button>
      {typeof state === "object" && (
        <Link href="/signup" className="btn btn-ghost mt-3" onClick={() => location.reload()}>
          {t("signUp.anew")}
        </Link>
      )}
    </>
  );
}
