import { expect } from "bun:test";
import { atendimento, balcao, box, refusal, settled, test, world } from "../../testing/world.ts";
import * as connections from "../connections/connections.ts";
import * as queues from "../queues/queues.ts";
import { create, find, list, findWithSecrets, remove, update } from "./integrations.ts";
import type { Integration } from "./table.ts";

const key = JSON.stringify({
  client_email: "robo@paoquente.iam.gserviceaccount.com",
  private_key: "-----BEGIN PRIVATE KEY-----",
});
const flow = {
  type: "n8n",
  name: "Fluxo",
  urlN8N: "https://n8n.paoquente.com.br/webhook/1",
  secret: "segredo-1",
} as const;
const agent = {
  type: "dialogflow",
  name: "Agente",
  projectName: "padaria",
  jsonContent: key,
} as const;

test("each type needs the fields by which it is called", async () => {
  const { db } = world();
  const required = (field: string) =>
    ({ kind: "invalid", reason: "ERR_VALIDATION", fields: { [field]: "required" } }) as const;
  for (const type of ["n8n", "webhook", "typebot"] as const)
    expect(
      await refusal(() => create(db, { ...flow, type, urlN8N: "", typebotSlug: "oi" })),
    ).toEqual(required("urlN8N"));
  expect(await refusal(() => create(db, { ...flow, type: "typebot" }))).toEqual(
    required("typebotSlug"),
  );
  for (const type of ["n8n", "webhook"] as const)
    expect(await refusal(() => create(db, { ...flow, type, secret: "" }))).toEqual(
      required("secret"),
    );
  expect(await refusal(() => create(db, { ...agent, projectName: "" }))).toEqual(
    required("projectName"),
  );
  expect(await refusal(() => create(db, { ...agent, jsonContent: undefined }))).toEqual(
    required("jsonContent"),
  );
  for (const jsonContent of [
    "{",
    "[]",
    "null",
    '{"client_email":"a"}',
    '{"client_email":"a","private_key":""}',
  ])
    expect(await refusal(() => create(db, { ...agent, jsonContent }))).toMatchObject({
      fields: { jsonContent: "invalid" },
    });
  expect(list(db, { searchParam: "", pageNumber: 1 }).count).toBe(0);
  expect(
    create(db, { ...flow, type: "typebot", name: "Bot", typebotSlug: "padaria" }),
  ).toMatchObject({
    projectName: "Bot",
    typebotDelayMessage: 1000,
    typebotExpires: 1,
    language: "pt-BR",
  });
  expect(create(db, flow)).toMatchObject({ projectName: "Fluxo", hasSecret: true });
  expect(create(db, agent)).toMatchObject({ projectName: "padaria", hasSecret: true });
});

test("a secret that isn't given stays, as does an empty key file that was read, and no answer contains it", async () => {
  const { db, events } = world();
  const { id } = create(db, { ...flow, secret: "segredo-1" });
  expect(find(db, id)).not.toHaveProperty("secret");
  expect(find(db, id)).not.toHaveProperty("jsonContent");
  expect([update(db, id, { name: "Outro" }), findWithSecrets(db, id).secret]).toMatchObject([
    { name: "Outro", projectName: "Outro", hasSecret: true },
    "segredo-1",
  ]);
  expect([
    update(db, id, { secret: "segredo-2" }).hasSecret,
    findWithSecrets(db, id).secret,
  ]).toEqual([true, "segredo-2"]);
  expect(await refusal(() => update(db, id, { secret: "" }))).toMatchObject({
    fields: { secret: "required" },
  });
  const other = create(db, agent);
  expect([
    update(db, other.id, { jsonContent: "" }).hasSecret,
    findWithSecrets(db, other.id).jsonContent,
  ]).toEqual([true, agent.jsonContent]);
  expect(update(db, other.id, { language: "es" })).toMatchObject({
    hasSecret: true,
    language: "es",
  });
  expect(JSON.stringify(events)).not.toMatch(/segredo|BEGIN/);
});

