import { useSignals } from "@preact/signals-react/runtime";
import { Copy, Download, EllipsisVertical, Forward, History, Pencil, Reply, SquareCheck, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../../kit/Menu.tsx";
import { can } from "../../../session.ts";
import { copyText, download, editing, forwarding, quickEmojis, quote, react, versioned } from "./acts.ts";
import { choose } from "./choosing.ts";
import { textOf } from "./kinds.ts";
import { mayEdit, mayErase, mayForward } from "./may.ts";
import { sourceOf } from "../write/outbox.ts";
import type { Said } from "./timeline.ts";
import type { Ticket } from "../types.ts";

type Props = { said: Said; ticket: Ticket; onErase: (said: Said) => void };

const quiet = "rounded-full! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60";

/** What can be done with a message: beside it, on hover, on focus, and always where one touches. */
export function Actions({ said, ticket, onErase }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { id, isDeleted } = said;
  const open = ticket.status === "open" && !isDeleted;
  const text = isDeleted ? "" : textOf(said.kind, said.body);
  const file = !isDeleted && sourceOf(said) !== null;
  const changed = (isDeleted || said.isEdited) && can("messages.history");
  const forward = mayForward(said);
  if (!open && !text && !file && !forward && !changed) return null;

  const items = () => {
    const now = Date.now();
    const all: (MenuItem | false)[] = [
      open && { label: t("messages.menu.reply"), icon: Reply, onSelect: () => quote(ticket.id, said) },
      forward && { label: t("messages.menu.forward"), icon: Forward, onSelect: () => void (forwarding.value = { ticketId: ticket.id, messages: [said] }) },
      text !== "" && { label: t("messages.menu.copy"), icon: Copy, onSelect: () => void copyText(text) },
      file && { label: t("messages.download"), icon: Download, onSelect: () => download(said) },
      forward && id !== null && { label: t("messages.menu.choose"), icon: SquareCheck, onSelect: () => choose(ticket.id, id) },
      open && !said.bot && mayEdit(said, now) && { label: t("messages.menu.edit"), icon: Pencil, onSelect: () => void (editing.value = id) },
      changed && { label: t("messages.menu.versions"), icon: History, onSelect: () => void (versioned.value = { ticketId: ticket.id, said }) },
      open && mayErase(said, now) && { label: t("messages.menu.erase"), icon: Trash2, danger: true, onSelect: () => onErase(said) },
    ];
    return all.filter((item) => item !== false);
  };

  return (
    <div className="flex shrink-0 items-center">
      {open && <IconButton label={t("messages.reply")} icon={Reply} side="top" className={`btn-xs! pointer-coarse:hidden ${quiet}`} onClick={() => quote(ticket.id, said)} />}
      <Menu label={t("messages.menu.label")} items={items} header={open && said.ack >= 0 ? <Emojis said={said} ticketId={ticket.id} /> : undefined} align={said.mine ? "end" : "start"} className={`btn btn-ghost btn-square btn-xs ${quiet}`}>
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
    </div>
  );
}

function Emojis({ said, ticketId }: { said: Said; ticketId: number }) {
  const { t } = useTranslation();
  const own = said.reactions.find(({ fromMe }) => fromMe)?.emoji;
  // What was given elsewhere can be taken back here too.
  const offered = own && !quickEmojis.some((emoji) => emoji === own) ? [own, ...quickEmojis] : quickEmojis;
  return (
    <div role="group" aria-label={t("messages.menu.react")} className="-mx-1.5 flex">
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={emoji === own}
          tabIndex={-1}
          aria-label={t(emoji === own ? "messages.menu.unreact" : "messages.menu.reactWith", { emoji })}
          className={`hover:bg-hover focus-visible:bg-hover grid size-9 cursor-pointer place-items-center rounded-full text-xl outline-none ${emoji === own ? "bg-primary/20" : ""}`}
          onClick={() => void react(ticketId, said, emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
