import {
  Refused,
  Unreachable,
  type Identifier,
  type Channel,
  type ChannelHandlers,
  type OutboundMessage,
  type MessageRef,
} from "../channel.ts";
import { capabilitiesOf, type Capabilities } from "../../shared/capabilities.ts";
import type { Receipts } from "../../shared/practice.ts";
import type { StatusReason, TypingState } from "../../shared/states.ts";
import type { NetworkMessage, PhoneAction } from "./network-message.ts";
import type { Network } from "./network.ts";
import { kindAndBodyOf, kindsWithText, person, phone, sentContent } from "./contents.ts";
import { atOnce, Delivery } from "./delivery.ts";
import { type Faults, FaultyRequests } from "./faults.ts";
import { type CustomerMessage, levels, type PhoneScreens } from "./phones.ts";

/** A connection on the phone network inside the box. */
export class Practice implements Channel {
  readonly capabilities: Capabilities = capabilitiesOf("practice");
  readonly resendAfter = 0;
  #up = false;
  readonly #requests = new FaultyRequests();
  #watched = false;
  #code = "";
  readonly #delivery: Delivery;
  /** Messages whose files are being copied. */
  readonly #carrying = new Set<Promise<void>>();
  #stopped = Promise.withResolvers<void>();

  constructor(
    protected readonly connection: number,
    protected readonly network: Network,
    private readonly handlers: ChannelHandlers,
    private readonly screens: PhoneScreens,
  ) {
    this.#delivery = new Delivery(connection, network, handlers, () => this.#up);
  }

  get linked() {
    return this.network.linked(this.connection);
  }

  get up() {
    return this.#up;
  }

  async start() {
    const code = `balcao-practice:${this.connection}:${crypto.randomUUID()}`;
    if (!this.linked) return this.down("qrcode", undefined, code);
    this.#up = true;
    this.#stopped = Promise.withResolvers();
    this.handlers.onStatus({ status: "CONNECTED", qrcode: "" });
    await this.#delivery.run();
  }

  // Nothing is set aside here: messages wait on the phones until they are delivered.
  setAside = async () => [];
  retrySetAside = async () => {};

