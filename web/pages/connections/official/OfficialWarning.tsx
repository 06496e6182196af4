import { TriangleAlert } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";

/** A number that is registered on the official channel leaves the app on its phone for good. */
export function OfficialWarning() {
  const { t } = useTranslation();
  return (
    <p className="rounded-card border-error/50 bg-error/8 flex items-start gap-2.5 border px-3 py-2.5">
      <TriangleAlert size={18} aria-hidden className="text-error mt-px shrink-0" />
      <span>{t("connections.official.leaves")}</span>
    </p>
  );
}
