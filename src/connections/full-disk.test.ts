import { expect, spyOn } from "bun:test";
import { eq } from "drizzle-orm";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { media } from "../kit/db/media.ts";
import { enqueue } from "../modules/messages/outbox.ts";
import { messages } from "../modules/messages/table.ts";
import { fakeChannel } from "../testing/fake-channel.ts";
import { logged } from "../testing/logged.ts";
import { balcao, bia, dot, idOf, test, until, world } from "../testing/world.ts";
import { MediaFetcher } from "./fetcher.ts";
import { Sender } from "./sender.ts";

/** Writes fail from now on, until `freed`. `tries`: how often one was tried. */
function fullDisk(db: CompanyDb) {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const write = spyOn(db, "write").mockImplementation(() => {
    throw full;
  });
  return { tries: () => write.mock.calls.length, freed: () => write.mockRestore() };
}

test("on a full disk the sender waits and says so once; what waited is sent once there is room", async () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { id } = shop.message({ ticketId: ticket.id, fromMe: true, origin: "agent", ack: 0 });
  shop.db.write((tx) => enqueue(tx, { id, whatsappId: balcao, contactId: bia.id }, shop.db.now()));
  const lines = logged("sender");
  const disk = fullDisk(shop.db);
  const { connectionManager, calls } = fakeChannel();
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  sender.resume();
  for (let time = 0; time < 20; time++) sender.wake();
  await Bun.sleep(100);
  expect([disk.tries(), calls]).toEqual([1, []]);
  disk.freed();
  await until(() => shop.db.select().from(messages).where(eq(messages.id, id)).get()!.ack === 1);
  expect(calls.map(([verb]) => verb)).toEqual(["send"]);
  await sender.stop();
  expect(lines()).toEqual([
    ["error", "SQLITE_FULL"],
    ["info", true],
  ]);
});

test("a message whose sending could not be noted is sent again under the same id", async () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { id, providerId } = shop.message({
    ticketId: ticket.id,
    fromMe: true,
    origin: "agent",
    ack: 0,
  });
  shop.db.write((tx) => enqueue(tx, { id, whatsappId: balcao, contactId: bia.id }, shop.db.now()));
  let disk: ReturnType<typeof fullDisk> | undefined;
  const { connectionManager, calls } = fakeChannel({
    send: async (message) => {
      disk ??= fullDisk(shop.db);
      return message.id;
    },
  });
  const sender = new Sender(shop.db, balcao, connectionManager.channel(1, balcao)!);
  sender.resume();
  await until(() => disk && disk.tries() > 0);
  disk!.freed();
  await until(() => shop.db.select().from(messages).where(eq(messages.id, id)).get()!.ack === 1);
  await sender.stop();
  expect(calls).toMatchObject([
    ["send", { id: providerId }],
    ["send", { id: providerId }],
  ]);
});

test("on a full disk no file is downloaded over and over", async () => {
  const shop = world();
  shop.receives("", {
    content: {
      kind: "image",
      body: "",
      file: { name: "broa.png", type: "image/png", size: dot.length },
    },
  });
  const lines = logged("fetcher");
  const disk = fullDisk(shop.db);
  const { connectionManager, calls } = fakeChannel({
    async *fetch() {
      yield dot;
    },
  });
  const fetcher = new MediaFetcher(shop.db, balcao, connectionManager.channel(1, balcao)!);
  fetcher.resume();
  await until(() => disk.tries() > 0);
  for (let time = 0; time < 20; time++) fetcher.wake();
  await Bun.sleep(100);
  expect(calls).toHaveLength(1);
  disk.freed();
  await until(() => shop.db.select().from(media).get()!.sha256 !== "");
  expect(calls).toHaveLength(2);
  await fetcher.stop();
  expect(lines()).toEqual([
    ["error", "SQLITE_FULL"],
    ["info", true],
  ]);
});
