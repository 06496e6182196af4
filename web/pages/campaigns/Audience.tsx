import { useEffect, useState } from "react";
import type { CampaignAudience } from "../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { dateTime, errorText, useTranslation } from "../../kit/text.ts";

type Counted = Wire<CampaignAudience>;

/** Who will get what is being written, and when it will have ended at this pace. */
export function Audience({ choice }: { choice: Record<string, unknown> }) {
  const { t, tag } = useTranslation();
  const [counted, setCounted] = useState<Counted | null>(null);
  const [problem, setProblem] = useState("");
  const asked = JSON.stringify(choice);
  const isChosen = Boolean(choice.contactListId ?? choice.tagListId);
  useEffect(() => {
    if (!isChosen) return setCounted(null);
    let left = false;
    const timer = setTimeout(() => {
      api.post<Counted>("/campaigns/audience", JSON.parse(asked) as object).then((found) => !left && (setCounted(found), setProblem("")), (error: unknown) => !left && setProblem(errorText(error)));
    }, 400);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asked, isChosen]);

  const figures = counted ? ([["valid", counted.valid], ["unknown", counted.unknown], ["invalid", counted.invalid], ["optedOut", counted.optedOut], ["doubled", counted.doubled]] as const).filter(([, count]) => count > 0) : [];
  return (
    <section data-audience aria-label={t("campaigns.audience.title")} className="bg-base-200 border-line rounded-lg border p-4">
      <h3 className="font-medium">{t("campaigns.audience.title")}</h3>
      <div role="status">
        {problem ? (
          <p className="text-error text-small mt-1">{problem}</p>
        ) : !isChosen || !counted ? (
          <p className="text-muted text-small mt-1">{t(isChosen ? "campaigns.audience.counting" : "campaigns.audience.none")}</p>
        ) : (
          <>
            <p className="mt-1">{t("campaigns.audience.willGet", { count: counted.willGet })}</p>
            <ul className="text-muted text-small mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
              {figures.map(([name, count]) => (
                <li key={name}>
                  {t(`campaigns.audience.${name}`)}: <span className="tabular">{count.toLocaleString(tag)}</span>
                </li>
              ))}
            </ul>
            {counted.endsAt && <p className="text-small mt-1">{t("campaigns.audience.endsAt", { at: dateTime(counted.endsAt) })}</p>}
          </>
        )}
      </div>
    </section>
  );
}
