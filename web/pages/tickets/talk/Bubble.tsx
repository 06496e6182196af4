import { Ban, Bot } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ack } from "../../../../src/shared/states.ts";
import { timeOrDateTime, time } from "../../../kit/text.ts";
import { me } from "../../../session.ts";
import { Ack } from "./Ack.tsx";
import { Actions } from "./Actions.tsx";
import { Body } from "./bodies/Body.tsx";
import { Call } from "./bodies/Call.tsx";
import { choose } from "./choosing.ts";
import { EditField } from "./EditField.tsx";
import { Failed } from "./Failed.tsx";
import { Formatted } from "./Formatted.tsx";
import { inWords, textOf } from "./kinds.ts";
import { mayForward } from "./may.ts";
import { sourceOf } from "../write/outbox.ts";
import { Quote } from "./Quote.tsx";
import { Reactions } from "./Reactions.tsx";
import { Retrying } from "./Retrying.tsx";
import { authorOf } from "./thread.ts";
import type { Said } from "./timeline.ts";
import type { Ticket } from "../types.ts";
import { Uploading } from "../write/Uploading.tsx";

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
  /** Someone looked for it. */
  sought?: boolean;
  /** Whether it is among those that are chosen; null while nobody chooses. */
  chosen?: boolean | null;
};

/** One message: ours on the right, theirs on the left. */
export const Bubble = memo(
  ({ said, first, ticket, onJump, onZoom, onErase, fixed, edited = false, sought = false, chosen = null }: Props) => {
    const { t } = useTranslation();
    const { mine, isDeleted, quotedMsg, kind } = said;
    if (kind === "call_log" && !isDeleted) return <Call said={said} sought={sought} />;
    const failed = said.ack === ack.failed && mine;
    const colleague = colleagueOf(said);
    const bare = kind === "sticker" && !isDeleted && !failed && !quotedMsg;
    const corner = first && !bare ? (mine ? "rounded-tr-sm" : "rounded-tl-sm") : "";
    const look = bare ? "border-transparent" : mine ? "bg-bubble border-transparent" : "bg-bubble-other border-line";
    const full = !isDeleted && (kind === "image" || kind === "video" || kind === "locationMessage");
    const text = textOf(kind, said.body);
    // The time stands beside how long it lasts.
    const heard = kind === "audio" && !text && sourceOf(said) !== null;
    const choosable = chosen !== null && said.id !== null && mayForward(said);
    return (
      <li
        data-message={said.id ?? undefined}
        data-said={said.key}
        data-sought={sought || undefined}
        tabIndex={-1}
        className={`group relative flex items-center gap-1 outline-offset-0 ${first ? "mt-2.5" : "mt-0.5"} ${mine ? "flex-row-reverse" : ""} ${sought || chosen ? marked : ""} ${chosen === null ? "" : "pl-9"}`}
      >
        {choosable && <Choice said={said} ticketId={ticket.id} chosen={chosen} />}
        <div className="max-w-[min(85%,36rem)] min-w-0" inert={chosen !== null}>
          <div className={`text-talk rounded-bubble relative w-fit max-w-full min-w-20 border py-1.5 ${full ? "px-1.5" : "px-2.5"} ${mine ? "ml-auto" : ""} ${corner} ${look} ${failed ? "border-error!" : ""}`}>
            <span className="sr-only">{mine && !colleague ? t("messages.youSaid") : t("messages.theySaid", { name: said.name })}</span>
            {ticket.isGroup && !mine && first && <p className="text-small text-primary px-1 font-semibold">{said.name}</p>}
            {colleague && first && <p className={`text-small text-muted font-semibold ${full ? "px-1" : ""}`}>{colleague}</p>}
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
            {said.unsent && said.media && <Uploading clientId={said.key} />}
            {said.retryAt && !isDeleted && <Retrying said={said} retryAt={said.retryAt} fixed={fixed} />}
            {failed && <Failed said={said} onErase={() => onErase(said)} fixed={fixed} />}
          </div>
          {!isDeleted && <Reactions said={said} ticketId={ticket.id} fixed={fixed || ticket.status !== "open"} />}
        </div>
        {!fixed && said.id !== null && !edited && chosen === null && <Actions said={said} ticket={ticket} onErase={onErase} />}
      </li>
    );
  },
  (one, other) => one.first === other.first && one.fixed === other.fixed && one.edited === other.edited && one.sought === other.sought && one.chosen === other.chosen && sameTicket(one.ticket, other.ticket) && same(one.said, other.said),
);

// Of a ticket, which changes with each message, what a bubble shows of it.
const sameTicket = (one: Ticket, other: Ticket) => one.id === other.id && one.status === other.status && one.isGroup === other.isGroup && one.contact.name === other.contact.name;

const same = (one: Said, other: Said) => (Object.keys(one) as (keyof Said)[]).every((key) => one[key] === other[key] || key === "quotedMsg");

/** When, whether edited, how far. Flows at the end of the text as in the customer's own app. */
function Stamp({ said }: { said: Said }) {
  const { t } = useTranslation();
  return (
    <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs whitespace-nowrap not-italic">
      {said.isEdited && !said.isDeleted && <span>{t("messages.edited")}</span>}
      <time dateTime={said.at}>{time(said.at)}</time>
      {isLate(said) && <span>{t("messages.came", { when: timeOrDateTime(said.cameAt) })}</span>}
      {said.mine && !said.isDeleted && <Ack level={said.ack} />}
    </span>
  );
}

/** Sent so long before it came that both times are told. rules.md#when-it-was-sent */
const isLate = ({ at, cameAt }: Said) => Date.parse(cameAt) - Date.parse(at) >= 5 * 60_000;

/** Who of us wrote it, when it wasn't the one who looks at it. */
const colleagueOf = ({ mine, byId, name }: Said) => (mine && byId !== null && byId !== me.peek()?.id ? name : "");

const marked = "bg-primary/20 rounded-bubble shadow-[0_0_0_0.3rem_color-mix(in_oklab,var(--color-primary)_20%,transparent)]";

/** Takes a message into the choice, or out of it: anywhere on its row. */
function Choice({ said, ticketId, chosen }: { said: Said; ticketId: number; chosen: boolean }) {
  const { t } = useTranslation();
  return (
    <label className="absolute inset-0 z-1 flex cursor-pointer items-center rounded-lg pl-2 has-[:focus-visible]:outline-2">
      <input type="checkbox" className="checkbox checkbox-primary checkbox-sm outline-none" checked={chosen} aria-label={`${said.mine && !colleagueOf(said) ? t("messages.you") : said.name}: ${inWords(said.kind, said.body)}`} onChange={() => said.id !== null && choose(ticketId, said.id)} />
    </label>
  );
}
