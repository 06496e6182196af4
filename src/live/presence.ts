import { z } from "zod";
import type { Channel, ConnectionManager } from "../channel/channel.ts";
import { changesVisibility, type Hub } from "./hub.ts";
import { send, type Peer } from "./peers.ts";
import { canSee, type Me, type Audience } from "../kit/db/audience.ts";
import type { CommittedEvent } from "../kit/db/committed-event.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { Fault } from "../kit/fault.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { identifiersOf } from "../modules/contacts/identifiers.ts";
import type { Message } from "../modules/messages/table.ts";
import type { Ticket } from "../modules/tickets/table.ts";
import { audienceOf } from "../modules/tickets/audience.ts";
import { findTicket } from "../modules/tickets/tickets.ts";
import * as users from "../modules/users/users.ts";
import type { Frame } from "../shared/wire.ts";
import {
  burst,
  frameOf,
  isWithinRate,
  nameOf,
  peopleOf,
  type TicketPresence,
  type Viewer,
} from "./ticket-presence.ts";

/** How long a user counts as typing after a typing frame, in ms. */
const typingFor = 5000;
/** How often we repeat to the network that we still type, in ms. */
const typingRepeat = 3000;

const ticketId = z.number().int().positive();
const clientFrame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("joinChatBox"), ticketId }),
  z.object({ event: z.literal("leaveChatBox") }),
  z.object({ event: z.literal("typing"), ticketId, typing: z.boolean() }),
]);

/** A socket's presence: `receive` takes its frames, and `leave` ends it. */
export type PresenceHandle = { receive(frame: unknown): void; leave(): void };

