import { expect } from "bun:test";
import { z } from "zod";
import { unknownIn } from "../../kit/http/unknown-fields.ts";
import { addAddress } from "../../modules/contacts/addresses.ts";
import { announcements } from "../../modules/announcements/table.ts";
import { insertTimestamps } from "../../kit/db/table.ts";
import { tokenScopes } from "../../shared/api-tokens.ts";
import { atendimento, balcao, bia, box, caller, dot, test, type Caller } from "../world.ts";

const shop = await box();
shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
const { token } = (
  await shop.as("rui").post<{ token: string }>("/api-tokens", {
    name: "Tudo",
    scopes: tokenScopes,
    whatsappId: null,
    perMinute: 1000,
  })
).body;
const routes = shop.app.routes
  .filter(({ path, method }) => path.startsWith("/api/") && method !== "GET")
  .map(({ method, path, hooks }) => ({
    method,
    path: path.replace(/^\/api|\/$/g, ""),
    schema: hooks.body as z.ZodType | undefined,
  }));

test("every route refuses an unknown field by its name, unless something else is wrong first", async () => {
  for (const { method, path, schema } of routes) {
    // These check their caller themselves, and take no body. Gateways choose the fields of their
    // notices.
    if (
      ["/auth/logout", "/auth/refresh_token"].includes(path) ||
      path.startsWith("/subscription/webhook") ||
      path.startsWith("/pix-accounts/notices")
    )
      continue;
    expect([path, unknownIn(schema ?? z.object({}), { evil: 1 })]).toEqual([path, ["evil"]]);
    const isByToken = path === "/messages/send" || path.startsWith("/v1/");
    const by = isByToken ? caller(shop.url, token) : shop.as("rui");
    const { status, body } = await by.call(method, path.replace(/:\w+/g, "777"), { evil: 1 });
    if (status !== 422)
      expect({ method, path, status, error: body.error, fields: body.fields }).toEqual({
        method,
        path,
        status: 400,
        error: "ERR_UNKNOWN_FIELD",
        fields: { evil: "unknown" },
      });
  }
});

