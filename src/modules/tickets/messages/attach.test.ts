import { expect } from "bun:test";
import {
  balcao,
  bia,
  dot,
  fabrica,
  minute,
  test,
  world,
  type Incoming,
} from "../../../testing/world.ts";
import { applyInboundDelete } from "./inbound-edit.ts";
import { attach, attachFailed, filesToFetch } from "./attach.ts";

const file = (type: string) => ({ name: "broa", type, size: 10 });
const photo: Incoming = {
  id: "A1",
  content: { kind: "image", body: "Igual a esta", file: file("image/jpeg") },
};

test("a file arrives after its message, with its own type and size", async () => {
  const shop = world();
  const { id } = shop.receives("", photo)!;
  expect(filesToFetch(shop.db, balcao)).toEqual([
    { messageId: id, providerId: "A1", name: "broa", size: 10 },
  ]);
  expect(filesToFetch(shop.db, fabrica)).toEqual([]);
  shop.events.length = 0;
  shop.clock.pass(minute);

  const stored = await shop.db.files.keep(dot, "broa");
  const message = attach(shop.db, id, stored)!;
  expect(message).toMatchObject({
    mediaType: "image",
    mediaName: "broa",
    media: { type: "image/png", size: dot.length, reason: null },
  });
  expect(message.mediaUrl).toStartWith(`/media/1/${stored.sha256}/broa?until=`);
  expect(message.updatedAt.getTime()).toBe(shop.clock.now());
  expect(shop.events).toMatchObject([
    {
      event: "appMessage",
      action: "update",
      payload: { message: { id }, ticket: { id: message.ticketId, unreadMessages: 1 } },
    },
  ]);
  expect(filesToFetch(shop.db, balcao)).toEqual([]);
  expect(attach(shop.db, id, { ...stored, name: "outra" })).toBeUndefined();
});

test("a file that claims to be an image and is none is a document, in the list too", async () => {
  const shop = world();
  const { id } = shop.receives("", photo)!;
  attach(shop.db, id, await shop.db.files.keep(new TextEncoder().encode("<script>"), "broa.png"));
  expect(shop.ticketOf(bia.id)).toMatchObject([{ lastMessage: "📄 Igual a esta" }]);
  expect(shop.events.at(-1)!.payload).toMatchObject({
    message: { mediaType: "application", media: { type: "application/octet-stream" } },
    ticket: { lastMessage: "📄 Igual a esta" },
  });
});

test("audio in a video's container stays audio, a sticker and a document stay what they are", () => {
  const shop = world();
  const stored = (type: string) => ({ sha256: "a".repeat(64), type, size: 10, name: "broa" });
  const becomes = (kind: "audio" | "video" | "sticker" | "application", type: string) => {
    const { id } = shop.receives("", { content: { kind, body: "", file: file(type) } })!;
    return attach(shop.db, id, stored(type))!.mediaType;
  };
  expect([
    becomes("audio", "audio/ogg"),
    becomes("audio", "video/mp4"),
    becomes("audio", "image/png"),
  ]).toEqual(["audio", "audio", "application"]);
  expect([
    becomes("video", "video/mp4"),
    becomes("video", "audio/ogg"),
    becomes("sticker", "image/webp"),
    becomes("application", "image/png"),
  ]).toEqual(["video", "application", "sticker", "application"]);
});

test("a file that can't be downloaded says why, and may come when it is tried again", async () => {
  const shop = world();
  const { id } = shop.receives("", photo)!;
  expect(attachFailed(shop.db, id, "ERR_MEDIA_TOO_LARGE")).toMatchObject({
    mediaUrl: null,
    media: { reason: "ERR_MEDIA_TOO_LARGE" },
  });
  expect(shop.events.at(-1)).toMatchObject({ event: "appMessage", action: "update" });
  expect(filesToFetch(shop.db, balcao)).toEqual([]);

  expect(attach(shop.db, id, await shop.db.files.keep(dot, "broa"))).toMatchObject({
    media: { reason: null },
  });
  expect(attachFailed(shop.db, id, "ERR_LATE")).toBeUndefined();
});

test("the file of a deleted message is not waited for", async () => {
  const shop = world();
  const { id } = shop.receives("", photo)!;
  const chat = { ids: [{ type: "phone" as const, value: bia.number }], name: "" };
  applyInboundDelete(shop.db, balcao, { to: "A1", chat, from: chat, at: shop.clock.now() });
  expect(filesToFetch(shop.db, balcao)).toEqual([]);
  expect(attach(shop.db, id, await shop.db.files.keep(dot, "broa"))).toBeUndefined();
});
