import {
  initAuthCreds,
  proto,
  type AuthenticationCreds,
  type BinaryNode,
  type GroupMetadata,
  type SignalKeyStore,
  type WAMessage,
  type WAMessageKey,
} from "@whiskeysockets/baileys";
import { randomBytes } from "node:crypto";
import type { Person, InboundMessage } from "../channel.ts";
import { identifierOf } from "./identifiers.ts";
import { RowSeals } from "./row-seals.ts";
import { json, parsed, text } from "./sealed-rows.ts";
import { unpacked } from "./stanzas.ts";
import { type KnownPerson, OwnershipLost, type VaultFile } from "./vault-file.ts";
import { listed, VaultKeys } from "./vault-keys.ts";
import { VaultPeople } from "./vault-people.ts";
import { statements } from "./vault-statements.ts";

const day = 86_400_000;
const openedAge = 3 * day;
const contentAge = 30 * day;

/** Automatic attempts after which a message is set aside. */
const triesLimit = 5;

const historyLimit = 50;

/**
 * A connection's session in the company's file: our identity on the network, the keys, and the
 * messages. Secrets are sealed with `boxKey` (32 bytes). Every write throws Lost unless this vault
 * took the session last.
 */
export class Vault {
  /**
   * Baileys' keys. One `set` is one transaction. After a wipe there are new ones, and a holder of
   * the old ones can't write.
   */
  keys: SignalKeyStore;
  readonly #sql;
  readonly #seals: RowSeals;
  readonly #keyRows: VaultKeys;
  readonly #people: VaultPeople;
  #epoch = -1;
  #creds: AuthenticationCreds | undefined;

  constructor(
    private readonly file: VaultFile,
    private readonly connection: number,
    boxKey: Uint8Array,
    private readonly now: () => number,
  ) {
    this.#sql = statements(file.sqlite);
    file.write(() => void this.#sql.addSession.run(connection, randomBytes(32).toString("base64")));
    this.#seals = new RowSeals(
      connection,
      boxKey,
      Buffer.from(this.#sql.salt.get(connection)!.salt, "base64"),
    );
    this.#keyRows = new VaultKeys(connection, this.#sql, this.#seals, now);
    this.#people = new VaultPeople(connection, this.#sql);
    this.keys = this.#store();
  }

  /** Writes all changes to disk, before the network hears that the messages came. */
  flush() {
    this.file.flush();
  }

  /** Becomes the session's owner. */
  claim() {
    this.#epoch = this.file.write(() => this.#sql.nextEpoch.get(this.connection)!.epoch);
    this.#creds = undefined;
  }

  /**
   * Our identity on the network; new and not yet linked at first. Callers change it in place.
   * Throws when another key sealed it.
   */
  get creds(): AuthenticationCreds {
    this.#creds ??= this.#loadCreds() ?? initAuthCreds();
    return this.#creds;
  }

  get linked(): boolean {
    return Boolean(this.creds.account && this.creds.me);
  }

  /** A link that was not completed is not stored: WhatsApp would take it for a removed device. */
  saveCreds() {
    const { creds } = this;
    creds.processedHistoryMessages = creds.processedHistoryMessages.slice(-historyLimit);
    const sealed = this.linked ? this.#seals.seal(["creds"], json(creds)) : null;
    this.#write(() => sealed && this.#sql.saveCreds.run(sealed, this.connection));
  }

  /**
   * Deletes the session and the phone's contacts. Messages stay, for retries and quotes, and so do
   * undelivered ones.
   */
  wipe() {
    this.#write(() => this.#sql.wipe.forEach((statement) => statement.run(this.connection)));
    this.#creds = undefined;
    this.keys = this.#store();
  }

  /** The plain bytes that were decrypted under one of these hashes. */
  opened(hashes: string[]): Uint8Array | undefined {
    for (const hash of hashes) {
      const row = this.#sql.opened.get(this.connection, hash);
      if (row) return this.#seals.open(["plain", hash], row.plain);
    }
    return undefined;
  }

  /**
   * These messages are delivered. They stay for a while, so that one that comes again is
   * recognised.
   */
  done(...ids: string[]) {
    this.#write(() => ids.forEach((id) => this.#sql.done.run(this.connection, id)));
  }

  /**
   * The numbers of the decrypted stanzas that are not done, oldest first, except those that are set
   * aside.
   */
  waiting(): number[] {
    return this.#sql.waiting.all(this.connection, triesLimit).map(({ id }) => id);
  }

  /**
   * A stanza that waits, by its number, after it was noted that it is tried: should the box go down
   * over it, the next knows. `done` are the messages before it. Undefined when it waits no more.
   */
  attempt(waiting: number, done: string[]): BinaryNode | undefined {
    const row = this.#write(() => {
      done.forEach((id) => this.#sql.done.run(this.connection, id));
      return this.#sql.attempt.get(this.connection, waiting);
    });
    return row ? this.#stanza(row) : undefined;
  }

  /** Takes back the count of an attempt. */
  uncount(waiting: number) {
    this.#write(() => this.#sql.uncount.run(this.connection, waiting));
  }

  /** The stanzas that were tried so often that they are not tried by themselves any more. */
  setAside(): BinaryNode[] {
    return this.#sql.setAside.all(this.connection, triesLimit).map((row) => this.#stanza(row));
  }

