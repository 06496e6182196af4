import { useSignals } from "@preact/signals-react/runtime";
import { weeksOf } from "../../kit/days.ts";
import { useTranslation } from "../../kit/text.ts";
import { inWords } from "../../parts/schedules/moments.ts";
import { day, entriesByDay, today, view, type Entry } from "./calendar.ts";
import { dropOn } from "./drag.ts";
import { EntryButton } from "./EntryButton.tsx";

type Props = { onOpen: (entry: Entry) => void; onNew: (at: string) => void };

/** A day shows at most so many schedules; the day's view shows all. */
const most = 3;

/** The weeks of a month, each day with its first schedules. */
export function MonthView({ onOpen, onNew }: Props) {
  useSignals();
  const weeks = weeksOf(day.value);
  return (
    <div className="border-line bg-base-100 rounded-card flex h-full min-h-125 flex-col overflow-hidden border">
      <div className="border-line grid shrink-0 grid-cols-7 border-b">
        {weeks[0]!.map((one) => (
          <span key={one} className="text-muted text-small truncate px-1 py-1.5 text-center">
            {inWords(one, { weekday: "short" })}
          </span>
        ))}
      </div>
      <div className="divide-line flex min-h-0 flex-1 flex-col divide-y">
        {weeks.map((week) => (
          <div key={week[0]} className="divide-line grid min-h-22 flex-1 grid-cols-7 divide-x">
            {week.map((one) => (
              <Day key={one} day={one} onOpen={onOpen} onNew={onNew} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Day({ day: one, onOpen, onNew }: Props & { day: string }) {
  useSignals();
  const { t } = useTranslation();
  const all = entriesByDay.value.get(one) ?? [];
  const isToday = one === today();
  const show = () => {
    day.value = one;
    view.value = "day";
  };
  return (
    <div
      data-day={one}
      {...dropOn(one)}
      onClick={() => onNew(one)}
      className={`flex min-w-0 flex-col gap-0.5 p-1 ${one.slice(0, 7) === day.value.slice(0, 7) ? "" : "bg-base-200"}`}
    >
      <button
        type="button"
        aria-label={inWords(one, {
          weekday: "long",
          day: "numeric",
          month: "long",
          year: "numeric",
        })}
        aria-current={isToday ? "date" : undefined}
        onClick={(event) => {
          event.stopPropagation();
          show();
        }}
        className={`tabular text-small hover:bg-hover grid size-6 shrink-0 cursor-pointer place-items-center self-start rounded-full ${isToday ? "bg-primary text-primary-content hover:bg-primary font-semibold" : one.slice(0, 7) === day.value.slice(0, 7) ? "" : "text-muted"}`}
      >
        {Number(one.slice(8))}
      </button>
      {all.slice(0, all.length > most ? most - 1 : most).map((entry) => (
        <EntryButton key={entry.key} entry={entry} onOpen={onOpen} className="max-phone:hidden" />
      ))}
      {all.length > 0 && (
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation();
            show();
          }}
          className={`text-small hover:bg-hover text-muted min-h-6 cursor-pointer truncate rounded-md px-1 text-left ${all.length > most ? "" : "phone:hidden"}`}
        >
          <span className="max-phone:hidden">
            {t("schedule.more", { count: all.length - most + 1 })}
          </span>
          <span aria-hidden className="text-primary font-semibold phone:hidden">
            {all.length}
          </span>
        </button>
      )}
    </div>
  );
}
