import { expect } from "bun:test";
import { box, idOf, refusal, settled, test, world, type Name } from "../../testing/world.ts";
import { create, duplicate, find, list, remove, update } from "./quick-messages.ts";

const of = (shop: ReturnType<typeof world>, who: Name, searchParam = "") => list(shop.store, shop.me(who), { searchParam, pageNumber: 1 }).records.map(({ shortcode }) => shortcode);

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

test("another's own is not there", async () => {
  const shop = world();
  const { id } = shop.quickMessage({ userId: idOf.caio });
  for (const work of [find.bind(null, shop.store.db), remove.bind(null, shop.store), duplicate.bind(null, shop.store)]) {
    expect(await refusal(() => work(shop.me("ana"), id))).toEqual({ kind: "missing", reason: "ERR_NOT_FOUND" });
  }
});

test("everyone's is changed by its author or an admin, and stays its author's", async () => {
  const shop = world();
  const { id } = shop.quickMessage({ userId: idOf.ana, geral: true });
  expect(await refusal(() => update(shop.store, shop.me("caio"), id, { message: "Outra coisa" }))).toEqual({ kind: "forbidden", reason: "ERR_NO_PERMISSION" });
  expect(await refusal(() => remove(shop.store, shop.me("caio"), id))).toEqual({ kind: "forbidden", reason: "ERR_NO_PERMISSION" });
  expect(update(shop.store, shop.me("rui"), id, { message: "Abrimos às sete." })).toMatchObject({ message: "Abrimos às sete.", userId: idOf.ana, user: { name: "Ana" } });
  expect(remove(shop.store, shop.me("ana"), id)).toEqual({});
});

test("a shortcode is one's own only once", async () => {
  const shop = world();
  const body = { shortcode: "pix", message: "Nossa chave" };
  create(shop.store, shop.me("ana"), body);
  expect(create(shop.store, shop.me("caio"), body)).toMatchObject({ userId: idOf.caio });
  expect(await refusal(() => create(shop.store, shop.me("ana"), body))).toMatchObject({ kind: "conflict", fields: { shortcode: "taken" } });
});

test("a copy is mine, under the next free shortcode", () => {
  const shop = world();
  const { id } = shop.quickMessage({ shortcode: "pix", userId: idOf.rui, geral: true });
  const copies = [1, 2].map(() => duplicate(shop.store, shop.me("rui"), id).shortcode);
  expect(copies).toEqual(["pix-2", "pix-3"]);
  const long = shop.quickMessage({ shortcode: "x".repeat(40), userId: idOf.rui });
  expect(duplicate(shop.store, shop.me("rui"), long.id).shortcode).toBe(`${"x".repeat(36)}-2`);
});

test("only an admin makes copies", async () => {
  const shop = await box();
  const { id } = shop.quickMessage({ userId: idOf.rui, geral: true });
  expect(await shop.as("ana").post(`/quick-messages/duplication/${id}`)).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  expect(await shop.as("rui").post(`/quick-messages/duplication/${id}`)).toMatchObject({ status: 201, body: { userId: idOf.rui } });
});

test("what stops being everyone's goes away for the others", async () => {
  const shop = await box();
  const { id } = shop.quickMessage({ userId: idOf.ana, geral: true });
  const ana = shop.as("ana");
  const [hers, his] = await Promise.all([shop.ear(ana), shop.ear(shop.as("caio"))]);
  await Promise.all([hers.ready(), his.ready()]);
  expect(await ana.put(`/quick-messages/${id}`, { geral: false })).toMatchObject({ status: 200 });
  await settled(shop.store, hers, his);
  const heard = (ear: typeof hers) => ear.frames.filter(({ event }) => event === "quickmessage");
  expect(heard(hers)).toMatchObject([{ action: "update", record: { id, geral: false } }]);
  expect(heard(his)).toEqual([{ seq: expect.any(Number), event: "quickmessage", action: "delete", id }]);
});
