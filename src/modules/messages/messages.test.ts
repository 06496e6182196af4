import { expect } from "bun:test";
import { box, idOf, test, world } from "../../testing/world.ts";
import { mediaTypeOf, page, pageSize, preview } from "./messages.ts";
import type { Message } from "./table.ts";

function chat(count: number) {
  const shop = world();
  const { id } = shop.ticket({ status: "open", userId: idOf.ana });
  const say = (body: string) => shop.message({ ticketId: id, body });
  for (let number = 1; number <= count; number++) say(String(number));
  const bodies = (query: { pageNumber?: number; beforeId?: number }) => page(shop.store, id, { pageNumber: 1, ...query }).messages.map(({ body }) => body);
  return { ...shop, id, say, bodies };
}

const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

test("a page holds the newest twenty, the oldest of them first", () => {
  const { store, id, bodies } = chat(45);
  expect(bodies({})).toEqual(run(26, 45));
  expect(bodies({ pageNumber: 2 })).toEqual(run(6, 25));
  expect(bodies({ pageNumber: 3 })).toEqual(run(1, 5));
  expect(page(store, id, { pageNumber: 1 })).toMatchObject({ hasMore: true, count: 45 });
  expect(page(store, id, { pageNumber: 3 })).toMatchObject({ hasMore: false, count: 45 });
});

test("a page that is just full has no more after it", () => {
  const { store, id } = chat(pageSize);
  expect(page(store, id, { pageNumber: 1 })).toMatchObject({ hasMore: false, count: 20 });
});

test("going back from a message loses and repeats nothing while new ones arrive", () => {
  const { store, id, say, bodies } = chat(45);
  const first = page(store, id, { pageNumber: 1 }).messages;
  say("nova");
  expect(bodies({ beforeId: first[0]!.id })).toEqual(run(6, 25));
  expect(bodies({ pageNumber: 2 })).toEqual(run(7, 26));
});

test("other tickets' messages are not among them", () => {
  const { store, message, ticket, id } = chat(3);
  message({ ticketId: ticket().id, body: "de outro" });
  expect(page(store, id, { pageNumber: 1 })).toMatchObject({ count: 3, messages: [{ body: "1" }, { body: "2" }, { body: "3" }] });
});

test("a page comes with its ticket", async () => {
  const shop = await box();
  const { id } = shop.ticket();
  shop.message({ ticketId: id });
  const { status, body } = await shop.as("ana").get<{ messages: Message[]; ticket: { id: number }; count: number; hasMore: boolean }>(`/messages/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ messages: [{ ticketId: id, mediaUrl: null, quotedMsg: null }], ticket: { id }, count: 1, hasMore: false });
  expect(Object.keys(body.messages[0]!)).not.toContain("mediaId");
});

test("a preview is a line of a list", () => {
  expect(preview("Oi", "chat")).toBe("Oi");
  expect(preview("", "image")).toBe("📷");
  expect(preview("Oi", "image")).toBe("📷 Oi");
  expect(preview("|link|1, 2|Padaria\nRua 7", "locationMessage")).toBe("📍 Padaria, Rua 7");
  expect(preview("|link|1, 2", "locationMessage")).toBe("📍");
  expect(preview("pollUpdateMessage", "unsupported")).toBe("Mensagem não suportada");
  expect(preview("x".repeat(300), "chat")).toHaveLength(255);
});

test("a sniffed type becomes one of document 1's", () => {
  expect(["image/png", "audio/ogg", "video/mp4", "application/pdf", "text/html"].map(mediaTypeOf)).toEqual(["image", "audio", "video", "application", "application"]);
});
