import { useTranslation } from "../../kit/text.ts";
import { priorities } from "./priorities.ts";

/** An announcement's priority. */
export function Priority({ priority }: { priority: number }) {
  const { t } = useTranslation();
  const { name, icon: Icon, color } = priorities[priority] ?? priorities[3]!;
  return (
    <span className={`text-small flex items-center gap-1.5 font-medium whitespace-nowrap ${color}`}>
      <Icon size={15} aria-hidden className="shrink-0" />
      {t(name)}
    </span>
  );
}
