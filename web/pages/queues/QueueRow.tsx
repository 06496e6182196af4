import { useSignals } from "@preact/signals-react/runtime";
import {
  ArrowDown,
  ArrowUp,
  Bot,
  Clock,
  EllipsisVertical,
  GripVertical,
  ListTree,
  type LucideIcon,
  Pencil,
  Plug,
  Trash2,
  Unplug,
  Users,
} from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "../../kit/IconButton.tsx";
import { narrow, useMedia } from "../../kit/media.ts";
import { Menu } from "../../kit/Menu.tsx";
import { clock, useTranslation } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import { connections } from "../../lists/company-lists.ts";
import { ias, integrations } from "../../parts/answerers.ts";
import { optionCounts, holidays, scheduleType } from "./queue-context.ts";
import { isOpen } from "./hours.ts";
import type { Queue } from "./types.ts";

type Props = {
  queue: Queue;
  index: number;
  count: number;
  dragged: boolean;
  onDrag: (event: PointerEvent) => void;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
};

/** A queue of the menu: its number, whether it is open, and its answerer. */
export function QueueRow({ queue, index, count, dragged, onDrag, onMove, onDelete }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const small = useMedia(narrow);
  const row = useRef<HTMLLIElement>(null);
  const { id, name, color } = queue;
  const href = `/queues/${id}`;

  const move = (by: -1 | 1) => {
    const focused = document.activeElement;
    onMove(by);
    // A row loses the focus when it moves.
    requestAnimationFrame(
      () => focused instanceof HTMLElement && row.current?.contains(focused) && focused.focus(),
    );
  };
  const press = (event: KeyboardEvent) => {
    const by = event.altKey && !event.ctrlKey && !event.metaKey ? steps[event.key] : undefined;
    if (!by) return;
    event.preventDefault();
    if (index + by >= 0 && index + by < count) move(by);
  };
  const moves = [
    { by: -1, label: t("queues.up"), icon: ArrowUp, disabled: index === 0 },
    { by: 1, label: t("queues.down"), icon: ArrowDown, disabled: index === count - 1 },
  ] as const;
  const remove = { label: t("common.delete"), icon: Trash2, danger: true, onSelect: onDelete };

  return (
    <li
      ref={row}
      data-queue={id}
      className={`group relative flex min-h-16 items-center gap-3 py-2 pr-2 pl-2 phone:pr-3 ${dragged ? "bg-hover z-1 rounded-card shadow-float" : "hover:bg-hover/60"}`}
      onKeyDown={press}
    >
      <span
        aria-hidden
        className="text-muted grid h-10 w-6 shrink-0 cursor-grab touch-none place-items-center active:cursor-grabbing"
        onPointerDown={onDrag}
      >
        <GripVertical size={18} />
      </span>
      <span className="text-muted tabular w-5 shrink-0 text-right">{index + 1}</span>
      <span aria-hidden className="h-9 w-1.5 shrink-0 rounded-full" style={{ background: color }} />
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 md:grid-cols-[minmax(0,1fr)_8.5rem_minmax(0,14rem)] md:items-center">
        <h2 className="min-w-0 font-semibold">
          <Link
            href={href}
            className="hover:text-primary block truncate rounded-sm py-1 after:absolute after:inset-y-0 after:right-28 after:left-8 max-phone:after:right-12"
          >
            {name}
          </Link>
        </h2>
        <OpenNow queue={queue} />
        <Answers queue={queue} />
      </div>
      <div className="relative flex shrink-0 items-center">
        {small ? (
          <Menu
            label={t("common.actionsOf", { name })}
            tip={false}
            className="btn btn-ghost btn-square text-muted"
            items={[
              { label: t("common.edit"), icon: Pencil, onSelect: () => go(href) },
              ...moves.map(({ by, ...way }) => ({ ...way, onSelect: () => move(by) })),
              remove,
            ]}
          >
            <EllipsisVertical size={18} aria-hidden />
          </Menu>
        ) : (
          <>
            {moves.map(({ by, label, icon, disabled }) => (
              <IconButton
                key={by}
                label={label}
                aria-label={`${label}: ${name}`}
                icon={icon}
                aria-disabled={disabled}
                className={`text-muted ${disabled ? "opacity-40" : ""}`}
                onClick={() => !disabled && move(by)}
              />
            ))}
            <IconButton
              label={t("common.delete")}
              aria-label={`${t("common.delete")}: ${name}`}
              icon={Trash2}
              className="text-muted hover:text-error focus-visible:text-error"
              onClick={onDelete}
            />
          </>
        )}
      </div>
    </li>
  );
}

const steps: Record<string, -1 | 1 | undefined> = { ArrowUp: -1, ArrowDown: 1 };

/** Whether the queue is open now; nothing where queues have no hours of their own. */
function OpenNow({ queue: { schedules } }: { queue: Queue }) {
  useSignals();
  const { t } = useTranslation();
  if (scheduleType.value !== "queue") return <span className="max-md:hidden" />;
  const open = isOpen(
    {
      week: schedules,
      holidays: holidays.value,
      timezone: me.value?.company.timezone ?? "America/Sao_Paulo",
    },
    clock.value,
  );
  return (
    <p
      data-open={open}
      className={`text-small flex items-center gap-1.5 ${open ? "text-primary" : "text-muted"}`}
    >
      <Clock size={15} aria-hidden className="shrink-0" />
      {t(open ? "queues.openNow" : "queues.closedNow")}
    </p>
  );
}

/** Names the answerer of the queue's customers, or warns that no connection offers the queue. */
function Answers({ queue: { id, integrationId, promptId } }: { queue: Queue }) {
  useSignals();
  const { t } = useTranslation();
  const count = optionCounts.value[id] ?? 0;
  const isOffered =
    !connections.rows.value || connections.rows.value.some(({ queueIds }) => queueIds.includes(id));
  const named = (rows: { id: number; name: string }[] | null, id: number) =>
    rows?.find((row) => row.id === id)?.name ?? "…";
  const [Icon, text]: [LucideIcon, string] = !isOffered
    ? [Unplug, t("queues.inNoConnection")]
    : integrationId !== null
      ? [Plug, t("queues.byIntegration", { name: named(integrations.value, integrationId) })]
      : promptId !== null
        ? [Bot, t("queues.byAi", { name: named(ias.value, promptId) })]
        : count > 0
          ? [ListTree, t("queues.byMenu", { count })]
          : [Users, t("queues.byPeople")];
  return (
    <p
      data-answers
      className={`text-small flex min-w-0 items-center gap-1.5 ${isOffered ? "text-muted" : "text-waiting"}`}
    >
      <Icon size={15} aria-hidden className="shrink-0" />
      <span className="truncate">{text}</span>
    </p>
  );
}
