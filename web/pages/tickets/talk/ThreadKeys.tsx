import { type RefObject, useEffect } from "react";
import { copyText, forwarding, quote } from "../../../inbox/message-actions.ts";
import { thread } from "../../../inbox/thread.ts";
import { bubbleOf, type MessageBubble } from "../../../messages/bubble.ts";
import { textOf } from "../../../messages/message-kinds.ts";
import { mayForward } from "../../../messages/message-rules.ts";
import { bindings } from "../../../shell/keys/bindings.ts";
import type { Ticket } from "../../../types.ts";

/**
 * The keys of a conversation, which is one tab stop. Arrows go from message to message, letters act
 * on the focused one, and Tab reaches its buttons. It renders nothing.
 */
export function ThreadKeys({
  box,
  ticket,
}: {
  box: RefObject<HTMLElement | null>;
  ticket: Ticket;
}) {
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    let isTabbing = false;
    const press = (event: KeyboardEvent) => {
      isTabbing = event.key === "Tab";
      if (event.defaultPrevented || event.isComposing || !list.contains(event.target as Node))
        return;
      if (isTabbing) return leaveOrEnter(event, list);
      if (event.target === list || isBubble(event.target)) onKey(event, list, ticket);
    };
    const release = () => (isTabbing = false);
    // From outside, Tab reaches the conversation itself, and never a button of some message.
    const enter = ({ target, relatedTarget }: FocusEvent) => {
      if (!isTabbing || target === list || list.contains(relatedTarget as Node)) return;
      list.focus();
    };
    window.addEventListener("keydown", press);
    window.addEventListener("pointerdown", release);
    list.addEventListener("focusin", enter);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("pointerdown", release);
      list.removeEventListener("focusin", enter);
    };
  }, [box, ticket]);
  return null;
}

const isBubble = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches("li[data-bubble]");

const bubblesIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("li[data-bubble]")];

/** Tab walks the buttons of the focused message; after the last it leaves the conversation. */
function leaveOrEnter(event: KeyboardEvent, list: HTMLElement) {
  const from = event.target as HTMLElement;
  const row = from.closest<HTMLElement>("li[data-bubble]");
  if (!row) {
    if (from === list && !event.shiftKey) leave(event, list);
    return;
  }
  const stops = [row, ...row.querySelectorAll<HTMLElement>(controls)].filter(
    (one) => one === row || (one.checkVisibility() && !one.closest("[inert], [popover]")),
  );
  const next = stops[stops.indexOf(from) + (event.shiftKey ? -1 : 1)];
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (event.shiftKey) {
    event.preventDefault();
    list.focus();
  } else leave(event, list);
}

function leave(event: KeyboardEvent, list: HTMLElement) {
  const after = [...document.querySelectorAll<HTMLElement>(controls)].find(
    (one) =>
      list.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING &&
      !list.contains(one) &&
      one.checkVisibility(),
  );
  if (!after) return;
  event.preventDefault();
  after.focus();
}

const controls =
  'a[href], button:not([tabindex="-1"]):not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), audio[controls], video[controls]';

function onKey(event: KeyboardEvent, list: HTMLElement, ticket: Ticket) {
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
  if (!isPlain) return;
  const to = destination(event, bubblesIn(list));
  if (to) {
    event.preventDefault();
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest" });
    return;
  }
  const bubble = isBubble(event.target) && bubbleAt(event.target, ticket.id);
  if (!bubble || bindings.peek().off) return;
  const act = letters[event.code];
  if (!act) return;
  event.preventDefault();
  act(bubble, ticket, event.target as HTMLElement);
}

/** The message to which a key leads; from the conversation itself, its last one. */
function destination({ key, target }: KeyboardEvent, all: HTMLElement[]): HTMLElement | undefined {
  const at = isBubble(target) ? all.indexOf(target) : all.length;
  switch (key) {
    case "ArrowUp":
      return all[Math.max(0, at - 1)];
    case "ArrowDown":
      return at < all.length ? all[Math.min(all.length - 1, at + 1)] : undefined;
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    default:
      return undefined;
  }
}

function bubbleAt(row: HTMLElement, ticketId: number): MessageBubble | undefined {
  const id = Number(row.dataset.message ?? 0);
  const message = thread(ticketId)
    .messages.peek()
    .find((one) => one.id === id);
  return message && bubbleOf(message);
}

const letters: Record<
  string,
  (bubble: MessageBubble, ticket: Ticket, row: HTMLElement) => unknown
> = {
  KeyR: (bubble, { id, status }) => status === "open" && !bubble.isDeleted && quote(id, bubble),
  KeyE: (_bubble, _ticket, row) => row.querySelector<HTMLElement>("[data-menu=react]")?.click(),
  KeyC: (bubble) => {
    const text = bubble.isDeleted ? "" : textOf(bubble.kind, bubble.body);
    // The next letter acts on the message too.
    if (text) void copyText(text);
  },
  KeyF: (bubble, { id }) =>
    mayForward(bubble) && (forwarding.value = { ticketId: id, messages: [bubble] }),
};
