import { batch, signal } from "@preact/signals-react";
import type { FoldableGroup } from "../../src/shared/preferences.ts";
import { ticketGroups, type TicketGroup } from "../../src/shared/ticket-list.ts";
import type { Frame } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { changePreferences, preferences } from "../session/preferences.ts";
import { me } from "../session/session.ts";
import { writeStoredView, readStoredView } from "./stored-view.ts";
import { createSearchList } from "./search-list.ts";
import {
  appliedSearch,
  emptySearch,
  searchInput,
  searchQuery,
  toParam,
  type TicketSearch,
} from "./ticket-search.ts";
import { byNewest, byTurn, createTicketList, type TicketListStore } from "./ticket-list.ts";
import type { Contact, Ticket } from "../types.ts";

export const tabs = ["open", "closed", "search"] as const;
export type Tab = (typeof tabs)[number];
export const lanes = ["assigned", "pending"] as const;
export type Lane = (typeof lanes)[number];
export type ListName = Lane | "closed" | "search";

/**
 * The list's tab, lane and filters. Stored for each user; `showList`, `changeFilters` and
 * `changeSearch` change them.
 */
export const tab = signal<Tab>("open");
export const lane = signal<Lane>("assigned");
export const showAll = signal(false);
export const queueIds = signal<number[]>([]);

/**
 * The ticket whose row must get the focus. If the list lacks it, the row in its place gets the
 * focus.
 */
export const focusTarget = signal<number | null>(null);

export const ticketLists: Record<ListName, TicketListStore> = {
  assigned: createTicketList({
    ...inStatus("open"),
    ...inGroups("assigned", ({ waitingSince }) => waitingSince !== null),
  }),
  pending: createTicketList({
    ...inStatus("pending"),
    ...inGroups("pending", ({ withBot }) => !withBot),
  }),
  closed: createTicketList(inStatus("closed")),
  search: createSearchList(searchQuery),
};

/** The visible list. */
export const shownListName = (): ListName => (tab.value === "open" ? lane.value : tab.value);

/** The next ticket in the visible list, or the one before. */
export function nextTicket(ticketId: number): Ticket | undefined {
  const rows =
    ticketLists[tab.peek() === "open" ? lane.peek() : (tab.peek() as ListName)].rows.peek();
  const at = rows.findIndex(({ id }) => id === ticketId);
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]);
}

/** Shows another list. */
export function showList(change: { tab?: Tab; lane?: Lane }) {
  restoreView();
  if (change.tab) tab.value = change.tab;
  if (change.lane) lane.value = change.lane;
  isLaneChosen ||= change.lane !== undefined;
  storeView();
  loadShown();
}

/** Changes the filters of the lists, and reloads them. */
export function changeFilters(change: () => void) {
  restoreView();
  change();
  storeView();
  for (const name of [...lanes, "closed"] as const) ticketLists[name].clear();
  loadShown();
}

/** Changes the search, after `wait` ms without another change. rules.md#searching */
export function changeSearch(change: Partial<TicketSearch>, wait = 0) {
  restoreView();
  searchInput.value = { ...searchInput.peek(), ...change };
  storeView();
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => {
    appliedSearch.value = { ...searchInput.peek(), text: searchInput.peek().text.trim() };
    void ticketLists.search.loadFromTop();
  }, wait);
}

/** Loads pages of a list until it has a ticket, or is complete. */
export async function loadUntil(name: ListName, ticketId: number) {
  const { rows, state, hasMore, load, more } = ticketLists[name];
  if (state.peek() !== "ready") await load();
  for (
    let count = -1;
    count < rows.peek().length && hasMore.peek() && !rows.peek().some(({ id }) => id === ticketId);
  ) {
    count = rows.peek().length;
    await more();
  }
}

/** The number of tickets that the queue filter hides from a list. */
export async function hiddenByFilter(name: ListName) {
  const { count } = await api.get<{ count: number }>("/tickets", {
    ...ticketLists[name].query(),
    queueIds: undefined,
    pageNumber: 1,
  });
  return count;
}

/** A ticket from the loaded lists. */
export function knownTicket(match: (ticket: Ticket) => boolean): Ticket | undefined {
  for (const { rows } of Object.values(ticketLists)) {
    const ticket = rows.peek().find(match);
    if (ticket) return ticket;
  }
  return undefined;
}

