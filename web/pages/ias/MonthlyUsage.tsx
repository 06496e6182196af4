import { useEffect, useState } from "react";
import type { Usage } from "../../../src/modules/ias/table.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";

/** The number of AI answers this month, and the limit. */
export function MonthlyUsage() {
  const { t } = useTranslation();
  const [use, setUse] = useState<Usage>();
  useEffect(() => void api.get<Usage>("/ias/usage").then(setUse, () => undefined), []);
  if (!use) return null;
  const { answers, limit } = use;
  return (
    <p className={`text-small ${limit > 0 && answers >= limit ? "text-error" : "text-muted"}`}>
      {limit === 0
        ? t("ias.used", { count: answers })
        : t("ias.usedOf", { count: answers, limit: numberText(limit) })}
    </p>
  );
}
