import { expect } from "bun:test";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { official, officialOf, orderTemplate } from "../../testing/official.ts";
import { bia, box, caller, hour, test, until } from "../../testing/world.ts";
import type { Campaign, CampaignReport } from "../campaigns/table.ts";
import type { Schedule } from "../schedules/table.ts";
import { sendDue } from "../schedules/send.ts";

const values = [
  { name: "nome", text: "{nome}" },
  { name: "valor", text: "R$ 51,90" },
];

async function advertising() {
  const opened = await box();
  const [shop, channel] = [await marketing(opened), await officialOf(opened)];
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const contactListId = await shop.list(3);
  const { id } = await channel.approved();
  const campaign = (template: object | null, more: object = {}) =>
    shop.campaign({
      whatsappId: official,
      contactListId,
      message1: "",
      ...(template && { template }),
      ...more,
    });
  const got = (index: number) => channel.customer.got(numberOf(index));
  return { ...shop, ...channel, campaign, contactListId, id, got };
}

test("a test of a campaign sends no free text to someone who has not written", async () => {
  const shop = await advertising();
  expect(
    await shop.rui.post("/campaigns/test", {
      number: numberOf(0),
      message: "Oi",
      whatsappId: official,
    }),
  ).toMatchObject({ status: 409, body: { error: "ERR_WINDOW_CLOSED" } });
});

test("a campaign on the official channel sends its template to each number", async () => {
  const shop = await advertising();
  const { body: without } = await shop.campaign(null, { message1: "Oi" });
  expect(await shop.rui.post(`/campaigns/${without.id}/start`)).toMatchObject({
    status: 422,
    body: { fields: { template: "required" } },
  });
  const { body: short } = await shop.campaign({ id: shop.id, body: values.slice(0, 1) });
  expect(await shop.rui.post(`/campaigns/${short.id}/start`)).toMatchObject({
    status: 422,
    body: { fields: { "template.body.valor": "required" } },
  });
  const { body: made } = await shop.campaign({ id: shop.id, body: values });
  expect(made.template).toEqual({ name: "pedido_saiu", language: "pt_BR", body: values });
  expect((await shop.rui.post(`/campaigns/${made.id}/start`)).status).toBe(200);
  await shop.pass(12);
  expect([0, 1, 2].map(shop.got)).toEqual(
    [0, 1, 2].map((index) => [`Oi Cliente ${index}, seu pedido de R$ 51,90 saiu.\n\n_Padaria_`]),
  );
  expect(await shop.report(made.id)).toMatchObject({ campaign: { status: "FINALIZADA" } });
});

test("a paused template pauses its campaign, which says why and goes on afterwards", async () => {
  const shop = await advertising();
  const { body: made } = await shop.campaign({ id: shop.id, body: values });
  await shop.decide({ state: "PAUSED" });
  expect((await shop.rui.post(`/campaigns/${made.id}/start`)).status).toBe(422);
  await shop.decide({ state: "APPROVED" });
  await shop.rui.post(`/campaigns/${made.id}/start`);
  await shop.pass(1);
  await shop.decide({ state: "PAUSED" });
  await shop.pass(12);
  const read = async () => (await shop.rui.get<Campaign>(`/campaigns/${made.id}`)).body;
  expect(await read()).toMatchObject({ status: "EM_ANDAMENTO", pauseReason: "template" });
  const before = [0, 1, 2].flatMap(shop.got).length;
  expect(before).toBeLessThan(3);
  await shop.decide({ state: "APPROVED" });
  await shop.rui.post(`/campaigns/${made.id}/resume`);
  await shop.pass(12);
  expect([0, 1, 2].flatMap(shop.got)).toHaveLength(3);
});

test("a number that lacks a value is skipped, and one that opted out gets nothing", async () => {
  const shop = await advertising();
  await shop.rui.post("/opt-outs", { number: numberOf(0) });
  const { body: made } = await shop.campaign({
    id: shop.id,
    body: [
      { name: "nome", text: "{nome}" },
      { name: "valor", text: "{email}" },
    ],
  });
  await shop.rui.post(`/campaigns/${made.id}/start`);
  await shop.pass(12);
  expect([0, 1, 2].flatMap(shop.got)).toEqual([]);
  const { body: report } = await shop.rui.get<CampaignReport>(`/campaigns/${made.id}/report`);
  expect(report.reasons).toContainEqual({ state: "skipped", reason: "templateValue", count: 2 });
  expect(report.funnel.optedOut).toBe(1);
});

test("a linked phone takes no campaign with a template", async () => {
  const shop = await advertising();
  const { body: made } = await shop.campaign({ id: shop.id, body: values });
  await shop.rui.put(`/campaigns/${made.id}`, { whatsappId: 1 });
  expect(await shop.rui.post(`/campaigns/${made.id}/start`)).toMatchObject({
    status: 422,
    body: { fields: { template: "invalid" } },
  });
});

test("a schedule fills its template in when it leaves, and says why it cannot", async () => {
  const shop = await box();
  const { approved, customer, decide } = await officialOf(shop);
  const { id } = await approved();
  const body = [
    { name: "nome", text: "{{firstName}}" },
    { name: "valor", text: "R$ 51,90" },
  ];
  const plan = async () =>
    (
      await shop.as("rui").post<Schedule>("/schedules", {
        body: "Modelo",
        contactId: bia.id,
        whatsappId: official,
        sendAt: new Date(shop.clock.now() + hour).toISOString(),
        template: { id, body },
      })
    ).body;
  expect(await plan()).toMatchObject({
    body: "Oi {{firstName}}, seu pedido de R$ 51,90 saiu.\n\n_Padaria_",
    template: { name: orderTemplate.name, language: "pt_BR", body },
  });
  shop.clock.pass(hour);
  sendDue(shop.db);
  await until(() => customer.got().length > 0);
  expect(customer.got()).toEqual(["Oi Bia, seu pedido de R$ 51,90 saiu.\n\n_Padaria_"]);
  const { id: late } = await plan();
  await decide({ state: "DISABLED" });
  shop.clock.pass(hour);
  sendDue(shop.db);
  expect((await shop.as("rui").get<Schedule>(`/schedules/${late}`)).body).toMatchObject({
    status: "ERRO",
    reason: "ERR_TEMPLATE_NOT_USABLE",
  });
});

test("a program sends a template by its name, to someone who never wrote", async () => {
  const shop = await box();
  const { approved, customer } = await officialOf(shop);
  await approved();
  const { body: token } = await shop
    .as("rui")
    .post<{ token: string }>(`/whatsapp/${official}/token`);
  const erp = caller(shop.url, token.token);
  const template = {
    name: "pedido_saiu",
    language: "pt_BR",
    body: [
      { name: "nome", text: "Davi" },
      { name: "valor", text: "R$ 8,00" },
    ],
  };
  const number = "5511966665555";
  expect(
    await erp.post("/messages/send", { number, template: { ...template, body: [] } }),
  ).toMatchObject({ status: 422, body: { fields: { "template.body.nome": "required" } } });
  expect(
    (await erp.post("/messages/send", { number, template: { ...template, language: "en" } }))
      .status,
  ).toBe(404);
  const sent = await erp.post("/messages/send", { number, template });
  expect(sent).toMatchObject({ status: 200, body: { messageIds: [sent.body.messageId] } });
  await until(() => customer.got(number).length > 0);
  expect(customer.got(number)).toEqual(["Oi Davi, seu pedido de R$ 8,00 saiu.\n\n_Padaria_"]);
});
