import { Refused, Unreachable, type Address, type Attachment, type Channel, type Content, type Ears, type Outgoing, type Person, type Said, type Target } from "../channel.ts";
import type { MessageKind, PhoneMessage, TypingState } from "../../shared.ts";
import type { Network } from "./network.ts";

export type Faults = { disconnect?: boolean; failNext?: number; reason?: string; delayMs?: number; logout?: boolean };
export type Written = { id: string; number: string; name: string; body: string; media: string | null; quotedMsgId: string | null; group: PhoneMessage["group"] };

/** What becomes visible on the phones. */
export type Shows = { message(message: PhoneMessage): void; typing(number: string, typing: boolean): void };

/** A connection on the phone network inside the box. */
export class Practice implements Channel {
  #up = false;
  #failNext = 0;
  #reason = "";
  #delay = 0;
  #watched = false;
  #delivering = Promise.resolve();
  #stopped = Promise.withResolvers<void>();

  constructor(
    private readonly connection: number,
    private readonly network: Network,
    private readonly ears: Ears,
    private readonly shows: Shows,
  ) {}

  get linked() {
    return this.network.linked(this.connection);
  }

  get up() {
    return this.#up;
  }

  async start() {
    if (!this.linked) return this.#down("qrcode", `balcao-practice:${this.connection}:${crypto.randomUUID()}`);
    this.#up = true;
    this.#stopped = Promise.withResolvers();
    this.ears.line({ status: "CONNECTED", qrcode: "" });
    await this.#deliver();
  }

  async stop() {
    this.#up = false;
    this.#stopped.resolve();
    await this.#delivering;
  }

  async logout() {
    this.network.link(this.connection, false);
    this.#down("DISCONNECTED");
  }

  /** Any phone types it: the link is made by `scan`, as with the QR code. */
  async pairingCode(_: string) {
    return crypto.randomUUID().slice(0, 8).toUpperCase();
  }

  async send({ id, to, content, quoted }: Outgoing) {
    await this.#through();
    const chat = to.find(({ type }) => type !== "lid") ?? to[0];
    if (!chat) throw new Refused("ERR_WAPP_INVALID_CONTACT");
    const group = chat.type === "group" ? { id: chat.value, subject: "" } : null;
    this.shows.message(this.network.carry(this.connection, { id, number: chat.value, name: "", ...(await shown(content)), quotedMsgId: quoted?.id ?? null, group }, true));
  }

  async react({ id }: Target, emoji: string) {
    await this.#change(id, { reaction: emoji });
  }

  async edit({ id }: Target, body: string) {
    await this.#change(id, { body });
  }

  async delete({ id }: Target) {
    await this.#change(id, { body: "🚫 Mensagem apagada", type: "chat", media: null, fileName: null });
  }

  async read(targets: Target[]) {
    this.#reached();
    for (const { id } of targets) this.#shown(this.network.ack(this.connection, id, 3));
  }

  async watch(who: Address[] | null) {
    this.#watched = who !== null;
  }

