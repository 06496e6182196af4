import { type BaileysEventMap, type BinaryNode, type WASocket } from "@whiskeysockets/baileys";
import type { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { vaultFile } from "../../testing/whatsapp/vault-file.ts";
import { Recording } from "../../testing/whatsapp-server/recording.ts";
import { whatsapp, type WhatsAppServer } from "../../testing/whatsapp-server/server.ts";
import { rememberStanza } from "./journal.ts";
import { memory, open } from "./socket.ts";
import { Vault } from "./vault.ts";
import { migrated } from "../../testing/migrated.ts";
import { builtIn } from "./version.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test("what the box had not kept when the box fell is told by the next one, though the network has long forgotten it", async () => {
  const { wa, shop, start } = await linked();
  const bia = wa.phone("Bia");
  const box = await start();
  const [oi, more] = [await bia.says("Oi"), await bia.says("Tem pão?")];
  await box.hears("Tem pão?");
  const [companion] = shop.companions;
  while (companion!.waiting.some(({ attrs }) => attrs.id === oi || attrs.id === more))
    await Bun.sleep(5);
  box.vault.done(oi);
  box.falls();

  const next = await start();
  await bia.says("Quente?");
  await next.hears("Quente?");
  await next.hears("Tem pão?");
  expect(next.heard.all.filter((text) => text === "Oi" || text === "Tem pão?")).toEqual([
    "Tem pão?",
  ]);
  expect([bia.badMacs, bia.retries, wa.unknown]).toEqual([0, 0, []]);
});

test("a box that falls again and again under traffic loses no message and asks for none again", async () => {
  const { wa, start } = await linked();
  const [bia, caio] = [wa.phone("Bia"), wa.phone("Caio", { addressing: "lid" })];
  const sent: string[] = [];
  const received = new Set<string>();
  for (let fall = 0; fall < 6; fall++) {
    const box = await start();
    const answers = [bia, caio].flatMap((phone) =>
      ["1", "2", "3"].map((text) =>
        box.says(phone.jid, `${phone.name} ${fall}.${text}`).catch(() => {}),
      ),
    );
    for (let count = 0; count < 6; count++) {
      const phone = count % 2 ? bia : caio;
      const text = `${phone.name} diz ${fall}.${count}`;
      sent.push(text);
      await phone.says(text);
      if (count === 3) await box.hears(`${caio.name} diz ${fall}.2`);
    }
    box.falls();
    await Promise.all(answers);
    for (const text of box.heard.all) received.add(text);
  }
  const last = await start();
  await bia.says("Fim");
  await caio.says("Fim mesmo");
  await last.hears("Fim");
  await last.hears("Fim mesmo");
  await last.says(bia.jid, "Até amanhã");
  await last.says(caio.jid, "Até amanhã");
  await Promise.all([bia.receives("Até amanhã"), caio.receives("Até amanhã")]);
  for (const text of last.heard.all) received.add(text);
  expect(sent.filter((text) => !received.has(text))).toEqual([]);
  expect([bia, caio].map(({ badMacs, retries }) => [badMacs, retries])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(last.asked).toEqual([]);
}, 15_000);

test("who only claims to be WhatsApp is not talked to", async () => {
  const { wa, start } = await linked();
  wa.faults.forgedCertificate();
  expect(
    await start().then(
      () => "open",
      ({ message }: Error) => message,
    ),
  ).toBe("closed with 400");
  await start();
});

type Update = Partial<BaileysEventMap["connection.update"]>;

/** A shop whose connection is linked, and a way to restart the box on the same file. */
async function linked() {
  const wa = await whatsapp();
  ends.push(() => wa.stop());
  const shop = wa.account();
  const sqlite = migrated("company");
  sqlite.run(
    "INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (1, 'Balcão', 'beta', 0, 0)",
  );
  const start = () => Box.start(wa, sqlite, (qr) => shop.scans(qr));
  (await start()).falls();
  return { wa, shop, start };
}

/** One life of a box: its vault and its socket. */
class Box {
  readonly heard = new Recording<string>();
  /** Messages that it asked to receive again. */
  readonly asked: string[] = [];
  readonly #updates = new Recording<Update>();
  #socket!: WASocket;

  private constructor(
    readonly vault: Vault,
    private readonly wa: WhatsAppServer,
    private readonly scan: (qr: string) => Promise<unknown>,
  ) {}

  static async start(
    wa: WhatsAppServer,
    sqlite: Database,
    scan: (qr: string) => Promise<unknown>,
  ): Promise<Box> {
    const vault = new Vault(vaultFile(sqlite), 1, new Uint8Array(32).fill(7), Date.now);
    vault.claim();
    const box = new Box(vault, wa, scan);
    ends.push(() => box.falls());
    box.#connect();
    const ended = ({ connection, lastDisconnect }: Update) =>
      connection === "open" || (lastDisconnect !== undefined && codeOf(lastDisconnect) !== 515);
    const { connection, lastDisconnect } = await box.#updates.until(
      ended,
      5000,
      () => "it never opens",
    );
    if (connection !== "open") throw new Error(`closed with ${codeOf(lastDisconnect)}`);
    for (const waiting of vault.waiting())
      box.#socket.ws.emit("CB:message", vault.attempt(waiting, [])!);
    return box;
  }

  hears(text: string) {
    return this.heard.until(
      (each) => each === text,
      5000,
      () => `never heard ${text}, but ${JSON.stringify(this.heard.all)}`,
    );
  }

  async says(jid: string, text: string) {
    await this.#socket.sendMessage(jid, { text });
  }

  /**
   * Fails at once: nothing more is sent or reported. Work that still runs has lost its session to
   * the next start.
   */
  falls() {
    this.#socket.ev.removeAllListeners("messages.upsert");
    this.#socket.ws.removeAllListeners("CB:message");
    void this.#socket.end(undefined);
  }

  #connect() {
    const { BALCAO_WA_URL: url, BALCAO_WA_ROOT: root } = this.wa.env;
    const socket = (this.#socket = open(this.vault, { url, root }, builtIn, memory(), () => {}));
    socket.ws.prependListener("CB:message", (node: BinaryNode) => rememberStanza(node));
    socket.ev.on("creds.update", () => this.vault.saveCreds());
    socket.ev.on("messages.upsert", ({ messages }) => {
      for (const { key, message, messageStubType } of messages) {
        if (messageStubType) this.asked.push(key.id!);
        else this.heard.add(message?.conversation ?? message?.extendedTextMessage?.text ?? "");
      }
    });
    socket.ev.on("connection.update", (update) => {
      this.#updates.add(update);
      if (update.qr) void this.scan(update.qr);
      if (codeOf(update.lastDisconnect) === 515) this.#connect();
    });
  }
}

const codeOf = (end: Update["lastDisconnect"]) =>
  (end?.error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;
