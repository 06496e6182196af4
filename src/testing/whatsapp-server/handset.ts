import {
  Curve,
  encodeWAMessage,
  generateRegistrationId,
  proto,
  unpadRandomMax16,
  type BinaryNode,
  type KeyPair,
} from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import type { GroupState } from "./groups.ts";
import { Recording } from "./recording.ts";
import { big, bytes, child, children, isGroup, node, unbig } from "./nodes.ts";
import { isDeviceSigned } from "./device-identity.ts";
import { addressOf, jid, type Device, type Person } from "./people.ts";
import {
  begin,
  claimed,
  open,
  seal,
  Unreadable,
  type Bundle,
  type Secrets,
  type Session,
} from "./ratchet.ts";
import { reach } from "./relay.ts";
import {
  handed,
  handOut,
  openFromGroup,
  ownKey,
  sealForGroup,
  type OwnKey,
  type TheirKey,
} from "./sender-keys.ts";
import { kindOf, textOf } from "./texts.ts";

/** A message as a phone decrypted it. `from` and `chat` are names on the wire, without a device. */
export type Received = {
  id: string;
  chat: string;
  from: string;
  sender: Person;
  fromMe: boolean;
  text: string;
  message: proto.IMessage;
  at: Date;
  edit?: string;
};
/** The news that a message of ours was delivered, read or played. */
export type ReceivedAck = {
  id: string;
  type: "delivered" | "read" | "played";
  by: Person;
  device: number;
};

/** The network functions that a phone uses. */
export type Net = {
  device: (name: string) => Device | undefined;
  person: (name: string) => Person | undefined;
  group: (name: string) => GroupState | undefined;
  submit: (from: Device, stanza: BinaryNode) => void;
};

/**
 * A silent phone sends no receipts, and no one can write to a keyless one. `peer` receives the
 * requests of linked devices to their own phone, and `asked` their requests for a lost file.
 */
export type HandsetOptions = {
  silent?: boolean;
  keyless?: boolean;
  oneTimeKeys?: number;
  peer?: (id: string, message: proto.IMessage) => void;
  asked?: (receipt: BinaryNode) => void;
};
type Writing = {
  id?: string;
  edit?: string;
  list?: string;
  category?: string;
  phoneOnly?: boolean | string;
};
type Sent = { to: string; message: proto.IMessage; attrs: Record<string, string | undefined> };

/** A device of ours: a phone with its keys, its sessions and its decrypted messages. */
export class Handset implements Device {
  readonly received = new Recording<Received>();
  readonly ticks = new Recording<ReceivedAck>();
  readonly calls = new Recording<BinaryNode>();
  readonly states: string[] = [];
  /** Messages it could not open, ciphertexts it got twice, and messages it asked for again. */
  /** So many of the next ciphertexts are broken. */
  garbles = 0;
  readonly trouble = { badMacs: 0, replays: 0, retries: 0 };

  account: KeyPair = Curve.generateKeyPair();
  private registration = generateRegistrationId();
  private signed = signedKey(this.account);
  private once = new Map<number, KeyPair>();
  private given = 0;
  private sessions = new Map<Device, Session[]>();
  private groupKeys = new Map<string, { key: OwnKey; holders: Set<Device> }>();
  private senderKeys = new Map<string, TheirKey[]>();
  private sent = new Map<string, Sent>();
  private trusted = new Set<Device>();

  constructor(
    private readonly net: Net,
    readonly person: Person,
    readonly id: number,
    private readonly habits: HandsetOptions = {},
  ) {
    person.devices.set(id, this);
  }

  get isKeyless(): boolean {
    return this.habits.keyless ?? false;
  }

  get identity(): Buffer {
    return Buffer.from(this.account.public);
  }

  bundle(): Bundle {
    const { signed, registration, identity } = this;
    const shared = {
      registration,
      identity,
      signed: { id: 1, key: Buffer.from(signed.pair.public), signature: signed.signature },
    };
    if (this.given >= (this.habits.oneTimeKeys ?? 800)) return shared;
    const id = (this.given += 1);
    const pair = Curve.generateKeyPair();
    this.once.set(id, pair);
    return { ...shared, once: { id, key: Buffer.from(pair.public) } };
  }

