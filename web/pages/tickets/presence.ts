import { batch, type Signal, signal } from "@preact/signals-react";
import type { TypingState } from "../../../src/shared/states.ts";
import { live } from "../../live.ts";
import { me } from "../../session.ts";
import type { Message, Ticket } from "./types.ts";

/** Someone of the house who has a ticket before their eyes. */
export type Looker = { id: number; name: string; typing: boolean };

/** Who else looks at a ticket, first come first. Reads a signal. */
export const lookers = (ticketId: number): Looker[] => known(ticketId).people.value.filter(({ id }) => id !== me.value?.id);

/** What a ticket's customer is doing; null when it is nothing that one could see. Reads a signal. */
export const customerState = (ticketId: number): Exclude<TypingState, "paused"> | null => known(ticketId).doing.value;

/** The ticket that is open, which the house is told of while its page is shown. */
export function lookAt(ticket: Pick<Ticket, "id" | "uuid"> | null) {
  wanted = ticket;
  settle();
}

/** Something was typed to a ticket's customer; or no longer is, when it was taken back. Safe to call at every key. */
export function typed(ticketId: number, typing = true) {
  const again = said.ticketId === ticketId && Date.now() - said.at < sayEvery;
  if (typing ? again : said.ticketId !== ticketId) return;
  said = typing ? { ticketId, at: Date.now() } : nothing;
  live.send({ event: "typing", ticketId, typing });
}

type Presence = { people: Signal<Looker[]>; doing: Signal<Exclude<TypingState, "paused"> | null>; until?: ReturnType<typeof setTimeout> };

/** The house believes for 5 s that one types. */
const sayEvery = 2500;
/** A phone says every few seconds that its owner types on, but may go without a word. */
const believed = 25_000;
/** Whoever goes through the list by its keys looks at none of them. */
const glance = 250;

const nothing = { ticketId: 0, at: 0 };
const all = new Map<number, Presence>();
let said = nothing;
let wanted: Pick<Ticket, "id" | "uuid"> | null = null;
let told: number | null = null;
let settling: ReturnType<typeof setTimeout> | undefined;

function known(ticketId: number): Presence {
  const presence = all.get(ticketId) ?? { people: signal<Looker[]>([]), doing: signal(null) };
  all.set(ticketId, presence);
  return presence;
}

function settle() {
  clearTimeout(settling);
  settling = setTimeout(tell, glance);
}

function tell() {
  const looking = wanted && document.visibilityState === "visible" && location.pathname === `/tickets/${wanted.uuid}` ? wanted.id : null;
  if (looking === told) return;
  told = looking;
  said = nothing;
  live.send(looking === null ? { event: "leaveChatBox" } : { event: "joinChatBox", ticketId: looking });
}

function does(ticketId: number, state: TypingState) {
  const presence = known(ticketId);
  clearTimeout(presence.until);
  presence.doing.value = state === "paused" ? null : state;
  if (state !== "paused") presence.until = setTimeout(() => (presence.doing.value = null), believed);
}

function forget(ticketId: number) {
  if (!all.has(ticketId)) return;
  known(ticketId).people.value = [];
  does(ticketId, "paused");
}

const forgetAll = () => batch(() => all.forEach((_, ticketId) => forget(ticketId)));

live.on("presence", ({ ticketId, people }) => (known(Number(ticketId)).people.value = people as Looker[]));
live.on("contactTyping", ({ ticketId, state }) => does(Number(ticketId), state as TypingState));

live.on("appMessage", ({ action, message }) => {
  if (action !== "create") return;
  const { ticketId, fromMe, userId } = message as Message;
  if (!fromMe) does(ticketId, "paused");
  else if (userId === me.peek()?.id) said = nothing;
});

live.on("ticket", ({ action, ticketId }) => {
  if (action === "delete") forget(Number(ticketId));
});

// The house tells anew who is where, and has forgotten where we are.
live.on("ready", () => {
  forgetAll();
  told = null;
  tell();
});
live.onReset(forgetAll);
live.state.subscribe((state) => state === "online" || forgetAll());

for (const event of ["popstate", "pushState", "replaceState"]) window.addEventListener(event, settle);
document.addEventListener("visibilitychange", settle);
