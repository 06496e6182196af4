import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { type Days, useDays } from "../../parts/days/use-days.ts";

/**
 * The board's filter: tickets with a message in these days, or in any, and of these queues, or of
 * all.
 */
export type Filter = { days: Days | null; queueIds: number[] };

/** The filter in the address. */
export function useFilter(today: string) {
  const [params, setParams] = useSearchParams();
  const [days, onDays] = useDays(today);
  const isAllDays = params.get("days") === "all";
  const queues = params.get("queueIds") ?? "";
  const filter = useMemo<Filter>(
    () => ({
      days: isAllDays ? null : days,
      queueIds: queues
        .split(",")
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0),
    }),
    [isAllDays, days, queues],
  );

  const change = (name: string, value: string) =>
    setParams((before) => {
      const { [name]: _before, ...others } = Object.fromEntries(before);
      return value ? { ...others, [name]: value } : others;
    });
  return {
    filter,
    days,
    onDays,
    onAllDays: (all: boolean) => change("days", all ? "all" : ""),
    onQueues: (ids: number[]) => change("queueIds", ids.join()),
  };
}
