import { Confirm } from "../../../kit/Confirm.tsx";
import { phone, useTranslation } from "../../../kit/text.ts";
import { deleteTicket } from "../../../inbox/open-ticket.ts";
import type { Ticket } from "../../../types.ts";

/** Asks for confirmation, with the contact's name, before a ticket is deleted permanently. */
export function DeleteTicket({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const { name, number } = ticket.contact;
  const who = number ? `${name} (${phone(number)})` : name;
  return (
    <Confirm
      title={t("tickets.delete.title", { name })}
      text={t("tickets.delete.text", { who })}
      action={t("common.delete")}
      onConfirm={() => deleteTicket(ticket)}
      onClose={onClose}
    />
  );
}
