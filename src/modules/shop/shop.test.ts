import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { bread, cake, centro, juice, sells } from "../../testing/bakery.ts";
import {
  afterwards,
  balcao,
  bia,
  box,
  day,
  hour,
  second,
  test,
  world,
} from "../../testing/world.ts";
import { companies } from "../companies/table.ts";
import { connections } from "../connections/table.ts";
import { productStores } from "../stock/table.ts";
import { stores } from "../stores/table.ts";
import { cartText } from "../../shared/shop.ts";
import { budgets } from "../budgets/table.ts";
import { ticketNotes } from "../tickets/table.ts";
import { shopCarts, type ShopMenu, type ShownCart } from "./table.ts";

const publicUrl = "https://balcao.exemplo.com";
const open = { publicPages: true, publicUrl };

/** A bakery whose store strangers see, and whose phone answers. */
async function shop(values: object = open, cepUrl = "") {
  const shop = world();
  const all = await box(shop, { outside: { values, places: {} }, cepUrl });
  const sales = sells(all.db);
  const store = (changes: Partial<typeof stores.$inferInsert>) =>
    all.db.update(stores).set(changes).where(eq(stores.id, centro)).run();
  const company = (changes: Partial<typeof companies.$inferInsert>) =>
    all.control.update(companies).set(changes).where(eq(companies.id, 1)).run();
  store({ windowOpen: true });
  company({ slug: "pao-quente" });
  all.db
    .update(connections)
    .set({ number: "5511333344444" })
    .where(eq(connections.id, balcao))
    .run();
  const path = `/shop/pao-quente/${centro}`;
  const send = (items: [number, number][], more: object = {}) =>
    all.stranger.post<ShownCart>(`${path}/carts`, {
      orderItems: items.map(([productId, amount]) => ({ productId, amount })),
      typeRoute: "RETIRADA",
      ...more,
    });
  return { ...all, ...sales, store, company, path, send, rui: all.as("rui") };
}

const budgetsOf = ({ db }: Awaited<ReturnType<typeof shop>>) => db.select().from(budgets).all();
const notesOf = ({ db }: Awaited<ReturnType<typeof shop>>) =>
  db.select({ note: ticketNotes.note }).from(ticketNotes).all();

test("a stranger's cart becomes a budget in the conversation, once", async () => {
  const all = await shop();
  const { body: menu } = await all.stranger.get<ShopMenu>(all.path);
  expect(menu).toMatchObject({
    company: { name: "Padaria Pão Quente", slug: "pao-quente" },
    store: { id: centro, name: "Centro", isOpen: true, minimumOrder: "0.00" },
    categories: [
      {
        name: null,
        products: [
          { id: cake, price: "49.90", priceBefore: "60.00", isAvailable: true },
          { id: bread, price: "1.25", priceBefore: null },
          { id: juice, price: "8.00" },
        ],
      },
    ],
  });
  expect(JSON.stringify(menu)).not.toMatch(/costPrice|"stock"|keyPix/);
  const { status, body: cart } = await all.send(
    [
      [bread, 10],
      [cake, 1],
    ],
    { notes: "Sem açúcar", total: "62.40" },
  );
  expect([status, cart]).toMatchObject([
    201,
    { subTotal: "62.40", freight: "0.00", total: "62.40", expiresAt: expect.any(String) },
  ]);
  expect(cart.whatsappUrl).toBe(
    `https://wa.me/5511333344444?text=${encodeURIComponent(cartText(cart.code))}`,
  );
  expect((await all.stranger.get(`/shop/carts/${cart.code}`)).body).toMatchObject({
    total: "62.40",
  });
  expect(all.stockOf(cake)).toBe(20);

  const phone = await all.phone();
  await phone.write(cartText(cart.code), { id: "one" });
  await phone.write(cartText(cart.code), { id: "one" });
  await phone.write(`de novo: ${cartText(cart.code)}`);
  const [budget, ...others] = budgetsOf(all);
  expect(others).toEqual([]);
  expect(budget).toMatchObject({
    contactId: bia.id,
    channel: "WINDOW",
    total: "62.40",
    userId: null,
    typeRoute: "RETIRADA",
  });
  expect(budget!.ticketId).not.toBeNull();
  expect(notesOf(all)).toEqual([
    { note: `Pedido ${cart.code} da loja online\nObservação: Sem açúcar` },
  ]);
  expect((await all.stranger.get(`/shop/carts/${cart.code}`)).status).toBe(404);
});