  async stop() {
    this.#up = false;
    this.#stopped.resolve();
    await Promise.all(this.#carrying);
    await this.#delivery.settled;
  }

  async logout() {
    this.network.link(this.connection, false);
    this.down("DISCONNECTED");
  }

  /** Good for any number, until another is asked for or a phone has linked. */
  async pairingCode(_: string) {
    this.#code = crypto.randomUUID().slice(0, 8).toUpperCase();
    return this.#code;
  }

  async send({ id, to, content, quoted }: OutboundMessage): Promise<string> {
    await this.#delayOrFail();
    if ("file" in content) this.#requests.requireMediaHost();
    const chat = to.find(({ type }) => type === "phone" || type === "group") ?? to[0];
    if (!chat) throw new Refused("ERR_WAPP_INVALID_CONTACT");
    const group = chat.type === "group" ? { id: chat.value, subject: "" } : null;
    const file = "file" in content ? content.file : undefined;
    await this.#carry(
      {
        id,
        number: chat.value,
        name: "",
        ...sentContent(content),
        file,
        quotedMsgId: quoted?.id ?? null,
        group,
      },
      true,
    );
    // Once the shop knows that it was sent.
    setImmediate(() => this.#acknowledge(id));
    return id;
  }

  async react({ id }: MessageRef, emoji: string) {
    await this.#change(id, { reaction: emoji });
  }

  async edit({ id }: MessageRef, body: string) {
    await this.#change(id, { body, edited: 1 });
  }

  async delete({ id }: MessageRef) {
    await this.#change(id, { deleted: 1 });
  }

  async read(targets: MessageRef[]) {
    this.#requireUp();
    for (const { id } of targets) this.#show(this.network.ack(this.connection, id, 3));
  }

  async watch(who: Identifier[] | null) {
    this.#watched = who !== null;
  }

  async typing(who: Identifier[], typing: boolean) {
    const number = who.find(({ type }) => type === "phone")?.value;
    if (this.#up && number) this.screens.typing(number, typing);
  }

  async *fetch(id: string) {
    this.#requireUp();
    this.#requests.requireMediaHost();
    const file = this.network.file(this.connection, id);
    if (!file) throw new Refused("ERR_WAPP_DOWNLOAD_MEDIA");
    yield* Bun.file(file.path).stream();
  }

  /** Every number belongs to a person here. */
  async check(numbers: string[]) {
    this.#requireUp();
    return new Map(numbers.map((number) => [number, [phone(number)]]));
  }

  async picture() {
    this.#requireUp();
    return undefined;
  }

  async block() {
    this.#requireUp();
  }

  async people() {
    this.#requireUp();
    return this.network.phones(this.connection).map(person);
  }

  async group(id: string) {
    this.#requireUp();
    const { subject, people } = this.network.group(this.connection, id);
    return { subject, people: people.map(person) };
  }

  /** The phone reads our QR code. */
  async scan() {
    this.#code = "";
    this.network.link(this.connection, true);
    await this.start();
  }

  /**
   * The phone's owner types a code, with or without its hyphen. False when it is not the one that
   * was asked for last.
   */
  async pair(code: string): Promise<boolean> {
    if (this.#code === "" || code.replace(/[^0-9a-z]/gi, "").toUpperCase() !== this.#code)
      return false;
    await this.scan();
    return true;
  }

  /**
   * A customer writes. Settles when the shop has kept the message, or at once while the shop is
   * away.
   */
  async write(written: CustomerMessage): Promise<NetworkMessage> {
    const message = await this.#carry({ ...written, ...kindAndBodyOf(written) }, false);
    await this.#delivery.run();
    return this.network.find(this.connection, message.id) ?? message;
  }

  /**
   * A customer edits or deletes their own message, or reacts to one of the conversation. Settles as
   * `write` does. Undefined when the message does not allow it.
   */
  async do(number: string, action: PhoneAction): Promise<NetworkMessage | undefined> {
    const { to, does } = action;
    const message = this.network.find(this.connection, to);
    if (!message || message.deleted || message.number !== number) return undefined;
    if (does !== "reacts" && message.from === null) return undefined;
    if (does === "edits" && !kindsWithText.includes(message.type)) return undefined;
    this.#show(this.network.applyAction(this.connection, action));
    await this.#delivery.run();
    return this.network.find(this.connection, to);
  }

  /** A customer types; the shop is notified while an agent looks. */
  type(number: string, state: TypingState) {
    if (this.#up && this.#watched) this.handlers.onTyping([phone(number)], state);
  }

  /** The customer's phone got or read a message of ours. Undefined when it has no such message. */
  ack(id: string, level: number): NetworkMessage | undefined {
    const message = this.network.ack(this.connection, id, level);
    if (!message || message.from !== null) return undefined;
    this.handlers.onAck(id, level);
    this.screens.message(message);
    return message;
  }

  get receipts(): Receipts {
    return this.network.receipts(this.connection) ?? "none";
  }

  /** Breaks the connection, or its customers' phones, in the ways that a network breaks. */
  async fault({ disconnect, logout, receipts, restriction, passkey, ...requests }: Faults) {
    if (receipts !== undefined) await this.#setReceipts(receipts);
    this.#requests.set(requests);
    if (restriction !== undefined) this.handlers.onRestriction(restriction);
    if (passkey && !this.linked) this.down("DISCONNECTED", "passkey");
    if (logout) {
      this.network.link(this.connection, false);
      this.down("DISCONNECTED", this.capabilities.pairing ? "loggedOut" : "token");
    }
    if (disconnect === true) this.down("DISCONNECTED", "network");
    if (disconnect === false) await this.start();
  }

  // Messages that waited for the phones to be switched on, or to be read, are acknowledged now.
  async #setReceipts(receipts: Receipts) {
    const waited = this.receipts === "delivered" ? 3 : 2;
    this.network.setReceipts(this.connection, receipts);
    for (const [index, id] of this.network
      .below(this.connection, Math.min(waited, levels[receipts]))
      .entries()) {
      this.#acknowledge(id);
      if (index % atOnce === 0) await new Promise(setImmediate);
    }
  }

  #acknowledge(id: string) {
    if (!this.#up) return;
    const level = levels[this.receipts];
    if (level > 0) this.ack(id, level);
  }

  protected down(status: "qrcode" | "DISCONNECTED", reason?: StatusReason, qrcode = "") {
    this.#up = false;
    this.handlers.onStatus({ status, qrcode, reason });
  }

  #requireUp() {
    if (!this.#up) throw new Unreachable();
  }

  // The shop's requests take a set delay, and may fail.
  async #delayOrFail() {
    await this.#requests.delay(this.#stopped.promise);
    this.#requireUp();
    this.#requests.failIfSet();
  }

  async #change(id: string, values: Parameters<Network["change"]>[2]) {
    await this.#delayOrFail();
    this.#show(this.network.change(this.connection, id, values));
  }

  async #carry(
    message: Parameters<Network["carry"]>[1],
    fromShop: boolean,
  ): Promise<NetworkMessage> {
    const carrying = this.network.carry(this.connection, message, fromShop);
    const settled = carrying.then(
      () => {},
      () => {},
    );
    this.#carrying.add(settled);
    void settled.then(() => this.#carrying.delete(settled));
    const carried = await carrying;
    this.screens.message(carried);
    return carried;
  }

  #show(message: NetworkMessage | undefined) {
    if (message) this.screens.message(message);
  }
}
