import { afterAll, expect } from "bun:test";
import { askDocument } from "../../bots/billing/texts.ts";
import { createHttpClient } from "../../kit/net/http-client.ts";
import { billingTypes } from "../../shared/bots.ts";
import { asaasStand } from "../../testing/bots/asaas.ts";
import { dialogflowStand } from "../../testing/bots/dialogflow.ts";
import { flowStand } from "../../testing/bots/flow.ts";
import { ixcStand } from "../../testing/bots/ixc.ts";
import { mkAuthStand } from "../../testing/bots/mk-auth.ts";
import { bubble, typebotStand } from "../../testing/bots/typebot.ts";
import { box, refusal, test, world } from "../../testing/world.ts";
import * as settings from "../settings/settings.ts";
import { create } from "./integrations.ts";
import { testIntegration } from "./test-integration.ts";

const http = createHttpClient({ allow: ["127.0.0.0/8"] });
const stands = {
  flow: flowStand("segredo-1", () => world().clock.now()),
  typebot: typebotStand("padaria"),
};
afterAll(() => Object.values(stands).forEach(({ stop }) => stop()));

const key = JSON.stringify({
  client_email: "robo@paoquente.iam.gserviceaccount.com",
  private_key: "-----BEGIN PRIVATE KEY-----",
});
const failed = (details: object) => ({
  kind: "conflict",
  reason: "ERR_INTEGRATION_FAILED",
  details,
});
const silent = async (work: () => Promise<unknown>) =>
  work().then(
    () => expect.unreachable(),
    ({ kind, reason, details }) => ({ kind, reason, details }),
  );

test("a key can be tried before and after it is saved", async () => {
  const { db, clock } = world();
  const google = dialogflowStand("padaria", clock.now);
  const agent = {
    type: "dialogflow",
    name: "Agente",
    projectName: "padaria",
    jsonContent: google.jsonContent,
  } as const;
  expect(
    await testIntegration(
      db,
      http,
      { projectName: "padaria", jsonContent: google.jsonContent, language: "pt-BR" },
      google.endpoints,
    ),
  ).toEqual({ ok: true, says: ["Olá!"], does: [], isJson: true });
  const { id } = create(db, agent);
  expect(
    await testIntegration(
      db,
      http,
      { id, projectName: "padaria", language: "es" },
      google.endpoints,
    ),
  ).toMatchObject({ ok: true });
  expect(
    await silent(() =>
      testIntegration(db, http, { id, projectName: "quitanda" }, google.endpoints),
    ),
  ).toEqual(failed({ reason: "status", status: 400 }));
  google.next(Response.json({ secret: "inside" }, { status: 500 }));
  expect(await silent(() => testIntegration(db, http, { id }, google.endpoints))).toEqual(
    failed({ reason: "status", status: 500 }),
  );
  void google.stop();
});

test("a flow is asked once, without a customer's data, and its answer is shown", async () => {
  const { db } = world();
  const { flow } = stands;
  const typed = { type: "n8n", urlN8N: `${flow.url}/webhook/oi`, secret: "segredo-1" } as const;
  expect(await testIntegration(db, http, typed)).toEqual({
    ok: true,
    says: [],
    does: [],
    isJson: true,
  });
  flow.next(
    { message: "Abrimos às 7 h.", queueId: 2 },
    new Response("<title>502</title>"),
    new Response(null, { status: 404 }),
    new Response(null, { status: 500 }),
    { message: "guardado" },
  );
  expect(await testIntegration(db, http, typed)).toEqual({
    ok: true,
    says: ["Abrimos às 7 h."],
    does: [{ do: "queue", queueId: 2 }],
    isJson: true,
  });
  expect(await testIntegration(db, http, typed)).toEqual({
    ok: true,
    says: [],
    does: [],
    isJson: false,
  });
  expect(await silent(() => testIntegration(db, http, typed))).toEqual(
    failed({ reason: "status", status: 404 }),
  );
  expect(await silent(() => testIntegration(db, http, typed))).toEqual(
    failed({ reason: "status", status: 500 }),
  );
  const { id } = create(db, { ...typed, name: "Fluxo" });
  expect(await testIntegration(db, http, { id, urlN8N: typed.urlN8N })).toMatchObject({
    says: ["guardado"],
  });
  for (const secret of [undefined, ""])
    expect(
      await refusal(() =>
        testIntegration(db, http, { id, urlN8N: "https://flow.example/webhook/oi", secret }),
      ),
    ).toMatchObject({ kind: "invalid", fields: { secret: "again" } });
  expect([
    flow.wrong,
    flow.requests.map(({ body }) => [body.event, body.ticket.id, body.contact]),
  ]).toEqual([[], Array(6).fill(["test", 0, { name: "Teste", number: "" }])]);
});

