import { canSee, type Me, type Audience } from "../kit/db/audience.ts";
import type { CommittedEvent } from "../kit/db/committed-event.ts";
import type { CompanyDbs } from "../kit/db/company-dbs.ts";
import { hideNumbers } from "../kit/http/hidden.ts";
import { log, trace } from "../kit/process/log.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { Frame } from "../shared/wire.ts";
import { Peers, send, type Listener, type Peer } from "./peers.ts";

/** Events that an admin receives while their company is overdue. rules.md#subscription */
const heardWhileOverdue = new Set(["auth", "company", "invoice", "payment", "settings"]);

/** The team's own talk and notifications, which support does not hear. rules.md#support-visits */
const closedToVisits = new Set(["chat", "chatTyping", "notification"]);

/** Settings of a company by which sessions there may end. */
const endsSessions = new Set(["requireTotp", "supportAccess"]);

const reset = JSON.stringify({ event: "reset" } satisfies Frame);

/** Sends every company's committed events to the sockets of the users who may see them. */
export class Hub {
  readonly #peers = new Map<number, Peers>();
  /** A setting by which sessions end was changed. */
  #isSettingChanged = false;
  #isCheckSoon = false;

  /** `mayHaveEnded`: whether a session may have ended since it was asked before. */
  constructor(
    private readonly dbs: CompanyDbs,
    private readonly mayHaveEnded: () => boolean = () => true,
  ) {
    dbs.control.onWrite(() => this.#checkSoon());
    dbs.onCommit((events, db) => this.#deliver(events, db));
    dbs.onShut(({ company }, isShut) => {
      if (isShut) for (const peer of this.#peers.get(company) ?? []) peer.close("restart");
      this.broadcast(({ super: owner }) => (owner ? { event: "companiesShut" } : undefined));
    });
  }

  /** The frames that a peer missed since a number; undefined when it must reload. */
  missed(db: CompanyDb, peer: Listener, since: number): string[] | undefined {
    const events = db.eventsSince(since);
    // Since then they may see other tickets: only the lists say which.
    if (
      events?.some(
        (each) => (changesVisibility(each) && concerns(each, peer.me)) || endsChat(peer.me, each),
      )
    )
      return undefined;
    return events?.flatMap((each) => frameFor(peer, each) ?? []);
  }

  /** How many listen. */
  get listeners(): number {
    return [...this.#peers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Takes a peer in, and keeps its company open; the person's oldest one leaves where they have too
   * many. Returns the way out.
   */
  join(peer: Peer): () => void {
    const release = this.dbs.hold(peer.company);
    const peers = this.#peers.get(peer.company) ?? new Peers();
    this.#peers.set(peer.company, peers);
    peers.add(peer);
    for (const old of peers.tooManyOf(peer.me.id)) {
      peers.delete(old);
      old.close("tooMany");
    }
    return () => {
      peers.delete(peer);
      release();
    };
  }

  /**
   * Sends a frame that is not stored: it has no number, and a client that is away never gets it.
   */
  sendTransient(company: number, frame: Frame, audience: Audience) {
    const open = lazy(() => JSON.stringify(frame));
    const hidden = lazy(() => JSON.stringify(hideNumbers(frame)));
    this.#peers.get(company)?.tell(
      (listener) => {
        if (!canSee(listener.me, audience) || !hears(listener, frame.event)) return undefined;
        return listener.me.hidesNumbers ? hidden() : open();
      },
      [audience],
    );
  }

  /** Sends each user of every company a frame of their own, or none. It is not stored either. */
  broadcast(frameFor: (me: Me) => Frame | undefined) {
    for (const peers of this.#peers.values()) {
      for (const peer of peers) {
        const frame = frameFor(peer.me);
        if (frame) send(peer, JSON.stringify(frame));
      }
    }
  }

  /** Closes the sockets of sessions that have ended. */
  check() {
    // No peer listens any more when the files are closed.
    if (this.size === 0 || (!this.mayHaveEnded() && !this.#isSettingChanged)) return;
    this.#isSettingChanged = false;
    for (const peers of this.#peers.values()) for (const peer of peers) this.#checkPeer(peer);
  }

  closeAll() {
    for (const peers of this.#peers.values()) for (const peer of peers) peer.close("restart");
  }

  get size() {
    return [...this.#peers.values()].reduce((sum, peers) => sum + peers.size, 0);
  }

  // A peer whose session cannot be read is closed; the loop goes on with the others.
  #checkPeer(peer: Peer) {
    try {
      if (!peer.refresh()) peer.close("over");
    } catch (thrown) {
      log("error", "company", { company: peer.company, ...trace(thrown) });
      peer.close("restart");
      this.dbs.checkDamage(thrown, peer.company);
    }
  }

  // Not in the middle of a write: a sign-out gets its answer before its sockets close.
  #checkSoon() {
    if (this.#isCheckSoon) return;
    this.#isCheckSoon = true;
    setImmediate(() => {
      this.#isCheckSoon = false;
      this.check();
    });
  }

  #deliver(all: CommittedEvent[], db: CompanyDb) {
    const peers = this.#peers.get(db.company);
    if (!peers) return;
    for (const committed of all) {
      const { audience, audienceBefore = audience } = committed;
      peers.tell((listener) => frameFor(listener, committed), [audience, audienceBefore]);
      if (changesVisibility(committed)) this.#refreshPeers(peers, committed);
      if (endsSessions.has(settingOf(committed) ?? "")) this.#isSettingChanged = true;
    }
  }

  // A user whose queues or profile changed may see other tickets, so their screens load everything
  // anew.
  #refreshPeers(peers: Peers, committed: CommittedEvent) {
    const { userId } = committed.payload as { userId?: number };
    for (const peer of [...peers]) {
      if (!concerns(committed, peer.me)) continue;
      if (userId === peer.me.id) {
        peer.close("over");
        continue;
      }
      const me = peer.refresh();
      if (!me) {
        peer.close("over");
        continue;
      }
      peers.change(peer, me);
      send(peer, reset);
    }
  }
}

/**
 * Whether an event changes which data people may see: their rights, a deleted queue or connection
 * with its tickets, or newly hidden numbers.
 */
export const changesVisibility = ({ event, action, payload }: CommittedEvent) =>
  (event === "user" && action !== "create") ||
  ((event === "queue" || event === "whatsapp") && action === "delete") ||
  settingOf({ event, payload }) === "lgpdHideNumber";

const settingOf = ({ event, payload }: Pick<CommittedEvent, "event" | "payload">) =>
  event === "settings" ? (payload as { setting?: { key: string } }).setting?.key : undefined;

// A user who was taken out of a chat must not catch up on its earlier messages: they reload
// instead. rules.md#chats
const endsChat = (me: Me, { event, action, audience, audienceBefore }: CommittedEvent) =>
  event === "chat" &&
  (action === "delete"
    ? canSee(me, audience)
    : audienceBefore !== undefined && canSee(me, audienceBefore) && !canSee(me, audience));

const hiddenFrames = new WeakMap<CommittedEvent, string>();

function hiddenFrame(committed: CommittedEvent): string {
  const frame =
    hiddenFrames.get(committed) ?? JSON.stringify(hideNumbers(JSON.parse(committed.frame)));
  hiddenFrames.set(committed, frame);
  return frame;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const concerns = ({ payload }: CommittedEvent, { id }: Me) =>
  ((payload as { user?: { id: number } }).user?.id ?? id) === id;

const hears = ({ me, overdue }: Listener, event: string) =>
  !(overdue && !heardWhileOverdue.has(event)) && !(me.isVisiting && closedToVisits.has(event));

function frameFor(listener: Listener, committed: CommittedEvent): string | undefined {
  if (!hears(listener, committed.event)) return undefined;
  const { me, session } = listener;
  // "Signed in elsewhere" is for every session but the one that did.
  if (committed.event === "auth" && (committed.payload as { session?: string }).session === session)
    return undefined;
  if (canSee(me, committed.audience))
    return me.hidesNumbers ? hiddenFrame(committed) : committed.frame;
  return committed.audienceBefore && canSee(me, committed.audienceBefore)
    ? committed.deleteFrame
    : undefined;
}