test("a secret signs only for the server that it was typed for", async () => {
  const { db } = world();
  const { id, urlN8N } = create(db, flow);
  const elsewhere = "https://flow.example/webhook/1";
  for (const change of [
    { urlN8N: elsewhere },
    { urlN8N: urlN8N.replace("https", "http") },
    { type: "typebot", typebotSlug: "padaria", urlN8N: elsewhere },
  ] as const)
    expect(await refusal(() => update(db, id, change))).toMatchObject({
      kind: "invalid",
      fields: { secret: "again" },
    });
  // A type that needs no address does not help either.
  update(db, id, { ...agent, urlN8N: "" });
  expect(await refusal(() => update(db, id, { type: "n8n", urlN8N: elsewhere }))).toMatchObject({
    fields: { secret: "again" },
  });
  expect(update(db, id, { type: "n8n", urlN8N: elsewhere, secret: "segredo-2" })).toMatchObject({
    urlN8N: elsewhere,
  });
  expect([
    update(db, id, { urlN8N: `${elsewhere}/2` }).hasSecret,
    findWithSecrets(db, id).secret,
  ]).toEqual([true, "segredo-2"]);
});

test("a name is unique", async () => {
  const { db } = world();
  create(db, flow);
  expect(await refusal(() => create(db, { ...flow, name: "fluxo" }))).toMatchObject({
    kind: "conflict",
    fields: { name: "taken" },
  });
});

test("tickets of a deleted integration wait for people", async () => {
  const { db } = world();
  const { id } = create(db, flow);
  queues.update(db, atendimento, { integrationId: id });
  connections.update(db, balcao, { integrationId: id });
  expect(remove(db, id)).toEqual({});
  expect([
    queues.findQueue(db, atendimento).integrationId,
    connections.find(db, balcao).integrationId,
  ]).toEqual([null, null]);
  for (const work of [() => find(db, id), () => update(db, id, {}), () => remove(db, id)])
    expect(await refusal(work)).toEqual({ kind: "missing", reason: "ERR_NOT_FOUND" });
});

/** An integration as events have it: only answers have the empty `jsonContent` of the documents. */
const inEvent = ({ jsonContent: _, ...row }: Integration & { jsonContent?: string }) => row;

test("only admins see integrations and hear of them, and only in plans that have them", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const [his, hers] = await Promise.all([shop.listener(rui), shop.listener(shop.as("ana"))]);
  await Promise.all([his.ready(), hers.ready()]);
  const { status, body } = await rui.post<Integration>("/queueIntegration", {
    ...flow,
    secret: "segredo-1",
  });
  expect([status, body]).toMatchObject([201, { id: 1, name: "Fluxo", hasSecret: true }]);
  expect((await rui.get("/queueIntegration/")).body as object).toEqual({
    queueIntegrations: [body],
    hasMore: false,
    count: 1,
  });
  expect((await rui.get("/queueIntegration?searchParam=nada")).body).toMatchObject({
    queueIntegrations: [],
    count: 0,
  });
  expect((await rui.get<Integration[]>("/queueIntegration/list")).body).toEqual([body]);
  const changed = (await rui.put<Integration>("/queueIntegration/1", { name: "Fluxo 2" })).body;
  await rui.delete("/queueIntegration/1");
  await settled(shop.db, his, hers);
  expect(hers.frames.filter(({ event }) => event === "queueIntegration")).toEqual([]);
  expect(
    his.frames
      .filter(({ event }) => event === "queueIntegration")
      .map(({ seq: _, ...frame }): object => frame),
  ).toEqual([
    { event: "queueIntegration", action: "create", queueIntegration: inEvent(body) },
    { event: "queueIntegration", action: "update", queueIntegration: inEvent(changed) },
    { event: "queueIntegration", action: "delete", queueIntegrationId: 1 },
  ]);
  shop.control.sqlite.run("UPDATE plans SET useIntegrations = 0");
  expect(await rui.get("/queueIntegration")).toMatchObject({
    status: 403,
    body: { error: "ERR_NO_PERMISSION" },
  });
});

test("an invalid URL is refused, and so is one with credentials", async () => {
  const rui = (await box()).as("rui");
  for (const urlN8N of [
    "n8n.paoquente.com.br",
    "ftp://n8n.paoquente.com.br",
    "javascript:alert(1)",
    "https://rui:senha@n8n.paoquente.com.br",
  ]) {
    expect(await rui.post("/queueIntegration", { ...flow, urlN8N })).toMatchObject({
      status: 422,
      body: { fields: { urlN8N: "invalid" } },
    });
  }
  expect(await rui.post("/queueIntegration", {})).toMatchObject({
    status: 422,
    body: { fields: { type: "required", name: "required" } },
  });
});
