import { useTranslation } from "react-i18next";
import { weights } from "./words.ts";

/** How much an announcement matters, in a word. */
export function Weight({ priority }: { priority: number }) {
  const { t } = useTranslation();
  const { name, icon: Icon, look } = weights[priority] ?? weights[3]!;
  return (
    <span className={`text-small flex items-center gap-1.5 font-medium whitespace-nowrap ${look}`}>
      <Icon size={15} aria-hidden className="shrink-0" />
      {t(name)}
    </span>
  );
}
