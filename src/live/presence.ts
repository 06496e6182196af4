import { z } from "zod";
import type { Identifier, Channel, ConnectionManager } from "../channel/channel.ts";
import { movesPeople, type Hub, type Peer } from "./hub.ts";
import { canSee, type Me, type Audience } from "../kit/audience.ts";
import type { TenantStores } from "../kit/tenant-stores.ts";
import { Fault } from "../kit/fault.ts";
import type { Store, CommittedEvent } from "../kit/store.ts";
import { identifiersOf } from "../modules/contacts/identifiers.ts";
import { findByIdentifiers } from "../modules/contacts/find-by-identifier.ts";
import type { Message } from "../modules/messages/table.ts";
import type { Ticket } from "../modules/tickets/table.ts";
import { active, find, audienceOf } from "../modules/tickets/tickets.ts";
import { find as findUser } from "../modules/users/users.ts";
import type { TypingState } from "../shared/states.ts";
import type { Frame } from "../shared/wire.ts";

/** A typing frame says that someone types for so long; ms. */
const typingFor = 5000;
/** The customer is told again that we type after so long; ms. */
const tellEvery = 3000;
/** Frames of one socket: so many at once, and then so many a second. */
const most = 12;
const perSecond = 4;

const ticketId = z.number().int().positive();
const wish = z.discriminatedUnion("event", [
  z.object({ event: z.literal("joinChatBox"), ticketId }),
  z.object({ event: z.literal("leaveChatBox") }),
  z.object({ event: z.literal("typing"), ticketId, typing: z.boolean() }),
]);

/** Someone's place at one socket. */
export type Seat = { hear(frame: unknown): void; leave(): void };

type Person = { id: number; name: string; typing: boolean };
type Place = { store: Store; peer: Peer; name: string; room?: Room; typingUntil: number; credit: number; askedAt: number };
/** A ticket that is looked at. `shown` is what its people were last told as, `told` whether its customer believes that we type. */
type Room = { company: number; ticket: Pick<Ticket, "id" | "contactId" | "whatsappId" | "status" | "isGroup">; audience: Audience; who: Identifier[]; places: Set<Place>; shown: string; told: boolean; toldAt: number };

/** Who looks at which ticket, and who types there. Known only while it is so, and kept nowhere. */
export class Presence {
  readonly #rooms = new Map<string, Room>();
  readonly #places = new Set<Place>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stores: TenantStores, private readonly hub: Hub, private readonly connectionManager: ConnectionManager) {
    stores.onCommit((events, store) => this.#note(events, store));
  }

  /** How many sockets and tickets it knows of. */
  get size() {
    return { places: this.#places.size, rooms: this.#rooms.size };
  }

  /** Takes a socket in, and tells it who is where. */
  enter(store: Store, peer: Peer): Seat {
    const place: Place = { store, peer, name: "", typingUntil: 0, credit: most, askedAt: performance.now() };
    this.#places.add(place);
    this.#show(place);
    return {
      hear: (frame) => this.#hear(place, frame),
      leave: () => {
        this.#places.delete(place);
        this.#leave(place);
      },
    };
  }

  #hear(place: Place, frame: unknown) {
    const said = wish.safeParse(frame).data;
    if (!said || !this.#places.has(place)) return;
    if (said.event === "leaveChatBox") return this.#leave(place);
    const { event, ticketId } = said;
    const ends = event === "typing" && !said.typing;
    if (ends && place.room?.ticket.id !== ticketId) return;
    if (!mayAsk(place)) {
      // Nowhere, rather than where they no longer look.
      if (event === "joinChatBox") this.#leave(place);
      return;
    }
    const me = place.peer.again();
    const ticket = me && seen(place.store, me, ticketId);
    if (!ticket) return this.#leave(place);
    const room = this.#sit(place, ticket);
    if (event === "typing") this.#types(place, said.typing);
    if (!this.#changed(room) && event === "joinChatBox") say(place.peer, frameOf(room));
  }

  #sit(place: Place, ticket: Ticket): Room {
    const { company } = place.store;
    const key = nameOf(company, ticket.id);
    const room = this.#rooms.get(key) ?? { company, ticket, audience: audienceOf(ticket), who: [], places: new Set(), shown: "[]", told: false, toldAt: -Infinity };
    this.#rooms.set(key, room);
    room.ticket = ticket;
    room.who = identifiersOf(place.store, ticket.contactId);
    const before = place.room;
    if (before === room) return room;
    place.name = findUser(place.store, place.peer.me.id).name;
    place.room = room;
    place.typingUntil = 0;
    room.places.add(place);
    if (room.places.size === 1) this.#look(room);
    if (before) this.#goneFrom(before, place);
    return room;
  }

  #leave(place: Place) {
    const { room } = place;
    if (!room) return;
    place.room = undefined;
    place.typingUntil = 0;
    this.#goneFrom(room, place);
  }

