import { useSignals } from "@preact/signals-react/runtime";
import { AtSign, MessagesSquare, Plus, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { api } from "../../kit/api.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { CountBadge } from "../../kit/CountBadge.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { folded } from "../../../src/shared/search.ts";
import { relative, useTranslation } from "../../kit/text.ts";
import { Highlighted } from "../../messages/Formatted.tsx";
import { plain } from "../../messages/format.ts";
import { nameParts } from "../../messages/name-parts.ts";
import { snippetParts } from "../../messages/search-hits.ts";
import {
  type Chat,
  type ChatHit,
  chats,
  ownIn,
  typingIn,
  unreadsIn,
} from "../../parts/chats/chats.ts";
import { can } from "../../session/can.ts";
import { goTo } from "./talk.ts";

type Props = { open: Chat | undefined; onNew: () => void; onOpen: (chat: Chat) => void };

/** The user's chats, with a search of their titles and messages. */
export function ChatList({ open, onNew, onOpen }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const hits = useHits(typed);
  const search = typed.trim();
  const all = chats.value;
  const matches = all?.filter(({ title }) => folded(title).includes(folded(search)));
  return (
    <section
      aria-label={t("chats.title")}
      className="bg-base-100 border-line flex h-full flex-col md:border-r"
    >
      <header className="flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2.5">
        <div className="flex min-h-9 items-center gap-2">
          <h1 className="text-title min-w-0 flex-1 truncate font-semibold">{t("chats.title")}</h1>
          {can("chats.write") && (
            <button type="button" className="btn btn-primary btn-sm" onClick={onNew}>
              <Plus size={16} aria-hidden />
              {t("chats.new")}
            </button>
          )}
        </div>
        <label className="input input-sm h-9 w-full">
          <Search size={16} aria-hidden className="text-muted" />
          <input
            type="search"
            maxLength={200}
            aria-label={t("chats.search")}
            placeholder={t("chats.search")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="min-w-0"
          />
        </label>
      </header>
      <div className="border-line min-h-0 flex-1 overflow-y-auto border-t">
        {matches === undefined && <Loading />}
        {matches && matches.length > 0 && (
          <ul aria-label={t("chats.title")}>
            {matches.map((chat) => (
              <li key={chat.id}>
                <ChatRow
                  chat={chat}
                  isOpen={chat.id === open?.id}
                  search={search}
                  onOpen={() => onOpen(chat)}
                />
              </li>
            ))}
          </ul>
        )}
        {hits && hits.length > 0 && <Hits hits={hits} />}
        {matches?.length === 0 &&
          !hits?.length &&
          (search ? (
            <Empty icon={Search} title={t("common.noMatch")} />
          ) : (
            <Empty icon={MessagesSquare} title={t("chats.none")} text={t("chats.noneText")} />
          ))}
      </div>
    </section>
  );
}

export function ChatRow({
  chat,
  isOpen,
  search = "",
  onOpen,
}: {
  chat: Chat;
  isOpen: boolean;
  search?: string;
  onOpen?: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const unreads = unreadsIn(chat);
  const mentions = unreads > 0 ? ownIn(chat).mentions : 0;
  const typing = typingIn(chat.id);
  return (
    <Link
      href={`/chats/${chat.uuid}`}
      aria-current={isOpen ? "page" : undefined}
      className={`border-line flex h-18 items-center gap-3 border-b px-4 -outline-offset-2 ${isOpen ? "bg-primary/12" : "hover:bg-hover"}`}
      onClick={onOpen}
    >
      <Avatar name={chat.title} group size={44} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">
            <Highlighted parts={nameParts(chat.title, search)} />
          </span>
          <time dateTime={chat.updatedAt} className="text-muted shrink-0 text-xs">
            {relative(chat.updatedAt)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span
            className={`text-small min-w-0 flex-1 truncate ${unreads > 0 ? "font-medium" : "text-muted"}`}
          >
            {typing.length > 0 ? (
              <span className="text-primary font-medium">
                {t("chats.typing", { count: typing.length, names: typing.join(", ") })}
              </span>
            ) : (
              plain(chat.lastMessage) || t("chats.silent")
            )}
          </span>
          {mentions > 0 && (
            <AtSign
              size={15}
              role="img"
              aria-label={t("chats.mentioned")}
              className="text-primary shrink-0"
            />
          )}
          {unreads > 0 && (
            <CountBadge count={unreads} text={t("tickets.unread", { count: unreads })} />
          )}
        </span>
      </span>
    </Link>
  );
}

/** The messages that match, newest first. */
export function Hits({ hits, onChoose }: { hits: ChatHit[]; onChoose?: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const jump = ({ chatId, messageId }: ChatHit) => {
    onChoose?.();
    void goTo(chatId, messageId);
  };
  return (
    <section aria-label={t("chats.hits")}>
      <h2 className="text-muted text-small px-4 pt-3 pb-1 font-medium">{t("chats.hits")}</h2>
      <ul>
        {hits.map((hit) => (
          <li key={hit.messageId}>
            <Link
              href={`/chats/${hit.uuid}`}
              className="hover:bg-hover border-line block border-b px-4 py-2 -outline-offset-2"
              onClick={() => jump(hit)}
            >
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">{hit.title}</span>
                <time dateTime={hit.createdAt} className="text-muted shrink-0 text-xs">
                  {relative(hit.createdAt)}
                </time>
              </span>
              <span className="text-small line-clamp-2">
                {hit.sender}: <Highlighted parts={snippetParts(hit.text)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Finds messages by text, a moment after the last key; null while the text is too short. */
export function useHits(typed: string, chatId?: number): ChatHit[] | null {
  const [hits, setHits] = useState<ChatHit[] | null>(null);
  useEffect(() => {
    if (typed.trim().length < 2) return setHits(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      void api
        .get<{ records: ChatHit[] }>("/chats/search", { searchParam: typed.trim(), chatId })
        .then(
          ({ records }) => isCurrent && setHits(records),
          () => undefined,
        );
    }, 250);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed, chatId]);
  return hits;
}

const Loading = () => (
  <div aria-hidden className="flex flex-col gap-4 p-4">
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full!" />
        <Skeleton className="h-9 flex-1" />
      </div>
    ))}
  </div>
);
