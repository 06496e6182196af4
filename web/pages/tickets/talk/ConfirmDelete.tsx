import { ack } from "../../../../src/shared/states.ts";
import { erase } from "../../../inbox/message-actions.ts";
import { Confirm } from "../../../kit/Confirm.tsx";
import { useTranslation } from "../../../kit/text.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import { summaryOf } from "../../../messages/message-kinds.ts";
import type { Ticket } from "../../../types.ts";

/** Asks before a message is deleted. */
export function ConfirmDelete({
  bubble,
  ticket,
  onClose,
}: {
  bubble: MessageBubble;
  ticket: Ticket;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const left = bubble.ack !== ack.failed;
  return (
    <Confirm
      title={
        left
          ? t("messages.eraseQuestion", { name: ticket.contact.name })
          : t("common.deleteQuestion")
      }
      text={summaryOf(bubble.kind, bubble.body)}
      action={t(left ? "messages.menu.erase" : "common.delete")}
      onConfirm={() => erase(ticket.id, bubble.id ?? 0)}
      onClose={onClose}
    />
  );
}
