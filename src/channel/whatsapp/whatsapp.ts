import {
  jidNormalizedUser,
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
  type MessageRef,
} from "../channel.ts";
import { Attempts } from "./attempts.ts";
import { identifierOf, setAsideSender } from "./identifiers.ts";
import { bringUp, endOf, type Up } from "./up.ts";
import { Linking } from "./linking.ts";
import type { MakeThumbnail, Outbound } from "./outbound.ts";
import { memory, type Servers, type Log } from "./socket.ts";
import type { Vault } from "./vault.ts";
import { Timers, within } from "./timers.ts";
import { capabilitiesOf } from "../../shared/capabilities.ts";
import { versionFor } from "./version.ts";

const second = 1000;
const minute = 60 * second;

/** A socket that is neither open nor showing a QR code by then never will be. */
const openingLimit = minute;
/** After this time up, earlier failures no longer count. */
const soundAfter = minute;
/** WhatsApp doesn't always say that the backlog is over. */
const backlogLimit = 30 * second;
const leaveLimit = 3 * second;

/** One number on WhatsApp, by Baileys. It reconnects by itself, by the rules in `reconnect.ts`. */
export class WhatsApp implements Channel {
  readonly capabilities = capabilitiesOf("beta");
  readonly resendAfter = 0;
  #up: Up | undefined;
  #open = false;
  #wanted = false;
  readonly #attempts = new Attempts();
  readonly #timers = new Timers();
  readonly #linking: Linking;
  #opening = Promise.resolve();
  #ended: Promise<void> = Promise.resolve();
  readonly #memory = memory();

  constructor(
    private readonly vault: Vault,
    private readonly servers: Servers,
    private readonly handlers: ChannelHandlers,
    private readonly tell: Log,
    private readonly thumbnail: MakeThumbnail,
  ) {
    this.#linking = new Linking(vault, servers, (qrcode, qrUntil) =>
      this.#line({ status: "qrcode", qrcode, qrUntil }),
    );
  }

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
    this.#attempts.reset();
    this.#line({ status: "OPENING" });
    this.#connect();
  }

  async stop() {
    this.#wanted = false;
    this.#timers.clear();
    await this.#opening;
    await this.#leave();
  }

  async logout() {
    const { socket } = this.#up ?? {};
    this.#wanted = false;
    this.#timers.clear();
    if (socket && this.#open)
      await within(
        leaveLimit,
        socket.logout().catch(() => {}),
      );
    await this.#leave();
    this.vault.claim();
    this.vault.wipe();
    this.#attempts.forget();
    this.#line({ status: "DISCONNECTED" });
  }

  async pairingCode(number: string) {
    if (this.vault.linked) throw new Unreachable("already linked");
    if (!this.#wanted) await this.start();
    for (const end = Date.now() + 20 * second; this.#linking.code === ""; await Bun.sleep(50))
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
  fetch = (id: string) => this.#outbound().fetch(id);
  setAside = async () => this.vault.setAside().map(setAsideSender);

  async retrySetAside() {
    if (!this.#up) throw new Unreachable();
    await this.#up.inbound.takeUp();
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
    this.#opening = Promise.all([versionFor(this.servers, this.#attempts.stale), this.#ended])
      .then(([version]) => {
        if (this.#wanted) this.#begin(version);
      })
      .catch((thrown) => {
        this.tell("error", "whatsapp", { error: String((thrown as Error)?.name) });
        this.#closed(500);
      });
  }

  #begin(version: WAVersion) {
    // A link that was not completed: WhatsApp would take the box for a removed device.
    if (!this.vault.linked) this.vault.wipe();
    this.#linking.begin();
    const { vault, servers, handlers, thumbnail, tell } = this;
    const parts = { vault, servers, memory: this.#memory, handlers, thumbnail, tell };
    this.#up = bringUp(
      version,
      parts,
      (restriction, socket) => this.#mine(socket) && handlers.onRestriction(restriction),
    );
    const { socket } = this.#up;
    socket.ev.on(
      "creds.update",
      () => this.#mine(socket) && this.#guard(() => this.vault.saveCreds()),
    );
    socket.ev.on(
      "connection.update",
      (update) => this.#mine(socket) && this.#updated(socket, update),
    );
    this.#linking.handle(
      socket,
      () => this.#mine(socket),
      () => this.#unlinkable("passkey"),
    );
    this.#timers.after(
      openingLimit,
      () => this.#mine(socket) && !this.#open && this.#linking.code === "" && this.#closed(408),
    );
  }

  #updated(
    socket: WASocket,
    { connection, qr, isNewLogin, receivedPendingNotifications, lastDisconnect }: Partial<Update>,
  ) {
    if (qr) this.#linking.arrived(qr);
    if (isNewLogin) {
      this.#linking.code = "";
      this.#line({ status: "PAIRING" });
    }
    if (connection === "open") this.#opened(socket);
    if (receivedPendingNotifications) this.#up?.inbound.caughtUp();
    if (connection === "close") {
      const { message, code, banEnds } = endOf(lastDisconnect?.error);
      if (message === "QR refs attempts ended") return this.#unlinkable(this.#linking.reasonOfEnd);
      this.#closed(code, banEnds);
    }
  }

  #opened(socket: WASocket) {
    this.#open = true;
    this.#linking.code = "";
    this.#attempts.stale = false;
    const { id, lid } = socket.authState.creds.me!;
    const number = identifierOf(jidNormalizedUser(id))?.value;
    this.#line({ status: "CONNECTED", number });
    this.tell("info", "whatsapp", { open: true, lid: lid !== undefined });
    this.#timers.after(
      this.servers.backlogLimit ?? backlogLimit,
      () => this.#mine(socket) && this.#up!.inbound.flushBacklog(),
    );
    this.#timers.after(soundAfter, () => this.#attempts.forget());
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
    const pairing = paired && !this.#open && this.#attempts.failures === 0 && code === 515;
    this.#drop();
    if (!this.#wanted) return;
    const verdict = this.#attempts.failed(
      { code, paired, pairing, banEnds },
      this.servers.firstRetry,
    );
    if (verdict.wipe) this.vault.wipe();
    this.tell(verdict.status === "DISCONNECTED" ? "warn" : "info", "whatsapp", {
      open: false,
      code,
      reason: verdict.reason,
      after: verdict.after,
    });
    if (verdict.after === undefined) this.#wanted = false;
    else this.#timers.after(verdict.after, () => this.#connect());
    this.#line({ status: verdict.status, reason: verdict.reason });
  }

  // `ws.close` waits for the other side, which may be gone.
  #drop() {
    this.#timers.clear();
    const up = this.#up;
    this.#up = undefined;
    this.#open = false;
    this.#linking.code = "";
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
    this.handlers.onStatus({ qrcode: "", retries: this.#attempts.failures, ...status });
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
}