  /** Puts stanzas that are set aside back among the waiting ones. */
  takeUp() {
    this.#write(() => this.#sql.takeUp.run(this.connection, triesLimit));
  }

  /**
   * Stores a placeholder for a message that could not be decrypted. It is due in so many ms, unless
   * it was due before.
   */
  keepUnopened(message: InboundMessage, wait: number) {
    const sealed = this.#seals.seal(["unopened", message.id], json(message));
    const people = listed([...message.chat.ids, ...(message.from?.ids ?? [])]);
    this.#write(() =>
      this.#sql.keepUnopened.run(this.connection, message.id, sealed, people, this.now() + wait),
    );
  }

  /** It was decrypted after all, or its conversation shows it. */
  forgetUnopened(id: string) {
    if (this.#sql.isUnopened.get(this.connection, id))
      this.#write(() => this.#sql.forgetUnopened.run(this.connection, id));
  }

  /** The messages that could not be opened, in how many ms each is due. */
  unopened(): { inbound: InboundMessage; wait: number }[] {
    return this.#sql.unopened.all(this.connection).map(({ id, said, due }) => ({
      inbound: parsed(this.#seals.open(["unopened", id], said)),
      wait: due - this.now(),
    }));
  }

  /**
   * Stores a message for receivers who ask for it again, for quotes and for its file. Senders
   * choose the ids, so a message never replaces another. Only ours may, since we may send it anew.
   */
  keep(id: string, { key, message }: WAMessage) {
    const ours = key.fromMe ? 1 : 0;
    const sealed = this.#seals.seal(
      ["content", id],
      proto.WebMessageInfo.encode({ key, message }).finish(),
    );
    this.#write(() => this.#sql.keep.run(this.connection, id, ours, sealed, this.now()));
  }

  content(id: string): proto.IMessage | undefined {
    return this.#kept(id)?.message ?? undefined;
  }

  /**
   * Our message under an id in a conversation (a jid): only its first receiver may get it again.
   */
  sentMessage(id: string, chat: string): proto.IMessage | undefined {
    const stored = this.#kept(id);
    const isTheirs =
      stored?.key?.fromMe &&
      stored.key.remoteJid &&
      this.#keyRows.isSame(identifierOf(stored.key.remoteJid), identifierOf(chat));
    return isTheirs ? (stored.message ?? undefined) : undefined;
  }

  /** The network's own key of a message: chat, id and writer. */
  key(id: string): WAMessageKey | undefined {
    return this.#kept(id)?.key ?? undefined;
  }

  group(id: string): GroupMetadata | undefined {
    const row = this.#sql.group.get(this.connection, id);
    return row ? parsed(this.#seals.open(["group", id], row.metadata)) : undefined;
  }

  /** Undefined forgets the group. */
  keepGroup(id: string, group: GroupMetadata | undefined) {
    const sealed = group && this.#seals.seal(["group", id], json(group));
    this.#write(() =>
      sealed
        ? this.#sql.keepGroup.run(this.connection, id, sealed)
        : this.#sql.forgetGroup.run(this.connection, id),
    );
  }

  /** Some of a group is new. Of a group that isn't known nothing is kept. */
  changeGroup(id: string, change: Partial<GroupMetadata>) {
    const group = this.group(id);
    if (group) this.keepGroup(id, { ...group, ...change });
  }

  /** Learns of people. Two rows that turn out to be one person become one. */
  keepPeople(people: KnownPerson[]) {
    if (people.length > 0) this.#write(() => people.forEach((person) => this.#people.save(person)));
  }

  /** The phone's address book, or the people of its chat list. */
  people(list: "book" | "chats"): Person[] {
    return this.#people.list(list);
  }

  /** Drops decrypted stanzas three days after they were done, and messages after thirty days. */
  sweep() {
    const now = this.now();
    this.#write(() => {
      this.#sql.sweepInbox.run(this.connection, now - openedAge);
      this.#sql.sweepContents.run(this.connection, now - contentAge);
    });
  }

  #stanza({ hash, node }: { hash: string; node: Uint8Array }): BinaryNode {
    return unpacked(JSON.parse(text(this.#seals.open(["node", hash], node))));
  }

  #store(): SignalKeyStore {
    const store: SignalKeyStore = {
      get: (type, ids) => this.#keyRows.get(type, ids),
      set: (data) => {
        if (this.keys !== store) throw new OwnershipLost();
        this.#write(() => this.#keyRows.set(data));
      },
    };
    return store;
  }

  #loadCreds(): AuthenticationCreds | undefined {
    const sealed = this.#sql.creds.get(this.connection)?.creds;
    if (!sealed) return undefined;
    const creds = parsed<AuthenticationCreds>(this.#seals.open(["creds"], sealed));
    return {
      ...creds,
      account: creds.account && proto.ADVSignedDeviceIdentity.fromObject(creds.account),
    };
  }

  #kept(id: string): proto.WebMessageInfo | undefined {
    const row = this.#sql.content.get(this.connection, id);
    return row
      ? proto.WebMessageInfo.decode(this.#seals.open(["content", id], row.content))
      : undefined;
  }

  // Nothing inside awaits, so that no other write of the company's file comes between.
  #write<T>(work: () => T): T {
    return this.file.write(() => {
      if (this.#sql.epoch.get(this.connection)?.epoch !== this.#epoch) throw new OwnershipLost();
      return work();
    });
  }
}
