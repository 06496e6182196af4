import { batch, signal } from "@preact/signals-react";
import { api } from "../kit/api.ts";
import type { TicketListStore } from "./ticket-list.ts";
import type { Ticket } from "../types.ts";

type Page = { tickets: Ticket[]; next?: string | null; hasMore: boolean; count: number };

/** The pause before a search without results so far goes on, in ms. */
const pause = 500;

/**
 * The tickets of a search, in the server's order: each page continues the last. Without a text they
 * are listed by page number. rules.md#searching
 */
export function createSearchList(query: TicketListStore["query"]): TicketListStore {
  const rows = signal<Ticket[]>([]);
  const count = signal(0);
  const resultVersion = signal(0);
  const hasMore = signal(false);
  const state = signal<"new" | "loading" | "ready" | "failed">("new");
  const problem = signal<unknown>(null);
  let next: string | null | undefined;
  let pages = 0;
  let round = 0;
  let isReading = false;

  const isHere = (ticketId: number) => rows.peek().some(({ id }) => id === ticketId);
  const show = (tickets: Ticket[], page: Page) =>
    batch(() => {
      rows.value = tickets;
      hasMore.value = page.hasMore;
      // The total is unknown before the end; screen readers take -1 as unknown.
      count.value = page.next ? -1 : Math.max(page.count, tickets.length);
      state.value = "ready";
    });

  const read = async (page: (mine: number) => Promise<void>) => {
    const mine = ++round;
    isReading = true;
    try {
      await page(mine);
    } catch (error) {
      if (mine !== round) return;
      problem.value = error;
      if (state.peek() !== "ready") state.value = "failed";
    } finally {
      if (mine === round) isReading = false;
    }
  };

  const loadFromTop = async () => {
    searchList.offset = 0;
    const params = query();
    if (!params) return void (round++, show([], { tickets: [], hasMore: false, count: 0 }));
    if (state.peek() !== "ready" || rows.peek().length === 0) state.value = "loading";
    await read(async (mine) => {
      const page = await api
        .get<Page>("/tickets", { ...params, after: "null" })
        .catch((error: unknown) => {
          if (mine === round) clear(mine);
          throw error;
        });
      if (mine !== round) return;
      [next, pages] = [page.next, 1];
      show(page.tickets, page);
      resultVersion.value += 1;
    });
  };

  const more = async () => {
    if (isReading || !hasMore.peek()) return;
    await read(async (mine) => {
      const page = await api.get<Page>("/tickets", {
        ...query(),
        ...(next ? { after: next } : { pageNumber: pages + 1 }),
      });
      if (page.tickets.length === 0 && page.hasMore)
        await new Promise((go) => setTimeout(go, pause));
      if (mine !== round) return;
      [next, pages] = [page.next, pages + 1];
      show([...rows.peek(), ...page.tickets.filter(({ id }) => !isHere(id))], page);
    });
  };

  const clear = (mine = ++round) => {
    if (mine !== round) return;
    batch(() => {
      rows.value = [];
      state.value = "new";
      hasMore.value = false;
    });
  };

  const put = (ticket: Ticket) =>
    void (rows.value = rows
      .peek()
      .map((row) =>
        row.id === ticket.id && row.updatedAt <= ticket.updatedAt
          ? { ...ticket, hit: row.hit }
          : row,
      ));
  const drop = (ticketId: number) =>
    void (rows.value = rows.peek().filter(({ id }) => id !== ticketId));

  const searchList: TicketListStore = {
    ...wholeList(),
    rows,
    count,
    total: count,
    hasMore,
    state,
    problem,
    offset: 0,
    resultVersion,
    query,
    loadFromTop,
    more,
    clear,
    put,
    drop,
    belongs: ({ id }) => isHere(id),
    load: loadFromTop,
  };
  return searchList;
}

/** The members of a ticket list that a search does not need: it is complete and has one group. */
const wholeList = () => ({
  start: signal(0),
  groupCounts: signal({ waiting: 0, other: 0, snoozed: 0 }),
  groupEdges: signal({}),
  otherDays: signal(0),
  groupOf: () => "waiting" as const,
  before: async () => {},
});
