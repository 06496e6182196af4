import { EllipsisVertical, Pencil, Reply, Trash2 } from "lucide-react";
import { Menu, type MenuItem } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { quickEmojis } from "../../inbox/message-actions.ts";
import { textOf } from "../../messages/message-kinds.ts";
import type { ScreenMessage } from "../../parts/phone/phone-message.ts";
import { editDeleteOrReact } from "./phone.ts";

export type Subject = { message: ScreenMessage; edits: boolean };

/**
 * The customer's actions on a message. They appear on hover and on focus, and always on touch
 * screens.
 */
export function PhoneActions({
  message,
  mayChange = true,
  onSubject,
}: {
  message: ScreenMessage;
  /** Whether the network tells the shop of changes. */
  mayChange?: boolean;
  onSubject: (subject: Subject) => void;
}) {
  const { t } = useTranslation();
  const own = message.from !== null;
  const items: (MenuItem | false)[] = [
    {
      label: t("messages.menu.reply"),
      icon: Reply,
      onSelect: () => onSubject({ message, edits: false }),
    },
    own &&
      mayChange &&
      textOf(message.type, message.body) !== "" && {
        label: t("messages.menu.edit"),
        icon: Pencil,
        onSelect: () => onSubject({ message, edits: true }),
      },
    own &&
      mayChange && {
        label: t("messages.menu.erase"),
        icon: Trash2,
        danger: true,
        onSelect: () => void editDeleteOrReact(message, "deletes"),
      },
  ];
  return (
    <Menu
      label={t("messages.menu.label")}
      items={items.filter((item) => item !== false)}
      header={<Emojis message={message} />}
      align={own ? "end" : "start"}
      className="btn btn-ghost btn-square btn-xs rounded-full! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60"
    >
      <EllipsisVertical size={18} aria-hidden />
    </Menu>
  );
}

function Emojis({ message }: { message: ScreenMessage }) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t("messages.menu.react")} className="-mx-1.5 flex">
      {quickEmojis.map((emoji) => {
        const isChosen = emoji === message.answer;
        return (
          <button
            key={emoji}
            type="button"
            role="menuitemradio"
            aria-checked={isChosen}
            tabIndex={-1}
            aria-label={t(isChosen ? "messages.menu.unreact" : "messages.menu.reactWith", {
              emoji,
            })}
            className={`hover:bg-hover focus-visible:bg-hover grid size-9 cursor-pointer place-items-center rounded-full text-xl outline-none ${isChosen ? "bg-primary/20" : ""}`}
            onClick={() => void editDeleteOrReact(message, "reacts", isChosen ? "" : emoji)}
          >
            {emoji}
          </button>
        );
      })}
    </div>
  );
}
