import { Ban, Bot, FileText, Reply } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ack } from "../../../src/shared.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { time } from "../../kit/text.ts";
import { Ack } from "./Ack.tsx";
import { write } from "./draft.ts";
import { Failed } from "./Failed.tsx";
import { Formatted } from "./Formatted.tsx";
import { Photo } from "./Photo.tsx";
import { Quote } from "./Quote.tsx";
import type { Said } from "./timeline.ts";
import type { Ticket } from "./types.ts";

type Props = { said: Said; first: boolean; ticket: Ticket; onJump: (messageId: number) => void; onZoom: (said: Said) => void; fixed: boolean };

/** One message: ours on the right, theirs on the left. */
export const Bubble = memo(
  ({ said, first, ticket, onJump, onZoom, fixed }: Props) => {
    const { t } = useTranslation();
    const { mine, isDeleted, quotedMsg, image, body } = said;
    const failed = said.ack === ack.failed && mine;
    const corner = first ? (mine ? "rounded-tr-sm" : "rounded-tl-sm") : "";
    const file = !image && said.mediaType !== "chat" && !isDeleted;
    return (
      <li data-message={said.id ?? undefined} data-said={said.key} className={`group flex items-center gap-1 ${first ? "mt-2.5" : "mt-0.5"} ${mine ? "flex-row-reverse" : ""}`}>
        <div
          className={`text-talk relative max-w-[min(85%,36rem)] min-w-20 rounded-bubble border px-2.5 py-1.5 ${corner} ${
            mine ? "bg-bubble border-transparent" : "bg-bubble-other border-line"
          } ${failed ? "border-error!" : ""} ${image && !isDeleted ? "p-1.5" : ""}`}
        >
          <span className="sr-only">{mine ? t("messages.youSaid") : t("messages.theySaid", { name: said.name })}</span>
          {ticket.isGroup && !mine && first && <p className="text-small text-primary px-1 font-semibold">{said.name}</p>}
          {said.bot && (
            <p className="text-muted text-small flex items-center gap-1">
              <Bot size={14} aria-hidden />
              {t("messages.automatic")}
            </p>
          )}
          {quotedMsg && !isDeleted && <Quote quoted={quotedMsg} name={ticket.contact.name} onJump={onJump} />}
          {image && !isDeleted && <Photo said={said} onOpen={() => onZoom(said)} />}
          {file && <Attached said={said} />}
          {isDeleted ? (
            <p className="text-muted flex items-center gap-1.5 italic">
              <Ban size={15} aria-hidden />
              {t("messages.deleted")}
              <Stamp said={said} />
            </p>
          ) : (
            <div className={`break-words whitespace-pre-wrap ${image ? "px-1 pt-0.5" : ""}`}>
              <Formatted text={body} />
              <Stamp said={said} />
            </div>
          )}
          {failed && <Failed said={said} />}
        </div>
        {!fixed && said.id !== null && !isDeleted && ticket.status === "open" && (
          <IconButton
            label={t("messages.reply")}
            icon={Reply}
            side="top"
            className="btn-xs! rounded-full! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-60"
            onClick={() => {
              write(ticket.id, { quotedMsg: { id: said.id ?? 0, body: said.body, fromMe: mine, mediaType: said.mediaType } });
              document.querySelector<HTMLElement>("[data-composer]")?.focus();
            }}
          />
        )}
      </li>
    );
  },
  (one, other) => one.first === other.first && one.ticket === other.ticket && one.fixed === other.fixed && same(one.said, other.said),
);

const same = (one: Said, other: Said) => (Object.keys(one) as (keyof Said)[]).every((key) => one[key] === other[key] || key === "quotedMsg");

function Attached({ said }: { said: Said }) {
  const { t } = useTranslation();
  const inside = (
    <>
      <FileText size={20} aria-hidden className="shrink-0" />
      <span className="truncate">{said.mediaName ?? t("messages.kinds.file")}</span>
    </>
  );
  const className = "bg-base-content/6 mb-1 flex items-center gap-2 rounded-lg px-2.5 py-2";
  return said.mediaUrl ? (
    <a href={said.mediaUrl} download={said.mediaName ?? true} className={`${className} underline underline-offset-2`}>
      {inside}
    </a>
  ) : (
    <p className={className}>{inside}</p>
  );
}

/** When, whether edited, how far. Flows at the end of the text as in the customer's own app. */
function Stamp({ said }: { said: Said }) {
  const { t } = useTranslation();
  return (
    <span className="text-base-content/75 relative top-1 float-right ml-3 flex h-4.5 items-center gap-1 text-xs whitespace-nowrap">
      {said.isEdited && !said.isDeleted && <span>{t("messages.edited")}</span>}
      <time dateTime={said.at}>{time(said.at)}</time>
      {said.mine && !said.isDeleted && <Ack level={said.ack} />}
    </span>
  );
}
