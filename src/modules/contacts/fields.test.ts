import { expect } from "bun:test";
import { noConnections, fakeChannel } from "../../testing/fake-channel.ts";
import {
  bia,
  box,
  canary,
  refusal,
  settled,
  test,
  world,
  type World,
} from "../../testing/world.ts";
import { update } from "./contacts.ts";
import { fieldsOf, mergeFields, replaceFields } from "./fields.ts";
import { add, setActive } from "./network.ts";
import type { FullContact } from "./table.ts";

type Wanted = { id?: number | null; name: string; value: string }[];
const named = (...pairs: [name: string, value: string][]): Wanted =>
  pairs.map(([name, value]) => ({ name, value }));
const give = ({ db }: World, extraInfo: Wanted) => update(db, bia.id, { extraInfo }).extraInfo;
const pairs = (fields: Wanted) => fields.map(({ name, value }) => `${name}: ${value}`);
const stays = {
  kind: "invalid",
  reason: "ERR_VALIDATION",
  fields: { extraInfo: "invalid" },
} as const;

test("a contact's fields are written, read and emitted", async () => {
  const shop = await box();
  const ana = shop.as("ana");
  const listener = await shop.listener(shop.as("caio"));
  await listener.ready();
  const made = await ana.post<FullContact>("/contacts", {
    name: "Dani",
    number: "5511977770002",
    extraInfo: [
      { name: " Alergia ", value: " glúten " },
      { name: "cpf", value: "" },
    ],
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: "Dani",
      extraInfo: [
        { id: 1, name: "Alergia", value: "glúten" },
        { id: 2, name: "CPF", value: "" },
      ],
    },
  });
  const path = `/contacts/${made.body.id}`;
  const changed = await ana.put<FullContact>(path, {
    extraInfo: [
      { id: 2, name: "CPF", value: "529.982.247-25" },
      { id: 1, name: "Alergias", value: "glúten" },
      { name: "Rua", value: "7" },
    ],
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      name: "Dani",
      extraInfo: [
        { id: 1, name: "Alergias" },
        { id: 2, value: "529.982.247-25" },
        { id: 3, name: "Rua" },
      ],
    },
  });
  expect((await ana.get<FullContact>(path)).body).toEqual(changed.body);
  expect((await ana.put<FullContact>(path, { name: "Dani da rua 7" })).body.extraInfo).toEqual(
    changed.body.extraInfo,
  );

  await settled(shop.db, listener);
  const received = listener.frames
    .filter(({ event }) => event === "contact")
    .map(({ action, contact }) => [action, pairs((contact as FullContact).extraInfo)]);
  const current = ["Alergias: glúten", "CPF: 529.982.247-25", "Rua: 7"];
  expect(received).toEqual([
    ["create", ["Alergia: glúten", "CPF: "]],
    ["update", current],
    ["update", current],
  ]);
});

test("fields are replaced as a whole, and a kept one keeps its id", () => {
  const shop = world();
  const [rua, bairro] = give(shop, named(["Rua", "7"], ["Bairro", "Centro"]));
  expect(
    give(shop, [
      { id: bairro!.id, name: "Cidade", value: "Santos" },
      { name: "RUA", value: "8" },
    ]),
  ).toEqual([
    { id: rua!.id, name: "RUA", value: "8" },
    { id: bairro!.id, name: "Cidade", value: "Santos" },
  ]);
  expect(
    give(shop, [
      { id: rua!.id, name: "Cidade", value: "7" },
      { id: bairro!.id, name: "Rua", value: "Santos" },
    ]),
  ).toEqual([
    { id: rua!.id, name: "Cidade", value: "7" },
    { id: bairro!.id, name: "Rua", value: "Santos" },
  ]);
  expect(
    give(shop, [
      { id: rua!.id, name: "Um", value: "" },
      { id: rua!.id, name: "Dois", value: "" },
    ]).map(({ id }) => id),
  ).toEqual([rua!.id, bairro!.id + 1]);
  expect(give(shop, [])).toEqual([]);
});

test("another contact's field id changes nothing of theirs", () => {
  const shop = world();
  const dani = shop.contact();
  shop.db.write((tx) => replaceFields(tx, dani.id, named(["Rua", "7"])));
  const [theirs] = fieldsOf(shop.db, dani.id);
  const [mine] = give(shop, [{ id: theirs!.id, name: "Rua", value: "8" }]);
  expect(mine!.id).not.toBe(theirs!.id);
  expect(fieldsOf(shop.db, dani.id)).toEqual([theirs!]);
});

