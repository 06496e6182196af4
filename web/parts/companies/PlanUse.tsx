import { type PlanLimit, planLimits } from "../../../src/shared/plan.ts";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

type Props = {
  limits: Record<PlanLimit, number>;
  /** Null where the use is not available. */ usage: Record<PlanLimit, number> | null;
};

/** Shows a plan's limits and how much of each is in use. */
export function PlanUse({ limits, usage }: Props) {
  const { t } = useTranslation();
  return (
    <ul className="border-line divide-line divide-y rounded-lg border">
      {planLimits.map((what) => (
        <Use key={what} name={t(`plan.limits.${what}`)} limit={limits[what]} used={usage?.[what]} />
      ))}
    </ul>
  );
}

function Use({ name, limit, used }: { name: string; limit: number; used: number | undefined }) {
  const { t } = useTranslation();
  const isFull = used !== undefined && limit > 0 && used >= limit;
  const text = limit === 0 ? t("plan.unlimited") : String(limit);
  return (
    <li className="px-3 py-2">
      <span className="flex items-baseline justify-between gap-3">
        <span>{name}</span>
        <span className={`tabular text-right ${isFull ? "text-waiting font-medium" : ""}`}>
          {used === undefined
            ? text
            : limit === 0
              ? `${used} · ${text}`
              : t("plan.used", { used, limit })}
        </span>
      </span>
      {used !== undefined && limit > 0 && (
        <progress
          aria-hidden
          className={`progress mt-1 h-1.5 w-full ${isFull ? "progress-warning" : "progress-primary"}`}
          value={Math.min(used, limit)}
          max={limit}
        />
      )}
    </li>
  );
}
