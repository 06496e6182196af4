import {
  jidNormalizedUser,
  type BinaryNode,
  type ConnectionState as Update,
  type WASocket,
  type WAVersion,
} from "@whiskeysockets/baileys";
import {
  Unreachable,
  type Identifier,
  type Channel,
  type ChannelHandlers,
  type ConnectionStatus,
  type OutboundMessage,
  type Person,
  type ChannelSetAside,
  type MessageRef,
} from "../channel.ts";
import { nextStep, fatalWindow } from "./reconnect.ts";
import { identifierOf, person } from "./identifiers.ts";
import { Inbound } from "./inbound.ts";
import { handlePairing, withSecret } from "./pairing.ts";
import { Outbound, type MakeThumbnail } from "./outbound.ts";
import { Restrictions } from "./restrictions.ts";
import { memory, open, type Servers, type Log } from "./socket.ts";
import type { Vault } from "./vault.ts";
import { builtIn, parsedVersion, version } from "./version.ts";

const second = 1000;
const minute = 60 * second;

/** A socket that is neither open nor showing a QR code by then never will be. */
const openingLimit = minute;
/** After this time up, earlier failures no longer count. */
const soundAfter = minute;
/** WhatsApp doesn't always say that the backlog is over. */
const backlogLimit = 30 * second;
const firstCode = minute;
const nextCode = 20 * second;
const leaveLimit = 3 * second;

type Up = {
  socket: WASocket;
  inbound: Inbound;
  outbound: Outbound;
  restrictions: Restrictions;
};

/** One number on WhatsApp, by Baileys. It reconnects by itself, by the rules in `reconnect.ts`. */
export class WhatsApp implements Channel {
  #up: Up | undefined;
  #open = false;
  #wanted = false;
  #codes = 0;
  #code = "";
  #typed = false;
  #failures = 0;
  #replacedBefore = false;
  #stale = false;
  #fatal: number[] = [];
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #opening = Promise.resolve();
  #ended: Promise<void> = Promise.resolve();
  readonly #memory = memory();

  constructor(
    private readonly vault: Vault,
    private readonly servers: Servers,
    private readonly handlers: ChannelHandlers,
    private readonly tell: Log,
    private readonly thumbnail: MakeThumbnail,
  ) {}

  get linked() {
    return this.vault.linked;
  }

  get up() {
    return this.#open;
  }

  async start() {
    await this.stop();
    this.vault.claim();
    this.#wanted = true;
    this.#failures = 0;
    this.#replacedBefore = false;
    this.#fatal = [];
    this.#line({ status: "OPENING" });
    this.#connect();
  }

  async stop() {
    this.#wanted = false;
    this.#clearTimers();
    await this.#opening;
    await this.#leave();
  }

