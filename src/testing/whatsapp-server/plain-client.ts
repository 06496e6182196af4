import { test as bunTest } from "bun:test";
import makeWASocket, {
  Curve,
  initAuthCreds,
  WA_CERT_DETAILS,
  type AuthenticationState,
  type BaileysEventMap,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import { verifySignature } from "libsignal/src/curve.js";
import { readFileSync } from "node:fs";
import { Recording } from "./recording.ts";
import { whatsapp, type WhatsAppServer } from "./server.ts";

// Baileys accepts every signature: libsignal 6 returns a value where Baileys expects a throw.
Curve.verify = (key, message, signature) =>
  verifySignature(Buffer.concat([Buffer.of(5), key]), Buffer.from(message), Buffer.from(signature));
// A process trusts the media host through NODE_EXTRA_CA_CERTS, which it reads at its start; this
// one already runs.
const ca = readFileSync(`${import.meta.dir}/cert.pem`, "utf8");
const fetched = globalThis.fetch;
globalThis.fetch = Object.assign(
  (...[url, init]: Parameters<typeof fetch>) => fetched(url, { ...init, tls: { ca } }),
  fetched,
);

const ends: (() => unknown)[] = [];

/** A test whose servers and clients end with it. Each wait takes 5 s at most. */
export function test(name: string, story: () => Promise<void>): void {
  bunTest(
    name,
    async () => {
      const { info, warn, error } = console;
      // libsignal prints its sessions, keys and all.
      Object.assign(console, { info: nothing, warn: nothing, error: nothing });
      try {
        await story();
      } finally {
        for (const end of ends.splice(0).toReversed()) await end();
        Object.assign(console, { info, warn, error });
      }
    },
    15_000,
  );
}

/** Bytes that pass as a picture here. */
export const pixels = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

/** A WhatsApp that ends with the test. */
export async function server() {
  const wa = await whatsapp();
  ends.push(() => wa.stop());
  return wa;
}

/** A shop, and a client that shows its QR code. */
export async function unlinked() {
  const wa = await server();
  const shop = wa.account({ number: "5511999990001", name: "Pão Quente" });
  return { wa, shop, client: new Client(wa) };
}

/** A shop with one client, linked and logged in. */
export async function linked() {
  const all = await unlinked();
  await all.shop.scans(await all.client.code());
  await all.client.opens();
  return all;
}

const quiet = {
  level: "silent",
  child: () => quiet,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
function nothing() {}

type Update = Partial<BaileysEventMap["connection.update"]>;
type Change = BaileysEventMap["messages.update"][number];

/** The original Baileys with its keys in memory. It starts again when pairing requires it. */
export class Client {
  sock!: WASocket;
  updates = new Recording<Update>();
  readonly upserts = new Recording<{ message: WAMessage; type: string }>();
  readonly changes = new Recording<Change>();
  /** The status of messages. Baileys reports it in an update, or within an early message. */
  readonly marks = new Recording<{ id?: string | null; status: number; why?: string | null }>();
  onStart: (sock: WASocket) => void = nothing;
  private readonly kept = new Map<string, unknown>();
  private readonly auth = inMemory(this.kept);

  constructor(private readonly wa: WhatsAppServer) {
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(wa.env.BALCAO_WA_ROOT, "hex");
    ends.push(() => this.sock.end(undefined));
    this.starts();
  }

  starts(config: Partial<UserFacingSocketConfig> = {}) {
    const updates = (this.updates = new Recording());
    const connect = () => {
      const sock = makeWASocket({
        auth: this.auth,
        waWebSocketUrl: this.wa.env.BALCAO_WA_URL,
        logger: quiet,
        retryRequestDelayMs: 10,
        ...config,
        shouldSyncHistoryMessage: ({ syncType }) => syncType === 0 || syncType === 4,
        getMessage: async ({ id }) =>
          this.upserts.all.find(({ message }) => message.key.id === id)?.message.message ??
          undefined,
      });
      this.sock = sock;
      this.onStart(sock);
      sock.ev.on("messages.upsert", ({ messages, type }) =>
        messages.forEach((message) => {
          this.upserts.add({ message, type });
          this.marks.add({
            id: message.key.id,
            status: message.status ?? 1,
            why: message.messageStubParameters?.[0],
          });
        }),
      );
      sock.ev.on("messages.update", (changes) =>
        changes.forEach((change) => {
          this.changes.add(change);
          this.marks.add({
            id: change.key.id,
            status: change.update.status ?? 1,
            why: change.update.messageStubParameters?.[0],
          });
        }),
      );
      sock.ev.on("connection.update", (update) => {
        updates.add(update);
        if (codeOf(update) === 515) connect();
      });
    };
    connect();
  }

  async code() {
    return (
      await this.updates.until(
        ({ qr }) => qr !== undefined,
        15_000,
        () => "no QR code",
      )
    ).qr!;
  }

  async opens() {
    return this.updates.until(
      ({ connection }) => connection === "open",
      15_000,
      () => `it never opens: ${JSON.stringify(this.updates.all)}`,
    );
  }

  async closes() {
    const ends = (update: Update) => codeOf(update) !== undefined && codeOf(update) !== 515;
    return codeOf(
      await this.updates.until(
        ends,
        15_000,
        () => `it never closes: ${JSON.stringify(this.updates.all)}`,
      ),
    );
  }

  async sends(to: string, text: string) {
    return (await this.sock.sendMessage(to, { text }))!.key.id!;
  }

  async hears(what: string | ((message: WAMessage) => boolean)) {
    const fits = typeof what === "string" ? (message: WAMessage) => textOf(message) === what : what;
    return (
      await this.upserts.until(
        ({ message }) => fits(message),
        15_000,
        () =>
          `no ${String(what)} among ${JSON.stringify(this.upserts.all.map(({ message }) => textOf(message)))}`,
      )
    ).message;
  }

  async changed(fits: (change: Change) => boolean) {
    return this.changes.until(
      fits,
      15_000,
      () => `no such change among ${JSON.stringify(this.changes.all)}`,
    );
  }

  async marked(id: string, status: number) {
    return this.marks.until(
      (mark) => mark.id === id && mark.status === status,
      15_000,
      () => `no ack ${status} of ${id} among ${JSON.stringify(this.marks.all)}`,
    );
  }

  /** Asks and waits for the answer, so earlier stanzas have arrived. */
  async asksSomething() {
    await this.sock.query({
      tag: "iq",
      attrs: { to: "@s.whatsapp.net", type: "get", xmlns: "w:p" },
      content: [{ tag: "ping", attrs: {} }],
    });
  }

  /** Remembers the keys of this type. The returned function puts them back. */
  remembers(type: string) {
    const saved = [...this.kept].filter(([key]) => key.startsWith(`${type} `));
    return () => saved.forEach(([key, value]) => this.kept.set(key, value));
  }

  loses(type: string) {
    for (const key of this.kept.keys()) if (key.startsWith(`${type} `)) this.kept.delete(key);
  }
}

/** The reason of a failure; "none" for a success. */
export const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "none",
    (error: Error) => error.message,
  );

export const textOf = ({ message }: WAMessage) =>
  message?.conversation ||
  message?.extendedTextMessage?.text ||
  message?.imageMessage?.caption ||
  "";
export const codeOf = ({ lastDisconnect }: Update) =>
  (lastDisconnect?.error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;

function inMemory(store: Map<string, unknown>): AuthenticationState {
  return {
    creds: initAuthCreds(),
    keys: {
      get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
        Object.fromEntries(
          ids.flatMap((id) =>
            store.has(`${type} ${id}`) ? [[id, store.get(`${type} ${id}`)]] : [],
          ),
        ) as Record<string, SignalDataTypeMap[T]>,
      set: (data) => {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value) store.set(`${type} ${id}`, value);
            else store.delete(`${type} ${id}`);
          }
        }
      },
    },
  };
}
