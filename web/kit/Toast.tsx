import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { createPortal } from "react-dom";
import { dialogs } from "./open-dialogs.ts";
import { errorText, useTranslation } from "./text.ts";

type Kind = "success" | "info" | "warning" | "error";
type Action = { label: string; run: () => void };
type Message = { id: number; kind: Kind; text: string; action?: Action };
/** The page of an error, and the number of presses when it appeared. */
type Origin = { page: string; presses: number };

/**
 * Errors and warnings stay until closed; errors also close when the user leaves the page. Toasts
 * with an action (undo) close after 8 s.
 */
export const toast = {
  success: (text: string, action?: Action) => add("success", text, action, 3000),
  info: (text: string, action?: Action) => add("info", text, action, 6000),
  warning: (text: string, action?: Action) => add("warning", text, action),
  error: (problem: unknown, action?: Action) => add("error", errorText(problem), action),
  close: (id: number) => drop(id),
};

const messages = signal<Message[]>([]);

export function Toasts() {
  useSignals();
  const visible = messages.value;
  const urgent = visible.filter(({ kind }) => kind === "error" || kind === "warning");
  const polite = visible.filter(({ kind }) => kind === "success" || kind === "info");
  return createPortal(
    <div
      className="toasts"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <div role="alert" className="contents">
        {urgent.map((message) => (
          <ToastCard key={message.id} {...message} />
        ))}
      </div>
      <div role="status" className="contents">
        {polite.map((message) => (
          <ToastCard key={message.id} {...message} />
        ))}
      </div>
    </div>,
    dialogs.value.at(-1) ?? document.body,
  );
}

const styles = {
  success: { icon: CircleCheck, color: "text-primary" },
  info: { icon: Info, color: "text-info" },
  warning: { icon: TriangleAlert, color: "text-waiting" },
  error: { icon: CircleAlert, color: "text-error" },
};

export function ToastCard({ id, kind, text, action }: Message) {
  const { t } = useTranslation();
  const { icon: Icon, color } = styles[kind];
  return (
    <div className="toast-card">
      <Icon size={18} aria-hidden className={`mt-px shrink-0 ${color}`} />
      <p className="min-w-0 flex-1 break-words">{text}</p>
      {action && (
        <button
          type="button"
          className="link link-primary shrink-0 font-medium"
          onClick={() => {
            action.run();
            drop(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t("common.close")}
        className="btn btn-ghost btn-square btn-xs -my-0.5 -mr-1.5"
        onClick={() => drop(id)}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

type Clock = { left: number; since: number; timer?: ReturnType<typeof setTimeout> };

const clocks = new Map<number, Clock>();
const origins = new Map<number, Origin>();
/** Counts the user's presses. A page change without a press is the product's own redirect. */
let presses = 0;
let lastId = 0;
let paused = false;

function add(kind: Kind, text: string, action?: Action, lasts?: number) {
  const same = messages.peek().find((one) => one.kind === kind && one.text === text);
  if (same) drop(same.id);
  const id = ++lastId;
  messages.value = [...messages.peek(), { id, kind, text, action }].slice(-5);
  if (kind === "error") origins.set(id, { page: location.pathname, presses });
  if (lasts) {
    clocks.set(id, { left: action ? 8000 : lasts, since: Date.now() });
    if (!paused) run(id);
  }
  return id;
}

function drop(id: number) {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  origins.delete(id);
  messages.value = messages.peek().filter((message) => message.id !== id);
  if (messages.peek().length === 0) paused = false;
}

/** Drops the errors of the previous page. Errors shown during a redirect stay. */
function dropOutdated() {
  for (const [id, origin] of origins) {
    if (origin.page === location.pathname) continue;
    if (origin.presses === presses) origins.set(id, { ...origin, page: location.pathname });
    else drop(id);
  }
}

for (const event of ["pointerdown", "keydown", "popstate"])
  window.addEventListener(event, () => (presses += 1), true);
for (const event of ["popstate", "pushState", "replaceState"])
  window.addEventListener(event, dropOutdated);

function run(id: number) {
  const clock = clocks.get(id);
  if (!clock) return;
  clock.since = Date.now();
  clock.timer = setTimeout(() => drop(id), clock.left);
}

function pause() {
  if (paused) return;
  paused = true;
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.left = Math.max(1000, clock.left - (Date.now() - clock.since));
  }
}

function resume() {
  paused = false;
  for (const id of clocks.keys()) run(id);
}
