import { t } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { plain } from "../messages/format.ts";
import { live } from "../session/live.ts";
import type { Ticket } from "../types.ts";
import { goToTicket } from "./go-to-ticket.ts";
import { isMuted } from "./notification-prefs.ts";
import { showNotice } from "./notifications.ts";
import { ring } from "./sound.ts";
import { isInView } from "./tabs.ts";
import { concernsMe } from "./unread.ts";

/**
 * Tells of customers of this user who have waited for the company's limit. Returns a function that
 * ends this. rules.md#notifications
 */
export const watchLateWaits = () =>
  live.on("notification", ({ action, ticket }) => {
    if (action === "late") alert(ticket as Ticket);
  });

function alert(ticket: Ticket) {
  if (!concernsMe(ticket) || isMuted(ticket) || isInView(ticket.id)) return;
  const title = t("notifications.late", { contact: ticket.contact.name });
  const onOpen = () => goToTicket(ticket);
  toast.info(title, { label: t("notifications.open"), run: onOpen });
  ring();
  showNotice("late", ticket.id, { title, body: plain(ticket.lastMessage), onOpen });
}
