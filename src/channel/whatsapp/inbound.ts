import {
  getBinaryNodeChild,
  type BinaryNode,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { ChannelHandlers } from "../channel.ts";
import { identifierOf, person } from "./identifiers.ts";
import { Cache } from "../cache.ts";
import { cartOf } from "./cart.ts";
import { mediaOf } from "./attachments.ts";
import { decode, isUndecrypted, notOpenedMessage } from "./decode.ts";
import { isGroupAdmin } from "./group-admin.ts";
import { InboundPeople } from "./inbound-people.ts";
import { isOpenPoll, pollVoteOf } from "./polls.ts";
import { coreOf } from "./unwrap.ts";
import { acksOf, readOnOtherDevice, refusalOf, typingOf } from "./receipts.ts";
import { RingingCalls } from "./ringing-calls.ts";
import { TypingReports } from "./typing-reports.ts";
import { rememberStanza, reopenedMessage, withheldMessage } from "./journal.ts";
import type { Outbound } from "./outbound.ts";
import type { Log } from "./socket.ts";
import { Undecryptable } from "./undecryptable.ts";
import type { Vault } from "./vault.ts";

const noteDelay = 250;
/** How long until a message that could not be delivered is tried again, in ms. */
const retryDelay = 60_000;
/**
 * Delivers a socket's received messages, in order. Stanzas are stored before Baileys acknowledges
 * them.
 */
export class Inbound {
  #delivering: Promise<unknown> = Promise.resolve();
  #caughtUp = false;
  /** Ids of messages that wait in Baileys' queue of offline messages. */
  readonly #heldBack = new Set<string>();
  readonly #delivered: string[] = [];
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  /** Stored stanzas that Baileys has to decrypt. */
  readonly #unopened: BinaryNode[] = [];
  readonly #ringing: RingingCalls;
  readonly #typing: TypingReports;
  readonly #people: InboundPeople;
  readonly #undecryptable: Undecryptable;
  /** The username of a message's sender, by the message's id. */
  readonly #usernames = new Cache(retryDelay * 60, 1000);

  constructor(
    private readonly socket: WASocket,
    private readonly vault: Vault,
    private readonly handlers: ChannelHandlers,
    private readonly outbound: Outbound,
    private readonly tell: Log,
  ) {
    const { ws, ev } = socket;
    this.#ringing = new RingingCalls(handlers);
    this.#typing = new TypingReports(handlers);
    this.#undecryptable = new Undecryptable(vault, handlers, (work) => this.#enqueue(work));
    this.#people = new InboundPeople(vault, (each) =>
      this.#enqueue(async () => this.handlers.onPerson(each)),
    );
    // At once: stored messages need no network, and are older than those that WhatsApp still holds
    // for us.
    this.#safely(() => this.#deliverKept());
    ws.prependListener("CB:success", () => this.#enqueue(async () => this.#requeueUnopened()));
    ws.prependListener("CB:message", (node: BinaryNode) =>
      this.#safely(() => this.#stanzaArrived(node)),
    );
    ws.prependListener("CB:receipt", (node: BinaryNode) => this.#safely(() => this.#receipt(node)));
    ws.prependListener("CB:ack,class:message", (node: BinaryNode) =>
      this.#safely(() => this.#acked(node)),
    );
    ev.on("messages.upsert", ({ messages }) => {
      for (const message of messages) {
        this.#heldBack.delete(message.key.id ?? "");
        this.#enqueue(() => this.#message(message));
      }
    });
    ev.on("call", (calls) => {
      for (const call of calls) this.#safely(() => this.#ringing.changed(call));
    });
    ev.on("presence.update", (update) =>
      this.#safely(() => this.#typing.changed(typingOf(update))),
    );
    ev.on("lid-mapping.update", ({ lid, pn }) => this.#people.learn([person("", pn, lid)]));
    // Push names come with messages anyway: only the phone's address book is new here.
    ev.on("contacts.upsert", (contacts) =>
      this.#safely(() => this.#people.learnContacts(contacts, { inBook: true })),
    );
    ev.on("messaging-history.set", ({ contacts, chats, lidPnMappings = [] }) => {
      // Names and ids only: old messages become no tickets.
      this.#safely(() => this.#people.learnContacts(contacts, {}));
      this.#safely(() => this.#people.keepChats(chats));
      this.#people.learn(lidPnMappings.map(({ lid, pn }) => person("", pn, lid)));
    });
    ev.on("groups.update", (groups) =>
      this.#safely(() =>
        groups.forEach((group) => group.id && this.vault.changeGroup(group.id, group)),
      ),
    );
    ev.on("group-participants.update", ({ id }) =>
      this.#safely(() => this.vault.keepGroup(id, undefined)),
    );
  }

  caughtUp() {
    this.#caughtUp = true;
  }

  /**
   * WhatsApp has not reported the end of the backlog: delivers the messages that Baileys buffers
   * until then.
   */
  flushBacklog() {
    if (!this.#caughtUp) this.socket.ev.flush();
  }

  /** Resolves when everything received so far is delivered. */
  async settled() {
    await this.#delivering;
    this.noteDelivered();
  }

  /** The socket is down: undelivered messages wait for the next one. */
  end() {
    this.#ended = true;
    clearTimeout(this.#retryTimer);
    this.#undecryptable.end();
  }

  /** Tries once more to deliver messages that were set aside; resolves after the try. */
  async takeUp() {
    this.vault.takeUp();
    this.#deliverKept();
    await this.#delivering;
  }

  /**
   * Delivers stored messages that were not delivered before the socket or the box went down.
   * rules.md#no-message-lost
   */
  #deliverKept() {
    if (!this.vault.linked) return;
    for (const waiting of this.vault.waiting()) this.#enqueue(() => this.#deliverAgain(waiting));
    this.#enqueue(async () => {
      this.noteDelivered();
      this.handlers.onSetAside(this.vault.setAside().length);
      await this.#undecryptable.deliver();
    });
  }

  async #deliverAgain(waiting: number) {
    const node = this.#ended ? undefined : this.vault.attempt(waiting, this.#delivered.splice(0));
    if (!node) return undefined;
    this.#rememberUsername(node);
    // Messages of our own phone to its devices are for Baileys.
    const message =
      node.attrs.category === "peer" ? undefined : await reopenedMessage(this.vault, node);
    if (message) return this.#message(message);
    this.vault.uncount(waiting);
    return void this.#unopened.push(node);
  }

  /** Gives Baileys the stored stanzas again that only it can decrypt. */
  #requeueUnopened() {
    for (const node of this.#unopened.splice(0))
      this.socket.ws.emit("CB:message", { ...node, attrs: { ...node.attrs, offline: "0" } });
  }

  // Baileys handles offline messages one by one and lets live ones overtake them. While there are
  // any, live ones are marked as offline too, to keep the order.
  #stanzaArrived(node: BinaryNode) {
    const { id = "", offline } = node.attrs;
    if (offline !== undefined || this.#heldBack.size > 0) {
      node.attrs.offline ??= "0";
      this.#heldBack.add(id);
    }
    rememberStanza(node);
    this.#rememberUsername(node);
    const absent = getBinaryNodeChild(node, "unavailable")?.attrs.type;
    if (absent === "hosted_unavailable_fanout" || absent === "view_once_unavailable_fanout")
      // Baileys emits nothing for these.
      this.#enqueue(() => this.#message(withheldMessage(node, absent, this.#me())));
  }

  /** Baileys reads a sender's username in groups alone. */
  #rememberUsername({ attrs }: BinaryNode) {
    const username = attrs.sender_username ?? attrs.username ?? attrs.participant_username;
    if (username && attrs.id) this.#usernames.set(attrs.id, username);
  }

  async #message(message: WAMessage) {
    const id = message.key?.id;
    if (!id) return;
    const { remoteJid } = message.key;
    const group =
      remoteJid && identifierOf(remoteJid)?.type === "group"
        ? await this.outbound.subject(remoteJid)
        : undefined;
    if (isUndecrypted(message)) {
      const username = this.#usernames.get<string>(id);
      return this.#undecryptable.add(
        notOpenedMessage(message, group, this.#me(), username),
        message.retryCount ?? 0,
      );
    }
    const extras = {
      cart: await cartOf(this.socket, message),
      vote: pollVoteOf(this.vault, message, this.#me()),
      username: this.#usernames.get<string>(id),
    };
    const decoded = decode(message, group, this.#me(), extras);
    const dropped = decoded.length === 0 ? coreOf(message.message)?.key : undefined;
    if (dropped) this.tell("info", "whatsapp", { dropped });
    for (const each of decoded) {
      if (each.what === "message") {
        if (message.message && (mediaOf(message.message) || isOpenPoll(message)))
          this.vault.keep(id, message);
        await this.handlers.onMessage(each);
      } else if (each.what === "reaction") this.handlers.onReaction(each);
      else if (each.what === "edit") this.handlers.onEdit(each);
      else
        this.handlers.onDelete({
          ...each,
          byAdmin: remoteJid ? isGroupAdmin(this.vault, this.#me(), remoteJid, each.from) : false,
        });
    }
    this.#markDelivered(id);
    this.vault.forgetUnopened(id);
  }

  // Many are noted in one write. One that is delivered twice is recognised by its id.
  #markDelivered(id: string) {
    this.#delivered.push(id);
    this.#noteTimer ??= setTimeout(() => this.noteDelivered(), noteDelay);
  }

  /** Writes which messages have been delivered. */
  noteDelivered() {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    const ids = this.#delivered.splice(0);
    if (ids.length > 0) this.#safely(() => this.vault.done(...ids));
  }

  #receipt(node: BinaryNode) {
    const chat = readOnOtherDevice(node, this.#me());
    if (chat) return this.handlers.onRead(chat);
    const acks = acksOf(node, this.#me());
    if (!acks) return undefined;
    for (const id of acks.ids) this.handlers.onAck(id, acks.level, { from: acks.from });
    // The library acknowledges the receipt next, and it never comes again.
    return this.vault.flush();
  }

  #me(): string[] {
    const { id, lid } = this.socket.user ?? {};
    return [id, lid].filter((jid) => jid !== undefined);
  }

  #acked(node: BinaryNode) {
    const { id } = node.attrs;
    if (id) this.outbound.acked(id, refusalOf(node));
  }

  // One after the other, with a turn of the event loop between them: a flood on one connection must
  // not block the box.
  #enqueue(work: () => Promise<unknown>) {
    this.#delivering = this.#delivering
      .then(work)
      .catch((thrown) => this.#tryLater(thrown))
      .then(() => new Promise(setImmediate));
  }

  #tryLater(thrown: unknown) {
    this.#failed(thrown);
    if (this.#ended) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#safely(() => this.#deliverKept()), retryDelay);
  }

  // A listener that throws would stop later frames.
  #safely(work: () => unknown) {
    try {
      work();
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  #failed(thrown: unknown) {
    const { name, code } = thrown as { name?: string; code?: unknown };
    this.tell("error", "whatsapp heard", { error: name, code });
  }
}
