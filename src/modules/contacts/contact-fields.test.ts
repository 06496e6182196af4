import { expect } from "bun:test";
import { bia, box, test } from "../../testing/world.ts";
import { render } from "../campaigns/render.ts";
import type { FieldDefinition, FullContact } from "./table.ts";

const path = `/contacts/${bia.id}`;

test("a company's field takes over the pairs of its name and reads them by its type", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  await ana.put(path, {
    extraInfo: [
      { name: "aniversário", value: "12/03/1990" },
      { name: "Gasto", value: "R$ 1.234,50" },
    ],
  });
  const field = await rui.post<FieldDefinition>("/contact-fields", {
    label: "Aniversário",
    type: "date",
  });
  expect(field).toMatchObject({
    status: 201,
    body: { key: "aniversario", label: "Aniversário", type: "date", filled: 1, unreadable: 0 },
  });
  await rui.post("/contact-fields", { key: "gasto", label: "Gasto", type: "money" });
  await rui.post("/contact-fields", { key: "pontos", label: "Pontos", type: "number" });
  expect((await ana.get<FullContact>(path)).body).toMatchObject({
    fields: { aniversario: "1990-03-12", gasto: "1234.50" },
    extraInfo: [
      { name: "Aniversário", value: "12/03/1990" },
      { name: "Gasto", value: "R$ 1.234,50" },
    ],
  });
  const { body } = await ana.put<FullContact>(path, {
    fields: { aniversario: "1991-12-31", gasto: null, pontos: 12.5 },
  });
  expect(body.fields).toEqual({ aniversario: "1991-12-31", pontos: 12.5 });
  expect(body.extraInfo.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    "Aniversário: 31/12/1991",
    "Pontos: 12,5",
  ]);
  // An agent reads the fields and may not change them.
  expect((await ana.post("/contact-fields", { label: "Cidade" })).status).toBe(403);
  expect((await ana.get("/contact-fields")).body).toMatchObject({ count: 3 });
});

test("a value of another type is refused at its key, and one that was there before stays", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  await ana.put(path, { extraInfo: [{ name: "Visita", value: "semana que vem" }] });
  const { body: field } = await rui.post<FieldDefinition>("/contact-fields", {
    label: "Visita",
    type: "date",
  });
  expect(field).toMatchObject({ filled: 1, unreadable: 1 });
  const back = await ana.put<FullContact>(path, {
    name: "Bia Souza",
    extraInfo: [{ name: "Visita", value: "semana que vem" }],
  });
  expect(back).toMatchObject({ status: 200, body: { name: "Bia Souza", fields: {} } });
  for (const wrong of [
    { fields: { visita: "2026-02-31" } },
    { extraInfo: [{ name: "visita", value: "31/02/2026" }] },
  ])
    expect(await ana.put(path, wrong)).toMatchObject({
      status: 422,
      body: { fields: { "fields.visita": "invalid" } },
    });
  expect(await ana.put(path, { fields: { outra: "x" } })).toMatchObject({
    status: 422,
    body: { fields: { "fields.outra": "invalid" } },
  });
  expect((await ana.put(path, { fields: { visita: "2026-02-28" } })).status).toBe(200);
});

test("a field's new label goes to all contacts, its key stays, and a deleted one leaves its values", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const { id } = (await rui.post<FieldDefinition>("/contact-fields", { label: "Cidade" })).body;
  await ana.put(path, { extraInfo: [{ name: "CIDADE", value: "Campinas" }] });
  expect((await rui.put(`/contact-fields/${id}`, { label: "Município" })).body).toMatchObject({
    key: "cidade",
    filled: 1,
  });
  expect((await rui.put(`/contact-fields/${id}`, { key: "outra" })).status).toBe(422);
  expect((await rui.post("/contact-fields", { label: "municípiO" })).status).toBe(409);
  expect((await rui.post("/contact-fields", { label: "Nome" })).status).toBe(422);
  expect((await ana.get<FullContact>(path)).body).toMatchObject({
    fields: { cidade: "Campinas" },
    extraInfo: [{ name: "Município", value: "Campinas" }],
  });
  await rui.delete(`/contact-fields/${id}`);
  expect((await ana.get<FullContact>(path)).body).toMatchObject({
    fields: {},
    extraInfo: [{ name: "Município", value: "Campinas" }],
  });
});

test("a text fills in fields by key or label, and has a word for those without a value", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  await rui.post("/contact-fields", { key: "cidade", label: "Onde mora" });
  const text = "{nome|cliente}, de {cidade|longe}: {Onde mora}{cidade} {{cidade|longe}} {outra}";
  const filled = () => render(shop.db, text, { ...bia, email: "" }, null);
  expect(filled()).toBe("Bia, de longe:  longe {outra}");
  await ana.put(path, { fields: { cidade: "Santos" } });
  expect(filled()).toBe("Bia, de Santos: SantosSantos Santos {outra}");
  expect(render(shop.db, text, { name: "", number: "5511900000000", email: "" }, null)).toBe(
    "cliente, de longe:  longe {outra}",
  );
});
