import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { migrate, migrationsFor } from "../../kit/migrate.ts";
import { Recording } from "../../testing/whatsapp-server/recording.ts";
import { whatsapp } from "../../testing/whatsapp-server/server.ts";
import { notOpened } from "../../shared/states.ts";
import type { ChannelHandlers, ConnectionStatus, InboundMessage } from "../channel.ts";
import { Vault } from "./vault.ts";
import { WhatsApp } from "./whatsapp.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test("what brings the box down again and again holds up nothing else, and is told when it can be", async () => {
  const { bia, start } = await shop();
  const bomb = "A mensagem que derruba";
  const falls = async ({ body }: { body: string }) => body === bomb && (await new Promise<void>((over) => ends.push(over)));
  const first = await start(falls);
  for (const text of ["Oi", bomb, "Tem pão?"]) await bia.says(text);
  await first.tells(bomb);

  const told = [];
  for (let fall = 0; fall < 5; fall++) {
    const box = await start(falls);
    await box.tells(bomb);
    told.push(box.told.all.filter((body) => body !== "Oi"));
  }
  expect(told).toEqual(Array(5).fill([bomb]));

  const sound = await start();
  await sound.tells("Tem pão?");
  expect(await sound.aside.until((count) => count > 0, 5000, () => "nobody says that something was set aside")).toBe(1);
  expect([sound.told.all, await sound.line.setAside()]).toEqual([["Tem pão?"], [{ from: { ids: [{ type: "phone", value: "5511988880001" }], name: "Bia" }, at: expect.any(Number) }]]);

  await sound.line.retrySetAside();
  expect([sound.told.all, sound.aside.all.at(-1), await sound.line.setAside()]).toEqual([["Tem pão?", bomb], 0, []]);
});

test("what the box refuses is told again by the next box, and nothing after it waits", async () => {
  const { bia, start } = await shop();
  const full = await start(async ({ body }) => {
    if (body === "Oi") throw new Error("the disk is full");
  });
  for (const text of ["Oi", "Tem pão?"]) await bia.says(text);
  await full.tells("Tem pão?");
  await full.line.stop();
  const next = await start();
  await next.tells("Oi");
  expect(next.told.all).toEqual(["Oi"]);
});

test("what a customer sends by a broadcast list is theirs, a status is nobody's", async () => {
  const { bia, start } = await shop();
  const { tells, heard, amended } = await start();
  const list = "1600000000@broadcast";
  await bia.says("Viram isto?", { list: "status@broadcast" });
  const id = await bia.says("Mudei de endereso", { list });
  await tells("Mudei de endereso");
  expect(heard.all).toMatchObject([{ id, chat: { name: "Bia", ids: [{ type: "phone", value: "5511988880001" }, { type: "lid" }] }, from: { name: "Bia" } }]);
  await bia.edits(id, "Mudei de endereço", { list });
  await amended.until((body) => body === "Mudei de endereço", 5000, () => "the edit is not told");
  await bia.learns(id, "delivered");
});

test("what never opens is told as such after the last try, and what then comes after all is told again", async () => {
  const { bia, start } = await shop();
  const { heard, tells } = await start();
  await bia.says("Oi");
  await tells("Oi");
  bia.handset.garbles = Infinity;
  const id = await bia.says("Ilegível");
  const closed = await heard.until((each) => each.id === id, 10_000, () => "nobody tells of it");
  expect(closed).toMatchObject({ from: { name: "Bia" }, content: { kind: "unsupported", what: notOpened } });
  bia.handset.garbles = 0;
  await bia.says("Ilegível", { id });
  await tells("Ilegível");
  expect(heard.all.filter((each) => each.id === id)).toHaveLength(2);
});

test("what opens on the second try is told once", async () => {
  const { bia, start } = await shop();
  const { told, tells } = await start();
  // For the shop's phone and for us.
  bia.handset.garbles = 2;
  await bia.says("Oi");
  await tells("Oi");
  await bia.says("Tem pão?");
  await tells("Tem pão?");
  expect([told.all, bia.retries]).toEqual([["Oi", "Tem pão?"], 0]);
});

test("what nobody knows yet, or only the phone may show, is told as what this box can't show", async () => {
  const { bia, start } = await shop();
  const { heard } = await start();
  for (const [sent, what] of [[await bia.sends({}), "unknown"], [await bia.says("Só uma vez", { phoneOnly: "view_once_unavailable_fanout" }), "viewOnceMessage"]] as const) {
    expect((await heard.until(({ id }) => id === sent, 5000, () => "not told")).content).toEqual({ kind: "unsupported", what });
  }
});

/** A shop with a linked number, and a customer. Each start is another box on the same file; the one before is as good as dead. */
async function shop() {
  const wa = await whatsapp();
  ends.push(() => wa.stop());
  const account = wa.account();
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrationsFor("company"));
  sqlite.run("INSERT INTO connections (id, name, provider, createdAt, updatedAt) VALUES (1, 'Balcão', 'beta', 0, 0)");
  const { BALCAO_WA_URL: url, BALCAO_WA_ROOT: root } = wa.env;

  const start = async (hears: (message: { body: string }) => unknown = () => {}) => {
    const [lines, heard, told, aside, amended] = [new Recording<ConnectionStatus>(), new Recording<InboundMessage>(), new Recording<string>(), new Recording<number>(), new Recording<string>()];
    const deaf = () => {};
    const said = async (message: InboundMessage) => {
      heard.add(message);
      const { content } = message;
      const body = content.kind === "chat" ? content.body : content.kind;
      told.add(body);
      await hears({ body });
    };
    const handlers: ChannelHandlers = { onStatus: (status) => lines.add(status), onMessage: said, onSetAside: (count) => aside.add(count), onEdit: ({ body }) => amended.add(body), onReaction: deaf, onDelete: deaf, onCall: deaf, onAck: deaf, onPerson: deaf, onRead: deaf, onTyping: deaf };
    const line = new WhatsApp(new Vault(sqlite, 1, new Uint8Array(32).fill(7), Date.now), { url, root }, handlers, deaf);
    ends.push(() => line.stop());
    await line.start();
    if (!line.linked) await account.scans((await lines.until(({ qrcode }) => qrcode !== "", 10_000, () => "no code")).qrcode);
    await lines.until(({ status }) => status === "CONNECTED", 10_000, () => "the line never comes up");
    return { line, heard, told, aside, amended, tells: (body: string) => told.until((each) => each === body, 5000, () => `never told ${body}, but ${JSON.stringify(told.all)}`) };
  };
  return { bia: wa.phone("Bia", { number: "5511988880001" }), start };
}
