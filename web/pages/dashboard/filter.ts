import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Filter } from "./figures-of.ts";

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

function filterIn(params: URLSearchParams): Filter {
  const day = (name: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? "") ? { [name]: params.get(name)! } : {};
  const dates = { ...day("date_from"), ...day("date_to") };
  const days = Number(params.get("days"));
  if (Object.keys(dates).length > 0) return dates;
  return Number.isInteger(days) && days > 0 ? { days } : {};
}
