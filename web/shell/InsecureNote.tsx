import { ShieldAlert } from "lucide-react";
import { Link } from "wouter";
import { useTranslation } from "../kit/text.ts";

/** Lists the features that a browser blocks on a plain http page. rules.md#tls-modes */
export const InsecureNote = () => (isSecureContext ? null : <Insecure />);

export function Insecure() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      data-insecure
      className="bg-warning text-warning-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5"
    >
      <ShieldAlert size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">{t("insecure.text")}</p>
      <Link
        href="/trust"
        className="btn btn-xs border-warning-content/40 text-warning-content bg-transparent"
      >
        {t("insecure.why")}
      </Link>
    </div>
  );
}
