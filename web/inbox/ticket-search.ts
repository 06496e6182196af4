import { signal } from "@preact/signals-react";
import type { TicketState } from "../../src/shared/states.ts";
import { localDay } from "../kit/text.ts";

/** A search among tickets. `days`: it reaches so many days back; 0 for any date. */
export type TicketSearch = {
  text: string;
  tags: number[];
  users: number[];
  queueIds: number[];
  status: TicketState | null;
  days: number;
};

export const emptySearch: TicketSearch = {
  text: "",
  tags: [],
  users: [],
  queueIds: [],
  status: null,
  days: 0,
};

/** The current search input (`searchInput`), and the search last sent (`appliedSearch`). */
export const searchInput = signal(emptySearch);
export const appliedSearch = signal(emptySearch);

/** Whether a search has any criteria. */
export const hasSearch = ({ text, tags, users, queueIds, status, days }: TicketSearch) =>
  text !== "" || status !== null || days > 0 || [tags, users, queueIds].some((ids) => ids.length);

/** The search last sent as a query of the API; undefined where it has no criteria. */
export function searchQuery() {
  const search = appliedSearch.peek();
  const { text, tags, users, queueIds, status, days } = search;
  if (!hasSearch(search)) return undefined;
  return {
    searchParam: text || undefined,
    tags: toParam(tags),
    users: toParam(users),
    queueIds: toParam(queueIds),
    status: status ?? undefined,
    since: days > 0 ? localDay(new Date(Date.now() - (days - 1) * 86_400_000)) : undefined,
    showAll: true,
  };
}

/** A list of ids in a query; undefined for none. */
export const toParam = (ids: number[]) => (ids.length > 0 ? JSON.stringify(ids) : undefined);
