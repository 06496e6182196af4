import { useSignals } from "@preact/signals-react/runtime";
import {
  AlarmClock,
  ArrowLeftRight,
  Bot,
  ChevronDown,
  CircleCheck,
  CircleDollarSign,
  ClipboardCheck,
  Hand,
  Lock,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Star,
  Tag,
  Undo2,
  Zap,
} from "lucide-react";
import { useContext, useState } from "react";
import type { TicketEventKind } from "../../../../../src/shared/ticket-events.ts";
import type { TicketEvent } from "../../../../inbox/ticket-events.ts";
import { time, useTranslation } from "../../../../kit/text.ts";
import { addTexts } from "../../../../kit/translations.ts";
import { Highlighted, HighlightWords } from "../../../../messages/Formatted.tsx";
import { highlightParts } from "../../../../messages/highlight.ts";
import { sentenceOf } from "./sentence.ts";
import texts from "./texts.json";

addTexts(texts);

/** From so many lines on they fold into one. */
const foldFrom = 4;

/** The events between two messages: thin lines, and notes of the team. */
export function EventLines({ events }: { events: TicketEvent[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const lines = events.filter(({ kind }) => kind !== "noted");
  const isFolded = lines.length >= foldFrom && !isOpen;
  return (
    <li className="my-2.5 flex flex-col items-center gap-0.5">
      {isFolded && (
        <button
          type="button"
          aria-expanded={false}
          className="text-muted text-small hover:text-base-content flex min-h-6 cursor-pointer items-center gap-1.5"
          onClick={() => setOpen(true)}
        >
          <ChevronDown size={14} aria-hidden />
          {t("ticketEvents.folded", { n: lines.length })}
        </button>
      )}
      {events.map((event) => (
        <div key={event.id} className="contents">
          {event.kind !== "noted" && !isFolded && <Line event={event} />}
          {event.note && <NoteBubble event={event} />}
        </div>
      ))}
    </li>
  );
}

function Line({ event }: { event: TicketEvent }) {
  useSignals();
  const { t } = useTranslation();
  const Icon = icons[event.kind];
  const isSale = event.kind === "order" || event.kind === "payment";
  return (
    <p className="text-muted text-small max-w-full px-2 text-center break-words">
      {/* In the text, so that it stays beside the first word of a line that wraps. */}
      <Icon
        size={14}
        aria-hidden
        className={`mr-1.5 -mt-0.5 inline ${isSale ? "text-primary" : ""}`}
      />
      <span>
        {sentenceOf(event, t).map(({ text, isName }, index) =>
          isName ? (
            <b key={index} className="text-base-content/85 font-semibold">
              {text}
            </b>
          ) : (
            text
          ),
        )}
        <time dateTime={event.at} className="tabular whitespace-nowrap">
          {" · "}
          {time(event.at)}
        </time>
      </span>
    </p>
  );
}

/** A note in the conversation at its time; only the team reads it. */
function NoteBubble({ event: { by, note, at } }: { event: TicketEvent }) {
  useSignals();
  const { t } = useTranslation();
  const searched = useContext(HighlightWords);
  return (
    <div
      data-written
      className="bg-base-100 border-muted rounded-card my-1.5 w-110 max-w-full border border-dashed px-3 py-2"
    >
      <p className="text-muted text-small flex items-center gap-1.5">
        <Lock size={13} aria-hidden className="shrink-0" />
        <b className="text-base-content min-w-0 truncate font-semibold">
          {by?.name ?? t("ticketEvents.robot")}
        </b>
        <span className="shrink-0">{t("ticketEvents.private")}</span>
        <time dateTime={at} className="tabular ml-auto shrink-0">
          {time(at)}
        </time>
      </p>
      <p className="mt-0.5 break-words whitespace-pre-wrap">
        <Highlighted parts={highlightParts(note ?? "", searched)} />
      </p>
    </div>
  );
}

const icons: Record<TicketEventKind, LucideIcon> = {
  opened: MessageCircle,
  accepted: Hand,
  assigned: ArrowLeftRight,
  transferred: ArrowLeftRight,
  returned: Undo2,
  closed: CircleCheck,
  reopened: MessageCircle,
  rated: Star,
  snoozed: AlarmClock,
  woken: AlarmClock,
  tagged: Tag,
  untagged: Tag,
  noted: Lock,
  bot: Bot,
  order: ClipboardCheck,
  payment: CircleDollarSign,
  campaign: Megaphone,
  reminder: AlarmClock,
  automation: Zap,
};
