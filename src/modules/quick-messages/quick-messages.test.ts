import { expect, spyOn } from "bun:test";
import { Files } from "../../kit/files/files.ts";
import { media } from "../../kit/db/media.ts";
import {
  bia,
  box,
  dot,
  idOf,
  refusal,
  settled,
  test,
  world,
  type Name,
  type World,
} from "../../testing/world.ts";
import { uploadLimit } from "../../shared/limits.ts";
import type { Message } from "../messages/table.ts";
import { attach, create, duplicate, fileOf, find, list, remove, update } from "./quick-messages.ts";
import type { QuickMessage } from "./table.ts";

const of = (shop: ReturnType<typeof world>, who: Name, searchParam = "") =>
  list(shop.db, shop.me(who), { searchParam, pageNumber: 1 }).records.map(
    ({ shortcode }) => shortcode,
  );

test("a list holds mine and everyone's", () => {
  const shop = world();
  shop.quickMessage({ shortcode: "ana", userId: idOf.ana });
  shop.quickMessage({ shortcode: "caio", userId: idOf.caio });
  shop.quickMessage({ shortcode: "todos", userId: idOf.rui, geral: true });
  expect(of(shop, "ana")).toEqual(["ana", "todos"]);
  expect(of(shop, "caio")).toEqual(["caio", "todos"]);
  expect(of(shop, "rui")).toEqual(["todos"]);
});

test("a search stays among what one may use", () => {
  const shop = world();
  shop.quickMessage({ shortcode: "pix", message: "Chave 100% segura", userId: idOf.ana });
  shop.quickMessage({ shortcode: "pix-do-caio", userId: idOf.caio });
  expect(of(shop, "ana", "pix")).toEqual(["pix"]);
  expect(of(shop, "ana", "100%")).toEqual(["pix"]);
  expect(of(shop, "ana", "%")).toEqual(["pix"]);
  expect(of(shop, "ana", "_")).toEqual([]);
});

test("another user's own quick message is not found", async () => {
  const shop = world();
  const { id } = shop.quickMessage({ userId: idOf.caio });
  for (const work of [
    find.bind(null, shop.db),
    remove.bind(null, shop.db),
    duplicate.bind(null, shop.db),
  ]) {
    expect(await refusal(() => work(shop.me("ana"), id))).toEqual({
      kind: "missing",
      reason: "ERR_NOT_FOUND",
    });
  }
});

test("everyone's can be changed by its author or an admin, and stays its author's", async () => {
  const shop = world();
  const { id } = shop.quickMessage({ userId: idOf.ana, geral: true });
  expect(
    await refusal(() => update(shop.db, shop.me("caio"), id, { message: "Outra coisa" })),
  ).toEqual({ kind: "forbidden", reason: "ERR_NO_PERMISSION" });
  expect(await refusal(() => remove(shop.db, shop.me("caio"), id))).toEqual({
    kind: "forbidden",
    reason: "ERR_NO_PERMISSION",
  });
  expect(update(shop.db, shop.me("rui"), id, { message: "Abrimos às sete." })).toMatchObject({
    message: "Abrimos às sete.",
    userId: idOf.ana,
    user: { name: "Ana" },
  });
  expect(await remove(shop.db, shop.me("ana"), id)).toEqual({});
});

test("a shortcode is unique for its user", async () => {
  const shop = world();
  const body = { shortcode: "pix", message: "Nossa chave" };
  create(shop.db, shop.me("ana"), body);
  expect(create(shop.db, shop.me("caio"), body)).toMatchObject({ userId: idOf.caio });
  expect(await refusal(() => create(shop.db, shop.me("ana"), body))).toMatchObject({
    kind: "conflict",
    fields: { shortcode: "taken" },
  });
});

