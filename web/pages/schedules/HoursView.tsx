import { useSignals } from "@preact/signals-react/runtime";
import { type DragEvent, type MouseEvent, useEffect, useRef } from "react";
import { clock } from "../../kit/text.ts";
import { companyMoment } from "../../parts/schedules/schedule.ts";
import { inWords } from "../../parts/schedules/moments.ts";
import { day, entriesByDay, today, view, type Entry } from "./calendar.ts";
import { dropOn } from "./drag.ts";
import { EntryButton } from "./EntryButton.tsx";

type Props = { days: string[]; onOpen: (entry: Entry) => void; onNew: (at: string) => void };

/** The height of an hour, in px. An entry is half as high. */
const hourHeight = 52;
const entryMinutes = 30;
/** A click or a drop rounds to a quarter of an hour. */
const step = 15;

/** The hours of one day, or of each day of a week. */
export function HoursView({ days, onOpen, onNew }: Props) {
  useSignals();
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 7 * hourHeight;
  }, []);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={inWords(days[0]!, { day: "numeric", month: "long" })}
      className="border-line bg-base-100 rounded-card relative h-full min-h-125 overflow-auto border"
    >
      <div className={days.length > 1 ? "min-w-160" : ""}>
        <div className="bg-base-100 border-line sticky top-0 z-2 flex border-b pl-12">
          {days.map((one) => (
            <Heading key={one} day={one} />
          ))}
        </div>
        <div className="relative flex pl-12" style={{ height: 24 * hourHeight }}>
          {Array.from({ length: 23 }, (_, hour) => (
            <div
              key={hour}
              aria-hidden
              className="border-line pointer-events-none absolute inset-x-0 border-t"
              style={{ top: (hour + 1) * hourHeight }}
            >
              <span className="text-muted tabular text-small bg-base-100 absolute -top-2.5 left-1 px-1">{`${String(hour + 1).padStart(2, "0")}:00`}</span>
            </div>
          ))}
          {days.map((one) => (
            <Column key={one} day={one} onOpen={onOpen} onNew={onNew} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Heading({ day: one }: { day: string }) {
  useSignals();
  const isToday = one === today();
  return (
    <button
      type="button"
      aria-current={isToday ? "date" : undefined}
      onClick={() => {
        day.value = one;
        view.value = "day";
      }}
      className={`text-small hover:bg-hover min-w-0 flex-1 cursor-pointer truncate px-1 py-1.5 ${isToday ? "text-primary font-semibold" : "text-muted"}`}
    >
      {inWords(one, { weekday: "short", day: "numeric" })}
    </button>
  );
}

function Column({
  day: one,
  onOpen,
  onNew,
}: {
  day: string;
  onOpen: (entry: Entry) => void;
  onNew: (at: string) => void;
}) {
  useSignals();
  const all = entriesByDay.value.get(one) ?? [];
  const nowAt = companyMoment(clock.value);
  const timeAt = ({ clientY, currentTarget }: MouseEvent<HTMLElement> | DragEvent<HTMLElement>) => {
    const minutes = ((clientY - currentTarget.getBoundingClientRect().top) / hourHeight) * 60;
    return timeOf(Math.min(24 * 60 - step, Math.max(0, Math.floor(minutes / step) * step)));
  };
  return (
    <div
      data-day={one}
      {...dropOn(one, timeAt)}
      onClick={(event) => onNew(`${one}T${timeAt(event)}`)}
      className="border-line relative min-w-0 flex-1 border-l"
    >
      {one === today() && (
        <div
          aria-hidden
          className="bg-error pointer-events-none absolute inset-x-0 z-1 h-px"
          style={{ top: topOf(nowAt) }}
        />
      )}
      {placed(all).map(({ entry, lane, lanes }) => (
        <EntryButton
          key={entry.key}
          entry={entry}
          onOpen={onOpen}
          className="absolute"
          style={{
            top: topOf(entry.at),
            height: (hourHeight * entryMinutes) / 60 - 1,
            left: `${(100 * lane) / lanes}%`,
            width: `${100 / lanes}%`,
          }}
        />
      ))}
    </div>
  );
}

const minutesOf = (at: string) => Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16));
const topOf = (at: string) => (minutesOf(at) / 60) * hourHeight;
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Puts entries that overlap side by side. */
function placed(entries: Entry[]) {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && minutesOf(entry.at) < minutesOf(last.at(-1)!.at) + entryMinutes) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) =>
    group.map((entry, lane) => ({ entry, lane, lanes: group.length })),
  );
}
