import { useSignals } from "@preact/signals-react/runtime";
import { FileText, Mic, Play } from "lucide-react";
import { useState } from "react";
import { api } from "../../../kit/api.ts";
import { useTranslation } from "../../../kit/text.ts";
import { usePages } from "../../../lists/use-pages.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { bubbleOf } from "../../../messages/bubble.ts";
import { thumbnailUrl } from "../../../messages/viewer-media.ts";
import { Lightbox } from "../../../parts/talk/lightbox-on-demand.ts";
import type { Message } from "../../../types.ts";
import { Card } from "./Card.tsx";

/** The card shows so many files at first. */
const few = 6;

/** Pictures, videos, documents and sounds of the contact's conversations. */
export function ContactFiles({ contactId }: { contactId: number }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Message | null>(null);
  const { rows, hasMore, state, more } = usePages<Message>(async (loaded) => {
    const { messages, hasMore } = await api.get<{ messages: Message[]; hasMore: boolean }>(
      `/contacts/${contactId}/media`,
      { kind: "any", beforeId: loaded.at(-1)?.id },
    );
    return { rows: messages, hasMore };
  });
  const showMore = () => {
    if (all) more();
    setAll(true);
  };
  const isVisible = ({ mediaType }: Message) => mediaType === "image" || mediaType === "video";
  return (
    <Card
      title={t("contactPage.files.title")}
      action={
        (all ? hasMore : rows.length > few || hasMore) &&
        rows.length > 0 && (
          <button type="button" className="link text-muted text-small" onClick={showMore}>
            {t(all ? "contactPage.files.more" : "contactPage.files.all")}
          </button>
        )
      }
    >
      {state === "failed" && <LoadFailed retry={more} />}
      {state === "ready" && rows.length === 0 && (
        <p className="text-muted text-small">{t("contactPage.files.none")}</p>
      )}
      <ul className="mt-2 grid grid-cols-3 gap-2 empty:hidden">
        {(all ? rows : rows.slice(0, few)).map((message) => (
          <li key={message.id}>
            <FileTile message={message} onOpen={() => setOpen(message)} />
          </li>
        ))}
      </ul>
      {open && (
        <Lightbox
          bubble={bubbleOf(open)}
          all={rows.filter(isVisible).map(bubbleOf).toReversed()}
          onClose={() => setOpen(null)}
          onEdge={(side) => side === "older" && hasMore && more()}
        />
      )}
    </Card>
  );
}

const tile =
  "bg-base-200 border-line text-muted flex aspect-4/3 w-full flex-col items-center justify-center gap-1 overflow-hidden rounded-lg border p-1 text-xs -outline-offset-2";

function FileTile({ message, onOpen }: { message: Message; onOpen: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const { mediaUrl, mediaType, mediaName, media } = message;
  if (mediaType === "image" || mediaType === "video")
    return (
      <button
        type="button"
        aria-label={t(
          mediaType === "video" ? "contactPage.files.video" : "contactPage.files.photo",
        )}
        className={`${tile} relative cursor-zoom-in p-0`}
        disabled={!mediaUrl}
        onClick={onOpen}
      >
        {mediaUrl && mediaType === "image" && <Thumbnail source={mediaUrl} />}
        {mediaType === "video" && <Play size={20} aria-hidden />}
      </button>
    );
  const name =
    mediaType === "audio" && media?.seconds
      ? `${Math.floor(media.seconds / 60)}:${String(Math.floor(media.seconds % 60)).padStart(2, "0")}`
      : (mediaName ?? t("contactPage.files.document"));
  const Icon = mediaType === "audio" ? Mic : FileText;
  return (
    <a href={mediaUrl ?? undefined} download={mediaName ?? true} className={tile} title={name}>
      <Icon size={20} aria-hidden />
      <span className="max-w-full truncate px-1">{name}</span>
    </a>
  );
}

function Thumbnail({ source }: { source: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      src={thumbnailUrl(source)}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      onError={() => setIsBroken(true)}
    />
  );
}
