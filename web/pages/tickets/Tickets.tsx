import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { useRoute } from "wouter";
import { dialogs } from "../../kit/open-dialogs.ts";
import { useMedia } from "../../kit/media.ts";
import { onDemand } from "../../kit/on-demand.ts";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { announcement } from "../../inbox/announcer.ts";
import { startTicketLists, focusTarget } from "../../inbox/list-state.ts";
import { Conversation } from "./Conversation.tsx";
import {
  macroFor,
  newTicketFor,
  previewedTicket,
  optOutOf,
  reminderFor,
  type ScheduleFor,
  scheduleFor,
  ticketToDelete,
  ticketsToTransfer,
  ticketsToSnooze,
} from "../../inbox/open-dialogs.ts";
import { clearDraft, draftOf } from "../../inbox/draft.ts";
import { ListPane } from "./list/ListPane.tsx";
import { loadOpenTicket, openTicket } from "../../inbox/open-ticket.ts";
import { startOutbox } from "../../inbox/outbox.ts";
import { OptOutDialog } from "../../parts/contacts/lazy-dialogs.ts";
import { ReminderDialog } from "../../parts/reminders/lazy-dialog.ts";
import { ScheduleDialog } from "../../parts/schedules/lazy-dialog.ts";
import { isPanelOverlayOpen, wideEnough } from "../../inbox/panel-state.ts";
import { ContactPanel } from "./panel/ContactPanel.tsx";
import { budgetsTicketId, maySell } from "../../inbox/open-budgets.ts";
import "./texts.ts";

const Budgets = onDemand(async () => (await import("./budgets/Budgets.tsx")).Budgets);
const TicketPreview = onDemand(
  async () => (await import("./talk/TicketPreview.tsx")).TicketPreview,
);
const Transfer = onDemand(async () => (await import("./dialogs/transfer/Transfer.tsx")).Transfer);
const DeleteTicket = onDemand(
  async () => (await import("./dialogs/DeleteTicket.tsx")).DeleteTicket,
);
const SnoozeDialog = onDemand(async () => (await import("./list/SnoozeDialog.tsx")).SnoozeDialog);
const RunMacro = onDemand(async () => (await import("./macros/RunMacro.tsx")).RunMacro);
const NewTicket = onDemand(async () => (await import("./dialogs/NewTicket.tsx")).NewTicket);

/** Below this width, the screen shows one pane at a time. */
const onePane = "(width < 48rem)";

/**
 * The tickets on the left, the open ticket on the right; only one of them on a small screen.
 * rules.md#small-screens
 */
export function Tickets() {
  useSignals();
  const { t } = useTranslation();
  const [, params] = useRoute("/tickets/:uuid?");
  const uuid = params?.uuid;
  const single = useMedia(onePane);
  const wide = useMedia(wideEnough);
  const ticket = uuid && openTicket.value?.uuid === uuid ? openTicket.value : null;
  const budgetsFor = ticket && maySell.value && budgetsTicketId.value === ticket.id ? ticket : null;
  // Budgets never cover the conversation. Without room for three columns, the list closes.
  // rules.md#budget
  const showsList = single ? !uuid : wide || !budgetsFor;
  useTitle(openTicket.value?.contact.name ?? t("tickets.title"));
  useRestoreFocus();

  useEffect(() => {
    startTicketLists();
    startOutbox();
  }, []);
  useEffect(() => {
    isPanelOverlayOpen.value = false;
    void loadOpenTicket(uuid);
  }, [uuid]);

  return (
    <div className="flex h-full min-h-0 overflow-hidden">
      {showsList && (
        <div className="h-full w-full shrink-0 md:w-80 min-[90rem]:w-95">
          <ListPane />
        </div>
      )}
      {(!single || uuid) && (
        <div className={`h-full min-w-0 flex-1 ${single && budgetsFor ? "hidden" : ""}`}>
          <Conversation uuid={uuid} single={single} />
        </div>
      )}
      {budgetsFor && (
        <div className="border-line h-full w-full shrink-0 md:w-84 md:border-l xl:w-80 min-[90rem]:w-104">
          <Budgets key={budgetsFor.id} ticket={budgetsFor} single={single} />
        </div>
      )}
      {ticket && !budgetsFor && <ContactPanel ticket={ticket} single={single} />}
      <p className="sr-only" aria-live="polite">
        {announcement.value}
      </p>
      {newTicketFor.value && (
        <NewTicket
          guest={newTicketFor.value === "anyone" ? null : newTicketFor.value}
          onClose={() => (newTicketFor.value = null)}
        />
      )}
      {scheduleFor.value && <ScheduleDraft {...scheduleFor.value} />}
      {reminderFor.value && (
        <ReminderDialog ticket={reminderFor.value} onClose={() => (reminderFor.value = null)} />
      )}
      {optOutOf.value && (
        <OptOutDialog contact={optOutOf.value} onClose={() => (optOutOf.value = null)} />
      )}
      {ticketsToTransfer.value && (
        <Transfer
          tickets={ticketsToTransfer.value}
          onClose={() => (ticketsToTransfer.value = null)}
        />
      )}
      {ticketsToSnooze.value && (
        <SnoozeDialog
          tickets={ticketsToSnooze.value}
          onClose={() => (ticketsToSnooze.value = null)}
        />
      )}
      {macroFor.value && <RunMacro {...macroFor.value} onClose={() => (macroFor.value = null)} />}
      {ticketToDelete.value && (
        <DeleteTicket ticket={ticketToDelete.value} onClose={() => (ticketToDelete.value = null)} />
      )}
      {previewedTicket.value && (
        <TicketPreview
          ticket={previewedTicket.value}
          onClose={() => (previewedTicket.value = null)}
        />
      )}
    </div>
  );
}

/** Saving the schedule clears the composer's draft that it came from. */
function ScheduleDraft({ contact, draftOf: ticketId }: ScheduleFor) {
  const body = ticketId && draftOf(ticketId).peek().text;
  return (
    <ScheduleDialog
      contact={contact}
      body={body || undefined}
      onSaved={() => ticketId && body && clearDraft(ticketId)}
      onClose={() => (scheduleFor.value = null)}
    />
  );
}

/** When the last dialog closes and its opener is gone, the row in the list takes the focus. */
function useRestoreFocus() {
  useEffect(() => {
    let before = dialogs.peek().length;
    return dialogs.subscribe(({ length }) => {
      const closed = before > 0 && length === 0;
      before = length;
      if (!closed) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          focusTarget.value = openTicket.peek()?.id ?? 0;
      });
    });
  }, []);
}
