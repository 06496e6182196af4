import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft } from "lucide-react";
import { useRef } from "react";
import { Avatar } from "../../../kit/Avatar.tsx";
import { Chip } from "../../../kit/Chip.tsx";
import { useMedia } from "../../../kit/media.ts";
import { reach, useTranslation } from "../../../kit/text.ts";
import { me } from "../../../session/session.ts";
import { focusTarget, isLongestWait } from "../../../inbox/list-state.ts";
import { TimeLabel } from "../../../parts/tickets/TimeLabel.tsx";
import { WaitingBadge } from "../../../parts/tickets/WaitingBadge.tsx";
import { GoalClock } from "../snooze/lazy-menus.ts";
import { TicketActions } from "./TicketActions.tsx";
import { Viewers } from "./Viewers.tsx";
import { showTicketList } from "../../../inbox/open-ticket.ts";
import {
  isPanelColumnOpen,
  isPanelOverlayOpen,
  wideEnough,
  togglePanel,
} from "../../../inbox/panel-state.ts";
import { useWidth } from "../../../kit/use-width.ts";
import { TagBar } from "./TagBar.tsx";
import type { Ticket } from "../../../types.ts";

/** The header's minimum widths (px) for more than one button, and for their labels. */
const widths = { icons: 540, names: 760 };

/**
 * Shows the contact, the connection, the agent, the other viewers and the actions; the tags are
 * below.
 */
export function Header({ ticket, single }: { ticket: Ticket; single: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, queue } = ticket;
  const bar = useRef<HTMLElement>(null);
  const width = useWidth(bar);
  const tight = width < widths.icons;
  const wide = useMedia(wideEnough);
  const Name = single ? "h1" : "h2";
  const goBack = () => {
    focusTarget.value = ticket.id;
    showTicketList();
  };
  return (
    <>
      <header
        ref={bar}
        className="bg-base-100 border-line flex min-h-14 shrink-0 items-center gap-3 border-b py-1.5 pr-3 pl-2 md:pl-4"
      >
        {single && (
          <button
            type="button"
            aria-label={t("tickets.backTo")}
            className="btn btn-ghost btn-square -mr-1"
            onClick={goBack}
          >
            <ArrowLeft size={20} aria-hidden />
          </button>
        )}
        <div className="has-[:focus-visible]:outline-primary relative flex min-w-0 flex-1 items-center gap-3 rounded-lg outline-offset-2 has-[:focus-visible]:outline-2">
          <Avatar
            name={contact.name}
            url={contact.profilePicUrl}
            group={contact.isGroup}
            size={36}
          />
          <div className="min-w-0 flex-1">
            <div className="flex items-center gap-2">
              <Name className="text-talk flex min-w-0 font-semibold">
                <button
                  type="button"
                  title={t("tickets.panel.toggle")}
                  aria-expanded={wide ? isPanelColumnOpen.value : isPanelOverlayOpen.value}
                  className="min-w-0 cursor-pointer truncate outline-none after:absolute after:inset-0"
                  onClick={togglePanel}
                >
                  {contact.name}
                </button>
              </Name>
              {!tight &&
                (queue ? (
                  <Chip color={queue.color} className="shrink-0">
                    {queue.name}
                  </Chip>
                ) : (
                  <span className="text-muted text-small shrink-0">{t("tickets.noQueue")}</span>
                ))}
            </div>
            <div className="flex items-center gap-2">
              {(ticket.snoozedUntil ?? ticket.waitingSince) !== null && (
                <HeaderTime ticket={ticket} tight={tight} />
              )}
              <GoalClock ticket={ticket} withWords={!tight} />
              <Viewers ticketId={ticket.id} />
              <Details ticket={ticket} compact={tight} />
            </div>
          </div>
        </div>
        <TicketActions
          ticket={ticket}
          room={tight ? "tight" : width < widths.names ? "icons" : "names"}
        />
      </header>
      <TagBar ticket={ticket} single={single} />
    </>
  );
}

/** How long the customer waits, or until when the ticket is put away. */
function HeaderTime({ ticket, tight }: { ticket: Ticket; tight: boolean }) {
  useSignals();
  if (ticket.snoozedUntil !== null) return <TimeLabel ticket={ticket} />;
  const words = tight ? undefined : "tickets.waits";
  return <WaitingBadge ticket={ticket} isLongest={isLongestWait(ticket)} says={words} />;
}

function Details({ ticket, compact }: { ticket: Ticket; compact: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, queue, whatsapp, user, status } = ticket;
  const assignee =
    status === "pending"
      ? t(ticket.withBot ? "tickets.bot" : "tickets.nobody")
      : user?.id === me.value?.id
        ? t("tickets.you")
        : user?.name;
  const facts = [
    compact && (queue?.name ?? t("tickets.noQueue")),
    reach(contact),
    whatsapp?.name,
    assignee,
  ].filter(Boolean);
  return (
    <p className="text-muted text-small min-w-0 truncate">
      {compact && queue && (
        <span
          aria-hidden
          className="mr-1.5 inline-block size-2 rounded-full"
          style={{ background: queue.color }}
        />
      )}
      {facts.join(" · ")}
    </p>
  );
}
