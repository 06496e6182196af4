import { useSignals } from "@preact/signals-react/runtime";
import type { Import } from "../../../src/modules/imports/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { source } from "./state.ts";

/** The numbers of `rows` that are new, existing, refused, or repeated. */
export function Numbers({
  rows,
  counts: { created, updated, duplicated, refused },
}: {
  rows: number;
  counts: Pick<Import, "created" | "updated" | "duplicated" | "refused">;
}) {
  useSignals();
  const { t, tag } = useTranslation();
  const area = source.value?.area ?? "contacts";
  const repeated = rows - created - updated - duplicated - refused;
  const figures = [
    ["created", created, `imports.kinds.${area}.created`],
    ["updated", updated + duplicated, `imports.kinds.${area}.known`],
    ...(repeated > 0 ? ([["repeated", repeated, "imports.figures.repeated"]] as const) : []),
    ["refused", refused, "imports.figures.refused"],
  ] as const;
  return (
    <dl className="grid gap-3 phone:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
      {figures.map(([name, count, label]) => (
        <div
          key={name}
          data-figure={name}
          className="card-quiet flex items-baseline justify-between gap-2 px-4 py-3 phone:block"
        >
          <dt className="text-muted">{t(label)}</dt>
          <dd
            className={`tabular text-title font-semibold ${name === "refused" && count > 0 ? "text-waiting" : ""}`}
          >
            {count.toLocaleString(tag)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
