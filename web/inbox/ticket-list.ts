import { batch, type ReadonlySignal, type Signal, computed, signal } from "@preact/signals-react";
import { ticketGroups, type TicketGroup } from "../../src/shared/ticket-list.ts";
import { api } from "../kit/api.ts";
import { type Page, PagedList } from "../lists/paged-list.ts";
import type { Ticket } from "../types.ts";

type Query = Record<string, string | boolean | undefined>;
type GroupCounts = Record<TicketGroup, number>;

/** A time (epoch ms) of each group that says most of it, as the server names them. */
export type GroupEdges = {
  longestWait?: number | null;
  oldestOther?: number | null;
  nextWake?: number | null;
};

type Answer = {
  tickets: Ticket[];
  hasMore: boolean;
  count: number;
  first?: number | null;
  snoozed?: number | null;
  otherDays?: number;
} & GroupEdges;

type TicketPage = Answer & Page<Ticket> & { counts: GroupCounts };

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
  /** The number of tickets in each group, also in folded ones, whose rows are left out. */
  groupCounts: Signal<GroupCounts>;
  groupEdges: Signal<GroupEdges>;
  /** The number of tickets in all groups; `count` is that of rows. */
  total: ReadonlySignal<number>;
  /** The number of tickets on days outside the requested ones, where the server counts them. */
  otherDays: Signal<number>;
  query: () => Query | undefined;
  belongs: (ticket: Ticket) => boolean;
  groupOf: (ticket: Ticket) => TicketGroup;
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
  /** The group of a ticket; without it the list has one. */
  groupOf?: (ticket: Ticket) => TicketGroup;
  /** The groups that are folded now. */
  folded?: () => readonly TicketGroup[];
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

/** The groups stay in their order; within the first two the newest message comes first. */
export const byNewest =
  (groupOf: (ticket: Ticket) => TicketGroup): Order =>
  (one, other) => {
    const [group, otherGroup] = [groupOf(one), groupOf(other)];
    if (group !== otherGroup) return ticketGroups.indexOf(group) - ticketGroups.indexOf(otherGroup);
    if (group === "snoozed") return byTurn(one, other);
    return Date.parse(other.lastMessageAt) - Date.parse(one.lastMessageAt) || one.id - other.id;
  };

const byChange: Order = (one, other) =>
  Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || other.id - one.id;

export function createTicketList({
  path = "/tickets",
  most = mostRows,
  query,
  belongs,
  order = byChange,
  groupOf = () => "waiting",
  folded = () => [],
  counted = false,
}: Options): TicketListStore {
  const groupCounts = signal<GroupCounts>({ waiting: 0, other: 0, snoozed: 0 });
  const groupEdges = signal<GroupEdges>({});
  const total = computed(() => {
    const { waiting, other, snoozed } = groupCounts.value;
    return waiting + other + snoozed;
  });
  const otherDays = signal(0);
  let countTimer: ReturnType<typeof setTimeout> | undefined;

  const read = async (pageNumber: number): Promise<TicketPage> => {
    const closed = folded();
    const answer = await api.get<Answer>(path, {
      ...query(),
      folded: closed.length > 0 ? JSON.stringify(closed) : undefined,
      pageNumber,
    });
    const counts = countsOf(answer);
    const hidden = closed.reduce((sum, group) => sum + counts[group], 0);
    return { ...answer, counts, count: answer.count - hidden, rows: answer.tickets };
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
      groupCounts.value = page.counts;
      if (page.longestWait !== undefined) groupEdges.value = edgesOf(page);
      otherDays.value = page.otherDays ?? 0;
      countGroups();
    },
  });
  const { rows, start, count, hasMore, isPartial } = list;

  /** Whether some rows are not here, so that only the server knows all counts. */
  const isPartly = () => isPartial() || folded().length > 0;

  // A group is counted from the loaded rows when they hold its beginning and its end.
  const countGroups = () => {
    const here = rows.peek().map(groupOf);
    const closed = folded();
    const next = { ...groupCounts.peek() };
    let isWhole = start.peek() === 0;
    for (const group of ticketGroups) {
      if (closed.includes(group)) continue;
      const own = here.filter((one) => one === group).length;
      const isEnded = here.lastIndexOf(group) < here.length - 1 || !hasMore.peek();
      if (isWhole && isEnded) next[group] = own;
      isWhole ||= own > 0;
      if (!isEnded) break;
    }
    groupCounts.value = next;
  };

  // Only the server knows whether it had counted a ticket outside the loaded rows.
  const countSoon = () => {
    if (!counted || !isPartly()) return;
    clearTimeout(countTimer);
    countTimer = setTimeout(() => void list.recount(), 1000);
  };

  const takeOut = (ticketId: number) => {
    batch(() => list.remove(ticketId) && countGroups());
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
      countGroups();
    });
    if (!old || groupOf(old) !== groupOf(ticket)) countSoon();
  };

  return Object.assign(list, {
    groupCounts,
    groupEdges,
    total,
    otherDays,
    query,
    belongs,
    groupOf,
    put: (ticket: Ticket) =>
      list.change(() =>
        belongs(ticket) && !folded().includes(groupOf(ticket)) ? place(ticket) : takeOut(ticket.id),
      ),
    drop: (ticketId: number) => list.change(() => takeOut(ticketId)),
  });
}

// A list without groups has one.
const countsOf = ({ count, first, snoozed }: Answer): GroupCounts => ({
  waiting: first ?? count,
  other: count - (first ?? count) - (snoozed ?? 0),
  snoozed: snoozed ?? 0,
});

const edgesOf = ({ longestWait, oldestOther, nextWake }: GroupEdges): GroupEdges => ({
  longestWait,
  oldestOther,
  nextWake,
});

const newest = (here: Ticket | undefined, read: Ticket) =>
  here && here.updatedAt > read.updatedAt ? { ...here, hit: read.hit } : read;
