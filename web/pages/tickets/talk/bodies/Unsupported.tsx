import { Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Something that only the phone can show. */
export function Unsupported() {
  const { t } = useTranslation();
  return (
    <p className="text-muted flex max-w-72 items-start gap-2">
      <Smartphone size={18} aria-hidden className="mt-0.5 shrink-0" />
      {t("messages.unsupported")}
    </p>
  );
}
