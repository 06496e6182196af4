import { useSignals } from "@preact/signals-react/runtime";
import { MessageSquareDashed, LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { draftOf } from "../../../inbox/draft.ts";
import { inShort } from "../../../inbox/wait-weight.ts";
import { timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import type { Ticket } from "../../../types.ts";
import { Modes, NoteLock } from "../write/Modes.tsx";
import { SendTemplate, TemplateButton } from "./TemplateButton.tsx";
import texts from "./texts.json";
import { useWindowLeft } from "./use-window.ts";

addTexts(texts);

const hour = 3_600_000;

/**
 * The composer of a ticket whose connection takes free text for a while: the time left above it,
 * and later an explanation in its place. rules.md#window
 */
export function Windowed({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  useSignals();
  const { t } = useTranslation();
  const left = useWindowLeft(ticket);
  if (left < 0)
    return (
      <>
        <ClosedWindow ticket={ticket} />
        <SendTemplate ticket={ticket} />
      </>
    );
  return (
    <>
      <p
        data-window="open"
        className={`bg-base-100 border-line text-small flex items-center gap-1.5 border-t px-4 pt-1.5 [&+form]:border-t-0 ${left < hour ? "text-amber-strong font-medium" : "text-muted"}`}
      >
        <MessageSquareDashed size={14} aria-hidden className="shrink-0" />
        <span className="tabular">
          {t("window.left", { at: timeOrDateTime(ticket.windowUntil!), time: inShort(left) })}
        </span>
      </p>
      {children}
      <SendTemplate ticket={ticket} />
    </>
  );
}

function ClosedWindow({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact, windowUntil, createdAt } = ticket;
  const typed = draftOf(id).value.text.trim();
  const hasWritten = windowUntil !== createdAt;
  return (
    <div data-window="closed" className="bg-base-100 border-line border-t px-3 py-2.5 md:px-4">
      {typed && (
        <p
          data-unsent
          className="text-muted mb-1.5 max-h-24 overflow-y-auto break-words whitespace-pre-wrap"
        >
          {t("messages.unsent")} <span className="text-base-content">{typed}</span>
        </p>
      )}
      <p className="flex items-start gap-2">
        <LockKeyhole size={18} aria-hidden className="text-waiting mt-0.5 shrink-0" />
        <span className="max-w-prose min-w-0">
          {t(hasWritten ? "window.closed" : "window.never", { name: contact.name })}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Modes ticketId={id} />
        <TemplateButton ticket={ticket} />
        <span className="flex-1" />
        <NoteLock ticketId={id} />
      </div>
    </div>
  );
}