  async typing(who: Address[], typing: boolean) {
    const number = who.find(({ type }) => type === "phone")?.value;
    if (this.#up && number) this.shows.typing(number, typing);
  }

  async fetch(id: string) {
    this.#reached();
    const media = this.network.find(this.connection, id)?.media;
    if (!media) throw new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
    return bytesOf(media);
  }

  /** Every number is someone's here. */
  async check(numbers: string[]) {
    this.#reached();
    return new Map(numbers.map((number) => [number, [phone(number)]]));
  }

  async picture() {
    this.#reached();
    return undefined;
  }

  async block() {
    this.#reached();
  }

  async people() {
    this.#reached();
    return this.network.phones(this.connection).map(person);
  }

  async group(id: string) {
    this.#reached();
    const { subject, people } = this.network.group(this.connection, id);
    return { subject, people: people.map(person) };
  }

  /** The phone reads our QR code. */
  async scan() {
    this.network.link(this.connection, true);
    await this.start();
  }

  /** A customer writes. Settles when the shop has kept the message, or at once while the shop is away. */
  async write(written: Written): Promise<PhoneMessage> {
    const file = written.media ? fileOf(written.id, written.media) : undefined;
    const message = this.network.carry(this.connection, { ...written, type: file ? kindOf(file.type) : "chat", ...(file && { fileName: file.name }) }, false);
    this.shows.message(message);
    await this.#deliver();
    return this.network.find(this.connection, message.id)!;
  }

  /** A customer types, which the shop hears of while someone looks. */
  type(number: string, state: TypingState) {
    if (this.#up && this.#watched) this.ears.typing([phone(number)], state);
  }

  /** The customer's phone got or read a message of ours. Undefined when it has no such message. */
  ack(id: string, level: number): PhoneMessage | undefined {
    const message = this.network.ack(this.connection, id, level);
    if (!message || message.from !== null) return undefined;
    this.ears.ack(id, level);
    this.shows.message(message);
    return message;
  }

  /** Breaks the line in the ways that a network breaks. */
  async fault({ disconnect, failNext, reason, delayMs, logout }: Faults) {
    if (failNext !== undefined) this.#failNext = failNext;
    if (reason !== undefined) this.#reason = reason;
    if (delayMs !== undefined) this.#delay = delayMs;
    if (logout) await this.logout();
    if (disconnect === true) this.#down("DISCONNECTED");
    if (disconnect === false) await this.start();
  }

  #down(status: "qrcode" | "DISCONNECTED", qrcode = "") {
    this.#up = false;
    this.ears.line({ status, qrcode });
  }

  #reached() {
    if (!this.#up) throw new Unreachable();
  }

  // What the shop does takes its time, and may break.
  async #through() {
    if (this.#delay > 0) await Promise.race([Bun.sleep(this.#delay), this.#stopped.promise]);
    this.#reached();
    if (this.#failNext === 0) return;
    this.#failNext -= 1;
    throw new Refused(this.#reason || "ERR_SENDING_WAPP_MSG");
  }

  async #change(id: string, values: Parameters<Network["change"]>[2]) {
    await this.#through();
    this.#shown(this.network.change(this.connection, id, values));
  }

  #shown(message: PhoneMessage | undefined) {
    if (message) this.shows.message(message);
  }

  // One at a time and in order, as a network hands its queue over.
  #deliver(): Promise<void> {
    const run = this.#delivering.then(async () => {
      for (let message; this.#up && (message = this.network.waiting(this.connection)); ) {
        await this.ears.said(said(message));
        this.network.arrived(this.connection, message.id);
      }
    });
    this.#delivering = run.catch(() => {});
    return run;
  }
}

function said(message: PhoneMessage): Said {
  const { id, media, body, group, quotedMsgId } = message;
  const from = person(message);
  const file = media ? fileOf(id, media) : undefined;
  return {
    id, from, at: Date.parse(message.at), quotedId: quotedMsgId ?? undefined,
    chat: group ? { ids: [{ type: "group", value: group.id }], name: group.subject } : from,
    content: file ? { kind: kindOf(file.type), body, file } : { kind: "chat", body },
  };
}

const phone = (value: string): Address => ({ type: "phone", value });
const person = ({ number, name }: { number: string; name: string }): Person => ({ ids: [phone(number)], name });

/** What a customer's phone shows of what the shop sent. */
async function shown(content: Outgoing["content"]): Promise<{ type: MessageKind; body: string; media: string | null; fileName?: string }> {
  const { kind: type } = content;
  if (content.kind === "chat") return { type, body: content.body, media: null };
  if (content.kind === "vcard") return { type, body: `👤 ${content.cards.map((card) => /^FN[^:]*:(.*)$/im.exec(card)?.[1]?.trim() ?? "").join(", ")}`, media: null };
  if (content.kind === "locationMessage") {
    const { latitude, longitude, name } = content.place;
    return { type, body: `📍 ${name}\nhttps://maps.google.com/maps?q=${latitude},${longitude}`, media: null };
  }
  const { body, file } = content;
  return { type, body, media: `data:${file.type.replaceAll(" ", "")};base64,${(await Bun.file(file.path).bytes()).toBase64()}`, fileName: file.name };
}

function fileOf(id: string, url: string): Attachment {
  const type = /^data:([^;,]+)/.exec(url)?.[1] ?? "application/octet-stream";
  return { name: `${id}.${type.slice(type.indexOf("/") + 1)}`, type, size: bytesOf(url).length, voice: type.startsWith("audio/") };
}

function kindOf(type: string): Exclude<Extract<Content, { file: Attachment }>["kind"], "sticker"> {
  const [kind] = type.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "application";
}

const bytesOf = (url: string) => Uint8Array.fromBase64(url.slice(url.indexOf(",") + 1));