test("a request with an unknown field changes nothing, and the answer names the field", async () => {
  const rui = shop.as("rui");
  expect(
    await rui.post("/tags", { name: "Atacado", color: "#7c3aed", kanbam: true }),
  ).toMatchObject({
    status: 400,
    body: {
      error: "ERR_UNKNOWN_FIELD",
      message: "Campo desconhecido: kanbam",
      fields: { kanbam: "unknown" },
    },
  });
  expect(await rui.get("/tags")).toMatchObject({ body: { count: 0 } });
  const reply = await rui.post("/tags", {
    name: "Atacado",
    color: "#7c3aed",
    ...Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}${"x".repeat(5000)}`, 1]),
    ),
  });
  expect([reply.status, reply.body.message.length < 700]).toEqual([400, true]);
});

test("a long body that is no object is refused like a short one", async () => {
  for (const length of [10, 70_000])
    expect(
      await shop.as("rui").post("/queue", "a".repeat(length) as unknown as object),
    ).toMatchObject({ status: 422, body: { error: "ERR_VALIDATION" } });
});

test("nested fields are checked too; an object that names a row by its id may have others", () => {
  const place = z.object({ latitude: z.number(), name: z.string().optional() });
  const tag = z.union([z.object({ id: z.number() }), z.object({ name: z.string() })]);
  const schema = z.object({
    place: place.nullish(),
    tags: z.array(tag).default([]),
    body: z.preprocess((text) => text, z.object({ a: z.string() })).optional(),
  });
  expect(
    unknownIn(schema, {
      place: { latitude: 1, nmae: "x" },
      tags: [
        { id: 1, color: "#fff" },
        { name: "x", colour: "y" },
      ],
      body: { a: "", b: "" },
    }),
  ).toEqual(["place.nmae", "tags.1.colour", "body.b"]);
  expect(
    unknownIn(
      z
        .array(z.custom(() => true))
        .max(9)
        .pipe(z.array(place)),
      [{ latitude: 1, nmae: "x" }],
    ),
  ).toEqual(["0.nmae"]);
  expect(
    unknownIn(
      place.transform(({ latitude }) => ({ lat: latitude })).pipe(z.object({ lat: z.number() })),
      { latitude: 1 },
    ),
  ).toEqual([]);
  expect(unknownIn(schema, { place: null, companyId: 3 }, ["companyId"])).toEqual([]);
  expect(unknownIn(place, JSON.parse('{"latitude":1,"constructor":1,"__proto__":2}'))).toEqual([
    "constructor",
    "__proto__",
  ]);
  expect(unknownIn(schema, { place: { latitude: 1, companyId: 3 } }, ["companyId"])).toEqual([
    "place.companyId",
  ]);
});

test("a form may send back what it read", async () => {
  const { db } = shop;
  const rui = shop.as("rui");
  const [tag, queue, line, ticket, quick, ia, integration] = [
    shop.tag(),
    shop.queue(),
    shop.connection({ queueIds: [atendimento] }),
    shop.ticket(),
    shop.quickMessage({ userId: 1 }),
    shop.ia(),
    shop.integration(),
  ];
  const option = shop.option();
  const home = addAddress(db, {
    contactId: bia.id,
    type: "Casa",
    label: "",
    zipCode: "01001000",
    address: "Sé",
    number: "1",
    complement: "",
    neighborhood: "Sé",
    city: "São Paulo",
    state: "SP",
  });
  const discount = await rui.post<{ id: number }>("/groupRangeDiscounts", {
    name: "Até 5",
    discount: 5,
  });
  const news = shop.control.write(
    (tx) =>
      tx
        .insert(announcements)
        .values({ title: "Oi", text: "Oi", ...insertTimestamps(db.now()) })
        .returning()
        .get() as never,
  ) as { id: number };
  const sold = {
    categories: { name: "Pães" },
    couriers: { name: "Beto" },
    stores: { name: "Matriz" },
    payments: { name: "Crédito", typePaymentId: 3 },
    promotions: { name: "Broas", startpromotionsAt: "2026-11-20", endpromotionsAt: "2026-11-21" },
    orderStatus: { name: "Pendente", color: "#0f766e" },
    products: { name: "Broa", categoryId: 1 },
  };
  for (const [path, body] of Object.entries(sold))
    expect((await rui.post(`/${path}`, body)).status).toBe(201);
  await rui.post("/delivery-fee", { storeId: 1, saleValue: "1", deliveryFee: "1" });
  await rui.post("/paymentDetails", { paymentId: 1, minimumValue: "1", installments: 2 });
  await rui.post("/productStores", {
    productId: 1,
    storeId: 1,
    stock: 1,
    costPrice: "1",
    sellingPrice: "1",
  });
  const rows = [
    ...[...Object.keys(sold), "delivery-fee", "paymentDetails"].map((path) => `/${path}/1`),
    `/tags/${tag.id}`,
    `/queue/${queue.id}`,
    `/whatsapp/${line.id}`,
    `/whatsapp/${balcao}`,
    `/tickets/${ticket.id}`,
    `/quick-messages/${quick.id}`,
    `/ias/${ia.id}`,
    `/queueIntegration/${integration.id}`,
    `/users/2`,
    `/contacts/${bia.id}`,
    `/contactAddress/${home.id}`,
    `/groupRangeDiscounts/${discount.body.id}`,
    `/announcements/${news.id}`,
    "/companies/1",
  ];
  const answers: object[] = [];
  for (const path of rows) {
    const read = await rui.get<Record<string, unknown>>(path);
    answers.push({ path, status: read.status, refused: await refusedBack(rui, path, read.body) });
  }
  expect(answers).toEqual(rows.map((path) => ({ path, status: 200, refused: undefined })));
  for (const row of (
    await rui.get<Record<string, unknown>[]>(`/queue-options?queueId=${option.queueId}`)
  ).body)
    expect(await refusedBack(rui, `/queue-options/${option.id}`, row)).toBeUndefined();
  for (const row of (
    await rui.get<{ productStores: Record<string, unknown>[] }>("/productStores/all/1")
  ).body.productStores)
    expect(await refusedBack(rui, "/productStores/1", row)).toBeUndefined();
  for (const setting of (await rui.get<{ key: string; value: string }[]>("/settings")).body)
    expect([setting.key, await refusedBack(rui, `/settings/${setting.key}`, setting)]).toEqual([
      setting.key,
      undefined,
    ]);
});

/** The fields of a row that its own route refuses when a client sends them back. */
async function refusedBack(me: Caller, path: string, row: Record<string, unknown>) {
  const { status, body } = await me.put(path, { ...row, companyId: 1, userId: 1, price: "1.00" });
  return status === 400 ? body.fields : undefined;
}

test("the ignored fields of other clients are accepted", async () => {
  const { id } = shop.ticket({ contactId: shop.contact().id, status: "open", userId: 1 });
  const rui = shop.as("rui");
  expect(
    await rui.post(`/messages/${id}`, {
      body: "Oi",
      read: 1,
      fromMe: true,
      mediaUrl: "",
      quotedMsg: null,
    }),
  ).toMatchObject({ status: 201 });
  const form = new FormData();
  for (const [name, value] of Object.entries({
    body: "A foto",
    fromMe: "true",
    read: "1",
    medias: new File([dot], "broa.png", { type: "image/png" }),
  }))
    form.append(name, value);
  expect(await rui.post(`/messages/${id}`, form)).toMatchObject({ status: 201 });
  expect(
    await rui.post("/tickets", {
      contactId: shop.contact().id,
      companyId: 1,
      status: "open",
      queueId: atendimento,
      userId: 1,
      whatsappId: balcao,
    }),
  ).toMatchObject({ status: 201 });
  expect(
    await rui.post("/ticket-notes", { note: "Liga amanhã", ticketId: id, contactId: 1 }),
  ).toMatchObject({ status: 201 });
  expect(
    await rui.post("/tags", {
      name: "Pedido",
      color: "#7c3aed",
      kanban: false,
      userId: 1,
      companyId: 1,
    }),
  ).toMatchObject({ status: 201 });
  expect(
    await rui.put("/settings/userRating", { key: "userRating", value: "disabled" }),
  ).toMatchObject({ status: 200 });
});

test("an empty parameter is no filter", async () => {
  const rui = shop.as("rui");
  const query =
    "searchParam=&pageNumber=&queueIds=&tags=&users=&status=&date=&updatedAt=&showAll=&withUnreadMessages=&contactId=";
  expect((await rui.get(`/tickets?${query}`)).body).toEqual((await rui.get("/tickets")).body);
  for (const path of [
    "/contacts?searchParam=&contactTag=&pageNumber=",
    "/tags?searchParam=&pageNumber=",
    "/dashboard?days=&date_from=2026-11-01&date_to=",
    "/messages/1?pageNumber=",
    "/queue-options?queueId=1&parentId=",
  ])
    expect([path, (await rui.get(path)).status]).toEqual([path, 200]);
});
