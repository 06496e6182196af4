import { Ban, Bot, Forward } from "lucide-react";
import { memo } from "react";
import { onDemand } from "../../../kit/on-demand.ts";
import { ack } from "../../../../src/shared/states.ts";
import { timeOrDateTime, time, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { AdCard } from "../../../messages/AdCard.tsx";
import { Ack } from "../../../messages/Ack.tsx";
import { Actions } from "./Actions.tsx";
import { Body } from "./bodies/Body.tsx";
import { CartButton } from "./bodies/CartButton.tsx";
import { Call } from "../../../messages/bodies/Call.tsx";
import { toggleMessage } from "./message-selection.ts";
import { Failed } from "./Failed.tsx";
import { Formatted } from "../../../messages/Formatted.tsx";
import { summaryOf, textOf } from "../../../messages/message-kinds.ts";
import { mayForward } from "../../../messages/message-rules.ts";
import { sourceOf } from "../../../inbox/upload.ts";
import { ForeignQuote, Quote } from "../../../messages/Quote.tsx";
import { Reactions } from "./Reactions.tsx";
import { Retrying } from "./Retrying.tsx";
import { authorOf } from "../../../inbox/thread.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import type { Ticket } from "../../../types.ts";
import { Uploading } from "./Uploading.tsx";

const ChoiceList = onDemand(
  async () => (await import("../../../messages/ChoiceList.tsx")).ChoiceList,
);
const EditField = onDemand(async () => (await import("./EditField.tsx")).EditField);

type Props = {
  bubble: MessageBubble;
  first: boolean;
  ticket: Ticket;
  onJump: (messageId: number) => void;
  onZoom: (bubble: MessageBubble) => void;
  onErase: (bubble: MessageBubble) => void;
  /** A read-only bubble, without actions. */
  fixed: boolean;
  /** The agent is editing its text. */
  edited?: boolean;
  /** A search or a link leads to this message. */
  isTarget?: boolean;
  /** Whether it is selected; null outside selection mode. */
  chosen?: boolean | null;
};

/** One message: ours on the right, the customer's on the left. */
export const Bubble = memo(
  ({
    bubble,
    first,
    ticket,
    onJump,
    onZoom,
    onErase,
    fixed,
    edited = false,
    isTarget = false,
    chosen = null,
  }: Props) => {
    const { t } = useTranslation();
    const { mine, isDeleted, quotedMsg, kind } = bubble;
    if (kind === "call_log" && !isDeleted) return <Call bubble={bubble} isTarget={isTarget} />;
    const failed = bubble.ack === ack.failed && mine;
    const colleague = colleagueOf(bubble);
    const hasNoBubble = kind === "sticker" && !isDeleted && !failed && !quotedMsg;
    const corner = first && !hasNoBubble ? (mine ? "rounded-tr-sm" : "rounded-tl-sm") : "";
    const colors = hasNoBubble
      ? "border-transparent"
      : mine
        ? "bg-bubble border-transparent"
        : "bg-bubble-other border-line";
    const isFullWidth =
      !isDeleted && (kind === "image" || kind === "video" || kind === "locationMessage");
    const text = textOf(kind, bubble.body);
    // The time is next to the duration.
    const isAudioOnly = kind === "audio" && !text && sourceOf(bubble) !== null;
    const isSelectable = chosen !== null && bubble.id !== null && mayForward(bubble);
    return (
      <li
        data-message={bubble.id ?? undefined}
        data-bubble={bubble.key}
        data-target={isTarget || undefined}
        tabIndex={-1}
        className={`group relative flex items-center gap-1 outline-offset-0 ${first ? "mt-2.5" : "mt-0.5"} ${mine ? "flex-row-reverse" : ""} ${isTarget || chosen ? selectedStyle : ""} ${chosen === null ? "" : "pl-9"}`}
      >
        {isSelectable && <SelectBox bubble={bubble} ticketId={ticket.id} chosen={chosen} />}
        <div className="max-w-[min(85%,36rem)] min-w-0" inert={chosen !== null}>
          <div
            className={`text-talk rounded-bubble relative w-fit max-w-full min-w-20 border py-1.5 ${isFullWidth ? "px-1.5" : "px-2.5"} ${mine ? "ml-auto" : ""} ${corner} ${colors} ${failed ? "border-error!" : ""}`}
          >
            <span className="sr-only">
              {mine && !colleague
                ? t("messages.youSaid")
                : t("messages.theySaid", { name: bubble.name })}
            </span>
            {ticket.isGroup && !mine && first && (
              <p className="text-small text-primary px-1 font-semibold">{bubble.name}</p>
            )}
            {colleague && first && (
              <p className={`text-small text-muted font-semibold ${isFullWidth ? "px-1" : ""}`}>
                {colleague}
              </p>
            )}
            {bubble.bot && (
              <p className="text-muted text-small flex items-center gap-1">
                <Bot size={14} aria-hidden />
                {t("messages.automatic")}
              </p>
            )}
            {bubble.forwarded && !isDeleted && (
              <p className="text-muted text-small flex items-center gap-1 italic">
                <Forward size={14} aria-hidden />
                {t(`messages.forwarded.${bubble.forwarded}`)}
              </p>
            )}
            {quotedMsg && !isDeleted && (
              <Quote
                quoted={quotedMsg}
                name={authorOf(ticket.id, quotedMsg.id) ?? ticket.contact.name}
                onJump={onJump}
              />
            )}
            {bubble.quote && !isDeleted && (
              <ForeignQuote
                quote={bubble.quote}
                name={ticket.isGroup ? t("messages.someone") : ticket.contact.name}
              />
            )}
            {bubble.referral && !isDeleted && <AdCard ad={bubble.referral} />}
            {!isDeleted && <Body bubble={bubble} onZoom={() => onZoom(bubble)} />}
            {isDeleted ? (
              <p className="text-muted flex items-center gap-1.5 italic">
                <Ban size={15} aria-hidden />
                <s>{t("messages.deleted")}</s>
                <TimeAndAck bubble={bubble} />
              </p>
            ) : edited ? (
              <EditField bubble={bubble} ticketId={ticket.id} />
            ) : (
              <div
                className={`flow-root break-words whitespace-pre-wrap ${isFullWidth ? "px-1" : ""} ${isAudioOnly ? "pointer-events-none -mt-5" : ""}`}
              >
                {text && <Formatted text={text} />}
                <TimeAndAck bubble={bubble} />
              </div>
            )}
            {bubble.interactive && !isDeleted && <ChoiceList interactive={bubble.interactive} />}
            {kind === "chat" && !mine && !isDeleted && !fixed && (
              <CartButton body={bubble.body} ticket={ticket} />
            )}
            {bubble.unsent && bubble.media && <Uploading clientId={bubble.key} />}
            {bubble.retryAt && !isDeleted && (
              <Retrying bubble={bubble} retryAt={bubble.retryAt} fixed={fixed} />
            )}
            {failed && <Failed bubble={bubble} onErase={() => onErase(bubble)} fixed={fixed} />}
          </div>
          {!isDeleted && (
            <Reactions
              bubble={bubble}
              ticketId={ticket.id}
              fixed={fixed || ticket.status !== "open"}
            />
          )}
        </div>
        {!fixed && bubble.id !== null && !edited && chosen === null && (
          <Actions bubble={bubble} ticket={ticket} onErase={onErase} />
        )}
      </li>
    );
  },
  (one, other) =>
    one.first === other.first &&
    one.fixed === other.fixed &&
    one.edited === other.edited &&
    one.isTarget === other.isTarget &&
    one.chosen === other.chosen &&
    sameTicket(one.ticket, other.ticket) &&
    same(one.bubble, other.bubble),
);

// A ticket changes with each message. A bubble depends only on these parts of it.
const sameTicket = (one: Ticket, other: Ticket) =>
  one.id === other.id &&
  one.status === other.status &&
  one.isGroup === other.isGroup &&
  one.contact.name === other.contact.name;

const same = (one: MessageBubble, other: MessageBubble) =>
  (Object.keys(one) as (keyof MessageBubble)[]).every(
    (key) => one[key] === other[key] || (constant as string[]).includes(key),
  );

/**
 * These fields are new objects after each change of the message, but their content never changes.
 */
const constant: (keyof MessageBubble)[] = ["quotedMsg", "quote", "referral", "interactive"];

/**
 * The time, the edit mark, and the delivery status. Flows at the end of the text as in the
 * customer's app.
 */
function TimeAndAck({ bubble }: { bubble: MessageBubble }) {
  const { t } = useTranslation();
  return (
    <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs whitespace-nowrap not-italic">
      {bubble.isEdited && !bubble.isDeleted && <span>{t("messages.edited")}</span>}
      <time dateTime={bubble.at}>{time(bubble.at)}</time>
      {isLate(bubble) && <span>{t("messages.came", { when: timeOrDateTime(bubble.cameAt) })}</span>}
      {bubble.mine && !bubble.isDeleted && <Ack level={bubble.ack} />}
    </span>
  );
}

/** The message arrived so late that the bubble shows both times. rules.md#sent-time */
const isLate = ({ at, cameAt }: MessageBubble) => Date.parse(cameAt) - Date.parse(at) >= 5 * 60_000;

/** The colleague who wrote the message; nothing for the user's own. */
const colleagueOf = ({ mine, byId, name }: MessageBubble) =>
  mine && byId !== null && byId !== me.peek()?.id ? name : "";

const selectedStyle =
  "bg-primary/20 rounded-bubble shadow-[0_0_0_0.3rem_color-mix(in_oklab,var(--color-primary)_20%,transparent)]";

/** Selects or deselects a message. The whole row is the click target. */
function SelectBox({
  bubble,
  ticketId,
  chosen,
}: {
  bubble: MessageBubble;
  ticketId: number;
  chosen: boolean;
}) {
  const { t } = useTranslation();
  return (
    <label className="absolute inset-0 z-1 flex cursor-pointer items-center rounded-lg pl-2 has-[:focus-visible]:outline-2">
      <input
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm outline-none"
        checked={chosen}
        aria-label={`${bubble.mine && !colleagueOf(bubble) ? t("messages.you") : bubble.name}: ${summaryOf(bubble.kind, bubble.body)}`}
        onChange={() => bubble.id !== null && toggleMessage(ticketId, bubble.id)}
      />
    </label>
  );
}