test("nobody sees a shop until the box, the plan, the store and a number allow it", async () => {
  const all = await shop();
  const state = async () => (await all.rui.get("/shop/state")).body;
  expect(await state()).toMatchObject({ slug: "pao-quente", url: publicUrl, obstacles: [] });
  const isSeen = async () => (await all.stranger.get(all.path)).status === 200;
  expect(await isSeen()).toBe(true);
  all.store({ windowOpen: false });
  expect(await isSeen()).toBe(false);
  all.store({ windowOpen: true, isActive: false });
  expect(await isSeen()).toBe(false);
  all.store({ isActive: true });
  all.company({ status: false });
  expect(await isSeen()).toBe(false);
  all.company({ status: true, slug: null });
  expect((await state()).obstacles).toEqual(["slug"]);
  expect(await isSeen()).toBe(false);
  all.company({ slug: "pao-quente" });
  all.db.update(connections).set({ number: "" }).run();
  expect((await state()).obstacles).toEqual(["connection"]);
  expect(await isSeen()).toBe(false);

  const closed = await shop({ publicUrl });
  expect((await closed.rui.get("/shop/state")).body.obstacles).toEqual(["notOpened"]);
  expect((await closed.stranger.get(closed.path)).status).toBe(404);
  const plain = await shop({ publicPages: true, publicUrl: "http://192.168.0.10" });
  expect((await plain.rui.get("/shop/state")).body.obstacles).toEqual(["noAddress"]);
  expect((await plain.send([[bread, 1]])).status).toBe(404);
});

test("a cart is refused for what can't be sold, and nothing of it is stored", async () => {
  const all = await shop();
  const refused = async (items: [number, number][], more: object = {}) => {
    const { status, body } = await all.send(items, more);
    const { error, fields, details } = body as unknown as Record<string, unknown>;
    return { status, error, fields, details };
  };
  all.store({ minimumOrder: "8.00" });
  expect((await all.send([[juice, 1]])).status).toBe(201);
  expect(await refused([[bread, 6]])).toMatchObject({
    status: 422,
    error: "ERR_BELOW_MINIMUM",
    details: { minimum: "8.00" },
  });
  all.store({ minimumOrder: "0.00" });
  expect((await all.send([[juice, 10]])).status).toBe(201);
  const sold = await refused([[juice, 11]]);
  expect(sold).toMatchObject({ status: 422, fields: { "orderItems.0.amount": "invalid" } });
  expect(JSON.stringify(sold)).not.toContain("10");
  expect(await refused([[bread, 1.5]])).toMatchObject({ status: 422 });
  expect(await refused([[99, 1]])).toMatchObject({
    fields: { "orderItems.0.productId": "invalid" },
  });
  expect(await refused([])).toMatchObject({ status: 422 });
  expect(await refused([[bread, 1]], { couponCode: "NADA" })).toMatchObject({
    error: "ERR_COUPON_INVALID",
    fields: { couponCode: "invalid" },
  });
  expect(await refused([[bread, 1]], { total: "1.24" })).toMatchObject({
    status: 409,
    error: "ERR_CART_CHANGED",
    details: { before: "1.24", total: "1.25" },
  });
  expect(await refused([[bread, 1]], { typeRoute: "ENTREGA" })).toMatchObject({
    fields: { zipCode: "required" },
  });
  expect(await refused([[bread, 1]], { wantedAt: "2026-11-19T12:00:00Z" })).toMatchObject({
    fields: { wantedAt: "past" },
  });
  expect(await refused([[bread, 1]], { notes: "x".repeat(501) })).toMatchObject({ status: 422 });
  expect(all.db.select().from(shopCarts).all()).toHaveLength(2);
});

test("a paused store takes no cart until the pause ends", async () => {
  const all = await shop();
  const until = new Date(all.clock.now() + hour);
  const { status, body } = await all.rui.put(`/stores/${centro}`, {
    windowPausedUntil: until.toISOString(),
  });
  expect([status, body]).toMatchObject([200, { windowPausedUntil: until.toISOString() }]);
  expect(await all.send([[bread, 1]])).toMatchObject({
    status: 409,
    body: { error: "ERR_SHOP_PAUSED" },
  });
  all.clock.pass(hour - 1);
  expect((await all.send([[bread, 1]])).status).toBe(409);
  all.clock.pass(1);
  expect((await all.send([[bread, 1]])).status).toBe(201);
});

