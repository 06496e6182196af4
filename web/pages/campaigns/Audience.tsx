import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import type { CampaignAudience } from "../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { dateTime, errorText, useTranslation } from "../../kit/text.ts";
import "../../parts/campaigns/texts.ts";
import { CostLine } from "../../parts/costs/CostLine.tsx";
import { beginsText } from "./begins.ts";
import { Warning } from "../../parts/Warning.tsx";

type Counts = Wire<CampaignAudience>;

/**
 * Shows how many contacts the unsaved campaign will reach, and when it ends at this pace.
 * `isStarting`: shows also when it begins.
 */
export function Audience({
  choice,
  isStarting = false,
}: {
  choice: Record<string, unknown>;
  isStarting?: boolean;
}) {
  const { t } = useTranslation();
  const [counted, setCounted] = useState<Counts | null>(null);
  const [problem, setProblem] = useState("");
  const json = JSON.stringify(choice);
  const isChosen = Boolean(
    choice.contactListId ??
    choice.segmentId ??
    choice.tagListId ??
    (choice.contactListIds as number[] | undefined)?.[0],
  );
  useEffect(() => {
    if (!isChosen) return setCounted(null);
    let left = false;
    const timer = setTimeout(() => {
      api.post<Counts>("/campaigns/audience", JSON.parse(json) as object).then(
        (counts) => !left && (setCounted(counts), setProblem("")),
        (error: unknown) => !left && setProblem(errorText(error)),
      );
    }, 400);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [json, isChosen]);

  return (
    <section
      data-audience
      aria-label={t("campaigns.audience.title")}
      className="bg-base-200 border-line rounded-lg border p-4"
    >
      <h3 className="font-medium">{t("campaigns.audience.title")}</h3>
      <div role="status">
        {problem ? (
          <p className="text-error text-small mt-1">{problem}</p>
        ) : !isChosen || !counted ? (
          <p className="text-muted text-small mt-1">
            {t(isChosen ? "campaigns.audience.counting" : "campaigns.audience.none")}
          </p>
        ) : (
          <Counted counted={counted} isStarting={isStarting} />
        )}
      </div>
    </section>
  );
}

/**
 * The number of recipients, and the end of the campaign. `isStarting`: shows also when a waiting
 * campaign begins, and whether it sends at night. rules.md#campaign-start
 */
export function Counted({ counted, isStarting }: { counted: Counts; isStarting: boolean }) {
  const { t, tag } = useTranslation();
  const { beginsAt, holdReason, nightAt, endsAt } = counted;
  const figures = (
    [
      ["valid", counted.valid],
      ["unknown", counted.unknown],
      ["invalid", counted.invalid],
      ["optedOut", counted.optedOut],
      ["doubled", counted.doubled],
      ["excepted", counted.excepted],
    ] as const
  ).filter(([, count]) => count > 0);
  const ends = endsAt && (
    <p className="text-small">{t("campaigns.audience.endsAt", { at: dateTime(endsAt) })}</p>
  );
  return (
    <div className="mt-1 flex flex-col gap-1">
      <p>{t("campaigns.audience.willGet", { count: counted.willGet })}</p>
      {counted.forecast && <CostLine costs={counted.forecast} text="forecast" />}
      <ul className="text-muted text-small flex flex-wrap gap-x-4 gap-y-0.5">
        {figures.map(([name, count]) => (
          <li key={name}>
            {t(`campaigns.audience.${name}`)}:{" "}
            <span className="tabular">{count.toLocaleString(tag)}</span>
          </li>
        ))}
      </ul>
      {counted.lacking.length > 0 && (
        <Warning>
          {t("campaigns.audience.lacking", {
            fields: counted.lacking
              .map(({ label, count }) => `${label} (${count.toLocaleString(tag)})`)
              .join(", "),
          })}
        </Warning>
      )}
      {isStarting && holdReason ? (
        <div className="mt-2 flex items-start gap-1.5">
          <Clock size={16} aria-hidden className="mt-0.5 shrink-0" />
          <div className="min-w-0">
            <p className="font-medium">
              {beginsAt ? beginsText(beginsAt) : t("campaigns.begins.never")}
            </p>
            {beginsAt && (
              <p className="text-muted text-small">{t(`campaigns.holds.${holdReason}`)}</p>
            )}
            {ends}
          </div>
        </div>
      ) : (
        ends
      )}
      {isStarting && nightAt && (
        <div className="mt-2">
          <Warning>
            {t(nightAt === beginsAt ? "campaigns.night.begins" : "campaigns.night.later")}
          </Warning>
        </div>
      )}
    </div>
  );
}
