import type {
  ConnectionState,
  Forwarded,
  MessageKind,
  StatusReason,
  TypingState,
} from "../shared/states.ts";
import type { Capabilities } from "../shared/capabilities.ts";
import type { Interactive } from "../shared/interactive.ts";
import type { ConnectionLimit, Restriction } from "../shared/restrictions.ts";
import type { TemplateUse } from "../shared/templates.ts";
import type { MessageBilling } from "./message-billing.ts";
import type { ChannelTemplates, TemplateReport } from "./channel-templates.ts";

/**
 * One name of a person on a network: a phone's digits, a lid, or a group's id. A bsuid is the
 * official channel's name of the person for one shop.
 */
export type Identifier = { type: "phone" | "lid" | "group" | "bsuid"; value: string };

/**
 * A person on the network by all known identifiers, and their own name for themselves; a group and
 * its subject. The username has no @; it may change, so it identifies no one.
 */
export type Person = { ids: Identifier[]; name: string; username?: string };

/** A file that a message carries. The sender claims `type` and `size` (bytes). */
export type Attachment = {
  name: string;
  type: string;
  size: number;
  seconds?: number;
  voice?: boolean;
  waveform?: number[];
};

export type ChannelPlace = {
  latitude: number;
  longitude: number;
  name: string;
  address: string;
  live: boolean;
  thumbnail?: Uint8Array;
};

/**
 * The content of a message. Files are fetched separately, since a large one must not hold up later
 * messages.
 */
export type Content<File = Attachment> =
  | { kind: "chat"; body: string }
  | { kind: "image" | "video" | "audio" | "application" | "sticker"; body: string; file: File }
  | { kind: "locationMessage"; place: ChannelPlace }
  | { kind: "vcard"; cards: string[] }
  | { kind: "unsupported"; what: string };

/**
 * The ad that a customer came from, as the network describes it; missing details are empty.
 * rules.md#ads
 */
export type Referral = {
  sourceId: string;
  sourceUrl: string;
  title: string;
  text: string;
  clickId: string;
  thumbnail?: Uint8Array;
};

/**
 * The message that a reply quotes, as the sender's phone has it. `who` is null for the shop, and
 * has no identifiers where the network gives none. rules.md#foreign-quotes
 */
export type ChannelQuote = {
  who: Person | null;
  kind: MessageKind;
  body: string;
  thumbnail?: Uint8Array;
  isStatus: boolean;
};

/**
 * A received message. `id` is the network's own, `at` in epoch ms. `from` is null when the shop
 * wrote it on its own phone.
 */
export type InboundMessage = {
  id: string;
  chat: Person;
  from: Person | null;
  at: number;
  content: Content;
  quotedId?: string;
  quote?: ChannelQuote;
  /** The id of the choice of ours that the customer tapped; the content has its words. */
  choiceId?: string;
  referral?: Referral;
  forwarded?: Forwarded;
};

/** A change of an earlier message, by `from` or, when null, on the shop's own phone. */
export type InboundChange = { to: string; chat: Person; from: Person | null; at: number };

/** A received message that could not be delivered: its sender, and its time (epoch ms). */
export type ChannelSetAside = { from: Person; at: number };

/** A missed call, reported once it no longer rings. */
export type InboundCall = { id: string; from: Person; video: boolean; group: boolean; at: number };

/** The content of a message of ours. The body of the last two is what a reader sees. */
export type OutboundContent =
  | Exclude<Content<Attachment & { path: string }>, { kind: "unsupported" }>
  | {
      kind: "template";
      body: string;
      template: TemplateUse;
      file?: Attachment & { path: string };
    }
  | { kind: "interactive"; body: string; interactive: Interactive };

/** A message to send. `id` was made and stored before. */
export type OutboundMessage = {
  id: string;
  to: Identifier[];
  content: OutboundContent;
  quoted?: MessageRef & { body: string };
};

/**
 * A message on the network, to react to, edit, delete, quote or mark read. `from` is its author in
 * a group.
 */
export type MessageRef = { id: string; chat: Identifier[]; ours: boolean; from?: Identifier[] };

/**
 * The state of a connection. `qrUntil` (epoch ms) is when the QR code expires; `reason` says why.
 */
export type ConnectionStatus = {
  status: ConnectionState;
  qrcode: string;
  qrUntil?: number;
  number?: string;
  reason?: StatusReason;
  retries?: number;
  /** Undefined leaves the stored one as it is. */
  limit?: ConnectionLimit | null;
};

/**
 * The network's limit on a connection. `until` is epoch ms, null while unknown. `used` of `of` new
 * conversations have begun. rules.md#restrictions
 */
export type ChannelRestriction = Omit<Restriction, "until"> & { until: number | null };

/**
 * The callbacks of a channel. `onMessage` resolves when the message is stored: until then the
 * network must keep it.
 */