test("a shortcode and a message have three characters or more; short ones from before may stay", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const invalid = (reason: string, fields: Record<string, string>) => ({
    kind: "invalid",
    reason,
    fields,
  });
  expect(await refusal(() => create(shop.db, ana, {}))).toMatchObject(
    invalid("ERR_QUICKMESSAGE_REQUIRED", { shortcode: "required", message: "required" }),
  );
  expect(
    await refusal(() => create(shop.db, ana, { shortcode: "oi", message: "Oi" })),
  ).toMatchObject(
    invalid("ERR_QUICKMESSAGE_INVALID_NAME", { shortcode: "too_short", message: "too_short" }),
  );
  expect(
    await refusal(() => create(shop.db, ana, { shortcode: "oi", message: "Bom dia!" })),
  ).toMatchObject(invalid("ERR_QUICKMESSAGE_INVALID_NAME", { shortcode: "too_short" }));
  expect(create(shop.db, ana, { shortcode: "dia", message: "Bom" })).toMatchObject({
    shortcode: "dia",
  });

  const { id } = shop.quickMessage({ shortcode: "oi", userId: idOf.ana });
  expect(update(shop.db, ana, id, { shortcode: "oi", message: "Bom dia!" })).toMatchObject({
    shortcode: "oi",
    message: "Bom dia!",
  });
  expect(await refusal(() => update(shop.db, ana, id, { shortcode: "ei" }))).toMatchObject(
    invalid("ERR_QUICKMESSAGE_INVALID_NAME", { shortcode: "too_short" }),
  );
  expect(await refusal(() => update(shop.db, ana, id, { message: "" }))).toMatchObject(
    invalid("ERR_QUICKMESSAGE_REQUIRED", { message: "required" }),
  );
});

test("a copy belongs to who makes it, under the next free shortcode", () => {
  const shop = world();
  const { id } = shop.quickMessage({ shortcode: "pix", userId: idOf.rui, geral: true });
  const copies = [1, 2].map(() => duplicate(shop.db, shop.me("rui"), id).shortcode);
  expect(copies).toEqual(["pix-2", "pix-3"]);
  const long = shop.quickMessage({ shortcode: "x".repeat(40), userId: idOf.rui });
  expect(duplicate(shop.db, shop.me("rui"), long.id).shortcode).toBe(`${"x".repeat(36)}-2`);
});

test("only an admin makes copies", async () => {
  const shop = await box();
  const { id } = shop.quickMessage({ userId: idOf.rui, geral: true });
  expect(await shop.as("ana").post(`/quick-messages/duplication/${id}`)).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect(await shop.as("rui").post(`/quick-messages/duplication/${id}`)).toMatchObject({
    status: 201,
    body: { userId: idOf.rui },
  });
});

test("what is no longer everyone's is removed from others' lists", async () => {
  const shop = await box();
  const { id } = shop.quickMessage({ userId: idOf.ana, geral: true });
  const ana = shop.as("ana");
  const [hers, his] = await Promise.all([shop.listener(ana), shop.listener(shop.as("caio"))]);
  await Promise.all([hers.ready(), his.ready()]);
  expect(await ana.put(`/quick-messages/${id}`, { geral: false })).toMatchObject({ status: 200 });
  await settled(shop.db, hers, his);
  const received = (listener: typeof hers) =>
    listener.frames.filter(({ event }) => event === "quickmessage");
  expect(received(hers)).toMatchObject([{ action: "update", record: { id, geral: false } }]);
  expect(received(his)).toEqual([
    { seq: expect.any(Number), event: "quickmessage", action: "delete", id },
  ]);
});

const picture = (name = "tabela de preços.png", bytes: Uint8Array<ArrayBuffer> = dot) =>
  new File([bytes], name);
const received = ({ db }: World) => db.files.receive([dot], "tabela de preços.png");

test("a file is attached under a link that works, replaced by another, and removed without a trace", async () => {
  const shop = await box();
  const { id } = shop.quickMessage({ userId: idOf.ana });
  const ana = shop.as("ana");
  const upload = (file: File) => {
    const form = new FormData();
    form.set("file", file);
    return ana.post<QuickMessage>(`/quick-messages/${id}/media-upload`, form);
  };
  const { status, body } = await upload(picture());
  expect([status, body]).toMatchObject([
    200,
    { id, mediaName: "tabela_de_preços.png", media: { type: "image/png", size: dot.length } },
  ]);
  expect((await fetch(shop.url + body.mediaPath!)).status).toBe(200);
  expect(
    (await ana.get<{ records: QuickMessage[] }>("/quick-messages")).body.records,
  ).toMatchObject([{ id, mediaName: "tabela_de_preços.png" }]);

  expect((await upload(new File(["%PDF-1.7 broa"], "broa.pdf"))).body).toMatchObject({
    mediaName: "broa.pdf",
    media: { type: "application/pdf" },
  });
  expect(shop.db.select().from(media).all()).toHaveLength(1);
  expect(await ana.delete(`/quick-messages/${id}/media-upload`)).toMatchObject({
    status: 200,
    body: { mediaPath: null, mediaName: null, media: null },
  });
  expect(shop.db.select().from(media).all()).toEqual([]);
  expect(await ana.delete(`/quick-messages/${id}/media-upload`)).toMatchObject({
    status: 200,
    body: { media: null },
  });
});

