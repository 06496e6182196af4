import { BufferJSON, initAuthCreds, proto, type AuthenticationCreds, type BinaryNode, type GroupMetadata, type SignalDataSet, type SignalDataTypeMap, type SignalKeyStore, type WAMessage, type WAMessageKey } from "@whiskeysockets/baileys";
import type { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { seals, type Seals } from "../../kit/seal.ts";
import type { Identifier, Person, InboundMessage } from "../channel.ts";
import { identifierOf } from "./identifiers.ts";

/** Another process took the session, it was wiped, or the connection is gone: nothing was written. */
export class OwnershipLost extends Error {
  override name = "Lost";
}

/** A message as it was opened: its id, its text, and the stanza it came in. Stored together with the ratchet that opened it, by the hash of what was encrypted. */
export type Opened = { id: string; plain: Uint8Array; node?: BinaryNode };

/** Someone whom the phone knows, by either name or both: `lid` and `phone` are digits. What is left out stays as it was. */
export type Known = { lid?: string; phone?: string; name?: string; inBook?: boolean; hasChat?: boolean };

type Keys = SignalDataSet & { opened?: Record<string, Opened> };
type Row = { id: number; lid: string | null; phone: string | null; name: string; inBook: number; hasChat: number };

const day = 86_400_000;
const openedAge = 3 * day;
const contentAge = 30 * day;
/** Automatic attempts after which a message is set aside. */
const triesLimit = 5;
const historyLimit = 50;

/** What a connection's session is made of, in the company's file: who we are on the network, the keys, and what was said. Secrets are sealed with `boxKey` (32 bytes). Every write throws Lost unless this vault took the session last. */
export class Vault {
  /** Baileys' keys. One `set` is one transaction. After a wipe there are new ones, and who still holds the old can't write. */
  keys: SignalKeyStore = this.#store();
  readonly #sql;
  readonly #salt: Buffer;
  readonly #sealers = new Map<string, Seals>();
  #epoch = -1;
  #creds: AuthenticationCreds | undefined;

  constructor(private readonly sqlite: Database, private readonly connection: number, private readonly boxKey: Uint8Array, private readonly now: () => number) {
    this.#sql = statements(sqlite);
    this.#sql.born.run(connection, randomBytes(32).toString("base64"));
    this.#salt = Buffer.from(this.#sql.salt.get(connection)!.salt, "base64");
  }

  /** Becomes the session's owner. */
  take() {
    this.#epoch = this.#sql.take.get(this.connection)!.epoch;
    this.#creds = undefined;
  }

  /** Who we are on the network; new and not yet linked at first. Changed in place by whoever uses it. Throws when another key sealed it. */
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
    const sealed = this.linked ? this.#seal(["creds"], json(creds)) : null;
    this.#write(() => sealed && this.#sql.saveCreds.run(sealed, this.connection));
  }

  /** Deletes the session and the phone's contacts. Messages stay, for retries and quotes, and so do those that are not delivered yet. */
  wipe() {
    this.#write(() => this.#sql.wipe.forEach((statement) => statement.run(this.connection)));
    this.#creds = undefined;
    this.keys = this.#store();
  }

  /** What was decrypted under one of these hashes. */
  opened(hashes: string[]): Uint8Array | undefined {
    for (const hash of hashes) {
      const row = this.#sql.opened.get(this.connection, hash);
      if (row) return this.#open(["plain", hash], row.plain);
    }
    return undefined;
  }

  /** These messages are delivered. They stay for a while, so that one that comes again is recognised. */
  done(...ids: string[]) {
    this.#write(() => ids.forEach((id) => this.#sql.done.run(this.connection, id)));
  }

  /** The numbers of the stanzas that were opened and are not done, oldest first, but for those that are set aside. */
  waiting(): number[] {
    return this.#sql.waiting.all(this.connection, triesLimit).map(({ id }) => id);
  }

  /** A stanza that waits, by its number, after it was noted that it is tried: should the box go down over it, the next knows. `done` are the messages before it. Undefined when it waits no more. */
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

  /** Puts what is set aside back among what waits. */
  takeUp() {
    this.#write(() => this.#sql.takeUp.run(this.connection, triesLimit));
  }

  /** Keeps word of a message that could not be opened. It is due in so many ms, unless it was due before. */
  keepUnopened(said: InboundMessage, wait: number) {
    const sealed = this.#seal(["unopened", said.id], json(said));
    this.#write(() => this.#sql.keepUnopened.run(this.connection, said.id, sealed, this.now() + wait));
  }

  /** It was decrypted after all, or its conversation shows it. */
  forgetUnopened(id: string) {
    if (this.#sql.isUnopened.get(this.connection, id)) this.#write(() => this.#sql.forgetUnopened.run(this.connection, id));
  }

  /** The messages that could not be opened, in how many ms each is due. */
  unopened(): { inbound: InboundMessage; wait: number }[] {
    return this.#sql.unopened.all(this.connection).map(({ id, said, due }) => ({ inbound: parsed(this.#open(["unopened", id], said)), wait: due - this.now() }));
  }

  /** Keeps what was said, for who asks to hear it again, quotes it or wants its file. Ids are the senders' choice: nobody's takes the place of another, but for ours, which may be sent anew. */
  keep(id: string, { key, message }: WAMessage) {
    const ours = key.fromMe ? 1 : 0;
    const sealed = this.#seal(["content", id], proto.WebMessageInfo.encode({ key, message }).finish());
    this.#write(() => this.#sql.keep.run(this.connection, id, ours, sealed, this.now()));
  }

  content(id: string): proto.IMessage | undefined {
    return this.#kept(id)?.message ?? undefined;
  }

  /** What we said under an id in a conversation (a jid): to be said again only to whom it was said. */
  said(id: string, chat: string): proto.IMessage | undefined {
    const kept = this.#kept(id);
    const isTheirs = kept?.key?.fromMe && kept.key.remoteJid && this.#isSame(identifierOf(kept.key.remoteJid), identifierOf(chat));
    return isTheirs ? (kept.message ?? undefined) : undefined;
  }

  /** The network's own name of what was said: chat, id and writer. */
  key(id: string): WAMessageKey | undefined {
    return this.#kept(id)?.key ?? undefined;
  }

  group(id: string): GroupMetadata | undefined {
    const row = this.#sql.group.get(this.connection, id);
    return row ? parsed(this.#open(["group", id], row.metadata)) : undefined;
  }

  /** Undefined forgets the group. */
  keepGroup(id: string, group: GroupMetadata | undefined) {
    const sealed = group && this.#seal(["group", id], json(group));
    this.#write(() => (sealed ? this.#sql.keepGroup.run(this.connection, id, sealed) : this.#sql.forgetGroup.run(this.connection, id)));
  }

  /** Some of a group is new. Of a group that isn't known nothing is kept. */
  changeGroup(id: string, change: Partial<GroupMetadata>) {
    const known = this.group(id);
    if (known) this.keepGroup(id, { ...known, ...change });
  }

  /** Learns of people. Two rows that turn out to be one person become one. */
  keepPeople(people: Known[]) {
    if (people.length > 0) this.#write(() => people.forEach((person) => this.#meet(person)));
  }

  /** The phone's address book, or the people of its chat list. */
  people(list: "book" | "chats"): Person[] {
    return this.#sql[list].all(this.connection).map(({ lid, phone, name }) => ({ ids: addresses(lid, phone), name }));
  }

  /** Drops what was opened and done three days ago, and what was said thirty days ago. */
  sweep() {
    const now = this.now();
    this.#write(() => {
      this.#sql.sweepInbox.run(this.connection, now - openedAge);
      this.#sql.sweepContents.run(this.connection, now - contentAge);
    });
  }

  #stanza({ hash, node }: { hash: string; node: Uint8Array }): BinaryNode {
    return unpacked(JSON.parse(text(this.#open(["node", hash], node))));
  }

  #store(): SignalKeyStore {
    const store: SignalKeyStore = {
      get: (type, ids) => this.#get(type, ids),
      set: (data) => {
        if (this.keys !== store) throw new OwnershipLost();
        this.#set(data);
      },
    };
    return store;
  }

  #get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]): Record<string, SignalDataTypeMap[Type]> {
    const rows = ids.length === 1 ? this.#sql.key.all(this.connection, type, String(ids[0])) : this.#sql.keys.all(this.connection, type, JSON.stringify(ids.map(String)));
    return Object.fromEntries(rows.map(({ id, value }) => [id, revived(type, parsed(this.#open(["key", type, id], value)))]));
  }

  #set({ opened = {}, ...data }: Keys) {
    const at = this.now();
    this.#write(() => {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null || value === undefined) this.#sql.dropKey.run(this.connection, type, id);
          else this.#sql.setKey.run(this.connection, type, id, this.#seal(["key", type, id], json(value)));
        }
      }
      for (const [hash, { id, plain, node }] of Object.entries(opened)) {
        const stanza = node ? this.#seal(["node", hash], Buffer.from(JSON.stringify(packed(node)))) : null;
        this.#sql.arrived.run(this.connection, hash, id, stanza, this.#seal(["plain", hash], plain), at);
      }
    });
  }

  #loadCreds(): AuthenticationCreds | undefined {
    const sealed = this.#sql.creds.get(this.connection)?.creds;
    if (!sealed) return undefined;
    const creds = parsed<AuthenticationCreds>(this.#open(["creds"], sealed));
    return { ...creds, account: creds.account && proto.ADVSignedDeviceIdentity.fromObject(creds.account) };
  }

  #isSame(one: Identifier | undefined, other: Identifier | undefined): boolean {
    if (!one || !other) return false;
    if (one.type === other.type) return one.value === other.value;
    const [phone, lid] = one.type === "phone" ? [one, other] : [other, one];
    return phone.type === "phone" && lid.type === "lid" && this.#get("lid-mapping", [phone.value])[phone.value] === lid.value;
  }

  #kept(id: string): proto.WebMessageInfo | undefined {
    const row = this.#sql.content.get(this.connection, id);
    return row ? proto.WebMessageInfo.decode(this.#open(["content", id], row.content)) : undefined;
  }

  #meet({ lid, phone, name, inBook, hasChat }: Known) {
    if (!lid && !phone) return;
    const byLid = lid ? this.#sql.personByLid.get(this.connection, lid) : null;
    const byPhone = phone ? this.#sql.personByPhone.get(this.connection, phone) : null;
    const known = byLid ?? byPhone;
    const other = byLid && byPhone && byLid.id !== byPhone.id ? byPhone : undefined;
    if (other) this.#sql.forgetPerson.run(other.id);
    const flag = (said: boolean | undefined, kept: "inBook" | "hasChat") => Number(said ?? Boolean(known?.[kept] || other?.[kept]));
    const row = [lid ?? known?.lid ?? null, phone ?? known?.phone ?? null, name || known?.name || other?.name || "", flag(inBook, "inBook"), flag(hasChat, "hasChat")] as const;
    if (known) this.#sql.changePerson.run(...row, known.id);
    else this.#sql.newPerson.run(...row, this.connection);
  }

  // Nothing inside awaits, so that no other write of the company's file comes between.
  #write<T>(work: () => T): T {
    this.#sql.begin.run();
    try {
      if (this.#sql.epoch.get(this.connection)?.epoch !== this.#epoch) throw new OwnershipLost();
      const result = work();
      this.#sql.commit.run();
      return result;
    } catch (thrown) {
      if (this.sqlite.inTransaction) this.#sql.rollback.run();
      throw thrown;
    }
  }

  // Kind and owner are part of the seal, so that no row can be swapped for another.
  #seal(what: [purpose: string, ...id: string[]], bytes: Uint8Array): Buffer {
    return this.#sealer(what[0]).seal([this.connection, ...what], bytes);
  }

  #open(what: [purpose: string, ...id: string[]], sealed: Uint8Array): Buffer {
    return this.#sealer(what[0]).open([this.connection, ...what], sealed);
  }

  #sealer(purpose: string): Seals {
    const known = this.#sealers.get(purpose);
    if (known) return known;
    const made = seals(this.boxKey, this.#salt, `whatsapp ${purpose}`);
    this.#sealers.set(purpose, made);
    return made;
  }
}

