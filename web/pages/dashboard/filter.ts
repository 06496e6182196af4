import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { localDay } from "../../kit/text.ts";
import type { Filter } from "./figures-of.ts";

/** The periods to choose from. */
export const periods = ["today", "yesterday", "week", "days30", "month", "dates"] as const;
export type PeriodName = (typeof periods)[number];

const dayAgo = (days: number) => {
  const at = new Date();
  at.setDate(at.getDate() - days);
  return localDay(at);
};

/** The filter of a period that needs no dates. */
export function filterOf(period: Exclude<PeriodName, "dates">): Filter {
  if (period === "today") return { days: 1 };
  if (period === "yesterday") return { date_from: dayAgo(1), date_to: dayAgo(1) };
  if (period === "week") return { days: 7 };
  if (period === "days30") return { days: 30 };
  return { date_from: `${dayAgo(0).slice(0, 8)}01` };
}

/** The period of a filter. */
export function periodOf(filter: Filter): PeriodName {
  const isSame = (other: Filter) =>
    other.days === filter.days &&
    other.date_from === filter.date_from &&
    other.date_to === filter.date_to;
  return periods.find((period) => period !== "dates" && isSame(filterOf(period))) ?? "dates";
}

/** The period in the address, so that a user can go back to it or share it. */
export function useFilter(): [Filter, (filter: Filter) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => filterIn(new URLSearchParams(text)), [text]);
  return [
    filter,
    (next) =>
      setParams(
        Object.entries(next).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
      ),
  ];
}

/** The filter in an address; today where it names none. */
export function filterIn(params: URLSearchParams): Filter {
  const day = (name: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? "") ? { [name]: params.get(name)! } : {};
  const dates = { ...day("date_from"), ...day("date_to") };
  const days = Number(params.get("days"));
  if (Object.keys(dates).length > 0) return dates;
  return Number.isInteger(days) && days > 0 ? { days } : filterOf("today");
}
