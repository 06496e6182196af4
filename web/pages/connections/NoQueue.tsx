import { EyeOff } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";

/** Warns that only some users see the tickets of a connection without a queue. */
export function NoQueue({ className = "" }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <p data-no-queue className={`text-waiting text-small flex items-start gap-1.5 ${className}`}>
      <EyeOff size={15} aria-hidden className="mt-px shrink-0" />
      {t("connections.noQueue")}
    </p>
  );
}