  #goneFrom(room: Room, place: Place) {
    room.places.delete(place);
    this.#changed(room);
    if (room.places.size > 0) return;
    this.#rooms.delete(nameOf(room.company, room.ticket.id));
    const { whatsappId } = room.ticket;
    if (!this.#roomsOf(room.company).some(({ ticket }) => ticket.whatsappId === whatsappId && !ticket.isGroup)) void this.#channelOf(room)?.watch(null);
  }

  #types(place: Place, typing: boolean) {
    place.typingUntil = typing ? performance.now() + typingFor : 0;
    if (typing && !this.#timer) this.#timer = setTimeout(() => this.#expire(), typingFor).unref();
  }

  // One timer for all who type, set for the next whose time is up.
  #expire() {
    const now = performance.now();
    const until = [...this.#rooms.values()].flatMap(({ places }) => [...places].map(({ typingUntil }) => typingUntil)).filter((at) => at > now);
    this.#timer = until.length > 0 ? setTimeout(() => this.#expire(), Math.min(...until) - now).unref() : undefined;
    for (const room of this.#rooms.values()) this.#changed(room);
  }

  /** Tells who sees the ticket, and its customer, what is new there. Answers whether anything was. */
  #changed(room: Room): boolean {
    this.#answer(room);
    const shown = JSON.stringify(peopleOf(room));
    if (shown === room.shown) return false;
    room.shown = shown;
    this.hub.sendTransient(room.company, frameOf(room), room.audience);
    return true;
  }

