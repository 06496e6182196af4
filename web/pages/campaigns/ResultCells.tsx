import { dateTime, money, useTranslation } from "../../kit/text.ts";
import { Progress } from "../../kit/Progress.tsx";
import { audienceName } from "../../parts/campaigns/audience-name.ts";
import { StatusChip } from "../../parts/campaigns/StatusChip.tsx";
import type { Campaign } from "../../parts/campaigns/types.ts";
import { numberText } from "../../parts/figures.ts";
import { useResult } from "./results.ts";

/** The audience and the number of a campaign, below its name. */
export function Whom({ campaign }: { campaign: Campaign }) {
  const parts = [audienceName(campaign), campaign.whatsapp?.name].filter(Boolean);
  return <span className="text-muted text-small block wrap-anywhere">{parts.join(" · ")}</span>;
}

/** The state of a campaign, and when it begins or ended. */
export function StateAndTime({ campaign }: { campaign: Campaign }) {
  const { status, scheduledAt, startedAt, completedAt } = campaign;
  const at = status === "PROGRAMADA" ? scheduledAt : (completedAt ?? startedAt);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <StatusChip campaign={campaign} />
      {at && (
        <span className="text-muted text-small tabular whitespace-nowrap">{dateTime(at)}</span>
      )}
    </span>
  );
}

/** How many of all have been sent. */
export function Sending({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const result = useResult(campaign);
  if (!result) return <None />;
  const { sent, total } = result;
  const words = t("campaigns.sentOf", { sent: numberText(sent), total: numberText(total) });
  return (
    <span className="block w-36 max-w-full">
      <span className="tabular text-small mb-1 flex justify-between gap-2">
        <span>{words}</span>
        <span className="text-muted">{percent(sent, total)}</span>
      </span>
      <Progress label={words} value={sent} of={total} />
    </span>
  );
}

type Figure = "read" | "answered" | "orders" | "revenue";

/** One figure of a campaign's result. */
export function ResultFigure({ campaign, name }: { campaign: Campaign; name: Figure }) {
  const result = useResult(campaign);
  if (!result) return <None />;
  if (name === "revenue")
    return (
      result.revenue !== null && (
        <span className="tabular font-semibold whitespace-nowrap">{money(result.revenue)}</span>
      )
    );
  return (
    <span className="tabular whitespace-nowrap">
      {name === "read" ? percent(result.read, result.sent) : numberText(result[name])}
    </span>
  );
}

const None = () => <span className="text-muted">–</span>;

const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${numberText(Math.round((part / whole) * 100))}\u00a0%`;