test("what changed since the cart was sent stands in a note", async () => {
  const all = await shop();
  all.coupon();
  const { body: dearer } = await all.send([[cake, 1]], { couponCode: "pao10" });
  const { body: gone } = await all.send([[juice, 2]]);
  expect(dearer.total).toBe("44.91");
  all.db.update(productStores).set({ promotionPrice: "0.00" }).run();
  all.db.update(productStores).set({ stock: 1 }).where(eq(productStores.productId, juice)).run();
  expect(await all.stranger.get(`/shop/carts/${dearer.code}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_CART_CHANGED", details: { before: "44.91", total: "54.00" } },
  });
  const phone = await all.phone();
  await phone.write(cartText(dearer.code));
  await phone.write(cartText(gone.code));
  expect(budgetsOf(all).map(({ total }) => total)).toEqual(["54.00"]);
  expect(notesOf(all)).toEqual([
    { note: expect.stringContaining("O cliente viu R$ 44.91, hoje são R$ 54.00") },
    { note: expect.stringContaining("Estoque insuficiente") },
  ]);
});

test("a delivery brings its address, and one with gaps is agreed on", async () => {
  const places = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      Response.json({
        logradouro: url.includes("01310100") ? "Avenida Paulista" : "",
        bairro: "Bela Vista",
        localidade: "São Paulo",
        uf: "SP",
      }),
  });
  afterwards(() => places.stop(true));
  const all = await shop(open, `http://127.0.0.1:${places.port}/{cep}`);
  const phone = await all.phone();
  const order = async (zipCode: string, number: string) => {
    const { body } = await all.send([[cake, 2]], { typeRoute: "ENTREGA", zipCode, number });
    await phone.write(cartText(body.code));
    return body;
  };
  const first = await order("01310-100", "900");
  expect(first).toMatchObject({ freight: "12.00", total: "111.80" });
  await order("01310-100", "900");
  await order("01001-000", "1");
  const [one, two, three] = budgetsOf(all);
  expect(one).toMatchObject({ typeRoute: "ENTREGA", freight: "12.00", total: "111.80" });
  expect(one!.contactAddressId).not.toBeNull();
  expect(two!.contactAddressId).toBe(one!.contactAddressId!);
  expect(three).toMatchObject({ typeRoute: "RETIRADA", contactAddressId: null, total: "99.80" });
  expect(notesOf(all).at(-1)!.note).toContain(
    "Entrega a combinar: 1, Bela Vista, São Paulo, SP, CEP 01001000",
  );
});

test("a code counts for a day, and for its own company alone", async () => {
  const all = await shop();
  const { body: late } = await all.send([[bread, 1]]);
  const phone = await all.phone();
  all.clock.pass(day - 1);
  expect((await all.stranger.get(`/shop/carts/${late.code}`)).status).toBe(200);
  all.clock.pass(1);
  expect((await all.stranger.get(`/shop/carts/${late.code}`)).status).toBe(404);
  await phone.write(cartText(late.code));
  const { body: cart } = await all.send([[bread, 1]]);
  await phone.write(cartText(`2${cart.code.slice(1)}`));
  expect(budgetsOf(all)).toEqual([]);
  expect(all.db.select().from(shopCarts).all()).toHaveLength(1);
});

test("one address sends twenty carts in a row, and then waits", async () => {
  const all = await shop();
  for (let count = 0; count < 20; count++) expect((await all.send([[bread, 1]])).status).toBe(201);
  expect(await all.send([[bread, 1]])).toMatchObject({
    status: 429,
    body: { error: "ERR_TOO_MANY_TRIES" },
  });
  all.clock.pass(second);
  expect((await all.send([[bread, 1]])).status).toBe(201);
});

test("the page works without a script, and shows hostile words as text", async () => {
  const all = await shop();
  const page = `${all.url}/loja/pao-quente/${centro}`;
  const alone = await fetch(`${all.url}/loja/pao-quente`, { redirect: "manual" });
  expect([alone.status, alone.headers.get("location")]).toEqual([
    302,
    `/loja/pao-quente/${centro}`,
  ]);
  const first = await fetch(page);
  expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(first.headers.get("set-cookie")).toBeNull();
  const text = await first.text();
  expect(text).toContain('name="p1"');
  expect(text).toContain('<html lang="pt-BR"');
  expect(await (await fetch(page, { headers: { "accept-language": "es-AR" } })).text()).toContain(
    "Revisar el pedido",
  );
  const send = (fields: Record<string, string>) =>
    fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const hostile = `"><script>alert(1)</script>`;
  const refused = await send({ p1: "0", notes: hostile });
  expect(refused.status).toBe(422);
  const again = await refused.text();
  expect(again).toContain("Escolha pelo menos um produto");
  expect(again).toContain("&lt;script&gt;");
  expect(again).not.toContain(hostile);
  const sent = await send({ p1: "2", n1: hostile, typeRoute: "RETIRADA" });
  expect(sent.status).toBe(303);
  const cart = await fetch(all.url + sent.headers.get("location"));
  const cartHtml = await cart.text();
  expect(cartHtml).toContain("https://wa.me/5511333344444?text=");
  expect(cartHtml).not.toContain(hostile);
  for (const strange of ["outra", "pao-quente/-1", `pao-quente/${centro}/1-XXXXXXXX`]) {
    const answer = await fetch(`${all.url}/loja/${strange}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  }
  expect((await fetch(`${page}?page=abc&q=${"x".repeat(200)}`)).status).toBe(200);
  expect((await send({ notes: "x".repeat(70_000) })).status).toBe(413);
});
