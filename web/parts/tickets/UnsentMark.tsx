import { CircleAlert } from "lucide-react";
import { useTranslation } from "../../kit/text.ts";
import type { Ticket } from "../../types.ts";

/** Marks a ticket with a refused message of ours that nobody has handled. rules.md#unsent */
export function UnsentMark({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  if (!ticket.sendFailed) return null;
  return (
    <span className="text-error mr-1.5 font-medium">
      <CircleAlert size={13} aria-hidden className="mr-1 inline align-[-2px]" />
      {t("tickets.unsent")}
    </span>
  );
}
