import { useSignals } from "@preact/signals-react/runtime";
import { Mic } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";
import { customerState } from "../../../inbox/presence.ts";
import type { Ticket } from "../../../types.ts";

/** Shows at the end of the conversation that the customer is typing or recording. */
export function CustomerTyping({ ticket }: { ticket: Ticket }) {
  useSignals();
  const state = customerState(ticket.id);
  return state && <TypingIndicator state={state} name={ticket.contact.name} />;
}

export function TypingIndicator({
  state,
  name,
}: {
  state: NonNullable<ReturnType<typeof customerState>>;
  name: string;
}) {
  const { t } = useTranslation();
  return (
    <li
      data-customer-typing
      className="bg-bubble-other border-line text-muted text-small rounded-bubble mt-2.5 flex w-fit max-w-[85%] items-center gap-2 border px-3 py-2"
    >
      {state === "recording" ? (
        <Mic size={15} aria-hidden className="text-primary shrink-0" />
      ) : (
        <span aria-hidden className="loading loading-dots loading-xs text-primary shrink-0" />
      )}
      <span className="min-w-0 truncate">{t(`messages.doing.${state}`, { name })}</span>
    </li>
  );
}