test("a file has limits, and only its author changes it", async () => {
  const shop = await box();
  const { id } = shop.quickMessage({ userId: idOf.ana, geral: true });
  const upload = (who: Name, ...files: File[]) => {
    const form = new FormData();
    for (const file of files) form.append("file", file);
    return shop.as(who).post<QuickMessage>(`/quick-messages/${id}/media-upload`, form);
  };
  expect(await upload("ana", picture("a.bin", new Uint8Array(uploadLimit + 1)))).toMatchObject({
    status: 413,
    body: { error: "ERR_TOO_LARGE", fields: { file: "too_long" } },
  });
  expect(await upload("ana", picture("a.bin", new Uint8Array()))).toMatchObject({
    status: 422,
    body: { fields: { file: "required" } },
  });
  expect(await upload("ana", picture(), picture())).toMatchObject({
    status: 422,
    body: { fields: { file: "too_long" } },
  });
  expect(await upload("ana")).toMatchObject({
    status: 422,
    body: { fields: { file: "required" } },
  });
  const received = spyOn(Files.prototype, "receive");
  expect(await upload("caio", picture())).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
  expect(received).not.toHaveBeenCalled();
  received.mockRestore();
  shop.events.splice(0);
  expect(await upload("rui", picture())).toMatchObject({
    status: 200,
    body: { userId: idOf.ana, media: { type: "image/png" } },
  });
  expect(shop.events).toMatchObject([
    {
      event: "quickmessage",
      action: "update",
      payload: { record: { id, mediaName: "tabela_de_preços.png" } },
    },
  ]);
});

test("a file stays as long as a copy or a message uses it", async () => {
  const shop = world();
  const { id } = shop.quickMessage({ userId: idOf.rui });
  await attach(shop.db, shop.me("rui"), id, await received(shop));
  const copy = duplicate(shop.db, shop.me("rui"), id);
  expect(copy).toMatchObject({ mediaName: "tabela_de_preços.png", media: { type: "image/png" } });
  const { sha256 } = fileOf(shop.db, shop.me("rui"), id)!;
  const dropped: string[] = [];
  shop.db.files.drop = async (hash) => void dropped.push(hash);
  await remove(shop.db, shop.me("rui"), id);
  expect([fileOf(shop.db, shop.me("rui"), copy.id), dropped]).toMatchObject([{ sha256 }, []]);
  await remove(shop.db, shop.me("rui"), copy.id);
  expect([shop.db.select().from(media).all(), dropped]).toEqual([[], [sha256]]);
});

test("a quick message's file is sent without uploading it again, and stays in the message", async () => {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  const { id } = shop.quickMessage({ userId: idOf.ana });
  const others = shop.quickMessage({ userId: idOf.caio });
  await attach(shop.db, shop.me("ana"), id, await received(shop));
  const ana = shop.as("ana");
  const {
    status,
    body: [message],
  } = await ana.post<Message[]>(`/messages/${ticket.id}`, {
    body: "Segue, {{firstName}}",
    quickMessageId: id,
  });
  expect([status, message]).toMatchObject([
    201,
    { mediaType: "image", body: "Segue, Bia", mediaName: "tabela_de_preços.png" },
  ]);
  await remove(shop.db, shop.me("ana"), id);
  expect((await fetch(shop.url + message!.mediaUrl!)).status).toBe(200);
  for (const gone of [id, others.id])
    expect(
      await ana.post(`/messages/${ticket.id}`, { body: "Segue", quickMessageId: gone }),
    ).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
});
