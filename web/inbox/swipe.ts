import { t } from "../kit/text.ts";
import { me } from "../session/session.ts";
import type { Ticket } from "../types.ts";
import { knownTicket } from "./list-state.ts";
import { accept } from "./open-ticket.ts";
import { resolve } from "./resolve.ts";
import { snooze } from "./snooze.ts";

type Action = { text: string; run: (ticket: Ticket) => Promise<unknown> };

/** How far (px) a finger moves before it swipes, and before its action runs. */
const slip = 12;
const enough = 96;

/**
 * Lets a swipe over a row of the inbox act on its ticket. To the right it accepts or puts away, to
 * the left it resolves. Returns a function that ends this. rules.md#swipes
 */
export function watchSwipes() {
  let swipe: { row: HTMLElement; ticket: Ticket; x: number; y: number; by: number } | undefined;

  const begin = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    stop();
    if (pointerType !== "touch" || !isPrimary) return;
    const row = (target as Element).closest<HTMLElement>("[data-ticket]");
    const ticket = row && knownTicket(({ id }) => id === Number(row.dataset.ticket));
    if (ticket) swipe = { row, ticket, x, y, by: 0 };
  };
  const move = ({ isPrimary, clientX, clientY }: PointerEvent) => {
    if (!swipe || !isPrimary) return;
    const { row, ticket, x, y } = swipe;
    const by = clientX - x;
    if (swipe.by === 0 && Math.abs(by) < Math.max(slip, Math.abs(clientY - y))) return;
    const action = actionOf(ticket, by);
    swipe.by = action ? by : 0;
    row.style.transform = action ? `translateX(${by}px)` : "";
    label(row, action, by);
  };
  const end = () => {
    const done = swipe;
    stop();
    if (!done || Math.abs(done.by) < enough) return;
    navigator.vibrate?.(15);
    void actionOf(done.ticket, done.by)?.run(done.ticket);
  };
  const stop = () => {
    if (!swipe) return;
    swipe.row.style.transform = "";
    label(swipe.row, undefined, 0);
    swipe = undefined;
  };

  const listeners = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: stop };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener as (event: Event) => void);
  return () => {
    stop();
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener as (event: Event) => void);
  };
}

function actionOf(ticket: Ticket, by: number): Action | undefined {
  const { status, userId } = ticket;
  if (status === "pending")
    return by > 0 ? { text: t("tickets.keys.accept"), run: accept } : undefined;
  if (status !== "open" || userId !== me.peek()?.id) return undefined;
  return by > 0
    ? { text: t("tickets.keys.snooze"), run: () => snooze(ticket, "reply") }
    : { text: t("tickets.keys.resolve"), run: () => resolve(ticket) };
}

/** Shows the action beside the moved row, and strongly once letting go runs it. */
function label(row: HTMLElement, action: Action | undefined, by: number) {
  const place = row.parentElement;
  let hint = place?.querySelector<HTMLElement>(".swipe-hint");
  if (!action) return hint?.remove();
  if (!hint) {
    hint = document.createElement("span");
    hint.className = "swipe-hint";
    hint.ariaHidden = "true";
    place?.prepend(hint);
  }
  hint.textContent = action.text;
  hint.dataset.side = by > 0 ? "left" : "right";
  hint.toggleAttribute("data-runs", Math.abs(by) >= enough);
}
