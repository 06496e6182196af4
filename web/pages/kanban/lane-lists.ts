import { batch, computed, signal } from "@preact/signals-react";
import { useEffect } from "react";
import { api } from "../../kit/api.ts";
import { byTurn, createTicketList, type TicketListStore } from "../../inbox/ticket-list.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import { live } from "../../session/live.ts";
import type { Contact, Tag, Ticket } from "../../types.ts";
import type { Filter } from "./filter.ts";

/** The tickets of each lane, by its tag; 0 is the first lane. */
export const laneLists = signal<ReadonlyMap<number, TicketListStore>>(new Map());

/** All loaded tickets. Between two readings a ticket may be in two lists. */
export const cards = computed(() => [
  ...new Map(
    lists().flatMap(({ rows }) => rows.value.map((ticket) => [ticket.id, ticket])),
  ).values(),
]);

/** The count of each lane's tickets, and whether it has more than are loaded. */
export const figures = computed<Figures>(
  () =>
    new Map(
      [...laneLists.value].map(([id, { count, hasMore }]) => [
        id,
        { count: count.value, hasMore: hasMore.value },
      ]),
    ),
);
export type Figures = ReadonlyMap<number, { count: number; hasMore: boolean }>;

/** How many tickets the filter by days hides. */
export const otherDays = computed(() =>
  lists().reduce((sum, list) => sum + list.otherDays.value, 0),
);

/** The lane of a ticket. */
export const laneOf = ({ kanbanTagId }: Ticket) => kanbanTagId ?? 0;

/**
 * Loads the lanes of these tags (null until the tags are loaded), and refreshes them while the
 * board is visible.
 */
export function useLaneLists(tagIds: number[] | null, filter: Filter) {
  const key = tagIds?.join();
  useEffect(() => {
    laneLists.value = new Map();
    const closers = [
      live.on("ticket", ({ action, ticketId, ticket }) => {
        if (action === "delete") each(({ drop }) => drop(Number(ticketId)));
        else if (action === "updateUnread")
          patch(({ id }) => id === Number(ticketId), { unreadMessages: 0 });
        else if (ticket) hear(ticket as Ticket);
      }),
      live.on("appMessage", ({ ticket }) => ticket && hear(ticket as Ticket)),
      live.on(
        "contact",
        ({ action, contact }) =>
          action !== "delete" &&
          contact &&
          patch(({ contactId }) => contactId === (contact as Contact).id, {
            contact: contact as Contact,
          }),
      ),
      live.on("tag", ({ action, tag }) => action === "update" && retag(tag as Tag)),
      live.onReset(loadAll),
    ];
    return () => {
      for (const close of closers) close();
    };
  }, [filter]);

  // A new or deleted lane moves tickets between it and the others, so all lanes load again.
  useEffect(() => {
    if (!tagIds) return;
    const existing = laneLists.peek();
    laneLists.value = new Map(
      [0, ...tagIds].map((id) => [id, existing.get(id) ?? listOf(id, filter)]),
    );
    loadAll();
  }, [filter, key]);
}

/** Moves a ticket to a lane. The answer counts unless an event arrived first. */
export async function moveTo(ticketId: number, from: number, to: number) {
  const before = eventCounts.get(ticketId);
  const ticket = await api.put<Ticket>(`/ticket/kanban/${ticketId}`, {
    tagId: to || null,
    from: from || null,
  });
  if (eventCounts.get(ticketId) === before) put(ticket);
}

/** The board's current version of a ticket. */
export const currentTicket = (ticketId: number) => allRows().find(({ id }) => id === ticketId);

export function loadAll() {
  each(({ load }) => void load());
}

/** The number of events about each ticket. */
const eventCounts = new Map<number, number>();

function hear(ticket: Ticket) {
  eventCounts.set(ticket.id, (eventCounts.get(ticket.id) ?? 0) + 1);
  put(ticket);
}

const lists = () => [...laneLists.value.values()];

const put = (ticket: Ticket) => each((list) => list.put(ticket));

const each = (change: (list: TicketListStore) => void) =>
  batch(() => laneLists.peek().forEach(change));

const allRows = () => [...laneLists.peek().values()].flatMap(({ rows }) => rows.peek());

function patch(match: (ticket: Ticket) => boolean, change: Partial<Ticket>) {
  for (const ticket of allRows().filter(match)) put({ ...ticket, ...change });
}

function retag({ id, name, color }: Tag) {
  for (const ticket of allRows().filter(({ tags }) => tags.some((tag) => tag.id === id)))
    put({ ...ticket, tags: ticket.tags.map((tag) => (tag.id === id ? { id, name, color } : tag)) });
}

function listOf(tagId: number, { days, queueIds }: Filter) {
  const isIn = (day: string) => !days || (day >= days.startDate && day <= days.endDate);
  return createTicketList({
    path: "/ticket/kanban",
    most: Infinity,
    counted: true,
    order: byTurn,
    query: () => ({
      tagId: String(tagId),
      ...days,
      queueIds: queueIds.length > 0 ? JSON.stringify(queueIds) : undefined,
    }),
    belongs: (ticket) =>
      ticket.status !== "closed" &&
      laneOf(ticket) === tagId &&
      (queueIds.length === 0 || queueIds.includes(ticket.queueId ?? 0)) &&
      isIn(companyDay(ticket.lastMessageAt)),
  });
}
