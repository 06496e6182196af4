import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { migrate, migrationsFor } from "../../kit/db/migrate.ts";
import { box, test } from "../../testing/world.ts";
import type { Store } from "./table.ts";

const matriz = {
  name: "Matriz",
  document: "12.abc.345/01de-35",
  fantasy: "Pão Quente",
  zipCode: "01001-000",
  address: "Praça da Sé",
  number: "1",
  neighborhood: "Sé",
  city: "São Paulo",
  state: "sp",
  latitude: -23.55,
  longitude: "-46.63",
  keyPix: "pix@paoquente.com.br",
};

test("a store is kept as it can be used: its numbers bare, what was left empty as nothing", async () => {
  const rui = (await box()).as("rui");
  const { body } = await rui.post<Store>("/stores", { ...matriz, complement: "" });
  expect(body).toMatchObject({
    document: "12ABC34501DE35",
    zipCode: "01001000",
    state: "SP",
    latitude: -23.55,
    longitude: -46.63,
    complement: null,
    isActive: true,
    userId: 1,
  });
  expect(
    await rui.put(`/stores/${body.id}`, {
      document: "",
      zipCode: "",
      latitude: "",
      longitude: null,
      state: "",
    }),
  ).toMatchObject({
    body: {
      name: "Matriz",
      document: null,
      zipCode: null,
      latitude: null,
      longitude: null,
      state: null,
    },
  });
});

test("what no store can have is refused by field", async () => {
  const rui = (await box()).as("rui");
  const long = {
    name: 161,
    fantasy: 61,
    address: 251,
    number: 31,
    complement: 256,
    neighborhood: 151,
    city: 151,
  };
  for (const [field, length] of Object.entries(long))
    expect([
      field,
      (await rui.post("/stores", { ...matriz, [field]: "x".repeat(length) })).body.fields,
    ]).toEqual([field, { [field]: "too_long" }]);
  for (const [field, value] of Object.entries({
    document: "12.ABC.345/01DE-36",
    zipCode: "0100100",
    state: "São Paulo",
    longitude: "leste",
  }))
    expect([field, (await rui.post("/stores", { ...matriz, [field]: value })).body.fields]).toEqual(
      [field, { [field]: "invalid" }],
    );
  for (const latitude of [91, "-91"])
    expect((await rui.post("/stores", { ...matriz, latitude })).status).toBe(422);
});

test("a store's Pix key is one, as the bank's directory has it, or is refused", async () => {
  const rui = (await box()).as("rui");
  for (const keyPix of [
    "119.876.543-29",
    "11988880001",
    "11 98888-0001",
    "5511988880001",
    "minha chave",
    "11.222.333/0001-80",
  ])
    expect([keyPix, await rui.post("/stores", { ...matriz, keyPix })]).toMatchObject([
      keyPix,
      { status: 422, body: { fields: { keyPix: "invalid" } } },
    ]);
  const { body } = await rui.post<Store>("/stores", { ...matriz, keyPix: "529.982.247-25" });
  expect(body.keyPix).toBe("52998224725");
  for (const [typed, keyPix] of [
    ["+55 (11) 98888-0001", "+5511988880001"],
    ["11.222.333/0001-81", "11222333000181"],
    ["", null],
    [null, null],
  ] as const)
    expect((await rui.put<Store>(`/stores/${body.id}`, { keyPix: typed })).body.keyPix).toBe(
      keyPix,
    );
});

test("keys that were saved as a bare phone get their +55; what is written as a CPF stays", () => {
  const sqlite = new Database(":memory:", { strict: true });
  const migrations = migrationsFor("company");
  const at = migrations.findIndex(({ name }) => name.startsWith("0039_pix"));
  migrate(sqlite, migrations.slice(0, at));
  const keys = [
    ["11988880001", "+5511988880001"],
    [" (11) 98888-0001 ", "+5511988880001"],
    ["5511988880001", "+5511988880001"],
    ["11 3333-0001", "+551133330001"],
    ["119.876.543-29", "119.876.543-29"],
    ["119876543-29", "119876543-29"],
    ["52998224725", "52998224725"],
    // A CPF that could be a mobile, bare and as a phone.
    ["11987654374", "11987654374"],
    ["11 98765-4374", "+5511987654374"],
    ["+5511988880001", "+5511988880001"],
    ["11222333000181", "11222333000181"],
    ["contato@paoquente.com.br", "contato@paoquente.com.br"],
  ] as [string, string][];
  for (const [index, [key]] of keys.entries())
    sqlite.run("INSERT INTO stores (name, keyPix, createdAt, updatedAt) VALUES (?, ?, 0, 0)", [
      `Loja ${index}`,
      key,
    ]);
  migrate(sqlite, migrations);
  expect(
    sqlite
      .query<{ keyPix: string }, []>("SELECT keyPix FROM stores ORDER BY id")
      .all()
      .map(({ keyPix }) => keyPix),
  ).toEqual(keys.map(([, key]) => key));
});

