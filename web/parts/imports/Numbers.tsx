import { useSignals } from "@preact/signals-react/runtime";
import type { Import } from "../../../src/modules/imports/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { source } from "./import.ts";

/** How many rows are new, known or refused. */
export function Numbers({ counts: { created, updated, duplicated, refused } }: { counts: Pick<Import, "created" | "updated" | "duplicated" | "refused"> }) {
  useSignals();
  const { t, tag } = useTranslation();
  const area = source.value?.area ?? "contacts";
  const figures = [["created", created, `imports.kinds.${area}.created`], ["updated", updated + duplicated, `imports.kinds.${area}.known`], ["refused", refused, "imports.figures.refused"]] as const;
  return (
    <dl className="grid gap-3 phone:grid-cols-3">
      {figures.map(([name, count, label]) => (
        <div key={name} data-figure={name} className="card-quiet flex items-baseline justify-between gap-2 px-4 py-3 phone:block">
          <dt className="text-muted">{t(label)}</dt>
          <dd className={`tabular text-title font-semibold ${name === "refused" && count > 0 ? "text-waiting" : ""}`}>{count.toLocaleString(tag)}</dd>
        </div>
      ))}
    </dl>
  );
}
