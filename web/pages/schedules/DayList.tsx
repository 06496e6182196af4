import { useSignals } from "@preact/signals-react/runtime";
import { CalendarClock, Paperclip, Repeat } from "lucide-react";
import { Avatar } from "../../kit/Avatar.tsx";
import { Empty } from "../../kit/Empty.tsx";
import { useTranslation } from "../../kit/text.ts";
import { reasonText } from "../../messages/reasons.ts";
import { me } from "../../session/session.ts";
import { inWords } from "../../parts/schedules/moments.ts";
import { saidOf } from "../../parts/schedules/said.ts";
import { entriesByDay, isLoading, search, type Entry } from "./calendar.ts";

const looks = {
  PENDENTE: "text-primary",
  AGENDADA: "text-info",
  ENVIADA: "text-muted",
  ERRO: "text-error",
};

/** A month's schedules by day. */
export function DayList({ onOpen }: { onOpen: (entry: Entry) => void }) {
  useSignals();
  const { t } = useTranslation();
  const days = [...entriesByDay.value];
  if (days.length === 0 && isLoading.value) return null;
  if (days.length === 0)
    return search.value.trim() ? (
      <Empty icon={CalendarClock} title={t("schedule.emptySearch")} />
    ) : (
      <Empty icon={CalendarClock} title={t("schedule.emptyTitle")} text={t("schedule.emptyText")} />
    );
  return (
    <div className="flex flex-col gap-4 pb-8">
      {days.map(([one, entries]) => (
        <section key={one} aria-labelledby={`day-${one}`}>
          <h2 id={`day-${one}`} className="mb-1.5 font-semibold first-letter:uppercase">
            {inWords(one, { weekday: "long", day: "numeric", month: "long" })}
          </h2>
          <ul className="card-quiet divide-line divide-y">
            {entries.map((entry) => (
              <li key={entry.key}>
                <Row entry={entry} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ entry, onOpen }: { entry: Entry; onOpen: (entry: Entry) => void }) {
  const { t } = useTranslation();
  const { schedule, at, instant, isRepeat } = entry;
  const { contact, status, user, recurrence, mediaName } = schedule;
  return (
    <button
      type="button"
      onClick={() => onOpen(entry)}
      className="hover:bg-hover flex w-full cursor-pointer items-start gap-3 px-3 py-2.5 text-left"
    >
      <span className="tabular w-11 shrink-0 pt-0.5 font-medium">{at.slice(11)}</span>
      <Avatar name={contact.name} url={contact.profilePicUrl} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium">{contact.name}</span>
          {recurrence && <Repeat size={14} aria-hidden className="text-muted shrink-0" />}
          {mediaName && <Paperclip size={14} aria-hidden className="text-muted shrink-0" />}
        </span>
        <span className="text-muted line-clamp-2 break-words">{saidOf(schedule, instant)}</span>
        {schedule.reason && !isRepeat && (
          <span className={`text-small block ${status === "ERRO" ? "text-error" : "text-waiting"}`}>
            {reasonText(schedule.reason)}
          </span>
        )}
        {me.peek()?.profile === "admin" && user && (
          <span className="text-muted text-small block truncate">{user.name}</span>
        )}
      </span>
      <span className={`text-small shrink-0 pt-0.5 ${isRepeat ? "text-muted" : looks[status]}`}>
        {isRepeat ? t("schedule.again") : t(`schedule.states.${status}`)}
      </span>
    </button>
  );
}