/** The users who look at a ticket, and who of them types. Held in memory only. */
export class Presence {
  readonly #tickets = new Map<string, TicketPresence>();
  readonly #viewers = new Set<Viewer>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    dbs: CompanyDbs,
    private readonly hub: Hub,
    private readonly connectionManager: ConnectionManager,
  ) {
    dbs.onCommit((events, db) => this.#onEvents(events, db));
  }

  /** How many sockets and tickets it knows of. */
  get size() {
    return { viewers: this.#viewers.size, tickets: this.#tickets.size };
  }

  /** Adds a socket, and sends it the people at each ticket. */
  enter(db: CompanyDb, peer: Peer): PresenceHandle {
    const viewer: Viewer = {
      db,
      peer,
      name: "",
      typingUntil: 0,
      credit: burst,
      askedAt: performance.now(),
    };
    this.#viewers.add(viewer);
    this.#sendAll(viewer);
    return {
      receive: (frame) => this.#receive(viewer, frame),
      leave: () => {
        this.#viewers.delete(viewer);
        this.#leave(viewer);
      },
    };
  }

  #receive(viewer: Viewer, frame: unknown) {
    const parsed = clientFrame.safeParse(frame).data;
    if (!parsed || !this.#viewers.has(viewer)) return;
    if (parsed.event === "leaveChatBox") return this.#leave(viewer);
    const { event, ticketId } = parsed;
    const ends = event === "typing" && !parsed.typing;
    if (ends && viewer.presence?.ticket.id !== ticketId) return;
    if (!isWithinRate(viewer)) {
      // Over the limit they count as nowhere, not as where they no longer look.
      if (event === "joinChatBox") this.#leave(viewer);
      return;
    }
    const me = viewer.peer.refresh();
    const ticket = me && visibleTicket(viewer.db, me, ticketId);
    if (!ticket) return this.#leave(viewer);
    const presence = this.#joinTicket(viewer, ticket);
    if (event === "typing") this.#setTyping(viewer, parsed.typing);
    if (!this.#sendIfChanged(presence) && event === "joinChatBox")
      say(viewer.peer, frameOf(presence));
  }

  #joinTicket(viewer: Viewer, ticket: Ticket): TicketPresence {
    const { company } = viewer.db;
    const key = nameOf(company, ticket.id);
    const presence = this.#tickets.get(key) ?? {
      company,
      ticket,
      audience: audienceOf(ticket),
      who: [],
      viewers: new Set(),
      sent: "[]",
      typingShown: false,
      typingShownAt: -Infinity,
    };
    this.#tickets.set(key, presence);
    presence.ticket = ticket;
    presence.who = identifiersOf(viewer.db, ticket.contactId);
    const before = viewer.presence;
    if (before === presence) return presence;
    viewer.name = users.findUser(viewer.db, viewer.peer.me.id).name;
    viewer.presence = presence;
    viewer.typingUntil = 0;
    presence.viewers.add(viewer);
    if (presence.viewers.size === 1) this.#watchTyping(presence);
    if (before) this.#removeFrom(before, viewer);
    return presence;
  }

  #leave(viewer: Viewer) {
    const { presence } = viewer;
    if (!presence) return;
    viewer.presence = undefined;
    viewer.typingUntil = 0;
    this.#removeFrom(presence, viewer);
  }

  #removeFrom(presence: TicketPresence, viewer: Viewer) {
    presence.viewers.delete(viewer);
    this.#sendIfChanged(presence);
    if (presence.viewers.size > 0) return;
    this.#tickets.delete(nameOf(presence.company, presence.ticket.id));
    const { whatsappId } = presence.ticket;
    if (
      !this.#ticketsOf(presence.company).some(
        ({ ticket }) => ticket.whatsappId === whatsappId && !ticket.isGroup,
      )
    )
      void this.#channelOf(presence)?.watch(null);
  }

  #setTyping(viewer: Viewer, typing: boolean) {
    viewer.typingUntil = typing ? performance.now() + typingFor : 0;
    if (typing && !this.#timer) this.#timer = setTimeout(() => this.#expire(), typingFor).unref();
  }

  // One timer for everyone, set for the next typing that ends.
  #expire() {
    const now = performance.now();
    const until = [...this.#tickets.values()]
      .flatMap(({ viewers }) => [...viewers].map(({ typingUntil }) => typingUntil))
      .filter((at) => at > now);
    this.#timer =
      until.length > 0
        ? setTimeout(() => this.#expire(), Math.min(...until) - now).unref()
        : undefined;
    for (const presence of this.#tickets.values()) this.#sendIfChanged(presence);
  }

  /** Sends changes to the ticket's audience and to the network. Returns whether there were any. */
  #sendIfChanged(presence: TicketPresence): boolean {
    this.#showTyping(presence);
    const people = JSON.stringify(peopleOf(presence));
    if (people === presence.sent) return false;
    presence.sent = people;
    this.hub.sendTransient(presence.company, frameOf(presence), presence.audience);
    return true;
  }

  #showTyping(presence: TicketPresence) {
    const now = performance.now();
    const typing =
      presence.ticket.status === "open" && peopleOf(presence).some((person) => person.typing);
    if (typing ? now - presence.typingShownAt < typingRepeat : !presence.typingShown) return;
    presence.typingShown = typing;
    if (typing) presence.typingShownAt = now;
    void this.#channelOf(presence)?.typing(presence.who, typing);
  }

  #watchTyping(presence: TicketPresence) {
    if (!presence.ticket.isGroup) void this.#channelOf(presence)?.watch(presence.who);
  }

  #channelOf({ company, ticket }: TicketPresence): Channel | undefined {
    return ticket.whatsappId === null
      ? undefined
      : this.connectionManager.channel(company, ticket.whatsappId);
  }

  #ticketsOf = (company: number) =>
    [...this.#tickets.values()].filter((presence) => presence.company === company);

  /** Sends all that `peer` may see in its company. */
  #sendAll({ db, peer }: Viewer) {
    for (const presence of this.#ticketsOf(db.company))
      if (canSee(peer.me, presence.audience)) say(peer, frameOf(presence));
  }

  #onEvents(all: CommittedEvent[], db: CompanyDb) {
    for (const committed of all) {
      const { event, action, payload, audience } = committed;
      const { ticket, ticketId, message, whatsapp } = payload as {
        ticket?: Ticket;
        ticketId?: number;
        message?: Message;
        whatsapp?: { id: number; status: string };
      };
      if (event === "ticket" && action === "delete") this.#ticketDeleted(db, ticketId);
      else if ((event === "ticket" || event === "appMessage") && ticket)
        this.#ticketMoved(db, ticket, audience);
      else if (event === "whatsapp" && whatsapp?.status === "CONNECTED")
        this.#connectionUp(db, whatsapp.id);
      if (event === "appMessage" && action === "create" && message)
        this.#messageWritten(db, message);
      if (changesVisibility(committed))
        this.#visibilityChanged(db, payload as { user?: { id: number; name: string } });
    }
  }

  #ticketDeleted(db: CompanyDb, ticketId: number | undefined) {
    for (const viewer of this.#tickets.get(nameOf(db.company, ticketId))?.viewers ?? [])
      this.#leave(viewer);
  }

  // Viewers who can no longer see the ticket leave; users who now see it get the list.
  #ticketMoved(db: CompanyDb, ticket: Ticket, audience: Audience) {
    const presence = this.#tickets.get(nameOf(db.company, ticket.id));
    if (!presence) return;
    const moved = JSON.stringify(audience) !== JSON.stringify(presence.audience);
    Object.assign(presence, { ticket, audience }, moved && { shown: "" });
    for (const viewer of presence.viewers)
      if (!canSee(viewer.peer.me, audience)) this.#leave(viewer);
    if (presence.viewers.size > 0) this.#sendIfChanged(presence);
  }

  // A user who sent a message no longer types.
  #messageWritten(db: CompanyDb, { ticketId, userId }: Message) {
    const presence = this.#tickets.get(nameOf(db.company, ticketId));
    if (!presence || userId === null) return;
    for (const viewer of presence.viewers) if (viewer.peer.me.id === userId) viewer.typingUntil = 0;
    this.#sendIfChanged(presence);
  }

  // A connection that came up has forgotten which customers' typing we want.
  #connectionUp(db: CompanyDb, connection: number) {
    for (const presence of this.#ticketsOf(db.company))
      if (presence.ticket.whatsappId === connection) this.#watchTyping(presence);
  }

  // The hub has refreshed the peers before.
  #visibilityChanged(db: CompanyDb, { user }: { user?: { id: number; name: string } }) {
    const viewers = [...this.#viewers].filter(
      (viewer) => viewer.db.company === db.company && (!user || viewer.peer.me.id === user.id),
    );
    for (const viewer of viewers) {
      if (user) viewer.name = user.name;
      if (viewer.presence && !visibleTicket(db, viewer.peer.me, viewer.presence.ticket.id))
        this.#leave(viewer);
    }
    for (const presence of new Set(viewers.flatMap(({ presence }) => presence ?? [])))
      this.#sendIfChanged(presence);
    for (const viewer of viewers) this.#sendAll(viewer);
  }
}

function visibleTicket(db: CompanyDb, me: Me, id: number): Ticket | undefined {
  try {
    return findTicket(db, me, id);
  } catch (thrown) {
    if (thrown instanceof Fault) return undefined;
    throw thrown;
  }
}

const say = (peer: Peer, frame: Frame) => send(peer, JSON.stringify(frame));