function statements(sqlite: Database) {
  const put = (sql: string) => sqlite.prepare<unknown, (string | number | null | Uint8Array)[]>(sql);
  const one = <T>(sql: string) => sqlite.prepare<T, (string | number)[]>(sql);
  const person = "SELECT id, lid, phone, name, inBook, hasChat FROM waPeople WHERE connectionId = ?";
  return {
    begin: put("BEGIN IMMEDIATE"),
    commit: put("COMMIT"),
    rollback: put("ROLLBACK"),
    born: put("INSERT INTO waSessions (connectionId, salt) VALUES (?, ?) ON CONFLICT DO NOTHING"),
    salt: one<{ salt: string }>("SELECT salt FROM waSessions WHERE connectionId = ?"),
    take: one<{ epoch: number }>("UPDATE waSessions SET epoch = epoch + 1 WHERE connectionId = ? RETURNING epoch"),
    epoch: one<{ epoch: number }>("SELECT epoch FROM waSessions WHERE connectionId = ?"),
    creds: one<{ creds: Uint8Array | null }>("SELECT creds FROM waSessions WHERE connectionId = ?"),
    saveCreds: put("UPDATE waSessions SET creds = ? WHERE connectionId = ?"),
    wipe: ["UPDATE waSessions SET creds = NULL WHERE connectionId = ?", ...["waKeys", "waGroups", "waPeople"].map((table) => `DELETE FROM ${table} WHERE connectionId = ?`), "DELETE FROM waInbox WHERE connectionId = ? AND done = 1"].map(put),
    key: one<{ id: string; value: Uint8Array }>("SELECT id, value FROM waKeys WHERE connectionId = ? AND type = ? AND id = ?"),
    keys: one<{ id: string; value: Uint8Array }>("SELECT id, value FROM waKeys WHERE connectionId = ? AND type = ? AND id IN (SELECT value FROM json_each(?))"),
    setKey: put("INSERT INTO waKeys (connectionId, type, id, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"),
    dropKey: put("DELETE FROM waKeys WHERE connectionId = ? AND type = ? AND id = ?"),
    opened: one<{ plain: Uint8Array }>("SELECT plain FROM waInbox WHERE connectionId = ? AND hash = ?"),
    arrived: put("INSERT INTO waInbox (connectionId, hash, messageId, node, plain, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"),
    done: put("UPDATE waInbox SET done = 1 WHERE connectionId = ? AND messageId = ? AND done = 0"),
    waiting: one<{ id: number }>("SELECT id FROM waInbox WHERE connectionId = ? AND done = 0 AND node IS NOT NULL AND tries < ? ORDER BY id"),
    attempt: one<{ hash: string; node: Uint8Array }>("UPDATE waInbox SET tries = tries + 1 WHERE connectionId = ? AND id = ? AND done = 0 RETURNING hash, node"),
    uncount: put("UPDATE waInbox SET tries = 0 WHERE connectionId = ? AND id = ?"),
    setAside: one<{ hash: string; node: Uint8Array }>("SELECT hash, node FROM waInbox WHERE connectionId = ? AND done = 0 AND node IS NOT NULL AND tries >= ? ORDER BY id"),
    takeUp: put("UPDATE waInbox SET tries = 0 WHERE connectionId = ? AND done = 0 AND tries >= ?"),
    sweepInbox: put("DELETE FROM waInbox WHERE connectionId = ? AND done = 1 AND at < ?"),
    keepUnopened: put("INSERT INTO waUnopened (connectionId, id, said, due) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET due = MIN(due, excluded.due)"),
    isUnopened: one<{ id: string }>("SELECT id FROM waUnopened WHERE connectionId = ? AND id = ?"),
    forgetUnopened: put("DELETE FROM waUnopened WHERE connectionId = ? AND id = ?"),
    unopened: one<{ id: string; said: Uint8Array; due: number }>("SELECT id, said, due FROM waUnopened WHERE connectionId = ? ORDER BY due"),
    keep: put("INSERT INTO waContents (connectionId, id, ours, content, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ours = 1, content = excluded.content, at = excluded.at WHERE excluded.ours = 1"),
    content: one<{ content: Uint8Array }>("SELECT content FROM waContents WHERE connectionId = ? AND id = ?"),
    sweepContents: put("DELETE FROM waContents WHERE connectionId = ? AND at < ?"),
    group: one<{ metadata: Uint8Array }>("SELECT metadata FROM waGroups WHERE connectionId = ? AND id = ?"),
    keepGroup: put("INSERT INTO waGroups (connectionId, id, metadata) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET metadata = excluded.metadata"),
    forgetGroup: put("DELETE FROM waGroups WHERE connectionId = ? AND id = ?"),
    personByLid: one<Row>(`${person} AND lid = ?`),
    personByPhone: one<Row>(`${person} AND phone = ?`),
    forgetPerson: put("DELETE FROM waPeople WHERE id = ?"),
    changePerson: put("UPDATE waPeople SET lid = ?, phone = ?, name = ?, inBook = ?, hasChat = ? WHERE id = ?"),
    newPerson: put("INSERT INTO waPeople (lid, phone, name, inBook, hasChat, connectionId) VALUES (?, ?, ?, ?, ?, ?)"),
    book: one<Row>(`${person} AND inBook = 1 ORDER BY id`),
    chats: one<Row>(`${person} AND hasChat = 1 ORDER BY id`),
  };
}

