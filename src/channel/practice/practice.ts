import { Refused, Unreachable, type Channel, type Ears, type Outgoing } from "../channel.ts";
import type { PhoneMessage } from "../../shared.ts";
import type { Network } from "./network.ts";

export type Faults = { disconnect?: boolean; failNext?: number; reason?: string; delayMs?: number; logout?: boolean };
export type Written = { id: string; number: string; name: string; body: string; media: string | null; quotedMsgId: string | null; group: PhoneMessage["group"] };

/** A connection on the phone network inside the box. */
export class Practice implements Channel {
  #up = false;
  #failNext = 0;
  #reason = "";
  #delay = 0;
  #delivering = Promise.resolve();
  #stopped = Promise.withResolvers<void>();

  constructor(
    private readonly connection: number,
    private readonly network: Network,
    private readonly ears: Ears,
    private readonly watch: (message: PhoneMessage) => void,
  ) {}

  async start() {
    if (!this.network.linked(this.connection)) return this.#down("qrcode", `balcao-practice:${this.connection}:${crypto.randomUUID()}`);
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

  async send(message: Outgoing) {
    if (this.#delay > 0) await Promise.race([Bun.sleep(this.#delay), this.#stopped.promise]);
    if (!this.#up) throw new Unreachable();
    if (this.#failNext > 0) {
      this.#failNext -= 1;
      throw new Refused(this.#reason || "ERR_SENDING_WAPP_MSG");
    }
    const media = message.media ? await dataUrl(message.media) : null;
    const group = message.to.type === "group" ? { id: message.to.value, subject: "" } : null;
    const type = media ? "image" : "chat";
    this.watch(this.network.carry(this.connection, { id: message.id, number: message.to.value, name: "", body: message.body, type, media, quotedMsgId: message.quotedId ?? null, group }, true));
  }

  /** The phone reads our QR code. */
  async scan() {
    this.network.link(this.connection, true);
    await this.start();
  }

  /** A customer writes. Settles when the shop has kept the message, or at once while the shop is away. */
  async write(written: Written): Promise<PhoneMessage> {
    const message = this.network.carry(this.connection, { ...written, type: written.media ? "image" : "chat" }, false);
    this.watch(message);
    await this.#deliver();
    return this.network.find(this.connection, message.id)!;
  }

  /** The customer's phone got or read a message of ours. Undefined when it has no such message. */
  ack(id: string, level: number): PhoneMessage | undefined {
    const message = this.network.ack(this.connection, id, level);
    if (!message || message.from !== null) return undefined;
    this.ears.ack(id, level);
    this.watch(message);
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

  // One at a time and in order, as a network hands its queue over.
  #deliver(): Promise<void> {
    const run = this.#delivering.then(async () => {
      for (let message; this.#up && (message = this.network.waiting(this.connection)); ) {
        await this.ears.message(heard(message));
        this.network.arrived(this.connection, message.id);
      }
    });
    this.#delivering = run.catch(() => {});
    return run;
  }
}

function heard(message: PhoneMessage) {
  return {
    id: message.id,
    from: message.number,
    name: message.name,
    body: message.body,
    media: message.media ? { bytes: bytesOf(message.media), name: `${message.id}.${message.media.slice(11, message.media.indexOf(";"))}` } : undefined,
    quotedId: message.quotedMsgId ?? undefined,
    group: message.group ?? undefined,
  };
}

const bytesOf = (url: string) => new Uint8Array(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));

async function dataUrl({ path, type }: { path: string; type: string }) {
  const bytes = await Bun.file(path).bytes();
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}
