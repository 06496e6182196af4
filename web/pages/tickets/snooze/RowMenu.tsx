import { EllipsisVertical } from "lucide-react";
import { snoozeItems, unreadItems } from "./snooze-items.ts";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";

/** Puts a row's ticket away, or makes it look unread. */
export function RowMenu({ ticket, tabIndex }: { ticket: Ticket; tabIndex: number }) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("tickets.rowActions", { name: ticket.contact.name })}
      items={() => [
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
