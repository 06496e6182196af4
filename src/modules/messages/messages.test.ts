import { expect } from "bun:test";
import { and, eq } from "drizzle-orm";
import { write } from "../../kit/db/written.ts";
import { box, idOf, test, world } from "../../testing/world.ts";
import { mediaTypeOf } from "./media-types.ts";
import { page, pageSize, type Part } from "./page.ts";
import { preview } from "./preview.ts";
import { messages, type Message } from "./table.ts";

function chat(count: number) {
  const shop = world();
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  const say = (body: string) => shop.message({ ticketId: id, body });
  for (let number = 1; number <= count; number++) say(String(number));
  const part = (query: Partial<Part>) =>
    write(page(shop.db, id, { pageNumber: 1, ...query })).read();
  const bodies = (query: Partial<Part>) => part(query).messages.map(({ body }) => body);
  /** The id of the message with this body. */
  const idOfBody = (body: string) =>
    shop.db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.ticketId, id), eq(messages.body, body)))
      .get()!.id;
  return { ...shop, id, say, part, bodies, idOfBody };
}

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

test("a page holds the newest twenty, the oldest of them first", () => {
  const { db, id, bodies } = chat(45);
  expect(bodies({})).toEqual(run(26, 45));
  expect(bodies({ pageNumber: 2 })).toEqual(run(6, 25));
  expect(bodies({ pageNumber: 3 })).toEqual(run(1, 5));
  expect(page(db, id, { pageNumber: 1 })).toMatchObject({ hasMore: true, count: 45 });
  expect(page(db, id, { pageNumber: 3 })).toMatchObject({ hasMore: false, count: 45 });
});

test("a page that is exactly full has no more after it", () => {
  const { db, id } = chat(pageSize);
  expect(page(db, id, { pageNumber: 1 })).toMatchObject({ hasMore: false, count: 20 });
});

test("going back from a message loses and repeats nothing while new ones arrive", () => {
  const { say, part, bodies } = chat(45);
  const first = part({}).messages;
  say("nova");
  expect(bodies({ beforeId: first[0]!.id })).toEqual(run(6, 25));
  expect(bodies({ pageNumber: 2 })).toEqual(run(7, 26));
});

test("around a message there are the twenty before it and the twenty from it on", () => {
  const { part, bodies, idOfBody } = chat(100);
  const around = (body: string) => {
    const { hasMore, hasNewer, count } = part({ aroundId: idOfBody(body) });
    return [bodies({ aroundId: idOfBody(body) }), { hasMore, hasNewer, count }];
  };
  expect(around("50")).toEqual([run(30, 69), { hasMore: true, hasNewer: true, count: 100 }]);
  expect(around("1")).toEqual([run(1, 20), { hasMore: false, hasNewer: true, count: 100 }]);
  expect(around("21")).toEqual([run(1, 40), { hasMore: false, hasNewer: true, count: 100 }]);
  expect(around("22")).toEqual([run(2, 41), { hasMore: true, hasNewer: true, count: 100 }]);
  expect(around("81")).toEqual([run(61, 100), { hasMore: true, hasNewer: false, count: 100 }]);
  expect(around("100")).toEqual([run(80, 100), { hasMore: true, hasNewer: false, count: 100 }]);
});

test("going on from a message leads to the newest, without a gap", () => {
  const { part, bodies, idOfBody, say } = chat(45);
  expect([bodies({ afterId: idOfBody("5") }), part({ afterId: idOfBody("5") })]).toMatchObject([
    run(6, 25),
    { hasMore: true, hasNewer: true, count: 45 },
  ]);
  expect([bodies({ afterId: idOfBody("25") }), part({ afterId: idOfBody("25") }).hasNewer]).toEqual(
    [run(26, 45), false],
  );
  expect([bodies({ afterId: idOfBody("45") }), part({ afterId: idOfBody("45") })]).toMatchObject([
    [],
    { hasMore: true, hasNewer: false },
  ]);
  say("nova");
  expect(bodies({ afterId: idOfBody("45") })).toEqual(["nova"]);
  expect(part({}).hasNewer).toBe(false);
});

test("a message of another ticket brings none of its neighbours along", () => {
  const { part, message, ticket, say } = chat(2);
  const other = ticket().id;
  const ids = ["a", "b", "c"].map((body) => message({ ticketId: other, body }).id);
  say("3");
  for (const aroundId of [...ids, 1_000_000])
    expect(part({ aroundId }).messages.map(({ body }) => body)).toEqual(["1", "2", "3"]);
  expect(part({ afterId: ids[0] }).messages.map(({ body }) => body)).toEqual(["3"]);
});