test("a Typebot answers, or is not found", async () => {
  const { db } = world();
  const { typebot } = stands;
  const typed = {
    type: "typebot",
    urlN8N: typebot.url,
    typebotSlug: "padaria",
    typebotKeywordFinish: "Olá",
  } as const;
  expect(await testIntegration(db, http, typed)).toEqual({
    ok: true,
    says: ["Olá!"],
    does: [],
    isJson: true,
  });
  typebot.next(() => typebot.began(bubble("Um momento"), bubble('#{"stopBot":true}')));
  expect(await testIntegration(db, http, typed)).toMatchObject({
    says: ["Um momento"],
    does: [{ do: "human" }],
  });
  typebot.next(
    Response.json({ message: "Typebot not found" }, { status: 404 }),
    new Response("<title>Typebot</title>"),
  );
  expect(await silent(() => testIntegration(db, http, typed))).toEqual(
    failed({ reason: "status", status: 404 }),
  );
  expect(await silent(() => testIntegration(db, http, typed))).toEqual(
    failed({ reason: "senseless", status: 200 }),
  );
});

test("a test is refused by field before anyone is asked, and uses the same outbound client as all", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { id } = create(shop.db, {
    type: "dialogflow",
    name: "Agente",
    projectName: "padaria",
    jsonContent: key,
  });
  for (const path of ["/queueIntegration/testSession", "/queueIntegration/testsession"]) {
    expect(await rui.post(path, { projectName: "padaria" })).toMatchObject({
      status: 422,
      body: { fields: { jsonContent: "required" } },
    });
    expect(await rui.post(path, { projectName: "padaria", jsonContent: "{}" })).toMatchObject({
      status: 422,
      body: { fields: { jsonContent: "invalid" } },
    });
    expect(await rui.post(path, { type: "typebot" })).toMatchObject({
      status: 422,
      body: { fields: { urlN8N: "required", typebotSlug: "required" } },
    });
    expect(await rui.post(path, { projectName: "padaria", id: 99 })).toMatchObject({ status: 404 });
    const unusable = {
      status: 409,
      body: { error: "ERR_INTEGRATION_FAILED", details: { reason: "misconfigured" } },
    };
    expect([
      await rui.post(path, { projectName: "padaria", jsonContent: key }),
      await rui.post(path, { id }),
    ]).toMatchObject([unusable, unusable]);
    const inside = {
      type: "webhook",
      urlN8N: "http://169.254.169.254/latest",
      secret: "segredo-1",
    };
    expect(await rui.post(path, inside)).toMatchObject({
      status: 409,
      body: { error: "ERR_INTEGRATION_FAILED", details: { reason: "refused" } },
    });
  }
  expect(await refusal(() => testIntegration(shop.db, http, {}))).toMatchObject({
    kind: "invalid",
    fields: { projectName: "required" },
  });
});

test("billing is asked for nobody's bills, with the access that the settings hold", async () => {
  const { db } = world();
  const [mkauth, asaas, ixc] = [
    mkAuthStand("id-1", "segredo-1"),
    asaasStand("$aact_prod_1"),
    ixcStand("7:segredo"),
  ];
  const askedDocument = { ok: true as const, says: [askDocument], does: [], isJson: true };
  for (const type of billingTypes)
    expect(await silent(() => testIntegration(db, http, { type }))).toEqual(
      failed({ reason: "misconfigured" }),
    );
  for (const [key, value] of Object.entries({
    ipmkauth: mkauth.url,
    clientidmkauth: "id-1",
    clientsecretmkauth: "segredo-1",
    asaas: "$aact_prod_1",
    ipixc: ixc.url,
    tokenixc: "7:segredo",
  }))
    settings.write(db, key, value);
  for (const type of billingTypes)
    expect(
      await testIntegration(db, asaas.through(http), {
        id: create(db, { type, name: type }).id,
        type,
      }),
    ).toEqual(askedDocument);
  expect([mkauth, asaas, ixc].map(({ wrong }) => wrong)).toEqual([[], [], []]);
  await Promise.all([mkauth, asaas, ixc].map(({ stop }) => stop()));
});