  /**
   * Encrypts a message for everyone in the chat (a person's or a group's name), and for its owner's
   * other devices. Returns the id. Linked devices only get a notice of a message for phones alone.
   */
  write(
    to: string,
    message: proto.IMessage,
    { id = messageId(), phoneOnly = false, ...attrs }: Writing = {},
  ): string {
    this.sent.set(id, { to, message, attrs });
    const stanza = { to, id, type: kindOf(message), ...attrs };
    this.net.submit(
      this,
      isGroup(to)
        ? node("message", stanza, this.forGroup(to, message))
        : node("message", stanza, [
            node("participants", {}, this.forPerson(to, message, { ...attrs, phoneOnly })),
          ]),
    );
    return id;
  }

  /** Sends the sender a receipt of a message. */
  receipt({ id, chat, from }: Pick<Received, "id" | "chat" | "from">, type?: string): void {
    this.net.submit(
      this,
      node("receipt", { to: chat, participant: isGroup(chat) ? from : undefined, id, type }),
    );
  }

  take(stanza: BinaryNode): void {
    if (stanza.tag === "message") this.hear(stanza);
    else if (stanza.tag === "receipt") this.learn(stanza);
    else if (stanza.tag === "call") this.calls.add(stanza);
    else if (stanza.tag === "chatstate")
      this.states.push(
        ...children(stanza, "composing").map(() => "composing"),
        ...children(stanza, "paused").map(() => "paused"),
      );
  }

  /** Loses its sessions, as a phone that was restored from an old backup. */
  forget(): void {
    this.sessions.clear();
    this.senderKeys.clear();
  }

  /** Starts again with other keys, as after an installation. */
  reinstall(): void {
    this.forget();
    this.groupKeys.clear();
    this.account = Curve.generateKeyPair();
    this.registration = generateRegistrationId();
    this.signed = signedKey(this.account);
    this.once.clear();
  }

  private hear(stanza: BinaryNode): void {
    const { id = "", from = "", participant, recipient, edit, t, category } = stanza.attrs;
    const author = participant ?? from;
    const device = this.net.device(author)!;
    try {
      const message = this.decrypt(device, from, stanza);
      const content = message.deviceSentMessage?.message ?? message;
      const fromMe = device.person === this.person;
      if (category === "peer") return this.habits.peer?.(id, content);
      const name = jid(device.person, reach(device.person, addressOf(author)));
      const only = Object.keys(content).every(
        (key) => key === "senderKeyDistributionMessage" || key === "messageContextInfo",
      );
      if (!only)
        this.received.add({
          id,
          chat: isGroup(from) ? from : (recipient ?? name),
          from: name,
          sender: device.person,
          fromMe,
          text: textOf(content),
          message: content,
          at: new Date(Number(t) * 1000),
          edit,
        });
      if (!fromMe && !this.habits.silent)
        this.receipt({ id, chat: isGroup(from) ? from : name, from: name });
    } catch (error) {
      this.miss(stanza, device, error instanceof Unreadable ? error : new Unreadable("mac"));
    }
  }

  private decrypt(device: Device, from: string, stanza: BinaryNode): proto.IMessage {
    const all = children(stanza, "enc").map((enc) => {
      const plain =
        enc.attrs.type === "skmsg"
          ? openFromGroup(this.senderKeys.get(senderKeyName(from, device)) ?? [], bytes(enc))
          : this.unseal(device, stanza, enc);
      const message = proto.Message.decode(unpadRandomMax16(plain));
      const handing = message.senderKeyDistributionMessage;
      if (handing)
        this.hold(handing.groupId!, device, handed(handing.axolotlSenderKeyDistributionMessage!));
      return message;
    });
    return Object.assign({}, ...all) as proto.IMessage;
  }

  private unseal(device: Device, stanza: BinaryNode, enc: BinaryNode): Buffer {
    const sealed = bytes(enc);
    if (enc.attrs.type === "pkmsg")
      this.check(device, claimed(sealed), bytes(child(stanza, "device-identity")));
    const { sessions, plain, used } = open(
      this.secrets,
      this.sessions.get(device) ?? [],
      enc.attrs.type ?? "",
      sealed,
    );
    this.sessions.set(device, sessions);
    if (used) this.once.delete(used);
    return plain;
  }