function addresses(lid: string | null, phone: string | null): Identifier[] {
  const ids: Identifier[] = [];
  if (phone) ids.push({ type: "phone", value: phone });
  if (lid) ids.push({ type: "lid", value: lid });
  return ids;
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, BufferJSON.replacer));
const parsed = <T>(bytes: Uint8Array): T => JSON.parse(text(bytes), BufferJSON.reviver) as T;

function revived<Type extends keyof SignalDataTypeMap>(type: Type, value: SignalDataTypeMap[Type]): SignalDataTypeMap[Type] {
  if (type !== "app-state-sync-key") return value;
  return proto.Message.AppStateSyncKeyData.fromObject(value as object) as unknown as SignalDataTypeMap[Type];
}

// The network's own encoding would not do: it reads whatever holds an @ as an address, and a push name of "@" alone can't be read back.
type Packed = [tag: string, attrs: Record<string, string>, content?: string | Packed[] | { bytes: string }];

function packed({ tag, attrs, content }: BinaryNode): Packed {
  if (content === undefined) return [tag, attrs];
  if (typeof content === "string") return [tag, attrs, content];
  return [tag, attrs, Array.isArray(content) ? content.map(packed) : { bytes: Buffer.from(content).toString("base64") }];
}

function unpacked([tag, attrs, content]: Packed): BinaryNode {
  if (content === undefined || typeof content === "string") return { tag, attrs, content };
  return { tag, attrs, content: Array.isArray(content) ? content.map(unpacked) : Buffer.from(content.bytes, "base64") };
}
