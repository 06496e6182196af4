import {
  decodeMessageNode,
  getBinaryNodeChild,
  proto,
  type BinaryNode,
  type Contact,
  type WACallEvent,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { TypingState } from "../../shared/states.ts";
import type { Identifier, ChannelHandlers, Person } from "../channel.ts";
import { handle, identifierOf, jidOf, person } from "./identifiers.ts";
import { Cache } from "./cache.ts";
import { cartOf } from "./cart.ts";
import { mediaOf } from "./attachments.ts";
import { decode, isUndecrypted, notOpenedMessage } from "./decode.ts";
import { isOpenPoll, pollVoteOf } from "./polls.ts";
import { coreOf } from "./unwrap.ts";
import { acksOf, readOnOtherDevice, refusalOf, typingOf } from "./receipts.ts";
import { rememberStanza, reopenedMessage } from "./journal.ts";
import type { Outbound } from "./outbound.ts";
import type { Log } from "./socket.ts";
import type { Vault } from "./vault.ts";

const noteDelay = 250;
/** How long until a message that could not be delivered is tried again, in ms. */
const retryDelay = 60_000;
/**
 * How often a message that could not be decrypted is asked for again. After the last time, or so
 * many ms, its conversation shows that. rules.md#undecryptable-messages
 */
const maxResendRequests = 5;
const notOpenedDelay = 60_000;
/**
 * How often continued typing is reported, and how long after its last sign it counts as stopped;
 * ms.
 */
const typingAgain = 5000;
const typingLimit = 60_000;

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
  #notOpenedTimer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  /** Stored stanzas that Baileys has to decrypt. */
  readonly #unopened: BinaryNode[] = [];
  readonly #ringing = new Map<string, WACallEvent>();
  readonly #typing = new Cache(typingLimit, 1000);
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
      for (const call of calls) this.#safely(() => this.#callChanged(call));
    });
    ev.on("presence.update", (update) => this.#safely(() => this.#typingChanged(typingOf(update))));
    ev.on("lid-mapping.update", ({ lid, pn }) => this.#learnPeople([person("", pn, lid)]));
    // Push names come with messages anyway: only the phone's address book is new here.
    ev.on("contacts.upsert", (contacts) => this.#learnContacts(contacts, { inBook: true }));
    ev.on("messaging-history.set", ({ contacts, chats, lidPnMappings = [] }) => {
      // Names and ids only: old messages become no tickets.
      this.#learnContacts(contacts, {});
      this.#safely(() =>
        this.vault.keepPeople(
          chats.flatMap(({ id, name }) =>
            id && !identifierIs(id, "group")
              ? { ...namesOf(id), name: name ?? undefined, hasChat: true }
              : [],
          ),
        ),
      );
      this.#learnPeople(lidPnMappings.map(({ lid, pn }) => person("", pn, lid)));
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
    clearTimeout(this.#notOpenedTimer);
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
      await this.#deliverNotOpened();
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
      this.#enqueue(() => this.#withheld(node, absent));
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
      remoteJid && identifierIs(remoteJid, "group")
        ? await this.outbound.subject(remoteJid)
        : undefined;
    if (isUndecrypted(message)) return this.#notOpened(message, group);
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
          byAdmin: remoteJid ? this.#isAdmin(remoteJid, each.from) : false,
        });
    }
    this.#markDelivered(id);
    this.vault.forgetUnopened(id);
  }

  // Baileys emits nothing for these.
  async #withheld(node: BinaryNode, absent: string) {
    const { fullMessage } = decodeMessageNode(node, this.#me()[0] ?? "", this.#me()[1] ?? "");
    if (absent === "view_once_unavailable_fanout") fullMessage.key.isViewOnce = true;
    else fullMessage.messageStubType = proto.WebMessageInfo.StubType.CIPHERTEXT;
    await this.#message(fullMessage);
  }

  // rules.md#undecryptable-messages
  async #notOpened(message: WAMessage, group: { subject: string } | undefined) {
    const inbound = notOpenedMessage(
      message,
      group,
      this.#me(),
      this.#usernames.get<string>(message.key.id ?? ""),
    );
    if (!inbound) return;
    this.vault.keepUnopened(
      inbound,
      (message.retryCount ?? 0) < maxResendRequests ? notOpenedDelay : 0,
    );
    await this.#deliverNotOpened();
  }

  /** Reports messages that were not decrypted in time, and runs again when the next is due. */
  async #deliverNotOpened() {
    clearTimeout(this.#notOpenedTimer);
    for (const { inbound, wait } of this.vault.unopened()) {
      if (wait > 0)
        return void (this.#notOpenedTimer = this.#ended
          ? undefined
          : setTimeout(() => this.#enqueue(() => this.#deliverNotOpened()), wait));
      await this.handlers.onMessage(inbound);
      this.vault.forgetUnopened(inbound.id);
    }
  }

  // The network does not check the author of a deletion in a group, so we do.
  #isAdmin(group: string, who: Person | null): boolean {
    const named = (participant: { id: string; lid?: string; phoneNumber?: string }) =>
      person("", participant.id, participant.lid, participant.phoneNumber).ids;
    const is = (one: Identifier) =>
      who === null || who.ids.some(({ type, value }) => type === one.type && value === one.value);
    return (
      this.vault
        .group(group)
        ?.participants.some(
          (each) =>
            Boolean(each.admin) &&
            (who === null
              ? this.#me().some((jid) =>
                  named(each).some(({ value }) => identifierOf(jid)?.value === value),
                )
              : named(each).some(is)),
        ) ?? false
    );
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

  // A call is reported once, when it no longer rings and was not answered.
  #callChanged({ id, from, callerPn, chatId, status, isVideo, isGroup, date }: WACallEvent) {
    if (status === "offer")
      this.#ringing.set(id, {
        id,
        from,
        callerPn,
        chatId,
        status,
        isVideo,
        isGroup,
        date,
      } as WACallEvent);
    const rang = this.#ringing.get(id);
    if (!rang || status === "offer" || status === "ringing") return;
    if (!["timeout", "terminate", "reject", "accept"].includes(status)) return;
    this.#ringing.delete(id);
    if (status === "accept") return;
    const caller = person("", rang.callerPn, rang.from, rang.chatId);
    if (caller.ids.length > 0)
      this.handlers.onCall({
        id,
        from: caller,
        video: rang.isVideo ?? false,
        group: rang.isGroup ?? false,
        at: rang.date.getTime(),
      });
  }

  // Phones repeat "composing", and may go offline without "paused".
  #typingChanged(typing: ReturnType<typeof typingOf>) {
    if (!typing) return;
    const { from, state } = typing;
    const last = this.#typing.get<{ state: TypingState; at: number }>(jidOf(from));
    const at = Date.now();
    if (state === (last?.state ?? "paused") && (!last || at - last.at < typingAgain)) return;
    if (state === "paused") this.#typing.del(jidOf(from));
    else this.#typing.set(jidOf(from), { state, at });
    this.handlers.onTyping([from], state);
  }

  #learnContacts(contacts: Partial<Contact>[], more: { inBook?: boolean }) {
    this.#safely(() =>
      this.vault.keepPeople(
        contacts.flatMap(({ id, lid, phoneNumber, name }) =>
          id ? { ...namesOf(id, lid, phoneNumber), name: name ?? undefined, ...more } : [],
        ),
      ),
    );
    this.#learnPeople(
      contacts.map(({ id, lid, phoneNumber, notify, username }) =>
        person(notify || handle(username), id, lid, phoneNumber),
      ),
    );
  }

  #learnPeople(people: Person[]) {
    for (const each of people)
      if (each.ids.length > 1 || (each.ids.length > 0 && each.name))
        this.#enqueue(async () => this.handlers.onPerson(each));
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

const identifierIs = (jid: string, type: string) => identifierOf(jid)?.type === type;

function namesOf(...jids: (string | null | undefined)[]): { lid?: string; phone?: string } {
  const ids = person("", ...jids).ids;
  return {
    lid: ids.find(({ type }) => type === "lid")?.value,
    phone: ids.find(({ type }) => type === "phone")?.value,
  };
}
