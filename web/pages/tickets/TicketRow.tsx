import { useSignals } from "@preact/signals-react/runtime";
import { Eye, PencilLine } from "lucide-react";
import { memo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Avatar } from "../../kit/Avatar.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { relative } from "../../kit/text.ts";
import { can, me } from "../../session.ts";
import { draftOf } from "./draft.ts";
import { plain } from "./format.ts";
import { accept, moving, opened } from "./opened.ts";
import { peeked } from "./peeked.ts";
import { fetchThread } from "./thread.ts";
import type { Ticket } from "./types.ts";
import { Waiting } from "./Waiting.tsx";

type Props = { ticket: Ticket; tabIndex: number; onFocus: () => void };

/** One ticket of a list, 72 px: who, what last, since when, whose. A waiting one is accepted, not opened. doc 1 §2 */
export const TicketRow = memo(({ ticket, tabIndex, onFocus }: Props) => {
  useSignals();
  const { t } = useTranslation();
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { contact, queue, status, unreadMessages } = ticket;
  const pending = status === "pending";
  const selected = opened.value?.id === ticket.id;
  const draft = selected ? "" : draftOf(ticket.id).value.text.trim();

  const prefetch = () => void fetchThread(ticket.id);

  return (
    <div
      data-ticket={ticket.id}
      onFocus={onFocus}
      onPointerEnter={() => (hover.current = setTimeout(prefetch, 60))}
      onPointerLeave={() => clearTimeout(hover.current)}
      className={`border-line group has-[[data-main]:focus-visible]:outline-primary relative flex h-18 gap-3 border-b py-1.5 pr-3 pl-4 -outline-offset-2 has-[[data-main]:focus-visible]:outline-2 ${selected ? "bg-primary/12" : pending ? "" : "hover:bg-hover"}`}
    >
      {queue && <span aria-hidden className="absolute inset-y-1.5 left-1 w-1 rounded-full" style={{ background: queue.color }} />}
      <span className="relative self-center">
        <Avatar name={contact.name} url={contact.profilePicUrl} group={contact.isGroup} size={44} />
        {pending && <Unread count={unreadMessages} className="ring-base-100 absolute -right-1 -bottom-1 ring-2" />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col justify-center">
        <div className="flex items-center gap-2">
          <Name ticket={ticket} tabIndex={tabIndex} selected={selected} onFocus={prefetch} />
          {!pending && <Time ticket={ticket} />}
        </div>
        <div className="flex items-center gap-2">
          <p className={`text-small min-w-0 flex-1 truncate ${unreadMessages > 0 ? "font-medium" : "text-muted"}`}>
            {draft ? (
              <>
                <PencilLine size={13} className="text-waiting mr-1 inline align-[-2px]" role="img" aria-label={t("tickets.draft")} />
                {draft}
              </>
            ) : (
              plain(ticket.lastMessage) || " "
            )}
          </p>
          {!pending && <Unread count={unreadMessages} />}
        </div>
        <div className="flex h-5 items-center gap-1.5">
          <Facts ticket={ticket} />
        </div>
      </div>
      {pending && (
        <div className="flex shrink-0 flex-col items-end justify-between py-0.5">
          <Waiting ticket={ticket} />
          <Actions ticket={ticket} tabIndex={tabIndex} />
        </div>
      )}
    </div>
  );
});

function Name({ ticket, tabIndex, selected, onFocus }: { ticket: Ticket; tabIndex: number; selected: boolean; onFocus: () => void }) {
  const className = "min-w-0 flex-1 truncate font-semibold outline-none";
  if (ticket.status === "pending") return <span className={className}>{ticket.contact.name}</span>;
  return (
    <Link href={`/tickets/${ticket.uuid}`} data-main tabIndex={tabIndex} aria-current={selected ? "page" : undefined} onFocus={onFocus} className={`${className} after:absolute after:inset-0`}>
      {ticket.contact.name}
    </Link>
  );
}

function Time({ ticket }: { ticket: Ticket }) {
  useSignals();
  return (
    <time dateTime={ticket.lastMessageAt} className="text-muted shrink-0 text-xs">
      {relative(ticket.lastMessageAt)}
    </time>
  );
}

function Unread({ count, className = "" }: { count: number; className?: string }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={`bg-primary text-primary-content tabular grid h-5 min-w-5 shrink-0 place-items-center rounded-full px-1.5 text-xs font-semibold ${className}`}>
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{t("tickets.unread", { count })}</span>
    </span>
  );
}

/** Queue, connection and holder in words, at most two tags. */
function Facts({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { queue, whatsapp, user, tags } = ticket;
  const facts = [queue?.name ?? t("tickets.noQueue"), user && user.id !== me.value?.id ? user.name : undefined, whatsapp?.name].filter((fact) => fact !== undefined);
  return (
    <>
      <p className="text-muted min-w-8 shrink truncate text-xs" title={facts.join(" · ")}>
        {facts.join(" · ")}
      </p>
      {tags.slice(0, 2).map(({ id, name, color }) => (
        <Chip key={id} color={color} className="h-4.5! max-w-20! shrink-0 px-1.5!">
          {name}
        </Chip>
      ))}
      {tags.length > 2 && (
        <span className="text-muted text-xs" title={tags.slice(2).map(({ name }) => name).join(", ")}>
          +{tags.length - 2}
        </span>
      )}
    </>
  );
}

function Actions({ ticket, tabIndex }: { ticket: Ticket; tabIndex: number }) {
  useSignals();
  const { t } = useTranslation();
  const admin = can("tickets-manager:showall");
  return (
    <span className="relative flex items-center gap-0.5">
      {admin && (
        <span className="hidden group-focus-within:block group-hover:block xl:block pointer-coarse:block">
          <IconButton label={t("tickets.peekAt", { name: ticket.contact.name })} icon={Eye} tabIndex={tabIndex} className="size-7!" onClick={() => (peeked.value = ticket)} />
        </span>
      )}
      <button
        type="button"
        data-main
        tabIndex={tabIndex}
        aria-label={t("tickets.acceptOf", { name: ticket.contact.name })}
        disabled={moving.value === ticket.id}
        className="btn btn-primary btn-soft btn-sm h-7 px-2.5"
        onClick={() => void accept(ticket)}
      >
        {t("tickets.accept")}
      </button>
    </span>
  );
}
