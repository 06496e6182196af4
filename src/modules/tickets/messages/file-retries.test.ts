import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { join } from "node:path";
import { media } from "../../../kit/db/media.ts";
import {
  balcao,
  bia,
  box,
  day,
  dot,
  folder,
  hour,
  idOf,
  minute,
  second,
  test,
  until,
  world,
  type World,
} from "../../../testing/world.ts";
import { findMessage } from "../../messages/messages.ts";
import { next } from "../../messages/outbox-next.ts";
import { returnUntried, markSending } from "../../messages/outbox.ts";
import { type Message, outbox } from "../../messages/table.ts";
import { sendLater } from "./acknowledge.ts";
import { attachLater, filesToFetch, nextRetry } from "./attach.ts";
import { reply } from "./reply.ts";
import { retry } from "./retry.ts";

const photo = join(folder(), "photo");
await Bun.write(photo, dot);

/** A practice connection that is up, and Ana's open ticket with Bia, who has just written. */
async function shopWithConnection() {
  const shop = await box();
  const phone = await shop.phone();
  const ana = shop.as("ana");
  const { id: ticketId } = talk(shop);
  const fault = (faults: object) => phone.line().fault(faults);
  const retried = (id: number) => ana.post<Message>(`/messages/${id}/retry`);
  const shows = (id: string, body: string) =>
    phone.line().write({
      id,
      number: bia.number,
      name: bia.name,
      body,
      file: { path: photo, name: "broa.png", type: "image/png", size: dot.length },
      quotedMsgId: null,
      group: null,
    });
  return { ...shop, phone, ana, ticketId, fault, retried, shows };
}

function talk(shop: World) {
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  shop.message({ ticketId: ticket.id, read: true });
  return ticket;
}

async function answer(shop: World, ticketId: number, body: string) {
  const stored = await shop.db.files.keep(dot, "broa.png");
  return reply(shop.db, shop.me("ana"), ticketId, { body, files: [stored] })[0]!.id;
}

const retryAt = ({ db }: World, id: number) => findMessage(db, id)!.retryAt?.getTime();
const tries = ({ db }: World) => db.select({ tries: media.tries }).from(media).get()?.tries;

test("messages after a file that can't be sent pass it, and the file is sent later", async () => {
  const shop = await shopWithConnection();
  await shop.fault({ disconnect: true, mediaAway: true });
  const file = await answer(shop, shop.ticketId, "A foto");
  await shop.ana.post(`/messages/${shop.ticketId}`, { body: "Já mando a foto" });
  shop.clock.pass(minute);
  await shop.fault({ disconnect: false });

  await until(() => shop.phone.got().length === 1);
  expect(shop.phone.got()).toEqual(["Já mando a foto"]);
  expect(findMessage(shop.db, file)).toMatchObject({
    ack: 0,
    retryAt: new Date(shop.clock.now() + 2 * second),
  });

  // Another process goes on after this one.
  shop.clock.pass(2 * second);
  await shop.connectionManager.start(1, balcao);
  await until(() => findMessage(shop.db, file)!.ack === 1);
  expect(shop.phone.got()).toEqual(["Já mando a foto", "A foto"]);
  expect(retryAt(shop, file)).toBeUndefined();
});

test("a file that failed a moment ago keeps its place", async () => {
  const shop = await shopWithConnection();
  await shop.fault({ mediaAway: true });
  const file = await answer(shop, shop.ticketId, "A foto");
  await shop.ana.post(`/messages/${shop.ticketId}`, { body: "Gostou?" });
  await until(
    () => shop.db.select().from(outbox).where(eq(outbox.messageId, file)).get()!.dueAt > 0,
  );
  expect([shop.phone.got(), retryAt(shop, file)]).toEqual([[], undefined]);
  await shop.fault({ mediaAway: false });
  shop.clock.pass(2 * second);
  await until(() => shop.phone.got().length === 2);
  expect(shop.phone.got()).toEqual(["A foto", "Gostou?"]);
});

test("a file of ours is tried at once on request", async () => {
  const shop = await shopWithConnection();
  await shop.fault({ disconnect: true, mediaAway: true });
  const file = await answer(shop, shop.ticketId, "A foto");
  shop.clock.pass(minute);
  await shop.fault({ disconnect: false });
  await until(() => retryAt(shop, file));
  expect(await shop.retried(file)).toMatchObject({ status: 200, body: { ack: 0, retryAt: null } });
  await until(() => retryAt(shop, file));
  await shop.fault({ mediaAway: false });
  await shop.retried(file);
  await until(() => shop.phone.got().length === 1);
});

