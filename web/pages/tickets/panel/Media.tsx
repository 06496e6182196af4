import { useSignals } from "@preact/signals-react/runtime";
import { MessageSquareText, Play } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { bytes, timeOrDateTime, useTranslation } from "../../../kit/text.ts";
import { documentIcons } from "../../../messages/bodies/Document.tsx";
import { Lightbox } from "../../../parts/talk/lightbox-on-demand.ts";
import { extensionBadge, documentTypeOf } from "../../../messages/document-types.ts";
import { thumbnailUrl } from "../../../messages/viewer-media.ts";
import { Player } from "../../../messages/Player.tsx";
import { Tabs } from "../../../kit/Tabs.tsx";
import { bubbleOf } from "../../../messages/bubble.ts";
import type { Message, Ticket } from "../../../types.ts";
import { goToMessage, type MediaKind, mediaKinds, useMediaOf } from "./media.ts";
import { LoadFailed, NextPage } from "../../../lists/NextPage.tsx";

type Props = {
  ticket: Ticket;
  kind: MediaKind;
  onKind: (kind: MediaKind) => void;
  onAll?: () => void;
};

/** The panel shows so many before the user asks for all. */
const few: Record<MediaKind, number> = { image: 6, application: 3, audio: 3 };

/** Pictures, documents and audio of a contact: the newest, or all without `onAll`. */
export function Media({ ticket, kind, onKind, onAll }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Tabs
        label={t("tickets.media.title")}
        values={mediaKinds}
        value={kind}
        text={(value) => t(`tickets.media.${value}`)}
        onChange={onKind}
        variant="box"
      />
      <div role="tabpanel" aria-label={t(`tickets.media.${kind}`)} className="mt-2">
        <MediaOfKind key={kind} ticket={ticket} kind={kind} onAll={onAll} />
      </div>
    </>
  );
}

function MediaOfKind({ ticket, kind, onAll }: Omit<Props, "onKind">) {
  const { t } = useTranslation();
  const { rows, hasMore, state, more } = useMediaOf(ticket.contactId, kind);
  const visible = onAll ? rows.slice(0, few[kind]) : rows;
  if (rows.length === 0 && state === "failed") return <LoadFailed retry={more} />;
  if (rows.length === 0 && state === "loading") {
    return (
      <Delayed>
        <Skeleton className="h-24 w-full" />
      </Delayed>
    );
  }
  if (rows.length === 0)
    return <p className="text-muted text-small py-1">{t(`tickets.media.none.${kind}`)}</p>;
  return (
    <>
      <MediaList
        kind={kind}
        messages={visible}
        onGo={(message) => void goToMessage(message, ticket)}
        onEdge={onAll ? undefined : more}
      />
      {!onAll && <NextPage state={state} hasMore={hasMore} more={more} />}
      {onAll && (rows.length > visible.length || hasMore) && (
        <button type="button" className="btn btn-ghost btn-sm mt-1 -ml-2" onClick={onAll}>
          {t("tickets.media.all")}
        </button>
      )}
    </>
  );
}

type MediaListProps = {
  kind: MediaKind;
  messages: Message[];
  onGo: (message: Message) => void;
  onEdge?: () => void;
};

export function MediaList({ kind, messages, onGo, onEdge }: MediaListProps) {
  if (kind === "image") return <Pictures messages={messages} onGo={onGo} onEdge={onEdge} />;
  return (
    <ul className="flex flex-col gap-1">
      {messages.map((message) => (
        <li key={message.id} className="flex items-center gap-1">
          <div className="min-w-0 flex-1">
            {kind === "audio" ? <AudioRow message={message} /> : <DocumentRow message={message} />}
          </div>
          <GoToMessage message={message} onGo={onGo} />
        </li>
      ))}
    </ul>
  );
}

function Pictures({ messages, onGo, onEdge }: Omit<MediaListProps, "kind">) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Message | null>(null);
  // The viewer goes from old to new, the list from new to old.
  const all = messages.map(bubbleOf).reverse();
  return (
    <>
      <ul className="grid grid-cols-3 gap-1">
        {messages.map((message) => (
          <li
            key={message.id}
            className="group bg-base-300 relative aspect-square overflow-hidden rounded-lg"
          >
            <button
              type="button"
              aria-label={t(message.mediaType === "video" ? "messages.zoomVideo" : "messages.zoom")}
              className="size-full cursor-zoom-in -outline-offset-2"
              disabled={!message.mediaUrl}
              onClick={() => setOpen(message)}
            >
              <Thumb message={message} />
            </button>
            <span className="absolute right-1 bottom-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
              <GoToMessage
                message={message}
                onGo={onGo}
                className="size-7! border-0 bg-black/55! text-white! outline-white!"
              />
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <Lightbox
          bubble={bubbleOf(open)}
          all={all}
          onClose={() => setOpen(null)}
          onEdge={(side) => side === "older" && onEdge?.()}
        />
      )}
    </>
  );
}

function Thumb({ message: { mediaUrl, mediaType } }: { message: Message }) {
  const [broken, setBroken] = useState(false);
  if (!mediaUrl || broken) return null;
  if (mediaType !== "video")
    return (
      <img
        src={thumbnailUrl(mediaUrl)}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
        onError={() => setBroken(true)}
      />
    );
  return (
    <>
      <video
        src={`${mediaUrl}#t=0.1`}
        muted
        playsInline
        preload="metadata"
        tabIndex={-1}
        className="size-full bg-black object-cover"
        onError={() => setBroken(true)}
      />
      <Play
        size={22}
        aria-hidden
        className="absolute inset-0 m-auto rounded-full bg-black/55 p-1 text-white"
      />
    </>
  );
}

function DocumentRow({ message }: { message: Message }) {
  useSignals();
  const { t } = useTranslation();
  const { mediaUrl, media, sentAt } = message;
  const name = message.mediaName || t("messages.kinds.application");
  const Icon = documentIcons[documentTypeOf(media?.type ?? "", name)];
  const inside = (
    <>
      <Icon size={24} strokeWidth={1.6} aria-hidden className="text-primary shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-muted text-small block truncate">
          {[extensionBadge(name), media && bytes(media.size), timeOrDateTime(sentAt)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
    </>
  );
  const className = "flex items-center gap-2.5 rounded-lg px-2 py-1.5";
  if (!mediaUrl) return <p className={className}>{inside}</p>;
  return (
    <a
      href={mediaUrl}
      download={name}
      aria-label={t("messages.downloadOf", { name })}
      className={`${className} hover:bg-hover`}
    >
      {inside}
    </a>
  );
}

function AudioRow({
  message: { mediaUrl, media, mediaName, sentAt, fromMe, contact },
}: {
  message: Message;
}) {
  useSignals();
  const { t } = useTranslation();
  const label = t(media?.voice ? "messages.kinds.voice" : "messages.kinds.audio");
  return (
    <div className="py-1">
      <p className="text-muted text-small truncate">
        {[
          fromMe ? t("messages.you") : contact.name,
          !media?.voice && mediaName,
          timeOrDateTime(sentAt),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {mediaUrl && (
        <Player
          source={mediaUrl}
          seconds={media?.seconds ?? 0}
          waveform={media?.waveform ?? null}
          label={label}
        />
      )}
    </div>
  );
}

function GoToMessage({
  message,
  onGo,
  className = "text-muted",
}: {
  message: Message;
  onGo: (message: Message) => void;
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t("tickets.media.go")}
      icon={MessageSquareText}
      side="top"
      className={className}
      onClick={() => onGo(message)}
    />
  );
}
