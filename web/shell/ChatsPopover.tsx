import { useSignals } from "@preact/signals-react/runtime";
import { MessageCircle } from "lucide-react";
import { Link } from "wouter";
import { Avatar } from "../kit/Avatar.tsx";
import { CountBadge } from "../kit/CountBadge.tsx";
import { relative, useTranslation } from "../kit/text.ts";
import { plain } from "../messages/format.ts";
import {
  type Chat,
  chats,
  chatsFailed,
  chatsHere,
  readChats,
  unreadChats,
  unreadsIn,
} from "../parts/chats/chats.ts";
import { PopoverList } from "./PopoverList.tsx";

/** The panel shows this many chats; the page has the others. */
const most = 8;

/** The team's chats, unread ones first. */
export function ChatsPopover() {
  useSignals();
  const { t } = useTranslation();
  if (!chatsHere.value) return null;
  const { length } = unreadChats.value;
  const visible = [
    ...unreadChats.value,
    ...(chats.value ?? []).filter((chat) => unreadsIn(chat) === 0),
  ].slice(0, most);
  const title = t("menu.chats.title");
  return (
    <PopoverList
      title={title}
      label={length > 0 ? t("menu.chats.some", { count: length }) : title}
      icon={MessageCircle}
      badge={length}
      rows={visible}
      row={(chat) => <ChatEntry chat={chat} />}
      none={t("menu.chats.none")}
      onRetry={chatsFailed.value && chats.value === null && (() => void readChats())}
      all={{ href: "/chats", label: t("menu.chats.all") }}
    />
  );
}

export function ChatEntry({ chat }: { chat: Chat }) {
  useSignals();
  const { t } = useTranslation();
  const unreads = unreadsIn(chat);
  return (
    <Link href={`/chats/${chat.uuid}`} data-closes className="menu-item gap-3! py-2!">
      <Avatar name={chat.title} group size={36} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">{chat.title}</span>
          <time dateTime={chat.updatedAt} className="text-muted shrink-0 text-xs">
            {relative(chat.updatedAt)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className="text-small min-w-0 flex-1 truncate">{plain(chat.lastMessage)}</span>
          {unreads > 0 && (
            <CountBadge count={unreads} text={t("tickets.unread", { count: unreads })} />
          )}
        </span>
      </span>
    </Link>
  );
}