test("the route goes around and on from a message", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const [, second] = ["1", "2", "3"].map((body) => shop.message({ ticketId: id, body }));
  const { get } = shop.as("ana");
  expect(await get(`/messages/${id}?aroundId=${second!.id}`)).toMatchObject({
    status: 200,
    body: {
      messages: [{ body: "1" }, { body: "2" }, { body: "3" }],
      hasMore: false,
      hasNewer: false,
      count: 3,
      ticket: { id },
    },
  });
  expect(await get(`/messages/${id}?afterId=${second!.id}`)).toMatchObject({
    status: 200,
    body: { messages: [{ body: "3" }], hasMore: true, hasNewer: false },
  });
  expect(await get(`/messages/${id}`)).toMatchObject({ body: { hasNewer: false } });
  for (const query of ["aroundId=0", "afterId=-1", "aroundId=x"])
    expect((await get(`/messages/${id}?${query}`)).status).toBe(422);
});

test("a day leads to its first message, or to the next one after it; a future day to the newest", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  const say = (body: string, at: string) =>
    shop.message({ ticketId: id, body, createdAt: new Date(at) });
  const other = shop.ticket().id;
  for (let number = 1; number <= 25; number++) say(`antes ${number}`, "2026-11-18T12:00:00Z");
  shop.message({ ticketId: other, body: "de outro", createdAt: new Date("2026-11-20T03:00:00Z") });
  // The evening of the 19th in São Paulo is the 20th in UTC.
  say("noite", "2026-11-20T02:59:59Z");
  for (let number = 1; number <= 25; number++) say(`dia ${number}`, "2026-11-20T03:00:00Z");
  const first = async (date: string) => {
    const { body } = await shop
      .as("ana")
      .get<{ messages: Message[]; hasMore: boolean; hasNewer: boolean }>(
        `/messages/${id}?date=${date}`,
      );
    return [
      body.messages[0]?.body,
      body.messages[20]?.body ?? body.messages.at(-1)?.body,
      body.hasMore,
      body.hasNewer,
    ];
  };
  expect(await first("2026-11-20")).toEqual(["antes 7", "dia 1", true, true]);
  expect(await first("2026-11-19")).toEqual(["antes 6", "noite", true, true]);
  expect(await first("2000-01-01")).toEqual(["antes 1", "antes 20", false, true]);
  expect(await first("2026-12-24")).toEqual(["dia 6", "dia 25", true, false]);
  expect((await shop.as("ana").get(`/messages/${id}?date=amanha`)).status).toBe(422);
});

test("other tickets' messages are not among them", () => {
  const { message, ticket, part } = chat(3);
  message({ ticketId: ticket().id, body: "de outro" });
  expect(part({})).toMatchObject({
    count: 3,
    messages: [{ body: "1" }, { body: "2" }, { body: "3" }],
  });
});

test("a page comes with its ticket", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  shop.message({ ticketId: id });
  const { status, body } = await shop
    .as("ana")
    .get<{ messages: Message[]; ticket: { id: number }; count: number; hasMore: boolean }>(
      `/messages/${id}`,
    );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    messages: [{ ticketId: id, mediaUrl: null, quotedMsg: null }],
    ticket: { id },
    count: 1,
    hasMore: false,
  });
  expect(Object.keys(body.messages[0]!)).not.toContain("mediaId");
});

test("a preview is a single line", () => {
  expect(preview("Oi", "chat")).toBe("Oi");
  expect(preview("", "image")).toBe("📷 Foto");
  expect(preview("Oi", "image")).toBe("📷 Oi");
  expect(preview("Padaria\nRua 7", "locationMessage")).toBe("📍 Padaria, Rua 7");
  expect(preview("", "locationMessage")).toBe("📍 Localização");
  expect(preview("pollUpdateMessage", "unsupported")).toBe("Mensagem não suportada");
  expect(preview("x".repeat(300), "chat")).toHaveLength(255);
});

test("a detected type becomes one of the four kinds", () => {
  expect(
    ["image/png", "audio/ogg", "video/mp4", "application/pdf", "text/html"].map(mediaTypeOf),
  ).toEqual(["image", "audio", "video", "application", "application"]);
});
