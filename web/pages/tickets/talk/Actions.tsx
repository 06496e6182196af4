import { useSignals } from "@preact/signals-react/runtime";
import {
  Copy,
  Download,
  EllipsisVertical,
  Forward,
  History,
  Pencil,
  Reply,
  Store,
  SquareCheck,
  Trash2,
} from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../../kit/Menu.tsx";
import { onDemand } from "../../../kit/on-demand.ts";
import { useTranslation } from "../../../kit/text.ts";
import { can } from "../../../session/can.ts";
import { plan } from "../../../session/session.ts";
import {
  copyText,
  download,
  editing,
  forwarding,
  placingStore,
  quote,
  showingVersions,
} from "../../../inbox/message-actions.ts";
import { toggleMessage } from "./message-selection.ts";
import { textOf } from "../../../messages/message-kinds.ts";
import { mayEdit, mayErase, mayForward } from "../../../messages/message-rules.ts";
import { sourceOf } from "../../../inbox/upload.ts";
import { ack } from "../../../../src/shared/states.ts";
import { abilitiesAt } from "../../../lists/abilities.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import type { Ticket } from "../../../types.ts";

const ReactButton = onDemand(async () => (await import("./React.tsx")).ReactButton);
const EmojiRow = onDemand(async () => (await import("./React.tsx")).EmojiRow);

type Props = { bubble: MessageBubble; ticket: Ticket; onErase: (bubble: MessageBubble) => void };

const quiet =
  "rounded-full! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60";

/** The actions on a message. They appear on hover and on focus, and always on touch screens. */
export function Actions({ bubble, ticket, onErase }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { id, isDeleted } = bubble;
  const open = ticket.status === "open" && !isDeleted;
  const text = isDeleted ? "" : textOf(bubble.kind, bubble.body);
  const file = !isDeleted && sourceOf(bubble) !== null;
  const changed = (isDeleted || bubble.isEdited) && can("messages.history");
  const { place } = bubble;
  const mayPlace = !isDeleted && plan.value?.useSales === true && can("stores.write");
  const forward = mayForward(bubble);
  const mayReact = open && bubble.ack >= 0;
  if (!open && !text && !file && !forward && !changed) return null;

  const items = () => {
    const all: (MenuItem | false)[] = [
      open && {
        label: t("messages.menu.reply"),
        icon: Reply,
        onSelect: () => quote(ticket.id, bubble),
      },
      forward && {
        label: t("messages.menu.forward"),
        icon: Forward,
        onSelect: () => void (forwarding.value = { ticketId: ticket.id, messages: [bubble] }),
      },
      text !== "" && {
        label: t("messages.menu.copy"),
        icon: Copy,
        onSelect: () => void copyText(text),
      },
      file && { label: t("messages.download"), icon: Download, onSelect: () => download(bubble) },
      forward &&
        id !== null && {
          label: t("messages.menu.choose"),
          icon: SquareCheck,
          onSelect: () => toggleMessage(ticket.id, id),
        },
      open &&
        mayChange(bubble, ticket) && {
          label: t("messages.menu.edit"),
          icon: Pencil,
          onSelect: () => void (editing.value = id),
        },
      mayPlace &&
        place !== null && {
          label: t("messages.menu.storePlace"),
          icon: Store,
          onSelect: () => void (placingStore.value = { ticketId: ticket.id, place }),
        },
      changed && {
        label: t("messages.menu.versions"),
        icon: History,
        onSelect: () => void (showingVersions.value = { ticketId: ticket.id, bubble }),
      },
      open &&
        mayDelete(bubble, ticket) && {
          label: t("messages.menu.erase"),
          icon: Trash2,
          danger: true,
          onSelect: () => onErase(bubble),
        },
    ];
    return all.filter((item) => item !== false);
  };

  return (
    <div className="flex shrink-0 items-center">
      {open && (
        <IconButton
          label={t("messages.reply")}
          icon={Reply}
          side="top"
          className={`btn-xs! pointer-coarse:hidden ${quiet}`}
          onClick={() => quote(ticket.id, bubble)}
        />
      )}
      {mayReact && (
        <ReactButton
          bubble={bubble}
          ticketId={ticket.id}
          className={`btn btn-ghost btn-square btn-xs pointer-coarse:hidden ${quiet}`}
        />
      )}
      <Menu
        label={t("messages.menu.label")}
        items={items}
        header={mayReact ? <EmojiRow bubble={bubble} ticketId={ticket.id} /> : undefined}
        align={bubble.mine ? "end" : "start"}
        className={`btn btn-ghost btn-square btn-xs ${quiet}`}
      >
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
    </div>
  );
}

const mayChange = (bubble: MessageBubble, { whatsappId }: Ticket) =>
  !bubble.bot && mayEdit(bubble, Date.now()) && abilitiesAt(whatsappId)("edit");

// A message that never left is deleted here alone.
const mayDelete = (bubble: MessageBubble, { whatsappId }: Ticket) =>
  mayErase(bubble, Date.now()) && (bubble.ack === ack.failed || abilitiesAt(whatsappId)("delete"));
