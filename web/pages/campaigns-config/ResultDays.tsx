import { LabeledSelect } from "../../kit/LabeledSelect.tsx";
import { useTranslation } from "../../kit/text.ts";

const choices = [1, 3, 7, 14, 30];

/** The days in which an order counts for a campaign. rules.md#campaign-money */
export function ResultDays({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation();
  const options = [...new Set([...choices, days])].toSorted((one, other) => one - other);
  return (
    <section className="card-quiet px-4 py-4">
      <LabeledSelect
        label={t("campaignsConfig.resultDays")}
        value={days}
        options={options.map((id) => ({ id, name: t("campaignsConfig.days", { count: id }) }))}
        onChange={(chosen) => onChange(chosen ?? days)}
      />
      <p className="text-muted text-small mt-1">{t("campaignsConfig.resultDaysHint")}</p>
    </section>
  );
}
