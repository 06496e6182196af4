import { Layers } from "lucide-react";
import { type Option } from "../../kit/CheckboxOptions.tsx";
import { FilterMenu } from "../../kit/FilterMenu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { DayFilter } from "../../parts/days/DayFilter.tsx";
import type { Days } from "../../parts/days/use-days.ts";
import type { Filter } from "./filter.ts";

export type FilterProps = {
  filter: Filter;
  days: Days;
  today: string;
  queues: Option[];
  /** How many tickets the filter by days hides. */
  otherDays: number;
  onDays: (days: Days) => void;
  onAllDays: (all: boolean) => void;
  onQueues: (ids: number[]) => void;
};

/** The days and the queues that the board shows. */
export function Filters({
  filter,
  days,
  today,
  queues,
  otherDays,
  onDays,
  onAllDays,
  onQueues,
}: FilterProps) {
  const { t } = useTranslation();
  const isAll = filter.days === null;
  return (
    <div className="flex min-w-0 flex-wrap items-end gap-2.5 max-phone:w-full">
      {!isAll && <DayFilter days={days} today={today} onChange={onDays} />}
      <button
        type="button"
        aria-pressed={isAll}
        className={`btn ${isAll ? "btn-soft btn-primary" : ""}`}
        onClick={() => onAllDays(!isAll)}
      >
        {otherDays > 0 && !isAll
          ? t("kanban.otherDays", { count: otherDays })
          : t("kanban.allDays")}
      </button>
      <span className="flex h-10 min-w-0 items-center">
        <FilterMenu
          label={t("kanban.queues")}
          icon={Layers}
          options={queues}
          chosen={filter.queueIds}
          onChange={onQueues}
        />
      </span>
    </div>
  );
}
