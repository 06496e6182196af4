import { EllipsisVertical, SquareCheck } from "lucide-react";
import { snoozeItems, unreadItems } from "./snooze-items.ts";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";

type Props = { ticket: Ticket; tabIndex: number; onSelect: (ticket: Ticket) => void };

/** Puts a row's ticket away, makes it look unread, or begins a selection with it. */
export function RowMenu({ ticket, tabIndex, onSelect }: Props) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("tickets.rowActions", { name: ticket.contact.name })}
      items={() => [
        {
          label: t("messages.menu.choose"),
          icon: SquareCheck,
          onSelect: () => onSelect(ticket),
        },
        ...unreadItems(ticket),
        ...(ticket.status === "closed" ? [] : snoozeItems([ticket])),
      ]}
      className="btn btn-ghost btn-square btn-sm size-7!"
      tip={false}
      tabIndex={tabIndex}
    >
      <EllipsisVertical size={18} aria-hidden />
    </Menu>
  );
}
