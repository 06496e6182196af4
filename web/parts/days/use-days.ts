import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { isDate } from "../../kit/date-checks.ts";

/** The first and last day of a range, YYYY-MM-DD, both included. */
export type Days = { startDate: string; endDate: string };

/** The days from the address; today by default. */
export function useDays(today: string): [Days, (days: Days) => void] {
  const [params, setParams] = useSearchParams();
  const day = (name: string) => (isDate(params.get(name) ?? "") ? params.get(name)! : today);
  const [startDate, endDate] = [day("startDate"), day("endDate")];
  const days = useMemo(
    () => ({ startDate, endDate: endDate < startDate ? startDate : endDate }),
    [startDate, endDate],
  );
  const change = (next: Days) =>
    setParams((before) => {
      const { startDate: _start, endDate: _end, ...others } = Object.fromEntries(before);
      return next.startDate === today && next.endDate === today ? others : { ...others, ...next };
    });
  return [days, change];
}
