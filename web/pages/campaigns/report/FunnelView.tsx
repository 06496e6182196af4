import { useTranslation } from "../../../kit/text.ts";
import { numberText } from "../../../parts/figures.ts";
import type { Report } from "./types.ts";

type Step = "valid" | "asked" | "confirmed" | "sent" | "delivered" | "read" | "answered";
const beside = ["waiting", "failed", "skipped", "optedOut", "optedOutAfter"] as const;

/** The number of contacts at each step, as a share of the valid ones. */
export function FunnelView({ report: { funnel, campaign, progress } }: { report: Report }) {
  const { t } = useTranslation();
  const steps: Step[] = [
    "valid",
    ...(campaign.confirmation ? (["asked", "confirmed"] as const) : []),
    "sent",
    "delivered",
    "read",
    "answered",
  ];
  const most = Math.max(1, funnel.valid, funnel.sent);
  return (
    <section className="card-quiet px-4 py-4" aria-label={t("campaignReport.funnel")}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold">{t("campaignReport.funnel")}</h2>
        <p role="status" className="text-muted tabular">
          {t("campaignReport.progress", {
            percent: numberText(progress, Number.isInteger(progress) ? 0 : 1),
          })}
        </p>
      </div>
      <progress
        className="progress progress-primary mt-2 w-full"
        aria-label={t("campaignReport.progressLabel")}
        value={progress}
        max={100}
      />
      <dl className="mt-3 flex flex-col gap-2">
        {steps.map((name) => (
          <div key={name} data-step={name} className="flex items-center gap-3">
            <dt className="text-muted w-28 shrink-0 phone:w-40">
              {t(`campaignReport.steps.${name}`)}
            </dt>
            <dd className="flex min-w-0 flex-1 items-center gap-2">
              <span aria-hidden className="min-w-0 flex-1">
                <span
                  className="bg-primary/80 block h-5 min-w-0.5 rounded-md"
                  style={{ width: `${(funnel[name] / most) * 100}%` }}
                />
              </span>
              <span className="tabular w-24 shrink-0">
                <span className="font-medium">{numberText(funnel[name])}</span>
                {name !== "valid" && (
                  <span className="text-muted text-small ml-1.5">
                    {numberText(Math.round((funnel[name] / most) * 100))}%
                  </span>
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="text-muted mt-4 flex flex-wrap gap-x-5 gap-y-1">
        {beside
          .filter((name) => name !== "optedOutAfter" || funnel.optedOutAfter > 0)
          .map((name) => (
            <li key={name} data-step={name}>
              {t(`campaignReport.steps.${name}`)}:{" "}
              <span
                className={`tabular ${name === "failed" && funnel.failed > 0 ? "text-error font-medium" : "text-base-content"}`}
              >
                {numberText(funnel[name])}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}
