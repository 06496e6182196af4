import { LogOut } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { refreshMe, signOut } from "../../session/session.ts";
import { AuthLayout } from "../../shell/AuthLayout.tsx";
import { addTexts } from "../../kit/translations.ts";
import { TotpSetup } from "./TwoFactor.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The company requires two-factor authentication, so no page opens until the user sets it up. */
export function TotpRequired() {
  const { t } = useTranslation();
  useTitle(t("totp.title"));
  return (
    <AuthLayout>
      <h1 className="text-2xl font-semibold tracking-tight">{t("totp.requiredTitle")}</h1>
      <p className="text-muted mt-1 mb-7">{t("totp.requiredText")}</p>
      <TotpSetup onDone={() => void refreshMe()} />
      <button
        type="button"
        className="btn btn-ghost mt-6 -ml-3 self-start"
        onClick={() => void signOut()}
      >
        <LogOut size={18} aria-hidden />
        {t("menu.signOut")}
      </button>
    </AuthLayout>
  );
}