  /**
   * A linked device proves its identity when it opens a session: with its account's signature and
   * its own.
   */
  private check(device: Device, identity: Buffer, papers: Buffer): void {
    if (device instanceof Handset || this.trusted.has(device)) return;
    const account = device.person.devices.get(0)!.identity;
    if (
      !device.identity.equals(identity) ||
      !papers.length ||
      !isDeviceSigned(papers, account, identity)
    )
      throw new Unreadable("key");
    this.trusted.add(device);
  }

  private miss(
    { attrs: { id = "", from = "", participant, t }, content }: BinaryNode,
    device: Device,
    { why }: Unreadable,
  ): void {
    if (why === "replay" && this.received.all.some((one) => one.id === id))
      return void (this.trouble.replays += 1);
    if (why !== "session") this.trouble.badMacs += 1;
    const count = Array.isArray(content)
      ? Number(content.find(({ tag }) => tag === "enc")?.attrs.count ?? 0) + 1
      : 1;
    if (count > 5) return;
    this.trouble.retries += 1;
    const { registration, identity, signed, once } = this.bundle();
    const part = (tag: string, key: { id: number; key: Buffer; signature?: Buffer }) =>
      node(tag, {}, [
        node("id", {}, big(key.id, 3)),
        node("value", {}, key.key),
        ...(key.signature ? [node("signature", {}, key.signature)] : []),
      ]);
    const keys = node("keys", {}, [
      node("type", {}, Buffer.of(5)),
      node("identity", {}, identity),
      ...(once ? [part("key", once)] : []),
      part("skey", signed),
    ]);
    const retryContent = [
      node("retry", { count, id, t, v: 1, error: 0 }),
      node("registration", {}, big(registration, 4)),
      ...(count > 1 ? [keys] : []),
    ];
    const author = jid(device.person, addressOf(participant ?? from), device.id);
    this.net.submit(
      this,
      node(
        "receipt",
        { to: participant ? from : author, participant: participant && author, id, type: "retry" },
        retryContent,
      ),
    );
  }

  private learn(stanza: BinaryNode): void {
    const { id = "", type, from = "", participant } = stanza.attrs;
    const device = this.net.device(participant ?? from);
    if (type === "server-error") return this.habits.asked?.(stanza);
    if (!device) return;
    if (type === "retry") return this.again(stanza, device, id);
    const kind = type === undefined || type === "inactive" ? "delivered" : type;
    if (kind !== "delivered" && kind !== "read" && kind !== "played") return;
    const more = children(child(stanza, "list"), "item").map(({ attrs }) => attrs.id ?? "");
    for (const one of [id, ...more])
      this.ticks.add({ id: one, type: kind, by: device.person, device: device.id });
  }

  /**
   * The receiver could not open it: encrypts it again, with the keys of the receipt or fresh ones.
   */
  private again(stanza: BinaryNode, device: Device, id: string): void {
    const sent = this.sent.get(id);
    const retry = child(stanza, "retry");
    const keys = child(stanza, "keys");
    if (!sent || !retry) return;
    const count = Number(retry.attrs.count ?? 1);
    const registration = unbig(bytes(child(stanza, "registration")));
    const bundle = keys
      ? bundleOf(keys, registration)
      : count > 1 || this.sessions.get(device)?.[0]?.registration !== registration
        ? device.bundle()
        : undefined;
    if (bundle) this.meet(device, bundle);
    const group = isGroup(sent.to);
    const own = device.person === this.person;
    const inner = group
      ? { ...sent.message, senderKeyDistributionMessage: this.handing(sent.to) }
      : sent.message;
    const enc = this.enc(
      device,
      own && !group ? { deviceSentMessage: { destinationJid: sent.to, message: inner } } : inner,
      count,
    );
    const name = jid(
      device.person,
      addressOf(stanza.attrs.participant ?? stanza.attrs.from ?? ""),
      device.id,
    );
    const attrs = group
      ? { to: sent.to, participant: name }
      : { to: name, recipient: own ? sent.to : undefined };
    this.net.submit(
      this,
      node(
        "message",
        { ...attrs, id, type: kindOf(sent.message), ...sent.attrs, device_fanout: "false" },
        [enc],
      ),
    );
  }

