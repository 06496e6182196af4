import type { Choice } from "../../../src/shared/interactive.ts";
import { Ban, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { time, useTranslation } from "../../kit/text.ts";
import { AdCard } from "../../messages/AdCard.tsx";
import { Ack } from "../../messages/Ack.tsx";
import { ChoiceList } from "../../messages/ChoiceList.tsx";
import { Formatted } from "../../messages/Formatted.tsx";
import { textOf } from "../../messages/message-kinds.ts";
import "../texts.ts";
import { PhoneBody } from "./PhoneBody.tsx";
import { type ScreenMessage, phoneSummary } from "./phone-message.ts";

type Props = {
  message: ScreenMessage;
  quoted?: ScreenMessage;
  shop: string;
  first: boolean;
  day?: string;
  /** The menu of a delivered message. */
  menu?: ReactNode;
  onUnreact?: () => void;
  onResend?: () => void;
  /** The customer taps a button of the shop's message. */
  onChoose?: (choice: Choice) => void;
};

/** A message as the customer sees it: theirs on the right. */
export function PhoneBubble({
  message,
  quoted,
  shop,
  first,
  day,
  menu,
  onUnreact,
  onResend,
  onChoose,
}: Props) {
  const { t } = useTranslation();
  const { from, type, at, ack, failed, deleted, edited } = message;
  const own = from !== null;
  const text = message.interactive?.text ?? textOf(type, message.body);
  const touched = !deleted && Boolean(message.reaction ?? message.answer);
  // The time is next to the duration.
  const isAudioOnly = type === "audio" && !text;
  return (
    <>
      {day && (
        <li className="bg-base-100 border-line text-muted text-small my-2 self-center rounded-full border px-3 py-0.5">
          <time dateTime={at} className="inline-block first-letter:uppercase">
            {day}
          </time>
        </li>
      )}
      <li
        data-phone={message.id}
        className={`group flex items-center gap-0.5 ${first ? "mt-2" : "mt-0.5"} ${own ? "flex-row-reverse" : ""}`}
      >
        <div
          className={`relative max-w-[82%] min-w-20 ${touched ? "mb-4" : ""} rounded-bubble border px-2.5 py-1.5 ${own ? "bg-bubble border-transparent" : "bg-bubble-other border-line"} ${first ? (own ? "rounded-tr-sm" : "rounded-tl-sm") : ""}`}
        >
          <span className="sr-only">
            {own ? t("messages.youSaid") : t("messages.theySaid", { name: shop })}
          </span>
          {quoted && (
            <div
              className={`bg-base-content/6 text-small mb-1 rounded-lg border-l-4 px-2 py-1 ${quoted.from === null ? "border-l-info" : "border-l-primary"}`}
            >
              <span className="block truncate font-semibold">
                {quoted.from === null ? shop : t("messages.you")}
              </span>
              <span className="line-clamp-2 opacity-80">{phoneSummary(quoted)}</span>
            </div>
          )}
          {message.referral && !deleted && <AdCard ad={{ ...message.referral, thumbnail: null }} />}
          {!deleted && <PhoneBody message={message} />}
          <div
            className={`flow-root break-words whitespace-pre-wrap ${isAudioOnly ? "pointer-events-none -mt-5" : ""} ${deleted ? "text-muted italic" : ""}`}
          >
            {deleted && <Ban size={15} aria-hidden className="mr-1.5 inline align-[-0.15em]" />}
            {deleted ? t("messages.deleted") : text && <Formatted text={text} />}
            <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs whitespace-nowrap not-italic">
              {edited && <span>{t("messages.edited")}</span>}
              <time dateTime={at}>{time(at)}</time>
              {own && !failed && !deleted && <Ack level={ack} />}
            </span>
          </div>
          {message.interactive && !deleted && (
            <ChoiceList interactive={message.interactive} onChoose={onChoose} />
          )}
          {touched && <Emojis message={message} onUnreact={onUnreact} />}
          {failed && (
            <button
              type="button"
              className="btn btn-xs btn-ghost text-error mt-1"
              onClick={onResend}
            >
              <RotateCw size={14} aria-hidden />
              {t("messages.notSent")} {t("common.retry")}
            </button>
          )}
        </div>
        {!deleted && !failed && ack > 0 && menu}
      </li>
    </>
  );
}

/** The shop's emoji, and the customer's own, which they can take back. */
function Emojis({
  message: { reaction, answer },
  onUnreact,
}: Pick<Props, "message" | "onUnreact">) {
  const { t } = useTranslation();
  return (
    <span className="absolute right-2 -bottom-5 flex gap-1">
      {reaction && (
        <span title={t("practice.reacted", { emoji: reaction })} className={`${chip} border-line`}>
          <span className="sr-only">{t("practice.reacted", { emoji: reaction })}</span>
          <span aria-hidden>{reaction}</span>
        </span>
      )}
      {answer && (
        <button
          type="button"
          aria-label={t("messages.menu.unreact", { emoji: answer })}
          title={t("messages.menu.unreact", { emoji: answer })}
          className={`${chip} border-primary cursor-pointer`}
          onClick={onUnreact}
        >
          {answer}
        </button>
      )}
    </span>
  );
}

const chip = "bg-base-100 text-small rounded-full border px-1.5 py-0.5";
