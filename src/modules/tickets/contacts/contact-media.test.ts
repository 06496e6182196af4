import { expect } from "bun:test";
import { addMedia } from "../../../kit/db/media.ts";
import {
  atendimento,
  bia,
  box,
  dot,
  encomendas,
  idOf,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import type { MessageKind } from "../../../shared/states.ts";
import { addPendingMedia } from "../../messages/pending-media.ts";
import { mediaOf, mediaQuery } from "./contact-media.ts";

/** A company with one file, and what sends it. */
async function shopWithFile<Shop extends World>(shop: Shop) {
  const file = await shop.db.files.keep(dot, "broa.png");
  const mediaId = shop.db.write((tx) => addMedia(tx, file, shop.db.now()));
  const send = (ticketId: number, mediaType: MessageKind = "image", values = {}) =>
    shop.message({ ticketId, mediaType, mediaId, ...values }).id;
  return { ...shop, send };
}

const tab = (shop: World, who: "ana" | "rui", query: Record<string, string | number> = {}) =>
  mediaOf(shop.db, shop.me(who), bia.id, mediaQuery.parse(query)).messages.map(({ id }) => id);

test("images and videos, documents, and audio are listed apart, the newest first", async () => {
  const shop = await shopWithFile(world());
  const { id } = shop.ticket({ contactId: bia.id });
  const sent = (["image", "audio", "application", "video", "sticker", "image"] as const).map(
    (kind) => shop.send(id, kind),
  );
  shop.message({ ticketId: id });
  const [image, audio, application, video, , last] = sent;
  expect([tab(shop, "ana"), tab(shop, "ana", { kind: "image" })]).toEqual([
    [last!, video!, image!],
    [last!, video!, image!],
  ]);
  expect([tab(shop, "ana", { kind: "application" }), tab(shop, "ana", { kind: "audio" })]).toEqual([
    [application!],
    [audio!],
  ]);
});

test("files sent and received in any visible ticket of the contact are listed", async () => {
  const shop = await shopWithFile(world());
  const closed = shop.ticket({ contactId: bia.id, status: "closed", userId: idOf.ana });
  const others = shop.ticket({ contactId: bia.id, status: "closed", userId: idOf.lia });
  const elsewhere = shop.ticket({ contactId: bia.id, queueId: encomendas, whatsappId: 2 });
  const waiting = shop.ticket({ contactId: bia.id, queueId: atendimento });
  shop.send(shop.ticket().id);
  const [one, hidden, far, two] = [closed, others, elsewhere, waiting].map(({ id }) =>
    shop.send(id, "image", { fromMe: id === closed.id }),
  );
  expect(tab(shop, "ana")).toEqual([two!, one!]);
  expect(tab(shop, "rui")).toEqual([two!, far!, hidden!, one!]);
});

test("deleted messages and files that never came are left out", async () => {
  const shop = await shopWithFile(world());
  const { id } = shop.ticket({ contactId: bia.id });
  const seen = shop.send(id);
  shop.send(id, "image", { isDeleted: true });
  const awaited = shop.db.write((tx) =>
    addPendingMedia(tx, { name: "a.png", type: "image/png", size: 10 }, shop.db.now()),
  );
  shop.send(id, "image", { mediaId: awaited });
  expect(tab(shop, "ana")).toEqual([seen]);
});

test("there are thirty a page, and the next goes on from the last", async () => {
  const shop = await shopWithFile(world());
  const { id } = shop.ticket({ contactId: bia.id });
  const sent = Array.from({ length: 31 }, () => shop.send(id)).toReversed();
  const first = mediaOf(shop.db, shop.me("ana"), bia.id, mediaQuery.parse({}));
  expect([first.messages.map((message) => message.id), first.hasMore]).toEqual([
    sent.slice(0, 30),
    true,
  ]);
  const next = mediaOf(shop.db, shop.me("ana"), bia.id, mediaQuery.parse({ beforeId: sent[29] }));
  expect([next.messages.map((message) => message.id), next.hasMore]).toEqual([
    sent.slice(30),
    false,
  ]);
});

test("the route returns messages as they travel", async () => {
  const shop = await shopWithFile(await box());
  const { id } = shop.ticket({ contactId: bia.id });
  shop.send(id);
  const { get } = shop.as("ana");
  const { status, body } = await get<{ messages: { mediaUrl: string; ticketId: number }[] }>(
    `/contacts/${bia.id}/media?kind=image`,
  );
  expect([status, body]).toMatchObject([
    200,
    {
      messages: [{ ticketId: id, mediaName: "broa.png", media: { type: "image/png" } }],
      hasMore: false,
    },
  ]);
  expect((await fetch(shop.url + body.messages[0]!.mediaUrl)).status).toBe(200);
  expect([
    (await get("/contacts/999/media")).status,
    (await get(`/contacts/${bia.id}/media?kind=secrets`)).status,
  ]).toEqual([404, 422]);
});
