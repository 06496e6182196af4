import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft, CircleCheckBig, EllipsisVertical, Hand, RotateCcw, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../kit/Avatar.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { useMedia } from "../../kit/media.ts";
import { Menu } from "../../kit/Menu.tsx";
import { phone } from "../../kit/text.ts";
import { me } from "../../session.ts";
import { wished } from "./board.ts";
import { accept, back, giveBack, moving, reopen, resolve } from "./opened.ts";
import type { Ticket } from "./types.ts";

/** Who it is, where they came in, whose it is, and what can be done now. doc 1 §2 */
export function Header({ ticket, single }: { ticket: Ticket; single: boolean }) {
  const { t } = useTranslation();
  const { contact, queue, tags } = ticket;
  // Beside the list of a small screen there is no room for a chip and two buttons.
  const compact = useMedia("(width < 64rem)");
  const Name = single ? "h1" : "h2";
  const leave = () => {
    wished.value = ticket.id;
    back();
  };
  return (
    <header className="bg-base-100 border-line flex min-h-16 shrink-0 items-center gap-3 border-b py-2 pr-3 pl-2 md:pl-4">
      {single && (
        <button type="button" aria-label={t("tickets.backTo")} className="btn btn-ghost btn-square -mr-1" onClick={leave}>
          <ArrowLeft size={20} aria-hidden />
        </button>
      )}
      <Avatar name={contact.name} url={contact.profilePicUrl} group={contact.isGroup} size={40} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <Name className="text-talk min-w-0 truncate font-semibold">{contact.name}</Name>
          {!compact && (queue ? <Chip color={queue.color} className="shrink-0">{queue.name}</Chip> : <span className="text-muted text-small shrink-0">{t("tickets.noQueue")}</span>)}
          <span className="hidden min-w-0 gap-1 xl:flex">
            {tags.slice(0, 2).map(({ id, name, color }) => (
              <Chip key={id} color={color}>
                {name}
              </Chip>
            ))}
          </span>
        </div>
        <Facts ticket={ticket} compact={compact} />
      </div>
      <Actions ticket={ticket} compact={compact} />
    </header>
  );
}

function Facts({ ticket, compact }: { ticket: Ticket; compact: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, queue, whatsapp, user, status } = ticket;
  const holder = status === "pending" ? t("tickets.nobody") : user?.id === me.value?.id ? t("tickets.you") : user?.name;
  const facts = [compact && (queue?.name ?? t("tickets.noQueue")), contact.number && phone(contact.number), whatsapp?.name, holder].filter(Boolean);
  return (
    <p className="text-muted text-small truncate">
      {compact && queue && <span aria-hidden className="mr-1.5 inline-block size-2 rounded-full" style={{ background: queue.color }} />}
      {facts.join(" · ")}
    </p>
  );
}

function Actions({ ticket, compact }: { ticket: Ticket; compact: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const busy = moving.value === ticket.id;
  if (ticket.status === "pending") return <Main icon={Hand} label={t("tickets.accept")} busy={busy} run={() => void accept(ticket)} />;
  if (ticket.status === "closed") return <Main icon={RotateCcw} label={t("tickets.reopen")} busy={busy} run={() => void reopen(ticket)} />;
  return (
    <div className="flex shrink-0 items-center gap-1.5">
      {!compact && (
        <button type="button" className="btn btn-ghost btn-sm" disabled={busy} onClick={() => void giveBack(ticket)}>
          <Undo2 size={18} aria-hidden />
          {t("tickets.return")}
        </button>
      )}
      <Main icon={CircleCheckBig} label={t("tickets.resolve")} busy={busy} run={() => void resolve(ticket)} />
      {compact && (
        <Menu label={t("common.actionsOf", { name: ticket.contact.name })} items={[{ label: t("tickets.return"), icon: Undo2, disabled: busy, onSelect: () => void giveBack(ticket) }]}>
          <EllipsisVertical size={18} aria-hidden />
        </Menu>
      )}
    </div>
  );
}

function Main({ icon: Icon, label, busy, run }: { icon: typeof Hand; label: string; busy: boolean; run: () => void }) {
  return (
    <button type="button" aria-label={label} className="btn btn-primary btn-sm shrink-0" disabled={busy} onClick={run}>
      <Icon size={18} aria-hidden />
      <span className="max-[22.5rem]:hidden">{label}</span>
    </button>
  );
}