test("CPF and NOME keep their names and can't be removed", async () => {
  const shop = world();
  const [cpf, nome] = give(shop, named(["CPF", "1"], ["NOME", "Bia"], ["Rua", "7"]));
  for (const requested of [
    [],
    named(["CPF", "1"]),
    [
      { id: cpf!.id, name: "Documento", value: "1" },
      { id: nome!.id, name: "NOME", value: "Bia" },
    ],
  ])
    expect(await refusal(() => give(shop, requested))).toEqual(stays);
  expect(pairs(fieldsOf(shop.db, bia.id))).toEqual(["CPF: 1", "NOME: Bia", "Rua: 7"]);
  expect(pairs(give(shop, named(["CPF", ""], ["NOME", "Beatriz"])))).toEqual([
    "CPF: ",
    "NOME: Beatriz",
  ]);
  expect(shop.events.filter(({ event }) => event === "contact")).toHaveLength(2);
});

test("names must differ in more than case, and have a length", async () => {
  const shop = await box();
  const fields = async (...extraInfo: object[]) =>
    (await shop.as("ana").put(`/contacts/${bia.id}`, { extraInfo })).body.fields;
  expect(
    await fields(
      { name: "Endereço", value: "a" },
      { name: "Rua", value: "" },
      { name: "ENDEREÇO ", value: "b" },
    ),
  ).toEqual({ "extraInfo.2.name": "taken" });
  expect(await fields({ name: " ", value: "" })).toEqual({ "extraInfo.0.name": "required" });
  expect(await fields({ name: "x".repeat(51), value: "x".repeat(1001) })).toEqual({
    "extraInfo.0.name": "too_long",
    "extraInfo.0.value": "too_long",
  });
  expect(await fields({ name: "Rua" })).toEqual({ "extraInfo.0.value": "required" });
  expect(
    await fields(...Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, value: "" }))),
  ).toEqual({ extraInfo: "too_long" });
  expect(fieldsOf(shop.db, bia.id)).toEqual([]);
});

test("of two values for one field the first is kept, unless it is empty", () => {
  expect(
    mergeFields(
      named(["CPF", "1"], ["Rua", ""]),
      named(["cpf", "2"], ["RUA", "7"], ["Bairro", "Centro"]),
    ),
  ).toEqual(named(["CPF", "1"], ["Rua", "7"], ["Bairro", "Centro"]));
});

test("a contact keeps its fields when its number becomes known", async () => {
  const shop = world();
  const { contactId } = shop.receives("Oi", {
    from: [{ type: "lid", value: "77" }],
    name: "dani",
  })!;
  shop.db.write((tx) => replaceFields(tx, contactId, named(["CPF", "1"], ["Rua", "7"])));
  const { connectionManager } = fakeChannel({
    check: async () =>
      new Map([
        [
          "5511977770002",
          [
            { type: "phone", value: "5511977770002" },
            { type: "lid", value: "77" },
          ],
        ],
      ]),
  });
  const contact = await add(shop.db, connectionManager, {
    name: "Dani",
    number: "5511977770002",
    extraInfo: named(["rua", "8"]),
  });
  expect([contact.id, pairs(contact.extraInfo)]).toEqual([contactId, ["CPF: 1", "rua: 8"]]);
});

test("blocking and unblocking keeps a contact's fields", async () => {
  const shop = world();
  give(shop, named(["Rua", "7"]));
  for (const active of [false, false])
    expect(await setActive(shop.db, noConnections, bia.id, active)).toMatchObject({
      active,
      extraInfo: [{ name: "Rua" }],
    });
});

test("another company's fields are not touched", async () => {
  const shop = await box();
  const rui = shop.as("rui", 2);
  expect(await rui.put(`/contacts/${bia.id}`, { extraInfo: named(["Rua", canary]) })).toMatchObject(
    {
      status: 200,
    },
  );
  expect((await shop.as("rui").get<FullContact>(`/contacts/${bia.id}`)).body.extraInfo).toEqual([]);
});

test("a ticket by itself tells its contact's fields and e-mail", async () => {
  const shop = await box();
  const ticket = shop.ticket({ contactId: bia.id });
  const extraInfo = [{ name: "CPF", value: "529.982.247-25" }];
  const ana = shop.as("ana");
  await ana.put(`/contacts/${bia.id}`, { email: "bia@example.com", extraInfo });
  for (const path of [`/tickets/${ticket.id}`, `/tickets/u/${ticket.uuid}`])
    expect(await ana.get(path)).toMatchObject({
      status: 200,
      body: { contact: { email: "bia@example.com", extraInfo } },
    });
});
