import { useSignals } from "@preact/signals-react/runtime";
import { Hourglass } from "lucide-react";
import { clock, useTranslation } from "../../kit/text.ts";

/** A waiting customer turns amber after this many minutes, then red. */
const warningAfter = 5;
const alarmAfter = 15;

/**
 * A customer's waiting time. Amber, then red, unless a bot still answers. The text says it too, not
 * only the colour. rules.md#longest-wait
 */
export function WaitingBadge({ since, neutral }: { since: string; neutral: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const minutes = Math.max(0, Math.floor((clock.value - Date.parse(since)) / 60_000));
  const colors = neutral
    ? "bg-base-300 text-base-content"
    : minutes >= alarmAfter
      ? "bg-error text-error-content"
      : minutes >= warningAfter
        ? "bg-warning text-warning-content"
        : "bg-base-300 text-base-content";
  const text = duration(minutes);
  const label = t("tickets.waitingFor", {
    time:
      minutes < 1 ? t("tickets.lessThanMinute") : t(`tickets.duration.${text.unit}`, { n: text.n }),
  });
  return (
    <span
      className={`tabular inline-flex h-5 items-center gap-1 rounded-full px-1.5 text-xs font-medium ${colors}`}
      title={label}
    >
      <Hourglass size={11} aria-hidden />
      <span className="sr-only">{label}</span>
      <span aria-hidden>
        {minutes < 1 ? t("common.now") : t(`tickets.duration.${text.unit}`, { n: text.n })}
      </span>
    </span>
  );
}

function duration(minutes: number) {
  if (minutes < 60) return { n: minutes, unit: "minutes" };
  if (minutes < 24 * 60) return { n: Math.floor(minutes / 60), unit: "hours" };
  return { n: Math.floor(minutes / 1440), unit: "days" };
}
