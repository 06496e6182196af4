import { Check } from "lucide-react";
import { useTranslation } from "./text.ts";

/** Shows the current step of several. `at` counts from 0; it is past the last when all are done. */
export function Steps({ label, names, at }: { label: string; names: string[]; at: number }) {
  const { t } = useTranslation();
  return (
    <ol className="mb-5 flex flex-wrap gap-x-5 gap-y-2" aria-label={label}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? "step" : undefined}
          className={`flex items-center gap-2 ${index === at ? "font-semibold" : "text-muted"}`}
        >
          <span
            className={`tabular text-small grid size-6 shrink-0 place-items-center rounded-full ${index < at ? "bg-primary text-primary-content" : index === at ? "border-primary text-primary border-2" : "border-line border"}`}
          >
            {index < at ? (
              <Check size={14} role="img" aria-label={t("common.stepDone")} />
            ) : (
              index + 1
            )}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