test("a delivery fee counts from a value or from a distance, and needs one of them", async () => {
  const rui = (await box()).as("rui");
  const {
    body: { id: storeId },
  } = await rui.post<Store>("/stores", { name: "Matriz" });
  const fee = (values: object) =>
    rui.post<{ id: number }>("/delivery-fee", { storeId, deliveryFee: "7", ...values });
  expect(await fee({ saleValue: "50" })).toMatchObject({
    status: 201,
    body: { storeId, saleValue: "50.00", minKm: null, deliveryFee: "7.00" },
  });
  expect(await fee({ minKm: "2.5", saleValue: "", deliveryFee: 0 })).toMatchObject({
    status: 201,
    body: { minKm: 2.5, saleValue: null, deliveryFee: "0.00" },
  });
  expect(await fee({})).toMatchObject({ status: 422, body: { fields: { saleValue: "invalid" } } });
  expect(await rui.put("/delivery-fee/1", { saleValue: null })).toMatchObject({
    status: 422,
    body: { fields: { saleValue: "invalid" } },
  });
  expect(await rui.put("/delivery-fee/1", { saleValue: null, minKm: 1 })).toMatchObject({
    status: 200,
    body: { minKm: 1 },
  });
  expect(await rui.post("/delivery-fee", { storeId, saleValue: "1" })).toMatchObject({
    status: 422,
    body: { fields: { deliveryFee: "required" } },
  });
  expect(await fee({ saleValue: "-1" })).toMatchObject({
    status: 422,
    body: { fields: { saleValue: "invalid" } },
  });
  expect(
    await rui.post("/delivery-fee", { storeId: 99, saleValue: "1", deliveryFee: "1" }),
  ).toMatchObject({ status: 422, body: { fields: { storeId: "invalid" } } });
  expect((await rui.get(`/delivery-fee/list?storeId=${storeId}`)).body).toMatchObject([
    { id: 1 },
    { id: 2 },
  ]);
  await rui.delete(`/stores/${storeId}`);
  expect((await rui.get(`/delivery-fee/list?storeId=${storeId}`)).body).toEqual([] as never);
});

test("a promotion is of one store or of all, for some days that are in order", async () => {
  const rui = (await box()).as("rui");
  const {
    body: { id: storeId },
  } = await rui.post<Store>("/stores", { name: "Matriz" });
  const week = {
    name: "Semana da broa",
    startpromotionsAt: "2026-11-20",
    endpromotionsAt: "2026-11-27",
  };
  expect(await rui.post("/promotions", { ...week, storeId: "" })).toMatchObject({
    status: 201,
    body: { store: null, storeId: null, status: true, mediaPath: null },
  });
  expect(await rui.put("/promotions/1", { storeId, status: false })).toMatchObject({
    status: 200,
    body: { store: { id: storeId, name: "Matriz" }, status: false },
  });
  const reversed = { status: 422, body: { fields: { endpromotionsAt: "invalid" } } };
  expect(await rui.put("/promotions/1", { endpromotionsAt: "2026-11-19" })).toMatchObject(reversed);
  expect(
    await rui.post("/promotions", { ...week, name: "Outra", endpromotionsAt: "2026-11-19" }),
  ).toMatchObject(reversed);
  expect(await rui.delete(`/stores/${storeId}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_IN_USE", details: { promotions: 1 } },
  });
});

test("a state of orders gets the next code, and keeps it", async () => {
  const rui = (await box()).as("rui");
  const add = async (name: string, more = {}) =>
    (
      await rui.post<{ id: number; code: number }>("/orderStatus", {
        name,
        color: "#0f766e",
        ...more,
      })
    ).body;
  expect([
    (await add("Pendente")).code,
    (await add("Pronto", { code: 7 })).code,
    (await add("Entregue", { code: "" })).code,
  ]).toEqual([1, 7, 8]);
  expect(
    await rui.put("/orderStatus/1", { name: "Novo", code: null, message: "  " }),
  ).toMatchObject({ body: { code: 1, name: "Novo", message: null, isCancelled: false } });
  expect(
    await rui.post("/orderStatus", { name: "Outro", color: "#0f766e", code: 7 }),
  ).toMatchObject({ status: 409, body: { fields: { code: "taken" } } });
  expect(await rui.get("/orderStatus")).toMatchObject({
    body: { orderStatus: [{ name: "Novo" }, { name: "Pronto" }, { name: "Entregue" }] },
  });
});
