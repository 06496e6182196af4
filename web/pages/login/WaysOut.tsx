import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { publicBox, readPublicBox } from "../../session/public-box.ts";
import texts from "./texts.json";

addTexts(texts);

/** Links to the other public pages. rules.md#public-pages */
export function WaysOut() {
  useSignals();
  const { t } = useTranslation();
  useEffect(() => void readPublicBox(), []);
  if (!publicBox.value) return null;
  const { signUp, landing, mail } = publicBox.value;
  return (
    <>
      {mail ? (
        <p className="text-small mt-6">
          <Link href="/forgotten-password" className="link font-medium">
            {t("login.forgotten")}
          </Link>
        </p>
      ) : (
        <p className="text-muted text-small mt-6">{t("auth.forgot")}</p>
      )}
      {signUp && (
        <p className="text-small mt-3">
          <span className="text-muted">{t("login.noAccount")}</span>{" "}
          <Link href="/signup" className="link font-medium">
            {t("login.signUp")}
          </Link>
        </p>
      )}
      {landing && (
        <Link href="/" className="btn btn-ghost mt-3 -ml-3 self-start">
          <ArrowLeft size={18} aria-hidden />
          {t("login.home")}
        </Link>
      )}
    </>
  );
}