  #answer(room: Room) {
    const now = performance.now();
    const typing = room.ticket.status === "open" && peopleOf(room).some((person) => person.typing);
    if (typing ? now - room.toldAt < tellEvery : !room.told) return;
    room.told = typing;
    if (typing) room.toldAt = now;
    void this.#channelOf(room)?.typing(room.who, typing);
  }

  #look(room: Room) {
    if (!room.ticket.isGroup) void this.#channelOf(room)?.watch(room.who);
  }

  #channelOf({ company, ticket }: Room): Channel | undefined {
    return ticket.whatsappId === null ? undefined : this.connectionManager.channel(company, ticket.whatsappId);
  }

  #roomsOf = (company: number) => [...this.#rooms.values()].filter((room) => room.company === company);

  /** Everything that is going on in a company, for one who has just come, or sees another part of it. */
  #show({ store, peer }: Place) {
    for (const room of this.#roomsOf(store.company)) if (canSee(peer.me, room.audience)) say(peer, frameOf(room));
  }

  #note(all: CommittedEvent[], store: Store) {
    for (const committed of all) {
      const { event, action, payload, audience } = committed;
      const { ticket, ticketId, message, whatsapp } = payload as { ticket?: Ticket; ticketId?: number; message?: Message; whatsapp?: { id: number; status: string } };
      if (event === "ticket" && action === "delete") this.#closed(store, ticketId);
      else if (event === "ticket" && ticket) this.#moved(store, ticket, audience);
      else if (event === "appMessage" && action === "create" && message) this.#wrote(store, message);
      else if (event === "whatsapp" && whatsapp?.status === "CONNECTED") this.#again(store, whatsapp.id);
      if (movesPeople(committed)) this.#peopleMoved(store, payload as { user?: { id: number; name: string } });
    }
  }

  #closed(store: Store, ticketId: number | undefined) {
    for (const place of this.#rooms.get(nameOf(store.company, ticketId))?.places ?? []) this.#leave(place);
  }

  // Who no longer sees the ticket is no longer there; who now does is told who is.
  #moved(store: Store, ticket: Ticket, audience: Audience) {
    const room = this.#rooms.get(nameOf(store.company, ticket.id));
    if (!room) return;
    const moved = JSON.stringify(audience) !== JSON.stringify(room.audience);
    Object.assign(room, { ticket, audience }, moved && { shown: "" });
    for (const place of room.places) if (!canSee(place.peer.me, audience)) this.#leave(place);
    if (room.places.size > 0) this.#changed(room);
  }

  // A message is what they typed.
  #wrote(store: Store, { ticketId, userId }: Message) {
    const room = this.#rooms.get(nameOf(store.company, ticketId));
    if (!room || userId === null) return;
    for (const place of room.places) if (place.peer.me.id === userId) place.typingUntil = 0;
    this.#changed(room);
  }

  // A line that came up has forgotten whom we look at.
  #again(store: Store, connection: number) {
    for (const room of this.#roomsOf(store.company)) if (room.ticket.whatsappId === connection) this.#look(room);
  }

  // The hub has looked at them anew before.
  #peopleMoved(store: Store, { user }: { user?: { id: number; name: string } }) {
    const places = [...this.#places].filter((place) => place.store.company === store.company && (!user || place.peer.me.id === user.id));
    for (const place of places) {
      if (user) place.name = user.name;
      if (place.room && !seen(store, place.peer.me, place.room.ticket.id)) this.#leave(place);
    }
    for (const room of new Set(places.flatMap(({ room }) => room ?? []))) this.#changed(room);
    for (const place of places) this.#show(place);
  }
}

/** A customer types: whoever sees their ticket at work on that connection is told. */
export function customerTypes(hub: Hub, store: Store, whatsappId: number, from: Identifier[], state: TypingState) {
  for (const contact of findByIdentifiers(store, from)) {
    const ticket = contact.active ? active(store, contact.id, whatsappId) : undefined;
    if (ticket) hub.sendTransient(store.company, { event: "contactTyping", ticketId: ticket.id, state }, audienceOf(ticket));
  }
}

function mayAsk(place: Place): boolean {
  const now = performance.now();
  place.credit = Math.min(most, place.credit + ((now - place.askedAt) / 1000) * perSecond);
  place.askedAt = now;
  if (place.credit < 1) return false;
  place.credit -= 1;
  return true;
}

function seen(store: Store, me: Me, id: number): Ticket | undefined {
  try {
    return find(store, me, id);
  } catch (thrown) {
    if (thrown instanceof Fault) return undefined;
    throw thrown;
  }
}

// One who looks from two places is one person.
function peopleOf({ places }: Room): Person[] {
  const now = performance.now();
  const people = new Map<number, Person>();
  for (const { peer, name, typingUntil } of places) {
    const { id } = peer.me;
    people.set(id, { id, name, typing: typingUntil > now || people.get(id)?.typing === true });
  }
  return [...people.values()];
}

const frameOf = (room: Room): Frame => ({ event: "presence", ticketId: room.ticket.id, people: peopleOf(room) });

function say(peer: Peer, frame: Frame) {
  if (!peer.say(JSON.stringify(frame))) peer.close("behind");
}

const nameOf = (company: number, ticketId: number | undefined) => `${company}/${ticketId}`;
