import { Reply, RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/IconButton.tsx";
import { time } from "../../kit/text.ts";
import { Ack } from "../tickets/Ack.tsx";
import { Formatted } from "../tickets/Formatted.tsx";
import { inWords } from "../tickets/kinds.ts";
import { PhoneFile } from "./PhoneFile.tsx";
import { type PhoneMessage, sayAgain } from "./phone.ts";

type Props = { message: PhoneMessage; quoted?: PhoneMessage; shop: string; first: boolean; day?: string; onQuote: (message: PhoneMessage) => void };

/** A message as the customer sees it: theirs on the right. */
export function PhoneBubble({ message, quoted, shop, first, day, onQuote }: Props) {
  const { t } = useTranslation();
  const { from, body, media, at, ack, failed, reaction } = message;
  const own = from !== null;
  return (
    <>
      {day && (
        <li className="bg-base-100 border-line text-muted text-small my-2 self-center rounded-full border px-3 py-0.5">
          <time dateTime={at} className="inline-block first-letter:uppercase">
            {day}
          </time>
        </li>
      )}
      <li data-phone={message.id} className={`group flex items-center gap-0.5 ${first ? "mt-2" : "mt-0.5"} ${own ? "flex-row-reverse" : ""}`}>
        <div className={`relative max-w-[82%] min-w-20 ${reaction ? "mb-3" : ""} rounded-bubble border px-2.5 py-1.5 ${own ? "bg-bubble border-transparent" : "bg-bubble-other border-line"} ${first ? (own ? "rounded-tr-sm" : "rounded-tl-sm") : ""}`}>
          <span className="sr-only">{own ? t("messages.youSaid") : t("messages.theySaid", { name: shop })}</span>
          {quoted && (
            <div className={`bg-base-content/6 text-small mb-1 rounded-lg border-l-4 px-2 py-1 ${quoted.from === null ? "border-l-info" : "border-l-primary"}`}>
              <span className="block truncate font-semibold">{quoted.from === null ? shop : t("messages.you")}</span>
              <span className="line-clamp-2 opacity-80">{inWords(quoted.type, quoted.body)}</span>
            </div>
          )}
          {media && <PhoneFile message={message} />}
          <div className="break-words whitespace-pre-wrap">
            <Formatted text={body} />
            <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs">
              <time dateTime={at}>{time(at)}</time>
              {own && !failed && <Ack level={ack} />}
            </span>
          </div>
          {reaction && (
            <span title={t("practice.reacted", { emoji: reaction })} className="bg-base-100 border-line text-small absolute right-2 -bottom-4 rounded-full border px-1.5 py-0.5">
              <span className="sr-only">{t("practice.reacted", { emoji: reaction })}</span>
              <span aria-hidden>{reaction}</span>
            </span>
          )}
          {failed && (
            <button type="button" className="btn btn-xs btn-ghost text-error mt-1" onClick={() => void sayAgain(message)}>
              <RotateCw size={14} aria-hidden />
              {t("messages.notSent")} {t("common.retry")}
            </button>
          )}
        </div>
        {!own && <IconButton label={t("messages.reply")} icon={Reply} side="top" className="btn-xs! rounded-full! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-60" onClick={() => onQuote(message)} />}
      </li>
    </>
  );
}
