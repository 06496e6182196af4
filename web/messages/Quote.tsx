import { useTranslation } from "../kit/text.ts";
import { kindIcons, summaryOf } from "./message-kinds.ts";
import type { Message } from "../types.ts";

type Props = {
  quoted: NonNullable<Message["quotedMsg"]>;
  name: string;
  onJump?: (messageId: number) => void;
};

type Excerpt = Pick<NonNullable<Message["quotedMsg"]>, "body" | "fromMe" | "mediaType">;

/** The message that another message answers. */
export function Quote({ quoted, name, onJump }: Props) {
  const { t } = useTranslation();
  const { id, fromMe } = quoted;
  const inside = <Inside excerpt={quoted} name={fromMe ? t("messages.you") : name} />;
  if (!onJump) return <div className={classOf(fromMe)}>{inside}</div>;
  return (
    <button
      type="button"
      className={`${classOf(fromMe)} cursor-pointer`}
      onClick={() => onJump(id)}
    >
      <span className="sr-only">{t("messages.answers")}</span>
      {inside}
    </button>
  );
}

/** A quoted message that this conversation does not have, so it cannot be jumped to. */
export function ForeignQuote({
  quote,
  name,
}: {
  quote: NonNullable<Message["quote"]>;
  /** The author, where the network does not name one. */
  name: string;
}) {
  const { t } = useTranslation();
  const { fromMe, isStatus, thumbnail } = quote;
  const author = fromMe ? t("messages.you") : (quote.name ?? name);
  return (
    <div className={`${classOf(fromMe, "flex")} items-start justify-between gap-2`}>
      <span className="min-w-0">
        <span className="sr-only">{t("messages.answers")}</span>
        <Inside
          excerpt={quote}
          name={isStatus ? [author, t("messages.status")].filter(Boolean).join(" · ") : author}
        />
      </span>
      {thumbnail && (
        <img src={thumbnail} alt="" className="size-11 shrink-0 rounded-md object-cover" />
      )}
    </div>
  );
}

function Inside({
  excerpt: { body, fromMe, mediaType },
  name,
}: {
  excerpt: Excerpt;
  name: string;
}) {
  const Icon = kindIcons[mediaType];
  return (
    <>
      <span
        className={`text-small block truncate font-semibold ${fromMe ? "text-primary" : "text-info"}`}
      >
        {name}
      </span>
      <span className="text-small flex gap-1 opacity-80">
        {Icon && <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />}
        <span className="line-clamp-2 min-w-0 break-words">{summaryOf(mediaType, body)}</span>
      </span>
    </>
  );
}

const classOf = (fromMe: boolean, display: "block" | "flex" = "block") =>
  `bg-base-content/6 mb-1 ${display} w-full rounded-lg border-l-4 px-2.5 py-1 text-left ${fromMe ? "border-l-primary" : "border-l-info"}`;
