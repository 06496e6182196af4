import { useSignals } from "@preact/signals-react/runtime";
import { Reply } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../../kit/Avatar.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { plain } from "../../messages/format.ts";
import { TimeLabel } from "../../parts/tickets/TimeLabel.tsx";
import { UnsentMark } from "../../parts/tickets/UnsentMark.tsx";
import { Unread } from "../../parts/tickets/Unread.tsx";
import type { Ticket } from "../../types.ts";

/** A ticket on the board: contact, last message, waiting time, agent, and its other tags. */
export function KanbanCard({ card: ticket, tabIndex }: { card: Ticket; tabIndex: number }) {
  useSignals();
  const { t } = useTranslation();
  const {
    contact,
    queue,
    user,
    tags,
    kanbanTagId,
    unreadMessages,
    lastMessage,
    lastMessageFromMe,
  } = ticket;
  const others = tags.filter(({ id }) => id !== kanbanTagId);
  return (
    <div className="relative px-3 py-2.5">
      {queue && (
        <span
          aria-hidden
          className="absolute inset-y-2 left-1 w-1 rounded-full"
          style={{ background: queue.color }}
        />
      )}
      <div className="flex items-center gap-2 pr-6">
        <Avatar name={contact.name} url={contact.profilePicUrl} group={contact.isGroup} size={32} />
        <div className="min-w-0 flex-1">
          <Link
            href={`/tickets/${ticket.uuid}`}
            tabIndex={tabIndex}
            draggable={false}
            aria-label={t("kanban.openOne", { name: contact.name })}
            className="inline-flex min-h-6 max-w-full items-center font-semibold hover:underline"
          >
            <span className="truncate">{contact.name}</span>
          </Link>
          {contact.number && (
            <p className="text-muted tabular truncate text-xs">{phone(contact.number)}</p>
          )}
        </div>
      </div>
      <div className="mt-1.5 flex items-start gap-2">
        <p
          className={`text-small line-clamp-2 min-w-0 flex-1 break-words ${unreadMessages > 0 ? "font-medium" : "text-muted"}`}
        >
          <UnsentMark ticket={ticket} />
          {lastMessageFromMe && !ticket.sendFailed && (
            <Reply
              size={13}
              className="text-muted mr-1 inline align-[-2px]"
              role="img"
              aria-label={t("tickets.answered")}
            />
          )}
          {plain(lastMessage)}
        </p>
        <Unread count={unreadMessages} />
      </div>
      <div className="mt-1.5 flex items-center gap-2">
        <p className="text-muted min-w-0 flex-1 truncate text-xs">
          {[user?.name ?? t("kanban.nobody"), queue?.name ?? t("tickets.noQueue")].join(" · ")}
        </p>
        <TimeLabel ticket={ticket} />
      </div>
      {others.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1">
          {others.map(({ id, name, color }) => (
            <Chip key={id} color={color} className="h-4.5! max-w-28! px-1.5!">
              {name}
            </Chip>
          ))}
        </p>
      )}
    </div>
  );
}
