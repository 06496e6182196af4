import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { official, officialOf, orderTemplate } from "../../testing/official.ts";
import { bia, box, idOf, test, until } from "../../testing/world.ts";
import { connections } from "../connections/table.ts";
import type { Message } from "../messages/table.ts";
import type { Template } from "./table.ts";

async function shop() {
  const all = await box();
  return { ...all, ...(await officialOf(all)), rui: all.as("rui") };
}

test("a template is made, approved by the network, changed and deleted", async () => {
  const { rui, make, stored, as, desk, db } = await shop();
  const { status, body: made } = await make(orderTemplate);
  expect([status, made.state]).toEqual([201, "PENDING"]);
  await until(() => stored()[0]?.state === "APPROVED");
  const { body: page } = await as("ana").get<{ records: Template[]; count: number }>(
    `/templates?whatsappId=${official}`,
  );
  expect(page).toMatchObject({
    count: 1,
    hasMore: false,
    records: [{ ...orderTemplate, id: made.id }],
  });
  expect(page.records[0]).not.toHaveProperty("networkId");

  const path = `/templates/${made.id}?whatsappId=${official}`;
  await rui.put(path, { body: "Olá {{nome}}, seu pedido de {{valor}} chegou." });
  expect((await desk().list())[0]!.body).toBe("Olá {{nome}}, seu pedido de {{valor}} chegou.");
  expect(await make(orderTemplate)).toMatchObject({
    status: 409,
    body: { error: "ERR_TEMPLATE_EXISTS" },
  });
  expect((await as("ana").put(path, { footer: "" })).status).toBe(403);
  await rui.delete(path);
  expect([stored(), await desk().list()]).toEqual([[], []]);
  const actions = db.sqlite
    .query("SELECT action, subject FROM audit WHERE action LIKE 'template%' ORDER BY id")
    .values();
  expect(actions).toEqual(
    ["templateCreated", "templateChanged", "templateDeleted"].map((action) => [
      action,
      `connection ${official} pedido_saiu`,
    ]),
  );
});

test("a wrong template is refused at its fields, and the network learns nothing of it", async () => {
  const { make, desk } = await shop();
  const wrong: [object, Record<string, string>][] = [
    [{ ...orderTemplate, name: "Pedido Saiu" }, { name: "invalid" }],
    [
      { ...orderTemplate, body: "{{nome}}, seu pedido de {{valor}} saiu." },
      { body: "variableAtEdge" },
    ],
    [{ ...orderTemplate, body: "Oi {{nome}}{{valor}}." }, { body: "variablesTogether" }],
    [{ ...orderTemplate, body: "Oi {{nome, saiu." }, { body: "wrongBraces" }],
    [{ ...orderTemplate, examples: { nome: "Bia" } }, { "examples.valor": "required" }],
    [{ ...orderTemplate, footer: "De {{nome}}" }, { footer: "noVariables" }],
    [{ ...orderTemplate, format: "POSITIONAL" }, { body: "wrongOrder" }],
    [{ ...orderTemplate, header: { text: "{{nome}} e {{valor}}" } }, { header: "oneVariable" }],
  ];
  for (const [body, fields] of wrong)
    expect(await make(body)).toMatchObject({ status: 422, body: { fields } });
  expect(await desk().list()).toEqual([]);
});

test("the list follows the network: a refusal, a pause, and one that is gone", async () => {
  const { rui, approved, stored, desk, make, clock } = await shop();
  const made = await approved();
  const { networkId } = stored()[0]!;
  await desk().decide(networkId, { state: "PAUSED", quality: "RED" });
  expect(stored()[0]).toMatchObject({ state: "PAUSED", quality: "RED" });
  const refused = {
    ...orderTemplate,
    name: "outro",
    body: "Isto será recusado {{nome}} e {{valor}}.",
  };
  await make(refused);
  await until(() => stored().some(({ reason }) => reason === "INVALID_FORMAT"));
  await desk().delete(networkId, made.name);
  clock.pass(60_001);
  const { body } = await rui.get<{ records: Template[] }>(`/templates?whatsappId=${official}`);
  expect(body.records.map(({ name }) => name)).toEqual(["outro"]);
});

test("an agent sends a template, with the values of the contact, on one tap or two", async () => {
  const { approved, ticket, as, customer } = await shop();
  const { id } = await approved();
  const { id: talk } = ticket({
    contactId: bia.id,
    whatsappId: official,
    status: "open",
    userId: idOf.ana,
  });
  const ana = as("ana");
  const send = (template: object) =>
    ana.post<Message[]>(`/messages/${talk}`, { template, clientId: "um-toque" });
  const full = [
    { name: "nome", text: "{{firstName}}" },
    { name: "valor", text: "R$\n51,90" },
  ];
  expect(await send({ id, body: full.slice(0, 1) })).toMatchObject({
    status: 422,
    body: { fields: { "template.body.valor": "required" } },
  });
  expect(await send({ id, body: [full[0], { name: "valor", text: " \n " }] })).toMatchObject({
    status: 422,
  });
  const { status, body } = await send({ id, body: full });
  expect([status, body[0]!.body]).toEqual([
    201,
    "Oi Bia, seu pedido de R$ 51,90 saiu.\n\n_Padaria_",
  ]);
  expect(body[0]!.template).toEqual({
    name: "pedido_saiu",
    language: "pt_BR",
    body: [
      { name: "nome", text: "Bia" },
      { name: "valor", text: "R$ 51,90" },
    ],
    labels: ["Obrigada"],
  });
  await send({ id, body: full });
  await until(() => customer.got().length > 0);
  expect(customer.got()).toHaveLength(1);
});

test("a paused template, and one of another connection, are not sent", async () => {
  const { approved, stored, desk, ticket, as } = await shop();
  const { id } = await approved({ ...orderTemplate, body: "Bom dia", examples: {} });
  const talk = (whatsappId: number) =>
    ticket({ contactId: bia.id, whatsappId, status: "open", userId: idOf.ana }).id;
  const [own, other] = [talk(official), talk(1)];
  const ana = as("ana");
  expect((await ana.post(`/messages/${other}`, { template: { id } })).status).toBe(404);
  await desk().decide(stored()[0]!.networkId, { state: "PAUSED" });
  expect(await ana.post(`/messages/${own}`, { template: { id } })).toMatchObject({
    status: 409,
    body: { error: "ERR_TEMPLATE_NOT_USABLE" },
  });
});

test("a linked phone has no templates", async () => {
  const { rui, db } = await shop();
  expect(await rui.get("/templates?whatsappId=1")).toMatchObject({
    status: 409,
    body: { error: "ERR_NOT_ON_THIS_NETWORK" },
  });
  expect((await rui.get("/templates?whatsappId=99")).status).toBe(404);
  expect(db.select().from(connections).where(eq(connections.id, 1)).get()!.provider).toBe(
    "practice",
  );
});

test("a variable whose name every object has needs an example of its own", async () => {
  const { make } = await shop();
  for (const name of ["constructor", "hasOwnProperty"])
    expect(
      await make({ ...orderTemplate, body: `Oi {{${name}}} fim`, examples: {} }),
    ).toMatchObject({ status: 422, body: { fields: { [`examples.${name}`]: "required" } } });
});
