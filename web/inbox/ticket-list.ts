import { batch, type Signal, signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import { type Page, PagedList } from "../lists/paged-list.ts";
import type { Ticket } from "../types.ts";

type Query = Record<string, string | boolean | undefined>;
type Answer = {
  tickets: Ticket[];
  hasMore: boolean;
  count: number;
  first?: number | null;
  otherDays?: number;
};

type TicketPage = Answer & Page<Ticket>;

/** An ordered list of tickets, from the server's pages and live events. */
export type TicketListStore = Pick<
  PagedList<Ticket>,
  | "rows"
  | "start"
  | "count"
  | "hasMore"
  | "state"
  | "problem"
  | "offset"
  | "resultVersion"
  | "load"
  | "loadFromTop"
  | "more"
  | "before"
  | "clear"
> & {
  /** The number of tickets in the first group of a list that has two. */
  first: Signal<number>;
  /** The number of tickets on days outside the requested ones, where the server counts them. */
  otherDays: Signal<number>;
  query: () => Query | undefined;
  belongs: (ticket: Ticket) => boolean;
  isFirstGroup: (ticket: Ticket) => boolean;
  put: (ticket: Ticket) => void;
  drop: (ticketId: number) => void;
};

const size = 40;

/** The default limit of rows in memory: further scrolling drops rows at the other end. */
export const mostRows = 600;

type Options = {
  /** The API path; `/tickets` by default. */
  path?: string;
  most?: number;
  query: () => Query;
  /** Whether a ticket matches `query`. */
  belongs: (ticket: Ticket) => boolean;
  /** The order of two tickets, the same as the server's; by default the latest changed first. */
  order?: Order;
  /** Whether a ticket is in the first of the list's two groups. */
  isFirstGroup?: (ticket: Ticket) => boolean;
  /** Whether the screen shows the count, which must stay right. */
  counted?: boolean;
};

type Order = (one: Ticket, other: Ticket) => number;

/**
 * Tickets that wait for an agent come first, the longest wait before the others.
 * rules.md#list-order
 */
export const byTurn: Order = (one, other) =>
  (one.place ?? 0) - (other.place ?? 0) || one.id - other.id;

const byChange: Order = (one, other) =>
  Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || other.id - one.id;

export function createTicketList({
  path = "/tickets",
  most = mostRows,
  query,
  belongs,
  order = byChange,
  isFirstGroup = () => true,
  counted = false,
}: Options): TicketListStore {
  const first = signal(0);
  const otherDays = signal(0);
  let countTimer: ReturnType<typeof setTimeout> | undefined;

  const read = async (pageNumber: number): Promise<TicketPage> => {
    const answer = await api.get<Answer>(path, { ...query(), pageNumber });
    return { ...answer, rows: answer.tickets };
  };
  const sorted = (tickets: Ticket[]) =>
    [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()].sort(order);
  const list: PagedList<Ticket, TicketPage> = new PagedList({
    size,
    most,
    read,
    arrange: (tickets) => {
      const here = new Map(list.rows.peek().map((row) => [row.id, row]));
      return sorted(tickets.map((ticket) => newest(here.get(ticket.id), ticket)));
    },
    onPage: (page) => {
      first.value = page.first ?? 0;
      otherDays.value = page.otherDays ?? 0;
      countFirstGroup();
    },
  });
  const { rows, start, count, hasMore, isPartial } = list;

  // Counts the first group from the loaded rows, when they hold its end.
  const countFirstGroup = () => {
    const own = rows.peek().filter(isFirstGroup).length;
    const isHere = start.peek() === 0 && (own < rows.peek().length || !hasMore.peek());
    if (isHere) first.value = own;
  };

  // Only the server knows whether it had counted a ticket outside the loaded rows.
  const countSoon = () => {
    if (!counted || !isPartial()) return;
    clearTimeout(countTimer);
    countTimer = setTimeout(() => void list.recount(), 1000);
  };

  const takeOut = (ticketId: number) => {
    batch(() => list.remove(ticketId) && countFirstGroup());
    countSoon();
  };

  const place = (ticket: Ticket) => {
    const old = rows.peek().find(({ id }) => id === ticket.id);
    if (old && old.updatedAt > ticket.updatedAt) return;
    const others = rows.peek().filter(({ id }) => id !== ticket.id);
    const hasMoved = !old || order(old, ticket) !== 0;
    const isBefore = (one?: Ticket, other?: Ticket) => one && other && order(one, other) < 0;
    const isAbove = hasMoved && start.peek() > 0 && isBefore(ticket, others[0]);
    const isBelow = hasMoved && hasMore.peek() && isBefore(others.at(-1), ticket);
    batch(() => {
      rows.value =
        isAbove || isBelow
          ? others
          : sorted([old?.hit ? { ...ticket, hit: old.hit } : ticket, ...others]);
      if (old && isAbove) start.value += 1;
      if (!old && !isPartial()) count.value += 1;
      countFirstGroup();
    });
    if (!old || isFirstGroup(old) !== isFirstGroup(ticket)) countSoon();
  };

  return Object.assign(list, {
    first,
    otherDays,
    query,
    belongs,
    isFirstGroup,
    put: (ticket: Ticket) =>
      list.change(() => (belongs(ticket) ? place(ticket) : takeOut(ticket.id))),
    drop: (ticketId: number) => list.change(() => takeOut(ticketId)),
  });
}

const newest = (here: Ticket | undefined, read: Ticket) =>
  here && here.updatedAt > read.updatedAt ? { ...here, hit: read.hit } : read;
