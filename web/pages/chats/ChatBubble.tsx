import { memo } from "react";
import { RotateCw, Trash2 } from "lucide-react";
import { ack } from "../../../src/shared/states.ts";
import { time, useTranslation } from "../../kit/text.ts";
import { Ack } from "../../messages/Ack.tsx";
import { Audio } from "../../messages/bodies/Audio.tsx";
import { Document } from "../../messages/bodies/Document.tsx";
import { Photo } from "../../messages/bodies/Photo.tsx";
import { Video } from "../../messages/bodies/Video.tsx";
import type { MessageBubble } from "../../messages/bubble.ts";
import { Formatted } from "../../messages/Formatted.tsx";
import { reasonText } from "../../messages/reasons.ts";
import { discard, sendAgain } from "./talk.ts";

type Props = {
  bubble: MessageBubble;
  first: boolean;
  isTarget: boolean;
  onZoom: (bubble: MessageBubble) => void;
};

/** One message of a chat: mine on the right, the others' on the left under their names. */
export const ChatBubble = memo(
  ({ bubble, first, isTarget, onZoom }: Props) => {
    const { t } = useTranslation();
    const { mine, kind, body, name } = bubble;
    const failed = bubble.ack === ack.failed;
    const isFullWidth = kind === "image" || kind === "video";
    const corner = first ? (mine ? "rounded-tr-sm" : "rounded-tl-sm") : "";
    return (
      <li
        data-message={bubble.id ?? undefined}
        data-bubble={bubble.key}
        data-target={isTarget || undefined}
        tabIndex={-1}
        className={`flex outline-offset-0 ${first ? "mt-2.5" : "mt-0.5"} ${mine ? "flex-row-reverse" : ""} ${isTarget ? "bg-primary/20 rounded-bubble" : ""}`}
      >
        <div
          className={`text-talk rounded-bubble w-fit max-w-[min(85%,36rem)] min-w-20 border py-1.5 ${isFullWidth ? "px-1.5" : "px-2.5"} ${corner} ${mine ? "bg-bubble border-transparent" : "bg-bubble-other border-line"} ${failed ? "border-error!" : ""}`}
        >
          <span className="sr-only">
            {mine ? t("messages.youSaid") : t("messages.theySaid", { name })}
          </span>
          {!mine && first && (
            <p
              aria-hidden
              className={`text-small text-primary font-semibold ${isFullWidth ? "px-1" : ""}`}
            >
              {name}
            </p>
          )}
          <Body bubble={bubble} onZoom={() => onZoom(bubble)} />
          <div className={`flow-root break-words whitespace-pre-wrap ${isFullWidth ? "px-1" : ""}`}>
            {body && <Formatted text={body} />}
            <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs whitespace-nowrap">
              <time dateTime={bubble.at}>{time(bubble.at)}</time>
              {bubble.unsent && <Ack level={bubble.ack} />}
            </span>
          </div>
          {failed && <Failed bubble={bubble} />}
        </div>
      </li>
    );
  },
  (one, other) =>
    one.first === other.first &&
    one.isTarget === other.isTarget &&
    (Object.keys(one.bubble) as (keyof MessageBubble)[]).every(
      (key) => one.bubble[key] === other.bubble[key],
    ),
);

function Body({ bubble, onZoom }: { bubble: MessageBubble; onZoom: () => void }) {
  const { kind, mediaUrl } = bubble;
  if (kind === "chat" || !mediaUrl) return null;
  if (kind === "image") return <Photo bubble={bubble} source={mediaUrl} onOpen={onZoom} />;
  if (kind === "video") return <Video bubble={bubble} source={mediaUrl} onOpen={onZoom} />;
  if (kind === "audio") return <Audio bubble={bubble} source={mediaUrl} />;
  return <Document bubble={bubble} source={mediaUrl} />;
}

function Failed({ bubble: { key, reason } }: { bubble: MessageBubble }) {
  const { t } = useTranslation();
  return (
    <div className="text-error text-small border-error/40 clear-both mt-1.5 border-t px-1 pt-1.5">
      <p>
        <span className="font-semibold">{t("messages.notSent")}</span>{" "}
        {reasonText(reason ?? "ERR_NETWORK")}
      </p>
      <div className="mt-1 flex flex-wrap gap-1">
        <button type="button" className="btn btn-xs btn-ghost" onClick={() => sendAgain(key)}>
          <RotateCw size={14} aria-hidden />
          {t("common.retry")}
        </button>
        <button type="button" className="btn btn-xs btn-ghost" onClick={() => discard(key)}>
          <Trash2 size={14} aria-hidden />
          {t("common.delete")}
        </button>
      </div>
    </div>
  );
}
