import { expect } from "bun:test";
import { bia, box, refusal, test, world } from "../../testing/world.ts";
import { create, list, update } from "./contacts.ts";

const names = (store: ReturnType<typeof world>["store"], searchParam: string) => list(store, { searchParam, pageNumber: 1 }).contacts.map(({ name }) => name);

test("a number is one contact's", async () => {
  const { store, told } = world();
  const taken = { kind: "conflict", reason: "ERR_DUPLICATED_CONTACT", fields: { number: "taken" }, details: { contactId: bia.id } } as const;
  expect(await refusal(() => create(store, { name: "Outra Bia", number: bia.number }))).toEqual(taken);
  const dani = create(store, { name: "Dani", number: "5511977770002", email: "dani@exemplo.com.br" });
  expect(await refusal(() => update(store, dani.id, { number: bia.number }))).toEqual(taken);
  expect(told).toMatchObject([{ event: "contact", action: "create", payload: { contact: { id: dani.id } } }]);
});

test("who changes their number is met under the new one", () => {
  const shop = world();
  update(shop.store, bia.id, { number: "5511900000009" });
  expect(shop.hears("Oi", { from: "5511900000009", name: "" })).toMatchObject({ contactId: bia.id });
  expect(shop.hears("Oi", { from: bia.number, name: "Quem?" })!.contactId).not.toBe(bia.id);
});

test("any part of a name or a number finds a contact", () => {
  const { store, contact } = world();
  contact({ name: "João Conceição", number: "5521933334444" });
  for (const text of ["joao", "ceicao", "33334", "Jo", "ÇÃO"]) expect([text, names(store, text)]).toEqual([text, ["João Conceição"]]);
  for (const text of ["%", "_", '"', "'", "AND", "*", "zzz"]) expect([text, names(store, text)]).toEqual([text, []]);
});

test("a number is kept as its digits", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  expect(await ana.post("/contacts", { name: "Dani", number: "+55 (11) 97777-0002" })).toMatchObject({ status: 201, body: { number: "5511977770002", email: "" } });
  expect(await ana.post("/contacts", { name: "Dani", number: "123" })).toMatchObject({ status: 422, body: { fields: { number: "invalid" } } });
  expect(await ana.get("/contacts?searchParam=dani")).toMatchObject({ status: 200, body: { count: 1, hasMore: false, contacts: [{ name: "Dani" }] } });
  expect(await ana.put(`/contacts/${bia.id}`, { name: "Bia Nogueira", active: false, isGroup: true })).toMatchObject({ status: 200, body: { name: "Bia Nogueira", active: true, isGroup: false } });
});

test("a number is found as it is shown", () => {
  const { store, contact } = world();
  contact({ name: "Nina", number: "5521944440005" });
  for (const text of ["94444-0005", "+55 21 94444-0005", "(21) 94444", "21 94444 0005"]) expect(names(store, text)).toEqual(["Nina"]);
});

test("a number typed without its country is Brazilian, one with a + is as it says", async () => {
  const rui = (await box()).as("rui");
  const kept = async (number: string) => (await rui.post("/contacts", { name: "Alguém", number })).body.number;
  expect(await kept("(11) 97777-1234")).toBe("5511977771234");
  expect(await kept("1133334444")).toBe("551133334444");
  expect(await kept("+1 212 555 0123")).toBe("12125550123");
  expect(await kept("5511955554444")).toBe("5511955554444");
});