export type ChannelHandlers = {
  onStatus(status: ConnectionStatus): void;
  onMessage(inbound: InboundMessage): Promise<void>;
  onReaction(done: InboundChange & { emoji: string }): void;
  onEdit(done: InboundChange & { body: string }): void;
  /** `byAdmin`: the author may delete others' messages in that group. */
  onDelete(done: InboundChange & { byAdmin?: boolean }): void;
  onCall(rang: InboundCall): void;
  /**
   * The delivery level of a message of ours. `reason` says why it failed (level -1); `from` is the
   * phone that reports it, if any. `ours` is the id that we gave it, where the network has another.
   */
  onAck(
    id: string,
    level: number,
    more?: { reason?: string; from?: Identifier; ours?: string; billing?: MessageBilling },
  ): void;
  /** How many received messages are set aside. rules.md#no-message-lost */
  onSetAside(count: number): void;
  /** The network's current limit on the connection; null when it was lifted. */
  onRestriction(restriction: ChannelRestriction | null): void;
  /** Something new about a person: a name, another identifier. */
  onPerson(person: Person): void;
  /** A person has another number or user id from now on: the old ones stay theirs. */
  onMoved(from: Identifier[], to: Person): void;
  /** A person told the network whether they take the shop's marketing. */
  onMarketing(who: Identifier[], takesIt: boolean): void;
  /** The network decided about a template, or graded it. rules.md#templates */
  onTemplate(report: TemplateReport): void;
  /** The conversation was read on the shop's own phone. */
  onRead(chat: Identifier[]): void;
  /**
   * A person types or records, or stopped. Networks report it only while an agent looks at the
   * conversation, if at all.
   */
  onTyping(from: Identifier[], state: TypingState): void;
};

/**
 * One connection to a phone network. It knows nothing of tickets or stores. All but start, stop,
 * logout, watch and typing throw Unreachable while the connection is down.
 */
export interface Channel {
  readonly capabilities: Capabilities;
  /** Undefined on channels without the ability. */
  readonly templates?: ChannelTemplates;
  /**
   * How long (ms) a message whose sending had no answer waits for a report before it is sent again.
   * 0 where the same id again is the same message. rules.md#uncertain-sends
   */
  readonly resendAfter: number;
  /** Whether a phone has linked it. */
  readonly linked: boolean;
  /** Whether the connection is up now: if so, a failure has another cause. */
  readonly up: boolean;
  /** Connects, or shows a QR code. */
  start(): Promise<void>;
  /** Disconnects, still linked. */
  stop(): Promise<void>;
  /** Unlinks. */
  logout(): Promise<void>;
  /** A code to be typed on the phone with this number (digits), instead of the QR code. */
  pairingCode(number: string): Promise<string>;
  /**
   * Settles when the network took the message, with the id that the network has it under. Throws
   * Refused when it never will go, Unreachable when it may later, Uncertain when it may have gone.
   */
  send(message: OutboundMessage): Promise<string>;
  /** An empty emoji takes the reaction back. */
  react(target: MessageRef, emoji: string): Promise<void>;
  edit(target: MessageRef, body: string): Promise<void>;
  delete(target: MessageRef): Promise<void>;
  /** Tells the writers that their messages were read. */
  read(targets: MessageRef[]): Promise<void>;
  /**
   * Tells the network that an agent looks at this person's conversation; null when no agent looks
   * at any. This is a courtesy: it never throws.
   */
  watch(who: Identifier[] | null): Promise<void>;
  /** Shows them that we write, or stopped. It never throws. */
  typing(who: Identifier[], typing: boolean): Promise<void>;
  /**
   * The file of a received message, by the message's id, as a stream. Throws Refused when it is too
   * large, is not of the claimed type, or is gone. It may throw at the end only: no byte counts
   * then.
   */
  fetch(id: string): AsyncIterable<Uint8Array>;
  /**
   * The identifiers behind these numbers (digits), by requested number; a number without an account
   * is absent.
   */
  check(numbers: string[]): Promise<Map<string, Identifier[]>>;
  /** A profile picture; undefined when none is visible. */
  picture(who: Identifier[]): Promise<Uint8Array | undefined>;
  block(who: Identifier[], blocked: boolean): Promise<void>;
  /** The phone's address book, or the people of its chat list. */
  people(list: "book" | "chats"): Promise<Person[]>;
  group(id: string): Promise<{ subject: string; people: Person[] }>;
  /** Received messages that could not be delivered: stored, and no longer tried by themselves. */
  setAside(): Promise<ChannelSetAside[]>;
  /** Tries once more to deliver messages that are set aside; resolves after the try. */
  retrySetAside(): Promise<void>;
}

/** The network will not take this. The reason (an `ERR_*` code) is shown to the agent. */
export class Refused extends Error {
  override name = "Refused";
}

/** The network can't be reached: waiting messages stay in the outbox. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/**
 * The message may have gone: no answer came after its content was sent. Only channels with a
 * `resendAfter` throw it.
 */
export class Uncertain extends Unreachable {
  override name = "Uncertain";
}

/** Starts and stops the connections of all companies. */
export interface ConnectionManager {
  start(company: number, connection: number): Promise<void>;
  /** Takes a connection down for good, with all its network knows of it. */
  forget(company: number, connection: number): Promise<void>;
  logout(company: number, connection: number): Promise<void>;
  /** Takes down all of a company's connections, still linked. */
  stopCompany(company: number): Promise<void>;
  /** Brings up a company's linked connections. */
  openCompany(company: number): Promise<void>;
  /** Forgets the data of a deleted company. */
  forgetCompany(company: number): void;
  /** The running channel; undefined when it was never started. */
  channel(company: number, connection: number): Channel | undefined;
}
