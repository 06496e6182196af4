/** How long (ms) a finger must press, and how far (px) it may move. */
const longEnough = 500;
const slip = 10;

/**
 * Opens the menu of the inbox row or of the message that a finger held when it leaves. Returns a function
 * that ends this. rules.md#holding
 */
export function watchHolds() {
  let hold: { held: HTMLElement; x: number; y: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouched = false;

  const stop = () => {
    clearTimeout(timer);
    delete hold?.held.dataset.held;
    hold = undefined;
  };
  const begin = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    stop();
    isTouched = pointerType === "touch";
    const held = isTouched && isPrimary && (target as Element).closest<HTMLElement>(holdable);
    if (!held) return;
    hold = { held, x, y };
    timer = setTimeout(() => {
      held.dataset.held = "";
      navigator.vibrate?.(15);
    }, longEnough);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (hold && Math.hypot(clientX - hold.x, clientY - hold.y) > slip) stop();
  };
  // A menu that opens under the finger would close when the finger leaves.
  const end = () => {
    const held = hold?.held;
    const isHeld = held?.dataset.held !== undefined;
    stop();
    if (held && isHeld) open(held);
  };
  // The browser has a menu of its own for a long press.
  const refuseOwn = (event: Event) => {
    if (isTouched && (event.target as Element).closest(holdable)) event.preventDefault();
  };

  const listeners = {
    pointerdown: begin,
    pointermove: move,
    pointerup: end,
    pointercancel: stop,
    contextmenu: refuseOwn,
  };
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener as (event: Event) => void);
  return () => {
    stop();
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener as (event: Event) => void);
  };
}

const holdable = "[data-ticket], [data-bubble]";

function open(held: HTMLElement) {
  const button = [...held.querySelectorAll<HTMLElement>("button[aria-haspopup=menu]")].at(-1);
  const panel = button && document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (!button || !panel) return;
  // The finger that leaves clicks what it held.
  addEventListener("click", refuse, { capture: true, once: true });
  addEventListener("pointerdown", forget, { capture: true, once: true });
  showWhileOpen(button, panel);
  setTimeout(() => panel.showPopover({ source: button }));
}

function refuse(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

const forget = () => removeEventListener("click", refuse, { capture: true });

/** A row hides its button from fingers, and a menu opens beside its button. */
function showWhileOpen(button: HTMLElement, panel: HTMLElement) {
  const hidden = button.closest<HTMLElement>(".hidden");
  if (!hidden) return;
  hidden.style.display = "flex";
  const close = () => {
    if (panel.matches(":popover-open")) return;
    hidden.style.display = "";
    panel.removeEventListener("toggle", close);
  };
  panel.addEventListener("toggle", close);
}