test("a file that can't be downloaded is tried later, also after a restart, and at once on request", async () => {
  const shop = await shopWithConnection();
  await shop.fault({ mediaAway: true });
  await shop.shows("A1", "Igual a esta");
  await until(() => tries(shop) === 1);
  const [waiting] = (
    await shop.ana.get<{ messages: Message[] }>(`/messages/${shop.ticketId}`)
  ).body.messages.slice(-1);
  const { id } = waiting!;
  expect(waiting).toMatchObject({ mediaUrl: null, media: { reason: null } });

  shop.clock.pass(minute);
  shop.events.length = 0;
  await shop.retried(id);
  await until(() => tries(shop) === 2);
  const frame = {
    event: "appMessage",
    action: "update",
    payload: {
      message: { id, retryAt: new Date(shop.clock.now() + 4 * second), media: { reason: null } },
    },
  };
  await until(() => shop.events.length === 2);
  expect(shop.events[1]).toMatchObject(frame);

  await shop.connectionManager.start(1, balcao);
  await Bun.sleep(50);
  expect(findMessage(shop.db, id)!.mediaUrl).toBeNull();
  shop.clock.pass(4 * second);
  await shop.connectionManager.start(1, balcao);
  await until(() => findMessage(shop.db, id)!.mediaUrl);
  expect(retryAt(shop, id)).toBeUndefined();

  await shop.fault({ mediaAway: true });
  await shop.shows("A2", "Ou esta");
  const other = await until(() =>
    shop.db
      .select()
      .from(media)
      .all()
      .find((each) => each.tries === 1 && each.sha256 === ""),
  );
  await shop.fault({ mediaAway: false });
  await shop.retried(id + 1);
  await until(() => shop.db.select().from(media).where(eq(media.id, other.id)).get()!.sha256);
});

test("a download is tried for a day, less and less often, and then the agent is told what to do", () => {
  const shop = world();
  const { id } = shop.receives("", {
    content: { kind: "image", body: "", file: { name: "broa.jpg", type: "image/jpeg", size: 9 } },
  })!;
  const begun = shop.clock.now();
  const waits: number[] = [];
  for (attachLater(shop.db, id); nextRetry(shop.db, balcao); attachLater(shop.db, id)) {
    expect(filesToFetch(shop.db, balcao)).toEqual([]);
    const due = nextRetry(shop.db, balcao)!;
    waits.push(due - shop.clock.now());
    shop.clock.set(due);
    expect(filesToFetch(shop.db, balcao)).toMatchObject([{ messageId: id }]);
  }
  expect([waits.slice(0, 4), waits.at(-1)]).toEqual([
    [2, 4, 8, 16].map((each) => each * second),
    hour,
  ]);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(shop.clock.now() - begun).toBeGreaterThanOrEqual(day);
  expect(shop.clock.now() - begun).toBeLessThan(day + hour);
  expect(filesToFetch(shop.db, balcao)).toEqual([]);
  expect(findMessage(shop.db, id)).toMatchObject({
    retryAt: null,
    media: { reason: "ERR_MEDIA_NEVER_CAME" },
  });

  retry(shop.db, shop.me("ana"), id);
  attachLater(shop.db, id);
  expect(retryAt(shop, id)).toBe(shop.clock.now() + 2 * second);
});

test("what failed before the clock was put back is tried at once", () => {
  const shop = world();
  const { id } = shop.receives("", {
    content: { kind: "image", body: "", file: { name: "broa.jpg", type: "image/jpeg", size: 9 } },
  })!;
  attachLater(shop.db, id);
  shop.clock.pass(-2 * hour);
  expect(filesToFetch(shop.db, balcao)).toMatchObject([{ messageId: id }]);
});

test("a file of ours is tried for a day, whatever the connection does, and then has failed", async () => {
  const shop = world();
  const ticket = talk(shop);
  const id = await answer(shop, ticket.id, "A foto");
  const begun = shop.clock.now();
  const waiting = () => next(shop.db, balcao, { coldOpen: true, now: shop.clock.now() });
  for (let each = waiting(); each; each = waiting()) {
    markSending(shop.db, id);
    returnUntried(shop.db, id);
    markSending(shop.db, id);
    sendLater(shop.db, each);
    const due = shop.db.select({ dueAt: outbox.dueAt }).from(outbox).get()?.dueAt;
    if (due) shop.clock.set(due);
  }
  expect(shop.clock.now() - begun).toBeGreaterThanOrEqual(day);
  expect(shop.clock.now() - begun).toBeLessThan(day + hour);
  expect(findMessage(shop.db, id)).toMatchObject({
    ack: -1,
    reason: "ERR_MEDIA_NEVER_LEFT",
    retryAt: null,
  });
});

test("two files at a time leave room for texts", async () => {
  const shop = world();
  const file = await answer(shop, talk(shop).id, "A foto");
  const other = shop.ticket({ contactId: shop.contact().id, status: "open", userId: idOf.ana });
  const text = reply(shop.db, shop.me("ana"), other.id, { body: "Oi" })[0]!.id;
  const may = { coldOpen: true, now: shop.clock.now() };
  expect([
    next(shop.db, balcao, may)?.message.id,
    next(shop.db, balcao, { ...may, filesOpen: false })?.message.id,
  ]).toEqual([file, text]);
});
