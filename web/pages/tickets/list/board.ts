import { batch, signal } from "@preact/signals-react";
import type { Frame } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { live } from "../../../live.ts";
import { can, me } from "../../../session.ts";
import { keep, recall } from "./kept.ts";
import { byTurn, makeShelf, type Shelf } from "./shelf.ts";
import type { Contact, Ticket } from "../types.ts";

export const tabs = ["open", "closed", "search"] as const;
export type Tab = (typeof tabs)[number];
export const lanes = ["assigned", "pending"] as const;
export type Lane = (typeof lanes)[number];
export type ShelfName = Lane | "closed" | "search";

/** What the list shows. Remembered for each user; change it by `choose`, `ask` and `seek`. */
export const tab = signal<Tab>("open");
export const lane = signal<Lane>("assigned");
export const showAll = signal(false);
export const queueIds = signal<number[]>([]);

/** What is looked for: as it is typed and chosen now, and as it was last asked. */
export type Sought = { text: string; tags: number[]; users: number[] };
export const nothing: Sought = { text: "", tags: [], users: [] };
export const search = signal(nothing);
export const asked = signal(nothing);

/** The ticket whose row wants the focus; one that is not in the list stands for the row that has its place. */
export const wished = signal<number | null>(null);

export const shelves: Record<ShelfName, Shelf> = {
  assigned: makeShelf({ ...inStatus("open"), order: byTurn, isFirstGroup: ({ waitingSince }) => waitingSince !== null, counted: true }),
  pending: makeShelf({ ...inStatus("pending"), order: byTurn, isFirstGroup: ({ withBot }) => !withBot, counted: true }),
  closed: makeShelf(inStatus("closed")),
  search: makeShelf({
    query: () => (isSought(asked.peek()) ? { searchParam: asked.peek().text || undefined, tags: list(asked.peek().tags), users: list(asked.peek().users), showAll: true } : undefined),
    belongs: ({ id }) => shelves.search.rows.peek().some((row) => row.id === id),
  }),
};

/** Whether there is anything to look for. */
export const isSought = ({ text, tags, users }: Sought) => text !== "" || tags.length > 0 || users.length > 0;

/** The list on show. */
export const shelfName = (): ShelfName => (tab.value === "open" ? lane.value : tab.value);

/** The ticket after this one in the list on show, or the one before. */
export function neighbour(ticketId: number): Ticket | undefined {
  const rows = shelves[tab.peek() === "open" ? lane.peek() : (tab.peek() as ShelfName)].rows.peek();
  const at = rows.findIndex(({ id }) => id === ticketId);
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]);
}

/** Shows another list. */
export function choose(change: { tab?: Tab; lane?: Lane }) {
  recallShown();
  if (change.tab) tab.value = change.tab;
  if (change.lane) lane.value = change.lane;
  isLaneChosen ||= change.lane !== undefined;
  keepShown();
  readShown();
}

/** Changes which tickets the lists show, and reads them. */
export function ask(change: () => void) {
  recallShown();
  change();
  keepShown();
  for (const name of [...lanes, "closed"] as const) shelves[name].clear();
  readShown();
}

/** Looks for something else. Typing waits until one pauses. doc 1 §9 */
export function seek(change: Partial<Sought>, wait = 0) {
  recallShown();
  search.value = { ...search.peek(), ...change };
  keepShown();
  clearTimeout(asking);
  asking = setTimeout(() => {
    asked.value = { ...search.peek(), text: search.peek().text.trim() };
    void shelves.search.renew();
  }, wait);
}

/** Reads a list on until a ticket is in it, or all is. */
export async function readTo(name: ShelfName, ticketId: number) {
  const { rows, state, hasMore, load, more } = shelves[name];
  if (state.peek() !== "ready") await load();
  for (let known = -1; known < rows.peek().length && hasMore.peek() && !rows.peek().some(({ id }) => id === ticketId); ) {
    known = rows.peek().length;
    await more();
  }
}

/** How many tickets the queue filter hides from a list. */
export async function hiddenByFilter(name: ShelfName) {
  const { count } = await api.get<{ count: number }>("/tickets", { ...shelves[name].query(), queueIds: undefined, pageNumber: 1 });
  return count;
}

/** The ticket as the lists know it. */
export function knownTicket(match: (ticket: Ticket) => boolean): Ticket | undefined {
  for (const { rows } of Object.values(shelves)) {
    const found = rows.peek().find(match);
    if (found) return found;
  }
  return undefined;
}

/** A ticket's new state, everywhere. */
export function putTicket(ticket: Ticket) {
  // An answer may arrive after the event that overtook it.
  const known = knownTicket(({ id }) => id === ticket.id);
  if (known && known.updatedAt > ticket.updatedAt) return;
  for (const shelf of Object.values(shelves)) shelf.put(ticket);
  for (const listener of listeners) listener(ticket.id, ticket);
}

