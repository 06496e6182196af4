import { useEffect } from "react";
import { dialogs } from "../../kit/Dialog.tsx";
import { knownTicket, shelfName, shelves, wished } from "./board.ts";
import { asking, helping } from "./dialogs.ts";
import { accept, back, giveBack, opened, resolve } from "./opened.ts";
import { standing, step } from "./steps.ts";

/** The keys and what they do, in the order of the help. By place on the keyboard, not by letter. */
export const keys = [
  { code: "KeyJ", shown: "Alt J", does: "next" },
  { code: "KeyK", shown: "Alt K", does: "previous" },
  { code: "KeyA", shown: "Alt A", does: "accept" },
  { code: "KeyE", shown: "Alt E", does: "resolve" },
  { code: "KeyR", shown: "Alt R", does: "return" },
  { code: "KeyL", shown: "Alt L", does: "write" },
  { code: "KeyV", shown: "Alt V", does: "record" },
  { code: "KeyN", shown: "Alt N", does: "new" },
] as const;

type Deed = (typeof keys)[number]["does"];

const deeds: Record<Deed, () => void> = {
  next: () => step(1),
  previous: () => step(-1),
  accept: () => {
    const ticket = standsOn() ?? opened.peek() ?? firstWaiting();
    if (ticket?.status === "pending") void accept(ticket);
  },
  resolve: () => {
    const ticket = opened.peek();
    if (ticket?.status === "open") void resolve(ticket);
  },
  return: () => {
    const ticket = opened.peek();
    if (ticket?.status === "open") void giveBack(ticket);
  },
  write: () => document.querySelector<HTMLElement>("[data-composer]")?.focus(),
  new: () => (asking.value = "anyone"),
  record: () => document.querySelector<HTMLElement>("[data-record]")?.click(),
};

/** Listens for the screen's keys while it is shown. Dialogs and popovers come first. */
export function useKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || dialogs.peek().length > 0) return;
      if (event.key === "Escape") return leave(event);
      if (event.key === "?" && !writing(event.target)) {
        event.preventDefault();
        helping.value = true;
        return;
      }
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const key = keys.find(({ code }) => code === event.code);
      if (!key) return;
      event.preventDefault();
      deeds[key.does]();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function leave(event: KeyboardEvent) {
  const ticket = opened.peek();
  if (!ticket || document.querySelector(":popover-open[role]")) return;
  event.preventDefault();
  wished.value = ticket.id;
  back();
}

function standsOn() {
  const ticketId = standing();
  return ticketId ? knownTicket(({ id }) => id === ticketId) : undefined;
}

/** The first of the waiting ones, where they are on show. */
const firstWaiting = () => (shelfName() === "pending" ? shelves.pending.rows.peek()[0] : undefined);

const writing = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
