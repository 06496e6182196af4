import { effect, signal } from "@preact/signals-react";
import { inWords } from "../pages/tickets/talk/kinds.ts";
import type { Message, Ticket } from "../pages/tickets/types.ts";
import { standFor } from "./tabs.ts";
import { unreadTickets } from "./unread.ts";
import { visit } from "./visit.ts";
import { wishes } from "./wishes.ts";

/** Whether a browser may show notices over other windows. "insecure": not at an http address; "missing": not at all. */
export type Permit = NotificationPermission | "insecure" | "missing";

export const permission = signal(permitted());

/** Asks the browser, which asks the user. To be called from a click. */
export async function askForNotices() {
  await Notification.requestPermission();
  permission.value = permitted();
}

/** Tells of a message over other windows, once for each ticket. The bell of this house rings, not the system's. */
export function notice({ contact, ...ticket }: Ticket, { mediaType, body }: Message) {
  if (permission.peek() !== "granted" || !wishes.peek().notices || !standFor("notices")()) return;
  try {
    const shown = new Notification(contact.name, { body: inWords(mediaType, body), tag: `ticket:${ticket.id}`, icon: "/public/icon-192.png", silent: true });
    on.set(ticket.id, shown);
    shown.onclick = () => {
      window.focus();
      shown.close();
      visit(unreadTickets.peek().find(({ id }) => id === ticket.id) ?? ticket);
    };
    shown.onclose = () => on.get(ticket.id) === shown && on.delete(ticket.id);
  } catch {
    // Phones leave this to an installed app.
    permission.value = "missing";
  }
}

/** Takes notices back once their ticket is read, and follows what the browser's settings say. Returns what ends that. */
export function watchNotices() {
  const changed = () => (permission.value = permitted());
  let settings: PermissionStatus | undefined;
  void navigator.permissions?.query({ name: "notifications" }).then((status) => {
    settings = status;
    status.addEventListener("change", changed);
  }, () => undefined);
  const stand = effect(() => void (permission.value === "granted" && standFor("notices")));
  const stop = effect(() => {
    const waiting = new Set(unreadTickets.value.map(({ id }) => id));
    for (const [ticketId, shown] of on) if (!waiting.has(ticketId)) shown.close();
  });
  return () => {
    stand();
    stop();
    settings?.removeEventListener("change", changed);
  };
}

const on = new Map<number, Notification>();

function permitted(): Permit {
  if (!isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}
