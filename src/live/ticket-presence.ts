import type { Identifier } from "../channel/channel.ts";
import type { Peer } from "./peers.ts";
import type { Audience } from "../kit/db/audience.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { Ticket } from "../modules/tickets/table.ts";
import type { Frame } from "../shared/wire.ts";

/** Rate limit of one socket's frames: a burst, then so many a second. */
export const burst = 12;
const perSecond = 4;

type Person = { id: number; name: string; typing: boolean };
export type Viewer = {
  db: CompanyDb;
  peer: Peer;
  name: string;
  presence?: TicketPresence;
  typingUntil: number;
  credit: number;
  askedAt: number;
};
/**
 * A ticket with viewers. `sent` is the list of people that was last sent; `typingShown` is whether
 * the network shows the customer that we type.
 */
export type TicketPresence = {
  company: number;
  ticket: Pick<Ticket, "id" | "contactId" | "whatsappId" | "status" | "isGroup">;
  audience: Audience;
  who: Identifier[];
  viewers: Set<Viewer>;
  sent: string;
  typingShown: boolean;
  typingShownAt: number;
};

export function isWithinRate(viewer: Viewer): boolean {
  const now = performance.now();
  viewer.credit = Math.min(burst, viewer.credit + ((now - viewer.askedAt) / 1000) * perSecond);
  viewer.askedAt = now;
  if (viewer.credit < 1) return false;
  viewer.credit -= 1;
  return true;
}

// Someone with two screens is one person.
export function peopleOf({ viewers }: TicketPresence): Person[] {
  const now = performance.now();
  const people = new Map<number, Person>();
  for (const { peer, name, typingUntil } of viewers) {
    const { id } = peer.me;
    people.set(id, { id, name, typing: typingUntil > now || people.get(id)?.typing === true });
  }
  return [...people.values()];
}

export const frameOf = (presence: TicketPresence): Frame => ({
  event: "presence",
  ticketId: presence.ticket.id,
  people: peopleOf(presence),
});

export const nameOf = (company: number, ticketId: number | undefined) => `${company}/${ticketId}`;
