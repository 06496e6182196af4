import { batch, type Signal, signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import type { Ticket } from "../types.ts";

type Query = Record<string, string | boolean | undefined>;
type Page = {
  tickets: Ticket[];
  hasMore: boolean;
  count: number;
  first?: number | null;
  otherDays?: number;
};

/**
 * One ordered list of tickets, as the server sends it and events change it. A stretch without gaps
 * is in memory.
 */
export type TicketListStore = {
  rows: Signal<Ticket[]>;
  /** How many tickets stand before the first one of `rows`. */
  start: Signal<number>;
  count: Signal<number>;
  /** How many of them are in the list's first group, where it has two. */
  first: Signal<number>;
  hasMore: Signal<boolean>;
  /** How many more there are on other days than those asked for, where the server says it. */
  otherDays: Signal<number>;
  state: Signal<"new" | "loading" | "ready" | "failed">;
  /** Why the last reading failed. */
  problem: Signal<unknown>;
  /** Where it was scrolled to, px; at the top again with each edition. */
  offset: number;
  resultVersion: Signal<number>;
  query: () => Query | undefined;
  belongs: (ticket: Ticket) => boolean;
  isFirstGroup: (ticket: Ticket) => boolean;
  /** Reads once more what is here. */
  load: () => Promise<void>;
  /** Reads from the top what is asked for now; what was asked for before stays until then. */
  loadFromTop: () => Promise<void>;
  /** The page after the last row, and those of a place before the first. */
  more: () => Promise<void>;
  before: (index: number) => Promise<void>;
  /** Forgets the rows: what was asked for has changed. */
  clear: () => void;
  put: (ticket: Ticket) => void;
  drop: (ticketId: number) => void;
};

const pageSize = 40;

/** The most rows kept in memory, if not said: scrolling on drops those at the other end. */
export const mostRows = 600;

type Options = {
  /** Where to read; `/tickets` */
  path?: string;
  most?: number;
  /** What to ask for, or undefined while there is nothing to ask. */
  query: () => Query | undefined;
  /** The same rule for one ticket. */
  belongs: (ticket: Ticket) => boolean;
  /** The order of two tickets, the same as the server's; by default the latest changed first. */
  order?: Order;
  /** Which tickets are in the first of the list's two groups. */
  isFirstGroup?: (ticket: Ticket) => boolean;
  /** Whether its count is on show, and must stay right. */
  counted?: boolean;
};

type Order = (one: Ticket, other: Ticket) => number;

/** Whose turn it is for us first, the longest wait before the others. rules.md#list-order */
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
  const rows = signal<Ticket[]>([]);
  const start = signal(0);
  const count = signal(0);
  const first = signal(0);
  const hasMore = signal(false);
  const otherDays = signal(0);
  const state = signal<"new" | "loading" | "ready" | "failed">("new");
  const problem = signal<unknown>(null);
  const resultVersion = signal(0);
  let round = 0;
  let reading = false;
  // Events that came while a page was loading: applied again to its answer, which may be older.
  let missedChanges: (() => void)[] | undefined;
  let countTimer: ReturnType<typeof setTimeout> | undefined;

  const isFirst = (one: Ticket | undefined, other: Ticket | undefined) =>
    one !== undefined && other !== undefined && order(one, other) < 0;
  const sorted = (tickets: Ticket[]) =>
    [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()].sort(order);

  const page = (pageNumber: number) => api.get<Page>(path, { ...query(), pageNumber });
  const pages = (from: number, many: number) =>
    Promise.all(Array.from({ length: many }, (_, index) => page(from + index)));

  // Counts the first group from the loaded rows, when they hold its end.
  const countFirstGroup = () => {
    const own = rows.peek().filter(isFirstGroup).length;
    const isHere = start.peek() === 0 && (own < rows.peek().length || !hasMore.peek());
    if (isHere) first.value = own;
  };

  const show = (
    found: Ticket[],
    from: number,
    {
      count: all,
      first: group,
      otherDays: elsewhere = 0,
    }: Pick<Page, "count" | "first" | "otherDays">,
  ) =>
    batch(() => {
      const known = new Map(rows.peek().map((row) => [row.id, row]));
      rows.value = sorted(found.map((row) => newest(known.get(row.id), row)));
      start.value = from;
      count.value = all;
      hasMore.value = from + rows.peek().length < all;
      first.value = group ?? 0;
      otherDays.value = elsewhere;
      countFirstGroup();
      state.value = "ready";
    });

  const read = async (from: number, many: number, fromTop: boolean): Promise<void> => {
    const thisRound = ++round;
    if (!query()) return show([], 0, emptyPage);
    if (state.peek() !== "ready" || (fromTop && rows.peek().length === 0)) state.value = "loading";
    missedChanges = [];
    try {
      const answers = await pages(from, many);
      if (thisRound !== round) return;
      const found = answers.flatMap(({ tickets }) => tickets);
      const last = answers.at(-1) ?? emptyPage;
      if (found.length === 0 && last.count > 0 && from > 1) return await read(1, 1, fromTop);
      show(found, (from - 1) * pageSize, last);
      if (fromTop) resultVersion.value += 1;
      const changes = missedChanges;
      missedChanges = undefined;
      for (const again of changes) again();
    } catch (error) {
      if (thisRound !== round) return;
      missedChanges = undefined;
      if (fromTop) clear();
      problem.value = error;
      if (state.peek() !== "ready") state.value = "failed";
    }
  };

  const load = () => {
    const above = Math.floor(start.peek() / pageSize);
    const last = Math.ceil((start.peek() + rows.peek().length) / pageSize);
    return read(above + 1, Math.max(1, last - above), false);
  };

  const loadFromTop = () => {
    ticketList.offset = 0;
    return read(1, 1, true);
  };

  // Rows move between two readings: what is read shares a row with what is here, and tells anew
  // where that stands.
  const join = (answers: Page[], pageNumber: number, keep: "first" | "last") => {
    const found = answers.flatMap(({ tickets }) => tickets);
    const from = (pageNumber - 1) * pageSize;
    const here = new Map(rows.peek().map(({ id }, index) => [id, index]));
    const shared = found.findIndex(({ id }) => here.has(id));
    const all = answers.at(-1) ?? emptyPage;
    if (shared < 0) return show(found, from, all);
    const known = from + shared - (here.get(found[shared]!.id) ?? 0);
    batch(() => {
      show(
        [...rows.peek(), ...found],
        start.peek() === 0 ? 0 : Math.max(0, Math.min(from, known)),
        all,
      );
      const excess = rows.peek().length - most;
      if (excess <= 0) return;
      rows.value = keep === "first" ? rows.peek().slice(0, most) : rows.peek().slice(excess);
      if (keep === "last") start.value += excess;
      hasMore.value = start.peek() + rows.peek().length < all.count;
    });
  };

  const extend = async (from: number, many: number, keep: "first" | "last") => {
    if (reading || state.peek() !== "ready") return;
    const thisRound = round;
    reading = true;
    try {
      const answers = await pages(from, many);
      if (thisRound === round) join(answers, from, keep);
    } catch (error) {
      problem.value = error;
    } finally {
      reading = false;
    }
  };

  const more = async () => {
    if (!hasMore.peek()) return;
    const last = start.peek() + rows.peek().length - 1;
    await extend(Math.floor(last / pageSize) + 1, 2, "last");
  };

  const before = async (index: number) => {
    if (start.peek() > 0)
      await extend(Math.floor(Math.min(index, start.peek() - 1) / pageSize) + 1, 2, "first");
  };

  // Of rows that are not loaded we can't know whether a ticket was counted: ask the server.
  const countSoon = () => {
    if (!counted) return;
    clearTimeout(countTimer);
    countTimer = setTimeout(async () => {
      const thisRound = round;
      const answer = await page(1).catch(() => undefined);
      if (!answer || thisRound !== round) return;
      batch(() => {
        count.value = answer.count;
        hasMore.value = answer.count > start.peek() + rows.peek().length;
        first.value = answer.first ?? 0;
        countFirstGroup();
      });
    }, 1000);
  };

  const clear = () => {
    round += 1;
    ticketList.offset = 0;
    batch(() => {
      rows.value = [];
      start.value = 0;
      state.value = "new";
      hasMore.value = false;
    });
  };

  const partial = () => hasMore.peek() || start.peek() > 0;

  const drop = (ticketId: number) => {
    missedChanges?.push(() => drop(ticketId));
    if (state.peek() !== "ready") return;
    const left = rows.peek().filter(({ id }) => id !== ticketId);
    if (left.length === rows.peek().length) {
      if (partial()) countSoon();
      return;
    }
    batch(() => {
      rows.value = left;
      count.value = Math.max(left.length, count.peek() - 1);
      countFirstGroup();
    });
    if (partial()) countSoon();
  };

  const put = (ticket: Ticket) => {
    if (!belongs(ticket)) return drop(ticket.id);
    missedChanges?.push(() => put(ticket));
    if (state.peek() !== "ready") return;
    const known = rows.peek().find(({ id }) => id === ticket.id);
    if (known && known.updatedAt > ticket.updatedAt) return;
    const others = rows.peek().filter(({ id }) => id !== ticket.id);
    const moved = !known || order(known, ticket) !== 0;
    const isAbove = moved && start.peek() > 0 && isFirst(ticket, others[0]);
    const isBelow = moved && hasMore.peek() && isFirst(others.at(-1), ticket);
    batch(() => {
      rows.value =
        isAbove || isBelow
          ? others
          : sorted([known?.hit ? { ...ticket, hit: known.hit } : ticket, ...others]);
      if (known && isAbove) start.value += 1;
      if (!known && !partial()) count.value += 1;
      countFirstGroup();
    });
    const isElsewhere = !known || isFirstGroup(known) !== isFirstGroup(ticket);
    if (isElsewhere && partial()) countSoon();
  };

  const ticketList: TicketListStore = {
    rows,
    start,
    count,
    first,
    hasMore,
    otherDays,
    state,
    problem,
    offset: 0,
    resultVersion,
    query,
    belongs,
    isFirstGroup,
    load,
    loadFromTop,
    more,
    before,
    clear,
    put,
    drop,
  };
  return ticketList;
}

const emptyPage: Page = { tickets: [], hasMore: false, count: 0 };

const newest = (current: Ticket | undefined, read: Ticket) =>
  current && current.updatedAt > read.updatedAt ? { ...current, hit: read.hit } : read;
