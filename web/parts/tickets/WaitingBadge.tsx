import { useSignals } from "@preact/signals-react/runtime";
import { Hourglass } from "lucide-react";
import { inShort, waitWeight } from "../../inbox/wait-weight.ts";
import { clock, useTranslation } from "../../kit/text.ts";
import type { Ticket } from "../../types.ts";

const colors = {
  plain: "text-muted",
  attention: "bg-amber-soft text-amber-strong",
  late: "bg-red-soft text-red-strong",
  longest: "bg-error text-error-content",
};

/**
 * A customer's waiting time, in four weights; with a bot it is always plain. The solid one is for
 * the longest wait of a group alone. rules.md#wait-limits
 */
export function WaitingBadge({
  ticket,
  isLongest = false,
  says,
}: {
  ticket: Pick<Ticket, "waitingSince" | "queueId" | "withBot">;
  isLongest?: boolean;
  /** Words around the time, by the key of a text. */
  says?: string;
}) {
  useSignals();
  const { t } = useTranslation();
  const wait = clock.value - Date.parse(ticket.waitingSince ?? "");
  const isShort = wait < 60_000;
  const weight = ticket.withBot ? "plain" : waitWeight(ticket);
  const label = t("tickets.waitingFor", {
    time: isShort ? t("tickets.lessThanMinute") : inShort(wait),
  });
  const text = isShort ? t("common.now") : inShort(wait);
  return (
    <span
      data-weight={weight === "late" && isLongest ? "longest" : weight}
      className={`tabular inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-1.75 text-xs font-medium whitespace-nowrap ${colors[weight === "late" && isLongest ? "longest" : weight]}`}
      title={label}
    >
      <Hourglass size={11} aria-hidden />
      <span className="sr-only">{label}</span>
      <span aria-hidden>{says && !isShort ? t(says, { time: text }) : text}</span>
    </span>
  );
}
