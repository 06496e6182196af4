import { signal } from "@preact/signals-react";
import { useEffect } from "react";
import { dialogs } from "../../kit/open-dialogs.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { palette } from "../palette.ts";
import { toggleMute, volume } from "../sound.ts";
import { bindings } from "./bindings.ts";
import {
  showList,
  knownTicket,
  shownListName,
  ticketLists,
  focusTarget,
} from "../../inbox/list-state.ts";
import { type Combo, matches, question, sameCombo } from "../../kit/combos.ts";
import { macroFor, newTicketFor, ticketsToTransfer } from "../../inbox/open-dialogs.ts";
import { openFind } from "../../inbox/find-in-conversation.ts";
import { accept, showTicketList, returnToQueue, openTicket } from "../../inbox/open-ticket.ts";
import { resolve } from "../../inbox/resolve.ts";
import { maySell, toggleBudgets } from "../../inbox/open-budgets.ts";
import { setNoteMode } from "../../inbox/note-mode.ts";
import { togglePanel } from "../../inbox/panel-state.ts";
import { focusedTicketId, stepInList } from "../../inbox/list-steps.ts";
import type { Ticket } from "../../types.ts";

type Key = {
  does: string;
  combo: Combo;
  /** The scope: every page, the tickets page, or the open ticket. */
  where: "everywhere" | "tickets" | "ticket";
  run: () => void;
  /** Whether this user has the key at all. Reads a signal. */
  offered?: () => boolean;
  /** Whether the action has a target. */
  ready?: () => boolean;
};

/** Whether the list of keys is open. */
export const isKeysHelpOpen = signal(false);

/** The actions of the keys, in the order of the help. */
export const keys: Key[] = [
  {
    does: "palette",
    combo: { code: "KeyK", ctrl: true },
    where: "everywhere",
    run: () => (palette.value = true),
  },
  { does: "mute", combo: { code: "KeyM", alt: true, shift: true }, where: "everywhere", run: mute },
  { does: "help", combo: question, where: "everywhere", run: () => (isKeysHelpOpen.value = true) },
  { does: "next", combo: { code: "KeyJ", alt: true }, where: "tickets", run: () => stepInList(1) },
  {
    does: "previous",
    combo: { code: "KeyK", alt: true },
    where: "tickets",
    run: () => stepInList(-1),
  },
  {
    does: "mine",
    combo: { code: "Digit1", alt: true },
    where: "tickets",
    run: () => showList({ tab: "open", lane: "assigned" }),
  },
  {
    does: "waiting",
    combo: { code: "Digit2", alt: true },
    where: "tickets",
    run: () => showList({ tab: "open", lane: "pending" }),
  },
  {
    does: "closed",
    combo: { code: "Digit3", alt: true },
    where: "tickets",
    run: () => showList({ tab: "closed" }),
  },
  {
    does: "new",
    combo: { code: "KeyN", alt: true },
    where: "tickets",
    run: () => (newTicketFor.value = "anyone"),
  },
  {
    does: "accept",
    combo: { code: "KeyA", alt: true },
    where: "tickets",
    run: () => onPendingTicket((ticket) => void accept(ticket)),
    ready: () => onPendingTicket(),
  },
  {
    does: "resolve",
    combo: { code: "KeyE", alt: true },
    where: "ticket",
    run: () => onOpenTicket((ticket) => void resolve(ticket)),
    ready: () => onOpenTicket(),
  },
  {
    does: "resolveNext",
    combo: { code: "KeyE", alt: true, shift: true },
    where: "ticket",
    run: () => onOpenTicket((ticket) => void resolve(ticket, { openNext: true })),
    ready: () => onOpenTicket(),
  },
  {
    does: "transfer",
    combo: { code: "KeyT", alt: true },
    where: "ticket",
    run: () => onActiveTicket((ticket) => (ticketsToTransfer.value = [ticket])),
    ready: () => onActiveTicket(),
  },
  {
    does: "macro",
    combo: { code: "KeyQ", alt: true },
    where: "ticket",
    run: () => onShownTicket((ticket) => (macroFor.value = { tickets: [ticket] })),
    ready: () => onShownTicket(),
  },
  {
    does: "snooze",
    combo: { code: "KeyM", alt: true },
    where: "ticket",
    run: () => document.querySelector<HTMLElement>("[data-menu=snooze]")?.click(),
    ready: () => onActiveTicket(),
  },
  {
    does: "unread",
    combo: { code: "KeyU", alt: true },
    where: "ticket",
    run: () =>
      onShownTicket((ticket) => {
        void import("../../inbox/snooze.ts").then(({ markUnread }) => markUnread(ticket));
      }),
    ready: () => onShownTicket(),
  },
  {
    does: "return",
    combo: { code: "KeyR", alt: true },
    where: "ticket",
    run: () => onOpenTicket((ticket) => void returnToQueue(ticket)),
    ready: () => onOpenTicket(),
  },
  {
    does: "write",
    combo: { code: "KeyL", alt: true },
    where: "ticket",
    run: () => onShownTicket(({ id }) => setNoteMode(id, false)),
    ready: () => onShownTicket(),
  },
  {
    does: "record",
    combo: { code: "KeyV", alt: true },
    where: "ticket",
    run: () => document.querySelector<HTMLElement>("[data-record]")?.click(),
    ready: () => onOpenTicket(),
  },
  {
    does: "note",
    combo: { code: "KeyP", alt: true },
    where: "ticket",
    run: () => onShownTicket(({ id }) => setNoteMode(id, true)),
    ready: () => onShownTicket(),
  },
  {
    does: "tags",
    combo: { code: "KeyG", alt: true },
    where: "ticket",
    run: () => focus("[data-tags]") || togglePanel(),
  },
  { does: "find", combo: { code: "KeyF", ctrl: true }, where: "ticket", run: openFind },
  {
    does: "budgets",
    combo: { code: "KeyB", alt: true },
    where: "ticket",
    run: () => onShownTicket((ticket) => toggleBudgets(ticket.id)),
    offered: () => maySell.value,
    ready: () => onShownTicket(),
  },
  { does: "panel", combo: { code: "KeyI", alt: true }, where: "ticket", run: togglePanel },
];

