import { useSignals } from "@preact/signals-react/runtime";
import { MessageSquareText } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";
import { closeBudgets } from "../../../inbox/open-budgets.ts";
import { thread } from "../../../inbox/thread.ts";
import { summaryOf } from "../../../messages/message-kinds.ts";
import type { Ticket } from "../../../types.ts";

/**
 * The customer's last message, on screens too small for the conversation. A click returns to the
 * conversation.
 */
export function LastWord({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const last = thread(ticket.id).messages.value.findLast(({ fromMe }) => !fromMe);
  if (!last) return null;
  return (
    <button
      type="button"
      className="bg-base-200 border-line mx-4 mb-2 flex shrink-0 cursor-pointer items-start gap-2 rounded-lg border px-3 py-1.5 text-left"
      onClick={closeBudgets}
    >
      <MessageSquareText size={16} aria-hidden className="text-muted mt-0.5 shrink-0" />
      <span className="sr-only">{t("tickets.panel.backToTalk")}</span>
      <span aria-live="polite" className="line-clamp-2 min-w-0 break-words">
        <strong className="font-medium">{ticket.contact.name}:</strong>{" "}
        {summaryOf(last.mediaType, last.body)}
      </span>
    </button>
  );
}
