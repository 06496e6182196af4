import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, children, node, seconds, service } from "./nodes.ts";
import type { Device, Person } from "./people.ts";
import { keyOf, messageId } from "./handset.ts";
import type { Bundle } from "./ratchet.ts";
import type { Wire } from "./wire.ts";

/** Is between a companion and its wire. It may lose, delay or repeat a stanza. */
export type Gate = (stanza: BinaryNode, send: (stanza: BinaryNode) => void) => void;

type Held = { stanza: BinaryNode; sent: boolean };
/** The keys of the pairing. The signed key opens sessions until the companion uploads more. */
type Papers = {
  noise: Buffer;
  identity: Buffer;
  registration: number;
  signed: Bundle["signed"];
  keyIndex: number;
};

const low = 5;

/** A linked device: its data on the server, and its wire while it is connected. */
export class Companion implements Device {
  /** Times it logged in. */
  logins = 0;
  /** The remaining one-time keys. */
  keys: BinaryNode[] = [];
  /** Whether it shows itself as online; only then does the server report typing to it. */
  available = false;
  linked = true;
  /** Sends the phone's greeting once the companion can receive it. */
  greet?: () => void;
  readonly subscribed = new Set<Person>();
  private signed: Bundle["signed"];
  private uploaded = false;
  private wire?: Wire;
  private listens = false;
  private queue: Held[] = [];

  constructor(
    readonly person: Person,
    readonly id: number,
    readonly papers: Papers,
    private readonly gate: Gate,
  ) {
    this.signed = papers.signed;
    person.devices.set(id, this);
  }

  get device(): number {
    return this.id;
  }

  /** The number of its pairing with the account: the first, the second… */
  get registrations(): number {
    return this.papers.keyIndex;
  }

  get online(): boolean {
    return this.wire !== undefined;
  }

  get identity(): Buffer {
    return this.papers.identity;
  }

  /** Stanzas without its acknowledgement. */
  get waiting(): BinaryNode[] {
    return this.queue.map(({ stanza }) => stanza);
  }

  bundle(): Bundle {
    const once = this.keys.shift();
    const isRequested = this.waiting.some(
      ({ tag, attrs }) => tag === "notification" && attrs.type === "encrypt",
    );
    if (this.uploaded && this.keys.length < low && !isRequested)
      this.take(
        node("notification", { from: service, type: "encrypt", id: messageId(), t: seconds() }, [
          node("count", { value: this.keys.length }),
        ]),
      );
    return {
      registration: this.papers.registration,
      identity: this.identity,
      signed: this.signed,
      once: once && keyOf(once),
    };
  }

  /** It uploads keys: the server adds one-time keys to the remaining ones. */
  uploads(stanza: BinaryNode): void {
    this.keys.push(...children(child(stanza, "list"), "key"));
    this.rotates(child(stanza, "skey")!);
    if (!this.uploaded) this.greet?.();
    this.uploaded = true;
  }

  /** It replaces its signed key. */
  rotates(skey: BinaryNode): void {
    this.signed = keyOf(skey);
  }

  take(stanza: BinaryNode): void {
    const held = { stanza, sent: false };
    this.queue.push(held);
    if (this.listens) this.give(held, stanza);
  }

  /** Sends news that is worth nothing later: typing and presence. */
  tell(stanza: BinaryNode): void {
    if (this.listens) this.wire?.send(stanza);
  }

  /** It acknowledges a stanza, which leaves the queue. */
  acknowledges(tag: string, id: string | undefined): void {
    const place = this.queue.findIndex(
      ({ stanza, sent }) => sent && stanza.tag === tag && stanza.attrs.id === id,
    );
    if (place >= 0) this.queue.splice(place, 1);
  }

  logsIn(wire: Wire): void {
    this.wire = wire;
    this.logins += 1;
    this.listens = false;
  }

  /** It is ready to receive: the queue comes first, marked as such, then the mark of its end. */
  listen(mark: boolean): void {
    if (this.listens) return;
    this.listens = true;
    const waited = [...this.queue];
    for (const [place, held] of waited.entries())
      this.give(held, { ...held.stanza, attrs: { ...held.stanza.attrs, offline: String(place) } });
    if (mark)
      this.wire?.send(node("ib", { from: service }, [node("offline", { count: waited.length })]));
  }

  disconnects(wire?: Wire): void {
    if (wire && wire !== this.wire) return;
    this.wire = undefined;
    this.listens = false;
    this.available = false;
    this.subscribed.clear();
  }

  /** Ends its connection with these last stanzas; without any it cuts it. */
  end(...words: BinaryNode[]): void {
    const { wire } = this;
    this.disconnects();
    for (const word of words) wire?.send(word);
    if (words.length) wire?.close();
    else wire?.cut();
  }

  /** The phone removes the link, and the device belongs to no account. */
  unlink(): void {
    this.linked = false;
    this.person.devices.delete(this.id);
    this.end(node("stream:error", { code: 401 }, [node("conflict", { type: "device_removed" })]));
  }

  private give(held: Held, stanza: BinaryNode): void {
    held.sent = true;
    this.gate(stanza, (passed) => this.wire?.send(passed));
  }
}
