import { decodeMessageNode, getBinaryNodeChild, proto, type BinaryNode, type Contact, type WACallEvent, type WAMessage, type WASocket } from "@whiskeysockets/baileys";
import type { TypingState } from "../../shared/states.ts";
import type { Identifier, ChannelHandlers, Person } from "../channel.ts";
import { addressOf, jidOf, person } from "./addresses.ts";
import { Cache } from "./cache.ts";
import { acksOf, heard, mediaOf, readElsewhere, refusalOf, typingOf, undecrypted, unopened } from "./hears.ts";
import { remember, reopened } from "./journal.ts";
import type { Saying } from "./saying.ts";
import type { Tell } from "./socket.ts";
import type { Vault } from "./vault.ts";

const noteAfter = 250;
/** What could not be told is tried again after so many ms. */
const retryAfter = 60_000;
/** Whose message could not be opened is asked for it again, at most so often; after so many ms, or the last try, the conversation says so. */
const asksLimit = 5;
const unopenedAfter = 60_000;
/** Who types on is told again after so many ms, and who was not heard of for the limit has stopped. */
const typingAgain = 5000;
const typingLimit = 60_000;

/** What one socket hears, told in order. Stanzas are kept before Baileys answers them, so that what it says we have, we have. */
export class Hearing {
  #telling: Promise<unknown> = Promise.resolve();
  #caughtUp = false;
  /** Messages that stand in line with Baileys. */
  readonly #heldBack = new Set<string>();
  readonly #kept: string[] = [];
  #noting: ReturnType<typeof setTimeout> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #missing: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  /** Kept stanzas that Baileys has to open. */
  readonly #unopened: BinaryNode[] = [];
  readonly #ringing = new Map<string, WACallEvent>();
  readonly #typing = new Cache(typingLimit, 1000);

