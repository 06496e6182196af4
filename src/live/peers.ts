import { namedIn, sightOf, type Audience, type Me } from "../kit/db/audience.ts";
import { publish } from "../kit/http/listen.ts";

/** One listener: a socket, or a poll that waits. */
export type Peer = Listener & {
  company: number;
  /** Answers false when it can't keep up. */
  send(frame: string): boolean;
  close(why: CloseReason): void;
  /** The current user; undefined when they may no longer listen. */
  refresh(): Me | undefined;
  /** A socket's topics. A peer without topics receives each frame directly. */
  topics?: Topics;
};

/**
 * Decides which frames a peer receives. `overdue`: the company has to pay first, and the peer
 * receives only events about that.
 */
export type Listener = { me: Me; session: string; overdue?: boolean };

/** A socket's subscriptions; `isBehind` when it can't keep up. */
type Topics = {
  subscribe(topic: string): unknown;
  unsubscribe(topic: string): unknown;
  isBehind(): boolean;
};

/**
 * Why a socket is closed: the session is over, the client must reconnect soon, it fell behind, or
 * the user has too many.
 */
export type CloseReason = "over" | "restart" | "behind" | "tooMany";

/** How many sockets and polls one person may have. rules.md#live-events */
export const maxListeners = 50;

/** The frame that a listener gets for an event, if any. */
type FrameFor = (listener: Listener) => string | undefined;

/**
 * Sends a frame to one peer. A peer that can't keep up is closed: it reconnects, and catches up.
 */
export function send(peer: Peer, frame: string) {
  if (!peer.send(frame)) peer.close("behind");
}

/**
 * One company's peers, in groups that get the same frames, except frames that name one of them. A
 * frame goes out once for each group.
 */
export class Peers {
  readonly #groupOf = new Map<Peer, Group>();
  readonly #groups = new Map<string, Group>();

  get size(): number {
    return this.#groupOf.size;
  }

  [Symbol.iterator]() {
    return this.#groupOf.keys();
  }

  add(peer: Peer) {
    const key = keyOf(peer);
    const group = this.#groups.get(key) ?? new Group(key, peer);
    this.#groups.set(key, group);
    this.#groupOf.set(peer, group);
    group.add(peer);
  }

  /** A person's oldest peers, where they have more than `maxListeners`. */
  tooManyOf(id: number): Peer[] {
    const own = [...this.#groups.values()].flatMap((group) => group.of(id));
    return own.slice(0, Math.max(0, own.length - maxListeners));
  }

  delete(peer: Peer) {
    const group = this.#groupOf.get(peer);
    if (!group) return;
    this.#groupOf.delete(peer);
    group.delete(peer);
    if (group.size === 0) this.#groups.delete(group.key);
  }

  /** From now on the peer gets the frames that `me` may see. */
  change(peer: Peer, me: Me) {
    if (!this.#groupOf.has(peer)) return;
    this.delete(peer);
    peer.me = me;
    this.add(peer);
  }

  /**
   * Sends each peer its frame. A peer that `audiences` don't name gets the same frame as all who
   * see the same.
   */
  tell(frameFor: FrameFor, audiences: Audience[]) {
    const named = new Set(audiences.flatMap(namedIn));
    for (const group of this.#groups.values()) group.tell(frameFor, named);
  }
}

const keyOf = ({ me, overdue }: Listener) =>
  `${sightOf(me)} ${me.hidesNumbers} ${overdue === true}`;

let groups = 0;

class Group {
  /** A topic that no other group of this process has, in any company. */
  readonly #topic = `group ${(groups += 1)}`;
  /** A listener of the group that no audience names. */
  readonly #anyone: Listener;
  readonly #byUser = new Map<number, Set<Peer>>();
  readonly #polls = new Set<Peer>();
  readonly #sockets = new Map<Peer, Topics>();

  constructor(
    readonly key: string,
    { me, overdue }: Listener,
  ) {
    this.#anyone = { me: { ...me, id: 0 }, session: "", overdue };
  }

  get size(): number {
    return this.#polls.size + this.#sockets.size;
  }

  /** A person's peers, the oldest first. */
  of(id: number): Peer[] {
    return [...(this.#byUser.get(id) ?? [])];
  }

  add(peer: Peer) {
    const own = this.#byUser.get(peer.me.id) ?? new Set();
    this.#byUser.set(peer.me.id, own.add(peer));
    if (!peer.topics) return this.#polls.add(peer);
    this.#sockets.set(peer, peer.topics);
    peer.topics.subscribe(this.#topic);
  }

  delete(peer: Peer) {
    const own = this.#byUser.get(peer.me.id);
    own?.delete(peer);
    if (own?.size === 0) this.#byUser.delete(peer.me.id);
    this.#polls.delete(peer);
    this.#sockets.delete(peer);
    peer.topics?.unsubscribe(this.#topic);
  }

  tell(frameFor: FrameFor, named: Set<number>) {
    const frame = frameFor(this.#anyone);
    const apart = [...named]
      .flatMap((id) => [...(this.#byUser.get(id) ?? [])])
      .filter((peer) => frameFor(peer) !== frame);
    if (frame !== undefined) this.#publish(frame, apart);
    for (const peer of apart) {
      const own = frameFor(peer);
      if (own !== undefined) send(peer, own);
    }
  }

  #publish(frame: string, apart: Peer[]) {
    for (const [peer, topics] of this.#sockets) if (topics.isBehind()) peer.close("behind");
    for (const peer of apart) this.#sockets.get(peer)?.unsubscribe(this.#topic);
    publish(this.#topic, frame);
    for (const peer of apart) this.#sockets.get(peer)?.subscribe(this.#topic);
    for (const peer of this.#polls) if (!apart.includes(peer)) send(peer, frame);
  }
}
