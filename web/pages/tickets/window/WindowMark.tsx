import { useSignals } from "@preact/signals-react/runtime";
import { MessageSquareDashed, LockKeyhole } from "lucide-react";
import { inShort } from "../../../inbox/wait-weight.ts";
import { timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import type { Ticket } from "../../../types.ts";
import texts from "./texts.json";
import { useWindowLeft } from "./use-window.ts";

addTexts(texts);

/** From when on (ms before its end) a row shows the time that is left. */
const soon = 4 * 3_600_000;

/** The mark of a row whose connection takes free text no longer, or not for long. rules.md#window */
export function WindowMark({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const left = useWindowLeft(ticket);
  if (ticket.windowUntil === null || ticket.status === "closed" || left > soon) return null;
  const isOver = left < 0;
  const label = isOver
    ? t(ticket.windowUntil === ticket.createdAt ? "window.rowNever" : "window.rowClosed")
    : t("window.rowLeft", { at: timeOrDateTime(ticket.windowUntil) });
  const Icon = isOver ? LockKeyhole : MessageSquareDashed;
  return (
    <span
      data-window={isOver ? "closed" : "soon"}
      title={label}
      className={`tabular inline-flex h-5 shrink-0 items-center gap-0.5 text-xs font-medium whitespace-nowrap ${isOver ? "text-muted" : "text-amber-strong"}`}
    >
      <Icon size={13} aria-hidden />
      <span className="sr-only">{label}</span>
      {!isOver && <span aria-hidden>{inShort(left)}</span>}
    </span>
  );
}
