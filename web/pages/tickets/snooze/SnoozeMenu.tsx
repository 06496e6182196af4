import { AlarmClock } from "lucide-react";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";
import { snoozeItems, unreadItems } from "./snooze-items.ts";

/**
 * Puts tickets away until a common time, until their customers write, or until another date; makes
 * a single one look unread.
 */
export function SnoozeMenu({
  tickets,
  name,
  choose,
}: {
  tickets: Ticket[];
  /** Names the button, for a key that opens it. */
  name?: string;
  choose?: (until: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("tickets.snooze.title")}
      items={() => [
        ...snoozeItems(tickets, choose),
        ...(tickets.length === 1 && !choose
          ? unreadItems(tickets[0]!).map((item) => ({ ...item, parted: true }))
          : []),
      ]}
      name={name}
    >
      <AlarmClock size={18} aria-hidden />
    </Menu>
  );
}
