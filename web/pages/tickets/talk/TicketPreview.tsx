import { useSignals } from "@preact/signals-react/runtime";
import { EyeOff } from "lucide-react";
import { useEffect } from "react";
import { Dialog } from "../../../kit/Dialog.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { MessageList } from "./MessageList.tsx";
import { accept, showTicket } from "../../../inbox/open-ticket.ts";
import { fetchThread, keepThread, thread } from "../../../inbox/thread.ts";
import type { Ticket } from "../../../types.ts";

/**
 * Previews a conversation that waits or belongs to another agent. It marks nothing as read, and
 * says so.
 */
export function TicketPreview({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const { state } = thread(ticket.id);
  const isWaiting = ticket.status === "pending";

  useEffect(() => {
    void fetchThread(ticket.id);
    return keepThread(ticket.id);
  }, [ticket.id]);

  return (
    <Dialog
      title={ticket.contact.name}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-ghost" onClick={onClose}>
            {t("common.close")}
          </button>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => {
              onClose();
              if (isWaiting) void accept(ticket);
              else showTicket(ticket);
            }}
          >
            {t(isWaiting ? "tickets.accept" : "tickets.openIt")}
          </button>
        </>
      }
    >
      <p className="text-muted mb-3 flex items-center gap-2">
        <EyeOff size={16} aria-hidden className="shrink-0" />
        {t("tickets.peekNote")}
      </p>
      <div className="bg-thread border-line rounded-card flex h-[55dvh] flex-col overflow-hidden border">
        {state.value === "ready" && <MessageList ticket={ticket} peek />}
        {state.value === "failed" && <p className="text-error p-4">{t("messages.failed")}</p>}
        {state.value === "loading" && (
          <Delayed>
            <div className="flex flex-col gap-3 p-4">
              <Skeleton className="h-11 w-56" />
              <Skeleton className="h-11 w-72" />
            </div>
          </Delayed>
        )}
      </div>
    </Dialog>
  );
}