/** The current combination of a key. Reads a signal. */
export const comboFor = ({ does, combo }: Pick<Key, "does" | "combo">): Combo =>
  bindings.value.own[does] ?? combo;

/** The key that uses this combination already. */
export const keyUsing = (combo: Combo) => keys.find((key) => sameCombo(comboFor(key), combo));

/** Whether a key's action is possible now, on this page. */
export function isReady({ where, offered, ready }: Key) {
  if (offered?.() === false) return false;
  if (where !== "everywhere" && !atTickets()) return false;
  if (where === "ticket" && !shownTicket()) return false;
  return ready?.() ?? true;
}

/**
 * Listens for the keys on every page. Dialogs come first; keys of one page do nothing on others.
 */
export function useKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || dialogs.peek().length > 0)
        return;
      if (event.key === "Escape") return leaveTicket(event);
      if (bindings.peek().off) return;
      const key = keys.find((one) => matches(comboFor(one), event) && one.offered?.() !== false);
      if (!key) return writeOn(event);
      if (
        (key.where !== "everywhere" && !atTickets()) ||
        (key.does === "help" && event.key === "?" && isWriting(event.target))
      )
        return;
      const ready = isReady(key);
      // An unused Alt key of ours must not open the browser's menus. Ctrl F stays the browser's
      // where we have no search.
      if (!ready && !event.altKey) return;
      event.preventDefault();
      if (ready) key.run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function mute() {
  toggleMute();
  toast.info(t(volume.peek() === 0 ? "menu.sound.nowMuted" : "menu.sound.nowOn"));
}

/** A printable key goes to the composer while no control has the focus. */
function writeOn({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  const isPrintable = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
  const { activeElement } = document;
  const isFree = activeElement === document.body || activeElement?.matches("[data-thread]");
  if (isPrintable && isFree) focus("[data-composer]");
}

function leaveTicket(event: KeyboardEvent) {
  const ticket = shownTicket();
  if (!ticket || document.querySelector(":popover-open[role]")) return;
  event.preventDefault();
  focusTarget.value = ticket.id;
  showTicketList();
}

const atTickets = () => /^\/tickets(\/|$)/.test(location.pathname);

function shownTicket() {
  const ticket = openTicket.peek();
  return ticket && location.pathname === `/tickets/${ticket.uuid}` ? ticket : null;
}

type TicketAction = (ticket: Ticket) => void;

/** Runs an action on the open ticket, when it is attended. */
const onOpenTicket = (does?: TicketAction) => onTicket(({ status }) => status === "open", does);
const onActiveTicket = (does?: TicketAction) => onTicket(({ status }) => status !== "closed", does);
const onShownTicket = (does?: TicketAction) => onTicket(() => true, does);

function onTicket(fits: (ticket: Ticket) => boolean, does?: TicketAction) {
  const ticket = shownTicket();
  if (!ticket || !fits(ticket)) return false;
  does?.(ticket);
  return true;
}

function onPendingTicket(does?: TicketAction) {
  const ticket = focusedTicket() ?? shownTicket() ?? firstWaiting();
  if (ticket?.status !== "pending") return false;
  does?.(ticket);
  return true;
}

function focusedTicket() {
  const ticketId = focusedTicketId();
  return ticketId ? knownTicket(({ id }) => id === ticketId) : undefined;
}

/** The first waiting ticket, where the list shows them. */
const firstWaiting = () =>
  shownListName() === "pending" ? ticketLists.pending.rows.peek()[0] : undefined;

/** False when the element is missing: a small screen has the tags in the contact's panel. */
function focus(selector: string) {
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  return field !== null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