/** Stores a ticket's new state in all lists. */
export function putTicket(ticket: Ticket) {
  // An answer may arrive after a newer event.
  const current = knownTicket(({ id }) => id === ticket.id);
  if (current && current.updatedAt > ticket.updatedAt) return;
  for (const list of Object.values(ticketLists)) list.put(ticket);
  for (const listener of listeners) listener(ticket.id, ticket);
}

/** Removes a deleted ticket, or one that the user may no longer see. */
export function dropTicket(ticketId: number) {
  for (const list of Object.values(ticketLists)) list.drop(ticketId);
  for (const listener of listeners) listener(ticketId, undefined);
}

/** Calls a listener for each changed or removed ticket. Returns a function that ends this. */
export function onTicket(listener: (ticketId: number, ticket: Ticket | undefined) => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Loads the visible lists and keeps them current, also on other pages. */
export function startTicketLists() {
  restoreView();
  loadShown();
  if (started) return;
  started = true;
  live.on("ticket", onTicketEvent);
  live.on("appMessage", (frame) => frame.ticket && putTicket(frame.ticket as Ticket));
  live.on("contact", onContactEvent);
  // Another screen of the user may have folded a group or changed the order.
  let before = preferences.peek();
  preferences.subscribe((now) => {
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    const isReordered = now.ticketOrder !== before.ticketOrder;
    before = now;
    for (const name of lanes) {
      const { state, load, loadFromTop } = ticketLists[name];
      if (state.peek() !== "new") void (isReordered ? loadFromTop() : load());
    }
  });
  live.onReset(() => {
    for (const list of Object.values(ticketLists))
      if (list.state.peek() !== "new") void list.load();
  });
}

const listeners = new Set<(ticketId: number, ticket: Ticket | undefined) => void>();
let searchTimer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let isRestored = false;
/** Whether the user has ever chosen a lane. */
let isLaneChosen = false;

function inStatus(status: Ticket["status"]) {
  return {
    query: () => ({
      status,
      showAll: showAll.peek(),
      queueIds: toParam(queueIds.peek()),
      order: status === "closed" ? undefined : preferences.peek().ticketOrder,
    }),
    // rules.md#listed-tickets
    belongs: ({ status: its, queueId, userId }: Ticket) => {
      const queued =
        queueIds.peek().length === 0 || (queueId !== null && queueIds.peek().includes(queueId));
      return (
        its === status &&
        queued &&
        (status === "pending" || showAll.peek() || userId === me.peek()?.id)
      );
    },
  };
}

function inGroups(name: Lane, isFirst: (ticket: Ticket) => boolean) {
  const groupOf = (ticket: Ticket): TicketGroup => {
    if (ticket.snoozedUntil) return "snoozed";
    return isFirst(ticket) ? "waiting" : "other";
  };
  const newestFirst = byNewest(groupOf);
  return {
    groupOf,
    order: (one: Ticket, other: Ticket) =>
      (preferences.peek().ticketOrder === "newest" ? newestFirst : byTurn)(one, other),
    folded: () => foldedIn(name),
    counted: true,
  };
}

/** The folded groups of a list. Reads a signal. */
export const foldedIn = (name: ListName): TicketGroup[] =>
  ticketGroups.filter((group) =>
    preferences.value.foldedGroups.includes(`${name}.${group}` as FoldableGroup),
  );

/**
 * A time (epoch ms) that says most of a group: since when its oldest ticket waits, or when its next
 * one wakes.
 */
export function groupEdge(name: Lane, group: TicketGroup): number | undefined {
  const { rows, start, hasMore, groupEdges, groupOf } = ticketLists[name];
  const { longestWait, oldestOther, nextWake } = groupEdges.value;
  const isHere = start.value === 0 && !hasMore.value && !foldedIn(name).includes(group);
  if (!isHere)
    return { waiting: longestWait, other: oldestOther, snoozed: nextWake }[group] ?? undefined;
  const times = rows.value
    .filter((ticket) => groupOf(ticket) === group)
    .map(({ waitingSince, lastMessageAt, snoozedUntil }) =>
      Date.parse(
        (group === "snoozed"
          ? snoozedUntil
          : group === "other" && name === "assigned"
            ? lastMessageAt
            : waitingSince) ?? "",
      ),
    )
    .filter((at) => !Number.isNaN(at));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Whether a ticket's customer waits longest in its group. Reads a signal. */
export function isLongestWait({ status, waitingSince, snoozedUntil, withBot }: Ticket): boolean {
  if (waitingSince === null || snoozedUntil !== null || withBot || status === "closed")
    return false;
  return (
    groupEdge(status === "open" ? "assigned" : "pending", "waiting") === Date.parse(waitingSince)
  );
}

/** Folds a group of a list, or opens it. */
export function toggleGroup(name: Lane, group: TicketGroup) {
  const { foldedGroups } = preferences.peek();
  const key: FoldableGroup = `${name}.${group}`;
  const rest = foldedGroups.filter((one) => one !== key);
  void changePreferences({
    foldedGroups: rest.length < foldedGroups.length ? rest : [...foldedGroups, key],
  });
}

// Both lanes load for their badges, whichever is visible.
function loadShown() {
  const visible = tab.peek() === "open" ? lane.peek() : tab.peek();
  const readings = [...new Set<ListName>([...lanes, visible as ListName])].flatMap((name) => {
    const { state, load } = ticketLists[name];
    return state.peek() === "new" || state.peek() === "failed" ? [load()] : [];
  });
  void Promise.all(readings).then(showPendingIfAlone);
}

/**
 * Shows the waiting tickets to users who see all and have chosen no lane, while no ticket is
 * attended.
 */
function showPendingIfAlone() {
  if (isLaneChosen || !can("tickets-manager:showall")) return;
  const { assigned, pending } = ticketLists;
  if (assigned.state.peek() !== "ready" || pending.state.peek() !== "ready") return;
  lane.value = assigned.total.peek() === 0 && pending.total.peek() > 0 ? "pending" : "assigned";
}

const storeView = () =>
  writeStoredView({
    tab: tab.peek(),
    lane: isLaneChosen ? lane.peek() : undefined,
    showAll: showAll.peek(),
    queueIds: queueIds.peek(),
    tags: searchInput.peek().tags,
    users: searchInput.peek().users,
  });

/** Whether this user sees other agents' tickets, in any queue. */
export const seesAll = () => me.value?.profile === "admin" || me.value?.allTicket === "enabled";

// Runs once, before anything else reads or changes the view.
function restoreView() {
  if (isRestored) return;
  isRestored = true;
  const stored = readStoredView();
  const user = me.peek();
  batch(() => {
    tab.value = tabs.find((name) => name === stored.tab) ?? tab.peek();
    const chosen = lanes.find((name) => name === stored.lane);
    isLaneChosen ||= chosen !== undefined;
    if (chosen) lane.value = chosen;
    showAll.value = stored.showAll === true && can("tickets-manager:showall");
    // A stored queue that the user has lost since would hide all tickets.
    queueIds.value = (stored.queueIds ?? []).filter(
      (id) => seesAll() || user?.queueIds.includes(id),
    );
    searchInput.value = {
      ...emptySearch,
      tags: stored.tags ?? [],
      users: user?.profile === "admin" ? (stored.users ?? []) : [],
    };
    appliedSearch.value = searchInput.peek();
  });
}

function onTicketEvent(frame: Frame) {
  const ticketId = Number(frame.ticketId);
  if (frame.action === "delete") dropTicket(ticketId);
  else if (frame.action === "updateUnread")
    patch((ticket) => ticket.id === ticketId, { unreadMessages: 0, markedUnread: false });
  else if (frame.ticket) putTicket(frame.ticket as Ticket);
}

function onContactEvent(frame: Frame) {
  const contact = frame.contact as Contact | undefined;
  if (!contact || frame.action === "delete") return;
  const { id, name, number, username, profilePicUrl, isGroup } = contact;
  patch((ticket) => ticket.contactId === id, {
    contact: { id, name, number, username, profilePicUrl, isGroup },
  });
}

function patch(match: (ticket: Ticket) => boolean, change: Partial<Ticket>) {
  const matches = Object.values(ticketLists).flatMap(({ rows }) => rows.peek().filter(match));
  for (const ticket of new Map(matches.map((row) => [row.id, row])).values())
    putTicket({ ...ticket, ...change });
}
