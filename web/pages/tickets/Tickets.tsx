import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRoute } from "wouter";
import { dialogs } from "../../kit/Dialog.tsx";
import { useMedia } from "../../kit/media.ts";
import { useTitle } from "../../kit/title.ts";
import { announcement } from "./talk/announcer.ts";
import { startTicketLists, focusTarget } from "./list/list-state.ts";
import { Conversation } from "./talk/Conversation.tsx";
import { DeleteTicket } from "./dialogs/DeleteTicket.tsx";
import { newTicketFor, ticketToDelete, ticketsToTransfer } from "./dialogs/open-dialogs.ts";
import { startDrafts } from "./write/draft.ts";
import { ListPane } from "./list/ListPane.tsx";
import { NewTicket } from "./dialogs/lazy-dialogs.ts";
import { loadOpenTicket, openTicket } from "./open-ticket.ts";
import { startOutbox } from "./write/outbox.ts";
import { isPanelOverlayOpen } from "./panel/panel-state.ts";
import { ContactPanel } from "./panel/ContactPanel.tsx";
import { TicketPreview } from "./dialogs/TicketPreview.tsx";
import { previewedTicket } from "./dialogs/previewed-ticket.ts";
import { Transfer } from "./dialogs/Transfer.tsx";

/** One pane at a time below this width. */
const onePane = "(width < 48rem)";

/** The tickets on the left, the open one on the right; on a small screen one or the other. rules.md#small-screens */
export function Tickets() {
  useSignals();
  const { t } = useTranslation();
  const [, params] = useRoute("/tickets/:uuid?");
  const uuid = params?.uuid;
  const single = useMedia(onePane);
  useTitle(openTicket.value?.contact.name ?? t("tickets.title"));
  useRestoreFocus();

  useEffect(() => {
    startTicketLists();
    startOutbox();
    startDrafts();
  }, []);
  useEffect(() => {
    isPanelOverlayOpen.value = false;
    void loadOpenTicket(uuid);
  }, [uuid]);

  return (
    <div className="flex h-full min-h-0 overflow-hidden">
      {(!single || !uuid) && (
        <div className="h-full w-full shrink-0 md:w-80 min-[90rem]:w-95">
          <ListPane />
        </div>
      )}
      {(!single || uuid) && (
        <div className="h-full min-w-0 flex-1">
          <Conversation uuid={uuid} single={single} />
        </div>
      )}
      {uuid && openTicket.value?.uuid === uuid && <ContactPanel ticket={openTicket.value} single={single} />}
      <p className="sr-only" aria-live="polite">
        {announcement.value}
      </p>
      {newTicketFor.value && <NewTicket guest={newTicketFor.value === "anyone" ? null : newTicketFor.value} onClose={() => (newTicketFor.value = null)} />}
      {ticketsToTransfer.value && <Transfer tickets={ticketsToTransfer.value} onClose={() => (ticketsToTransfer.value = null)} />}
      {ticketToDelete.value && <DeleteTicket ticket={ticketToDelete.value} onClose={() => (ticketToDelete.value = null)} />}
      {previewedTicket.value && <TicketPreview ticket={previewedTicket.value} onClose={() => (previewedTicket.value = null)} />}
    </div>
  );
}

/** When the last dialog closes and its opener is gone, the list's row has the focus. */
function useRestoreFocus() {
  useEffect(() => {
    let before = dialogs.peek().length;
    return dialogs.subscribe(({ length }) => {
      const closed = before > 0 && length === 0;
      before = length;
      if (!closed) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusTarget.value = openTicket.peek()?.id ?? 0;
      });
    });
  }, []);
}
