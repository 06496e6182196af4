import { useTranslation } from "react-i18next";

type Figure = [name: "created" | "updated" | "refused", count: number];

/** How many contacts are new, known or refused. */
export function Numbers({ figures }: { figures: Figure[] }) {
  const { t, i18n } = useTranslation();
  return (
    <dl className="grid gap-3 phone:grid-cols-3">
      {figures.map(([name, count]) => (
        <div key={name} data-figure={name} className="card-quiet flex items-baseline justify-between gap-2 px-4 py-3 phone:block">
          <dt className="text-muted">{t(`imports.figures.${name}`)}</dt>
          <dd className={`tabular text-title font-semibold ${name === "refused" && count > 0 ? "text-waiting" : ""}`}>{count.toLocaleString(i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}