  private forPerson(
    to: string,
    message: proto.IMessage,
    { category, phoneOnly }: Writing,
  ): BinaryNode[] {
    const partner = this.net.person(to);
    const own = [...this.person.devices.values()].filter(
      (device) => device !== this && !device.isKeyless,
    );
    const copy =
      category === "peer"
        ? message
        : {
            deviceSentMessage: { destinationJid: to, message },
            messageContextInfo: message.messageContextInfo,
          };
    const theirs =
      partner && partner !== this.person
        ? [...partner.devices.values()].filter(({ isKeyless }) => !isKeyless)
        : [];
    const unavailable = ({ person, id }: Device) =>
      node("to", { jid: jid(person, "lid", id) }, [
        node("unavailable", { type: phoneOnly === true ? undefined : phoneOnly || undefined }),
      ]);
    return [
      ...theirs.map((device) =>
        phoneOnly && device.id ? unavailable(device) : this.to(device, message),
      ),
      ...own.map((device) => this.to(device, copy)),
    ];
  }

  private forGroup(to: string, message: proto.IMessage): BinaryNode[] {
    const group = this.net.group(to)!;
    const devices = [...group.members.keys()]
      .flatMap((person) => [...person.devices.values()])
      .filter((device) => device !== this && !device.isKeyless);
    const { key, holders } = this.groupKey(to);
    const without = devices.filter((device) => !holders.has(device));
    const handing = without.map((device) =>
      this.to(device, { senderKeyDistributionMessage: this.handing(to) }),
    );
    for (const device of without) holders.add(device);
    return [
      node("participants", {}, handing),
      node("enc", { v: 2, type: "skmsg" }, sealForGroup(key, encodeWAMessage(message))),
    ];
  }

  /** Takes another key, because a member left the group. */
  rekey(group: string): void {
    this.groupKeys.delete(group);
  }

  private groupKey(group: string) {
    const held = this.groupKeys.get(group) ?? { key: ownKey(), holders: new Set<Device>() };
    this.groupKeys.set(group, held);
    return held;
  }

  private handing(group: string): proto.Message.ISenderKeyDistributionMessage {
    return {
      groupId: group,
      axolotlSenderKeyDistributionMessage: handOut(this.groupKey(group).key),
    };
  }

  private hold(group: string, device: Device, key: TheirKey): void {
    const name = senderKeyName(group, device);
    this.senderKeys.set(name, [
      key,
      ...(this.senderKeys.get(name) ?? []).filter(({ id }) => id !== key.id),
    ]);
  }

  private to(device: Device, message: proto.IMessage): BinaryNode {
    if (!this.sessions.get(device)?.length) this.meet(device, device.bundle());
    return node("to", { jid: jid(device.person, "lid", device.id) }, [this.enc(device, message)]);
  }

  private meet(device: Device, bundle: Bundle): void {
    this.sessions.set(device, [begin(this.secrets, bundle), ...(this.sessions.get(device) ?? [])]);
  }

  private enc(device: Device, message: proto.IMessage, count?: number): BinaryNode {
    const [current, ...older] = this.sessions.get(device)!;
    const { session, type, sealed } = seal(this.secrets, current!, encodeWAMessage(message));
    this.sessions.set(device, [session, ...older]);
    if (this.garbles-- > 0) sealed[sealed.length - 16]! ^= 1;
    return node("enc", { v: 2, type, count }, sealed);
  }

  private get secrets(): Secrets {
    return {
      identity: this.account,
      registration: this.registration,
      signed: () => this.signed.pair,
      once: (id) => this.once.get(id),
    };
  }
}

/** A new id, as phones make them. */
export const messageId = (): string => `3A${randomBytes(9).toString("hex").toUpperCase()}`;

function signedKey({ private: secret }: KeyPair): { pair: KeyPair; signature: Buffer } {
  const pair = Curve.generateKeyPair();
  return {
    pair,
    signature: Buffer.from(Curve.sign(secret, Buffer.concat([Buffer.of(5), pair.public]))),
  };
}

/** The keys in a retry receipt. */
function bundleOf(keys: BinaryNode, registration: number): Bundle {
  const once = child(keys, "key");
  return {
    registration,
    identity: bytes(child(keys, "identity")),
    signed: keyOf(child(keys, "skey")!),
    once: once && keyOf(once),
  };
}

/** One key as in stanzas; a one-time key has no signature. */
export const keyOf = (key: BinaryNode) => ({
  id: unbig(bytes(child(key, "id"))),
  key: bytes(child(key, "value")),
  signature: bytes(child(key, "signature")),
});

/** The name under which the keys of one member's device in one group are stored. */
const senderKeyName = (group: string, { person, id }: Device) => `${group} ${person.lid} ${id}`;
