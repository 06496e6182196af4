import { useSignals } from "@preact/signals-react/runtime";
import { AlarmClock, Circle, CircleCheckBig, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../kit/Menu.tsx";
import { clock, useTranslation } from "../../kit/text.ts";
import { me } from "../../session/session.ts";
import { inWords } from "../schedules/moments.ts";
import { companyMoment } from "../schedules/schedule.ts";
import { isDue, mayChange, postpone, quickTimes, type Reminder, setDone } from "./reminders.ts";

type Props = {
  reminder: Reminder;
  /** Opens the reminder's ticket; missing where that ticket is open. */
  onOpen?: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
};

/** A reminder: one press ends it; its menu postpones or changes it. */
export function ReminderRow({ reminder, onOpen, onEdit, onDelete }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { text, contact, doneAt } = reminder;
  const done = doneAt !== null;
  const name = text || contact.name;
  const items: MenuItem[] = [
    ...quickTimes.map((quick, index) => ({
      label: t(`reminders.times.${quick}`),
      icon: AlarmClock,
      onSelect: () => void postpone(reminder, quick),
      ...(index === 0 && { heading: t("reminders.postpone") }),
    })),
    ...(onEdit ? [{ label: t("common.edit"), icon: Pencil, parted: true, onSelect: onEdit }] : []),
    ...(onDelete
      ? [{ label: t("common.delete"), icon: Trash2, danger: true, onSelect: onDelete }]
      : []),
  ];
  const words = (
    <>
      <span className={`block break-words ${done ? "text-muted line-through" : "font-medium"}`}>
        {name}
      </span>
      <Facts reminder={reminder} withContact={Boolean(text) && onOpen !== undefined} />
    </>
  );
  return (
    <div data-reminder={reminder.id} className="flex items-start gap-1">
      <IconButton
        label={t(done ? "reminders.reopen" : "reminders.finish")}
        aria-label={`${t(done ? "reminders.reopen" : "reminders.finish")}: ${name}`}
        icon={done ? CircleCheckBig : Circle}
        disabled={!mayChange(reminder)}
        className={done ? "text-primary" : "text-muted"}
        onClick={() => void setDone(reminder, !done)}
      />
      {onOpen ? (
        <button
          type="button"
          data-closes
          className="hover:bg-hover min-w-0 flex-1 cursor-pointer rounded-lg px-1.5 py-1 text-left"
          onClick={onOpen}
        >
          {words}
        </button>
      ) : (
        <div className="min-w-0 flex-1 px-1.5 py-1">{words}</div>
      )}
      {mayChange(reminder) && (
        <Menu
          label={t("common.actionsOf", { name })}
          items={items}
          tip={false}
          className="btn btn-ghost btn-square btn-sm text-muted"
        >
          <EllipsisVertical size={18} aria-hidden />
        </Menu>
      )}
    </div>
  );
}

/** The reminder's customer, its time, and its recipient or author. */
function Facts({ reminder, withContact }: { reminder: Reminder; withContact: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, dueAt, user, byUser } = reminder;
  const mine = user.id === me.value?.id;
  const people = mine
    ? byUser?.id !== user.id && t("reminders.from", { name: byUser?.name ?? t("common.someone") })
    : t("reminders.for", { name: user.name });
  return (
    <span className="text-muted text-small flex flex-wrap gap-x-1.5">
      <time
        dateTime={dueAt}
        className={`tabular shrink-0 ${isDue(reminder) ? "text-waiting font-medium" : ""}`}
      >
        {timeOrDay(dueAt)}
      </time>
      {withContact && <span className="min-w-0 break-words">· {contact.name}</span>}
      {people && <span className="min-w-0 break-words">· {people}</span>}
    </span>
  );
}

/**
 * 14:05 for today, otherwise ter., 24/11, 09:00; in the company's time zone, the one of the
 * reminder form. Reads signals.
 */
function timeOrDay(at: string) {
  const local = companyMoment(at);
  const isToday = local.slice(0, 10) === companyMoment(clock.value).slice(0, 10);
  return inWords(local, {
    ...(!isToday && { weekday: "short", day: "2-digit", month: "2-digit" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