  constructor(
    private readonly socket: WASocket,
    private readonly vault: Vault,
    private readonly handlers: ChannelHandlers,
    private readonly saying: Saying,
    private readonly tell: Tell,
  ) {
    const { ws, ev } = socket;
    // At once, since what was kept needs no network, and is older than what WhatsApp holds back for us.
    this.#safely(() => this.#again());
    ws.prependListener("CB:success", () => this.#next(async () => this.#releaseUnseenTickets()));
    ws.prependListener("CB:message", (node: BinaryNode) => this.#safely(() => this.#arrived(node)));
    ws.prependListener("CB:receipt", (node: BinaryNode) => this.#safely(() => this.#receipt(node)));
    ws.prependListener("CB:ack,class:message", (node: BinaryNode) => this.#safely(() => this.#acked(node)));
    ev.on("messages.upsert", ({ messages }) => {
      for (const message of messages) {
        this.#heldBack.delete(message.key.id ?? "");
        this.#next(() => this.#message(message));
      }
    });
    ev.on("call", (calls) => {
      for (const call of calls) this.#safely(() => this.#called(call));
    });
    ev.on("presence.update", (update) => this.#safely(() => this.#typed(typingOf(update))));
    ev.on("lid-mapping.update", ({ lid, pn }) => this.#met([person("", pn, lid)]));
    // The names that people give themselves come with their messages: only the phone's own list of names is news.
    ev.on("contacts.upsert", (contacts) => this.#known(contacts, { inBook: true }));
    ev.on("messaging-history.set", ({ contacts, chats, lidPnMappings = [] }) => {
      // Names and ids only: what was said before is neither a ticket nor unread.
      this.#known(contacts, {});
      this.#safely(() => this.vault.keepPeople(chats.flatMap(({ id, name }) => (id && !addressIs(id, "group") ? { ...namesOf(id), name: name ?? undefined, hasChat: true } : []))));
      this.#met(lidPnMappings.map(({ lid, pn }) => person("", pn, lid)));
    });
    ev.on("groups.update", (groups) => this.#safely(() => groups.forEach((group) => group.id && this.vault.changeGroup(group.id, group))));
    ev.on("group-participants.update", ({ id }) => this.#safely(() => this.vault.keepGroup(id, undefined)));
  }

  caughtUp() {
    this.#caughtUp = true;
  }

  /** The word that the backlog is over never came: what was held back for it is told. */
  overdue() {
    if (!this.#caughtUp) this.socket.ev.flush();
  }

  /** Settles when all that was heard so far is told. */
  async settled() {
    await this.#telling;
    this.note();
  }

  /** The line is down: what could not be told yet waits for the next one. */
  end() {
    this.#ended = true;
    clearTimeout(this.#retrying);
    clearTimeout(this.#missing);
  }

  /** Tells what was set aside once more; settles when it is tried. */
  async takeUp() {
    this.vault.takeUp();
    this.#again();
    await this.#telling;
  }

  /** Tells what was kept but not told, before the line fell or the box did. rules.md#nothing-given-up */
  #again() {
    if (!this.vault.linked) return;
    for (const waiting of this.vault.waiting()) this.#next(() => this.#retell(waiting));
    this.#next(async () => {
      this.note();
      this.handlers.onSetAside(this.vault.setAside().length);
      await this.#tellUnopened();
    });
  }

  async #retell(waiting: number) {
    const node = this.#ended ? undefined : this.vault.attempt(waiting, this.#kept.splice(0));
    if (!node) return undefined;
    // What our own phone tells its devices is Baileys' business.
    const message = node.attrs.category === "peer" ? undefined : await reopened(this.vault, node);
    if (message) return this.#message(message);
    this.vault.uncount(waiting);
    return void this.#unopened.push(node);
  }

  /** Gives kept stanzas that only Baileys can make something of to it once more. */
  #releaseUnseenTickets() {
    for (const node of this.#unopened.splice(0)) this.socket.ws.emit("CB:message", { ...node, attrs: { ...node.attrs, offline: "0" } });
  }

  // Baileys takes what was held back one by one, and lets what comes meanwhile overtake it: here it stands behind. At other times it is not held up.
  #arrived(node: BinaryNode) {
    const { id = "", offline } = node.attrs;
    if (offline !== undefined || this.#heldBack.size > 0) {
      node.attrs.offline ??= "0";
      this.#heldBack.add(id);
    }
    remember(node);
    const absent = getBinaryNodeChild(node, "unavailable")?.attrs.type;
    if (absent === "hosted_unavailable_fanout" || absent === "view_once_unavailable_fanout") this.#next(() => this.#withheld(node, absent));
  }

  async #message(message: WAMessage) {
    const id = message.key?.id;
    if (!id) return;
    const { remoteJid } = message.key;
    const group = remoteJid && addressIs(remoteJid, "group") ? await this.saying.subject(remoteJid) : undefined;
    if (undecrypted(message)) return this.#missed(message, group);
    for (const each of heard(message, group, this.#me())) {
      if (each.what === "said") {
        if (message.message && mediaOf(message.message)) this.vault.keep(id, message);
        await this.handlers.onMessage(each);
      } else if (each.what === "reacted") this.handlers.onReaction(each);
      else if (each.what === "edited") this.handlers.onEdit(each);
      else this.handlers.onDelete({ ...each, byAdmin: remoteJid ? this.#isAdmin(remoteJid, each.from) : false });
    }
    this.#done(id);
    this.vault.forgetUnopened(id);
  }

  // Baileys lets these go without a word.
  async #withheld(node: BinaryNode, absent: string) {
    const { fullMessage } = decodeMessageNode(node, this.#me()[0] ?? "", this.#me()[1] ?? "");
    if (absent === "view_once_unavailable_fanout") fullMessage.key.isViewOnce = true;
    else fullMessage.messageStubType = proto.WebMessageInfo.StubType.CIPHERTEXT;
    await this.#message(fullMessage);
  }

  // rules.md#not-opened
  async #missed(message: WAMessage, group: { subject: string } | undefined) {
    const inbound = unopened(message, group, this.#me());
    if (!inbound) return;
    this.vault.keepUnopened(inbound, (message.retryCount ?? 0) < asksLimit ? unopenedAfter : 0);
    await this.#tellUnopened();
  }

  /** Tells of what was not opened in time, and looks again when the next is due. */
  async #tellUnopened() {
    clearTimeout(this.#missing);
    for (const { inbound, wait } of this.vault.unopened()) {
      if (wait > 0) return void (this.#missing = this.#ended ? undefined : setTimeout(() => this.#next(() => this.#tellUnopened()), wait));
      await this.handlers.onMessage(inbound);
      this.vault.forgetUnopened(inbound.id);
    }
  }

  // Only a group's members say so to each other: the network can't tell.
  #isAdmin(group: string, who: Person | null): boolean {
    const named = (participant: { id: string; lid?: string; phoneNumber?: string }) => person("", participant.id, participant.lid, participant.phoneNumber).ids;
    const is = (one: Identifier) => who === null || who.ids.some(({ type, value }) => type === one.type && value === one.value);
    return this.vault.group(group)?.participants.some((each) => Boolean(each.admin) && (who === null ? this.#me().some((jid) => named(each).some(({ value }) => addressOf(jid)?.value === value)) : named(each).some(is))) ?? false;
  }

  // Noted for many at once: what is noted twice is told twice, and known by its id the second time.
  #done(id: string) {
    this.#kept.push(id);
    this.#noting ??= setTimeout(() => this.note(), noteAfter);
  }

  /** Notes what the box has by now. */
  note() {
    clearTimeout(this.#noting);
    this.#noting = undefined;
    const ids = this.#kept.splice(0);
    if (ids.length > 0) this.#safely(() => this.vault.done(...ids));
  }

  #receipt(node: BinaryNode) {
    const chat = readElsewhere(node, this.#me());
    if (chat) return this.handlers.onRead(chat);
    const acks = acksOf(node, this.#me());
    for (const id of acks?.ids ?? []) this.handlers.onAck(id, acks!.level, { from: acks!.from });
    return undefined;
  }

  #me(): string[] {
    const { id, lid } = this.socket.user ?? {};
    return [id, lid].filter((jid) => jid !== undefined);
  }

  #acked(node: BinaryNode) {
    const { id } = node.attrs;
    if (id) this.saying.acked(id, refusalOf(node));
  }

  // Told once, when it no longer rings and nobody took it.
  #called({ id, from, callerPn, chatId, status, isVideo, isGroup, date }: WACallEvent) {
    if (status === "offer") this.#ringing.set(id, { id, from, callerPn, chatId, status, isVideo, isGroup, date } as WACallEvent);
    const rang = this.#ringing.get(id);
    if (!rang || status === "offer" || status === "ringing") return;
    if (!["timeout", "terminate", "reject", "accept"].includes(status)) return;
    this.#ringing.delete(id);
    if (status === "accept") return;
    const caller = person("", rang.callerPn, rang.from, rang.chatId);
    if (caller.ids.length > 0) this.handlers.onCall({ id, from: caller, video: rang.isVideo ?? false, group: rang.isGroup ?? false, at: rang.date.getTime() });
  }

  // Phones repeat themselves while their owner types, and come and go without a word.
  #typed(told: ReturnType<typeof typingOf>) {
    if (!told) return;
    const { from, state } = told;
    const known = this.#typing.get<{ state: TypingState; at: number }>(jidOf(from));
    const at = Date.now();
    if (state === (known?.state ?? "paused") && (!known || at - known.at < typingAgain)) return;
    if (state === "paused") this.#typing.del(jidOf(from));
    else this.#typing.set(jidOf(from), { state, at });
    this.handlers.onTyping([from], state);
  }

  #known(contacts: Partial<Contact>[], more: { inBook?: boolean }) {
    this.#safely(() => this.vault.keepPeople(contacts.flatMap(({ id, lid, phoneNumber, name }) => (id ? { ...namesOf(id, lid, phoneNumber), name: name ?? undefined, ...more } : []))));
    this.#met(contacts.map(({ id, lid, phoneNumber, notify }) => person(notify ?? "", id, lid, phoneNumber)));
  }

  #met(people: Person[]) {
    for (const each of people) if (each.ids.length > 1 || (each.ids.length > 0 && each.name)) this.#next(async () => this.handlers.onPerson(each));
  }

  // One after the other, with a turn for everyone else between them: a flood on one line must not hold up the box.
  #next(work: () => Promise<unknown>) {
    this.#telling = this.#telling.then(work).catch((thrown) => this.#tryLater(thrown)).then(() => new Promise(setImmediate));
  }

  #tryLater(thrown: unknown) {
    this.#failed(thrown);
    if (this.#ended) return;
    clearTimeout(this.#retrying);
    this.#retrying = setTimeout(() => this.#safely(() => this.#again()), retryAfter);
  }

  // A listener that throws would stop the frames that come after.
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

const addressIs = (jid: string, type: string) => addressOf(jid)?.type === type;

function namesOf(...jids: (string | null | undefined)[]): { lid?: string; phone?: string } {
  const ids = person("", ...jids).ids;
  return { lid: ids.find(({ type }) => type === "lid")?.value, phone: ids.find(({ type }) => type === "phone")?.value };
}