/** A ticket left our sight. */
export function dropTicket(ticketId: number) {
  for (const shelf of Object.values(shelves)) shelf.drop(ticketId);
  for (const listener of listeners) listener(ticketId, undefined);
}

/** Hears each ticket that changes, or that is gone. */
export const onTicket = (listener: (ticketId: number, ticket: Ticket | undefined) => void) => void listeners.add(listener);

/** Reads what is on show and keeps it right from then on, also while another page is shown. */
export function startBoard() {
  recallShown();
  readShown();
  if (started) return;
  started = true;
  live.on("ticket", takeTicket);
  live.on("appMessage", (frame) => frame.ticket && putTicket(frame.ticket as Ticket));
  live.on("contact", takeContact);
  live.onReset(() => {
    for (const shelf of Object.values(shelves)) if (shelf.state.peek() !== "new") void shelf.load();
  });
}

const listeners = new Set<(ticketId: number, ticket: Ticket | undefined) => void>();
let asking: ReturnType<typeof setTimeout> | undefined;
let started = false;
let isRecalled = false;
/** Whether one said which lane to see, now or before. */
let isLaneChosen = false;

function inStatus(status: Ticket["status"]) {
  return {
    query: () => ({ status, showAll: showAll.peek(), queueIds: list(queueIds.peek()) }),
    // doc 4 §1.11
    belongs: ({ status: its, queueId, userId }: Ticket) => {
      const queued = queueIds.peek().length === 0 || (queueId !== null && queueIds.peek().includes(queueId));
      return its === status && queued && (status === "pending" || showAll.peek() || userId === me.peek()?.id);
    },
  };
}

const list = (ids: number[]) => (ids.length > 0 ? JSON.stringify(ids) : undefined);

// Both lanes are read for their badges, whichever is shown.
function readShown() {
  const shown = tab.peek() === "open" ? lane.peek() : tab.peek();
  const readings = [...new Set<ShelfName>([...lanes, shown as ShelfName])].flatMap((name) => {
    const { state, load } = shelves[name];
    return state.peek() === "new" || state.peek() === "failed" ? [load()] : [];
  });
  void Promise.all(readings).then(showWhatWaits);
}

/** Who sees all and chose no lane yet sees what waits while there is nothing else to see. */
function showWhatWaits() {
  if (isLaneChosen || !can("tickets-manager:showall")) return;
  const { assigned, pending } = shelves;
  if (assigned.state.peek() !== "ready" || pending.state.peek() !== "ready") return;
  lane.value = assigned.count.peek() === 0 && pending.count.peek() > 0 ? "pending" : "assigned";
}

const keepShown = () =>
  keep({ tab: tab.peek(), lane: isLaneChosen ? lane.peek() : undefined, showAll: showAll.peek(), queueIds: queueIds.peek(), tags: search.peek().tags, users: search.peek().users });

// Once, before anything else is said of it.
function recallShown() {
  if (isRecalled) return;
  isRecalled = true;
  const kept = recall();
  const user = me.peek();
  const seesAll = user?.profile === "admin" || user?.allTicket === "enabled";
  batch(() => {
    tab.value = tabs.find((name) => name === kept.tab) ?? tab.peek();
    const chosen = lanes.find((name) => name === kept.lane);
    isLaneChosen ||= chosen !== undefined;
    if (chosen) lane.value = chosen;
    showAll.value = kept.showAll === true && can("tickets-manager:showall");
    // A queue that was taken from one since would hide everything.
    queueIds.value = (kept.queueIds ?? []).filter((id) => seesAll || user?.queueIds.includes(id));
    search.value = { ...nothing, tags: kept.tags ?? [], users: user?.profile === "admin" ? (kept.users ?? []) : [] };
    asked.value = search.peek();
  });
}

function takeTicket(frame: Frame) {
  const ticketId = Number(frame.ticketId);
  if (frame.action === "delete") dropTicket(ticketId);
  else if (frame.action === "updateUnread") patch((ticket) => ticket.id === ticketId, { unreadMessages: 0 });
  else if (frame.ticket) putTicket(frame.ticket as Ticket);
}

function takeContact(frame: Frame) {
  const contact = frame.contact as Contact | undefined;
  if (!contact || frame.action === "delete") return;
  const { id, name, number, profilePicUrl, isGroup } = contact;
  patch((ticket) => ticket.contactId === id, { contact: { id, name, number, profilePicUrl, isGroup } });
}

function patch(match: (ticket: Ticket) => boolean, change: Partial<Ticket>) {
  const known = Object.values(shelves).flatMap(({ rows }) => rows.peek().filter(match));
  for (const ticket of new Map(known.map((row) => [row.id, row])).values()) putTicket({ ...ticket, ...change });
}