  async logout() {
    const { socket } = this.#up ?? {};
    this.#wanted = false;
    this.#clearTimers();
    if (socket && this.#open)
      await within(
        leaveLimit,
        socket.logout().catch(() => {}),
      );
    await this.#leave();
    this.vault.claim();
    this.vault.wipe();
    this.#failures = 0;
    this.#line({ status: "DISCONNECTED" });
  }

  async pairingCode(number: string) {
    if (this.vault.linked) throw new Unreachable("already linked");
    if (!this.#wanted) await this.start();
    for (const end = Date.now() + 20 * second; this.#code === ""; await Bun.sleep(50))
      if (Date.now() > end || !this.#wanted) throw new Unreachable();
    const socket = this.#socket();
    return socket.requestPairingCode(number).catch((thrown: unknown) => {
      if (this.#mine(socket)) throw thrown;
      throw new Unreachable();
    });
  }

  send = (message: OutboundMessage) => this.#outbound().send(message);
  react = (target: MessageRef, emoji: string) => this.#outbound().react(target, emoji);
  edit = (target: MessageRef, body: string) => this.#outbound().edit(target, body);
  delete = (target: MessageRef) => this.#outbound().delete(target);
  read = (targets: MessageRef[]) => this.#outbound().read(targets);
  watch = (who: Identifier[] | null) => this.#ifOpen((outbound) => outbound.watch(who));
  typing = (who: Identifier[], typing: boolean) =>
    this.#ifOpen((outbound) => outbound.typing(who, typing));
  check = (numbers: string[]) => this.#outbound().check(numbers);
  picture = (who: Identifier[]) => this.#outbound().picture(who);
  block = (who: Identifier[], blocked: boolean) => this.#outbound().block(who, blocked);
  group = (id: string) => this.#outbound().group(id);
  people = async (list: "book" | "chats"): Promise<Person[]> => this.vault.people(list);
  setAside = async () => this.vault.setAside().map(senderOf);

  async retrySetAside() {
    if (!this.#up) throw new Unreachable();
    await this.#up.inbound.takeUp();
  }

  async *fetch(id: string) {
    yield* this.#outbound().fetch(id);
  }

  #outbound(): Outbound {
    this.#socket();
    return this.#up!.outbound;
  }

  /** Runs optional work: skips it while there is no connection, and ignores its failures. */
  async #ifOpen(work: (outbound: Outbound) => Promise<void>) {
    if (this.#up && this.#open) await work(this.#up.outbound).catch(() => {});
  }

  #socket(): WASocket {
    if (!this.#up || (!this.#open && this.vault.linked)) throw new Unreachable();
    return this.#up.socket;
  }

  #connect() {
    this.#opening = Promise.all([this.#version(), this.#ended])
      .then(([version]) => {
        if (this.#wanted) this.#begin(version);
      })
      .catch((thrown) => {
        this.tell("error", "whatsapp", { error: String((thrown as Error)?.name) });
        this.#closed(500);
      });
  }

  /** The one that was set by hand wins: the look-up may fail. rules.md#protocol-version */
  async #version(): Promise<WAVersion> {
    const set = parsedVersion(this.servers.version?.());
    return set ?? (this.servers.url ? builtIn : version(this.#stale));
  }

  #begin(version: WAVersion) {
    // A link that was not completed: WhatsApp would take the box for a removed device.
    if (!this.vault.linked) this.vault.wipe();
    this.#code = "";
    this.#codes = 0;
    this.#typed = false;
    const socket = open(this.vault, this.servers, version, this.#memory, this.tell);
    const outbound = new Outbound(
      socket,
      this.vault,
      this.servers,
      this.#memory,
      this.handlers,
      this.thumbnail,
    );
    const inbound = new Inbound(socket, this.vault, this.handlers, outbound, this.tell);
    const restrictions = new Restrictions(
      socket,
      (restriction) => this.#mine(socket) && this.handlers.onRestriction(restriction),
      this.tell,
    );
    this.#up = { socket, inbound, outbound, restrictions };
    socket.ev.on(
      "creds.update",
      () => this.#mine(socket) && this.#guard(() => this.vault.saveCreds()),
    );
    socket.ev.on(
      "connection.update",
      (update) => this.#mine(socket) && this.#updated(socket, update),
    );
    handlePairing(socket, {
      renewed: () =>
        void (
          this.#mine(socket) &&
          this.#code &&
          this.#show(this.#code, this.servers.codeLife ?? nextCode)
        ),
      typed: () => void (this.#typed ||= this.#mine(socket)),
      passkey: () => void (this.#mine(socket) && this.#unlinkable("passkey")),
    });
    this.#after(
      openingLimit,
      () => this.#mine(socket) && !this.#open && this.#code === "" && this.#closed(408),
    );
  }

  #updated(
    socket: WASocket,
    { connection, qr, isNewLogin, receivedPendingNotifications, lastDisconnect }: Partial<Update>,
  ) {
    if (qr) {
      this.#codes += 1;
      this.#show(qr, this.servers.codeLife ?? (this.#codes === 1 ? firstCode : nextCode));
    }
    if (isNewLogin) {
      this.#code = "";
      this.#line({ status: "PAIRING" });
    }
    if (connection === "open") this.#opened(socket);
    if (receivedPendingNotifications) this.#up?.inbound.caughtUp();
    if (connection === "close") {
      const { output, message, data } = (lastDisconnect?.error ?? {}) as {
        output?: { statusCode?: number };
        message?: string;
        data?: { expire?: string };
      };
      if (message === "QR refs attempts ended")
        return this.#unlinkable(this.#typed ? "passkey" : "qrExpired");
      this.#closed(output?.statusCode ?? 500, Number(data?.expire) * second || undefined);
    }
  }

  #show(qr: string, life: number) {
    this.#code = qr;
    this.#line({
      status: "qrcode",
      qrcode: withSecret(qr, this.vault.creds.advSecretKey),
      qrUntil: Date.now() + life,
    });
  }

  #opened(socket: WASocket) {
    this.#open = true;
    this.#code = "";
    this.#stale = false;
    const { id, lid } = socket.authState.creds.me!;
    const number = identifierOf(jidNormalizedUser(id))?.value;
    this.#line({ status: "CONNECTED", number });
    this.tell("info", "whatsapp", { open: true, lid: lid !== undefined });
    this.#after(
      this.servers.backlogLimit ?? backlogLimit,
      () => this.#mine(socket) && this.#up!.inbound.flushBacklog(),
    );
    this.#after(soundAfter, () => {
      this.#failures = 0;
      this.#replacedBefore = false;
    });
    void this.#up?.restrictions.ask();
    this.vault.sweep();
  }

  /**
   * The code expired unused; or the phone's account demands a passkey, which WhatsApp does not
   * always report. rules.md#passkeys
   */
  #unlinkable(reason: "passkey" | "qrExpired") {
    this.#wanted = false;
    this.#drop();
    this.#line({ status: "DISCONNECTED", reason });
  }

  #closed(code: number, banEnds?: number) {
    const paired = this.vault.linked;
    const pairing = paired && !this.#open && this.#failures === 0 && code === 515;
    this.#drop();
    if (!this.#wanted) return;
    const now = Date.now();
    if (![408, 428, 503, 515].includes(code))
      this.#fatal = [...this.#fatal.filter((at) => at > now - fatalWindow), now];
    // A pairing code that was typed too late leaves an incomplete link, which is no logout.
    const verdict = nextStep(
      {
        code: code === 401 && !paired ? 428 : code,
        paired: paired && !pairing,
        failures: this.#failures,
        fatal: this.#fatal.length,
        replacedBefore: this.#replacedBefore,
        banEnds,
      },
      Math.random(),
      this.servers.firstRetry,
    );
    // After pairing WhatsApp ends every session once.
    if (code !== 515) this.#failures += 1;
    this.#stale = code === 405;
    if (code === 440) this.#replacedBefore = true;
    if (verdict.wipe) this.vault.wipe();
    this.tell(verdict.status === "DISCONNECTED" ? "warn" : "info", "whatsapp", {
      open: false,
      code,
      reason: verdict.reason,
      after: verdict.after,
    });
    if (verdict.after === undefined) this.#wanted = false;
    else this.#after(verdict.after, () => this.#connect());
    this.#line({ status: verdict.status, reason: verdict.reason });
  }

  // `ws.close` waits for the other side, which may be gone.
  #drop() {
    this.#clearTimers();
    const up = this.#up;
    this.#up = undefined;
    this.#open = false;
    this.#code = "";
    up?.outbound.end();
    up?.inbound.end();
    if (up)
      this.#ended = within(
        leaveLimit,
        up.socket.end(undefined).catch(() => {}),
      );
    return up;
  }

  async #leave() {
    const up = this.#drop();
    await this.#ended;
    if (up) await within(leaveLimit, up.inbound.settled());
  }

  #line(status: Omit<ConnectionStatus, "qrcode" | "retries"> & { qrcode?: string }) {
    this.handlers.onStatus({ qrcode: "", retries: this.#failures, ...status });
  }

  #mine = (socket: WASocket) => this.#up?.socket === socket;

  // Another process took the session: this one stops.
  #guard(work: () => void) {
    try {
      work();
    } catch (thrown) {
      this.tell("error", "whatsapp", { error: (thrown as Error).name });
      this.#wanted = false;
      this.#drop();
    }
  }

  #after(ms: number, work: () => unknown) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #clearTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

const senderOf = ({
  attrs: { notify, participant, from, participant_pn, sender_pn, t },
}: BinaryNode): ChannelSetAside => ({
  from: person(notify, participant || from, participant_pn, sender_pn),
  at: Number(t) * second || 0,
});

/** Waits for work, but no longer than so many ms. */
async function within(ms: number, work: Promise<unknown>) {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, ms);
  await Promise.race([work, limit.promise]);
  clearTimeout(timer);
}
