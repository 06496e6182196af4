import { batch, type Signal, signal } from "@preact/signals-react";
import { api } from "../../kit/api.ts";
import type { Ticket } from "./types.ts";

type Query = Record<string, string | boolean | undefined>;
type Page = { tickets: Ticket[]; hasMore: boolean; count: number };

/** One ordered list of tickets, as the server gives it and as events change it. */
export type Shelf = {
  rows: Signal<Ticket[]>;
  count: Signal<number>;
  hasMore: Signal<boolean>;
  state: Signal<"new" | "loading" | "ready" | "failed">;
  /** Why the last reading failed. */
  problem: Signal<unknown>;
  /** Where it was scrolled to, px. */
  offset: number;
  query: () => Query | undefined;
  load: () => Promise<void>;
  more: () => Promise<void>;
  /** Forgets the rows: what was asked for has changed. */
  clear: () => void;
  put: (ticket: Ticket) => void;
  drop: (ticketId: number) => void;
};

const pageSize = 40;

type Rule = {
  /** What to ask for, or undefined while there is nothing to ask. */
  query: () => Query | undefined;
  /** The same rule for one ticket. */
  belongs: (ticket: Ticket) => boolean;
  /** Whether its count is on show, and must stay right. */
  counted?: boolean;
};

export function makeShelf({ query, belongs, counted = false }: Rule): Shelf {
  const rows = signal<Ticket[]>([]);
  const count = signal(0);
  const hasMore = signal(false);
  const state = signal<"new" | "loading" | "ready" | "failed">("new");
  const problem = signal<unknown>(null);
  let round = 0;
  let reading = false;
  // What events say while a reading is on its way: said again over it, since it may be older than they are.
  let late: (() => void)[] | undefined;
  let recount: ReturnType<typeof setTimeout> | undefined;

  const page = (pageNumber: number) => api.get<Page>("/tickets", { ...query(), pageNumber });

  const show = (found: Ticket[], last: Page | undefined) =>
    batch(() => {
      const told = new Map(rows.peek().map((row) => [row.id, row]));
      rows.value = sorted(found.map((row) => newer(told.get(row.id), row)));
      count.value = last?.count ?? 0;
      hasMore.value = last?.hasMore ?? false;
      state.value = "ready";
    });

  const load = async () => {
    const mine = ++round;
    if (!query()) return show([], undefined);
    if (state.peek() !== "ready") state.value = "loading";
    const pages = Math.max(1, Math.ceil(rows.peek().length / pageSize));
    late = [];
    try {
      const answers = await Promise.all(Array.from({ length: pages }, (_, index) => page(index + 1)));
      if (mine !== round) return;
      show(answers.flatMap(({ tickets }) => tickets), answers.at(-1));
      const told = late;
      late = undefined;
      for (const again of told) again();
    } catch (refused) {
      if (mine !== round) return;
      late = undefined;
      problem.value = refused;
      if (state.peek() !== "ready") state.value = "failed";
    }
  };

  const more = async () => {
    if (reading || !hasMore.peek() || state.peek() !== "ready") return;
    const mine = round;
    reading = true;
    try {
      const answer = await page(Math.floor(rows.peek().length / pageSize) + 1);
      if (mine === round) show([...rows.peek(), ...answer.tickets], answer);
    } catch (refused) {
      problem.value = refused;
    } finally {
      reading = false;
    }
  };

  // Past the last page read we can't know whether a ticket was counted: ask.
  const countAgain = () => {
    if (!counted) return;
    clearTimeout(recount);
    recount = setTimeout(async () => {
      const mine = round;
      const answer = await page(1).catch(() => undefined);
      if (answer && mine === round) batch(() => ((count.value = answer.count), (hasMore.value = answer.count > rows.peek().length)));
    }, 1000);
  };

  const clear = () => {
    round += 1;
    batch(() => {
      rows.value = [];
      state.value = "new";
      hasMore.value = false;
    });
  };

  const drop = (ticketId: number) => {
    late?.push(() => drop(ticketId));
    if (state.peek() !== "ready") return;
    const left = rows.peek().filter(({ id }) => id !== ticketId);
    if (left.length === rows.peek().length) {
      if (hasMore.peek()) countAgain();
      return;
    }
    batch(() => ((rows.value = left), (count.value = Math.max(left.length, count.peek() - 1))));
  };

  const put = (ticket: Ticket) => {
    if (!belongs(ticket)) return drop(ticket.id);
    late?.push(() => put(ticket));
    if (state.peek() !== "ready") return;
    const known = rows.peek().find(({ id }) => id === ticket.id);
    if (known && known.updatedAt > ticket.updatedAt) return;
    const others = rows.peek().filter(({ id }) => id !== ticket.id);
    batch(() => {
      rows.value = sorted([ticket, ...others]);
      if (!known && !hasMore.peek()) count.value += 1;
    });
    if (!known && hasMore.peek()) countAgain();
  };

  return { rows, count, hasMore, state, problem, offset: 0, query, load, more, clear, put, drop };
}

const newer = (told: Ticket | undefined, read: Ticket) => (told && told.updatedAt > read.updatedAt ? told : read);

const sorted = (tickets: Ticket[]) =>
  [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || other.id - one.id);
