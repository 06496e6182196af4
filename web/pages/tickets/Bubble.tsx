import { Ban, Bot } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ack } from "../../../src/shared.ts";
import { time } from "../../kit/text.ts";
import { Ack } from "./Ack.tsx";
import { Actions } from "./Actions.tsx";
import { Body } from "./bodies/Body.tsx";
import { Call } from "./bodies/Call.tsx";
import { EditField } from "./EditField.tsx";
import { Failed } from "./Failed.tsx";
import { Formatted } from "./Formatted.tsx";
import { textOf } from "./kinds.ts";
import { sourceOf } from "./outbox.ts";
import { Quote } from "./Quote.tsx";
import { Reactions } from "./Reactions.tsx";
import { authorOf } from "./thread.ts";
import type { Said } from "./timeline.ts";
import type { Ticket } from "./types.ts";

type Props = {
  said: Said;
  first: boolean;
  ticket: Ticket;
  onJump: (messageId: number) => void;
  onZoom: (said: Said) => void;
  onErase: (said: Said) => void;
  /** Only to be looked at. */
  fixed: boolean;
  /** Its words are being changed. */
  edited?: boolean;
};

/** One message: ours on the right, theirs on the left. */
export const Bubble = memo(
  ({ said, first, ticket, onJump, onZoom, onErase, fixed, edited = false }: Props) => {
    const { t } = useTranslation();
    const { mine, isDeleted, quotedMsg, kind } = said;
    if (kind === "call_log" && !isDeleted) return <Call said={said} />;
    const failed = said.ack === ack.failed && mine;
    const bare = kind === "sticker" && !isDeleted && !failed && !quotedMsg;
    const corner = first && !bare ? (mine ? "rounded-tr-sm" : "rounded-tl-sm") : "";
    const look = bare ? "border-transparent" : mine ? "bg-bubble border-transparent" : "bg-bubble-other border-line";
    const full = !isDeleted && (kind === "image" || kind === "video" || kind === "locationMessage");
    const text = textOf(kind, said.body);
    // The time stands beside how long it lasts.
    const heard = kind === "audio" && !text && sourceOf(said) !== null;
    return (
      <li data-message={said.id ?? undefined} data-said={said.key} className={`group flex items-center gap-1 ${first ? "mt-2.5" : "mt-0.5"} ${mine ? "flex-row-reverse" : ""}`}>
        <div className="max-w-[min(85%,36rem)] min-w-0">
          <div className={`text-talk rounded-bubble relative w-fit max-w-full min-w-20 border py-1.5 ${full ? "px-1.5" : "px-2.5"} ${mine ? "ml-auto" : ""} ${corner} ${look} ${failed ? "border-error!" : ""}`}>
            <span className="sr-only">{mine ? t("messages.youSaid") : t("messages.theySaid", { name: said.name })}</span>
            {ticket.isGroup && !mine && first && <p className="text-small text-primary px-1 font-semibold">{said.name}</p>}
            {said.bot && (
              <p className="text-muted text-small flex items-center gap-1">
                <Bot size={14} aria-hidden />
                {t("messages.automatic")}
              </p>
            )}
            {quotedMsg && !isDeleted && <Quote quoted={quotedMsg} name={authorOf(ticket.id, quotedMsg.id) ?? ticket.contact.name} onJump={onJump} />}
            {!isDeleted && <Body said={said} onZoom={() => onZoom(said)} />}
            {isDeleted ? (
              <p className="text-muted flex items-center gap-1.5 italic">
                <Ban size={15} aria-hidden />
                <s>{t("messages.deleted")}</s>
                <Stamp said={said} />
              </p>
            ) : edited ? (
              <EditField said={said} ticketId={ticket.id} />
            ) : (
              <div className={`flow-root break-words whitespace-pre-wrap ${full ? "px-1" : ""} ${heard ? "pointer-events-none -mt-5" : ""}`}>
                {text && <Formatted text={text} />}
                <Stamp said={said} />
              </div>
            )}
            {failed && <Failed said={said} onErase={() => onErase(said)} fixed={fixed} />}
          </div>
          {!isDeleted && <Reactions said={said} ticketId={ticket.id} fixed={fixed || ticket.status !== "open"} />}
        </div>
        {!fixed && said.id !== null && !isDeleted && !edited && <Actions said={said} ticket={ticket} onErase={onErase} />}
      </li>
    );
  },
  (one, other) => one.first === other.first && one.ticket === other.ticket && one.fixed === other.fixed && one.edited === other.edited && same(one.said, other.said),
);

const same = (one: Said, other: Said) => (Object.keys(one) as (keyof Said)[]).every((key) => one[key] === other[key] || key === "quotedMsg");

/** When, whether edited, how far. Flows at the end of the text as in the customer's own app. */
function Stamp({ said }: { said: Said }) {
  const { t } = useTranslation();
  return (
    <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs whitespace-nowrap not-italic">
      {said.isEdited && !said.isDeleted && <span>{t("messages.edited")}</span>}
      <time dateTime={said.at}>{time(said.at)}</time>
      {said.mine && !said.isDeleted && <Ack level={said.ack} />}
    </span>
  );
}
