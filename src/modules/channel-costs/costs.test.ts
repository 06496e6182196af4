import { expect } from "bun:test";
import { amountOfMicros, costsOf, microsOf, type Rate } from "../../shared/channel-costs.ts";
import { ack } from "../../shared/states.ts";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { cloudShop } from "../../testing/cloud-shop.ts";
import { official, officialOf, orderTemplate } from "../../testing/official.ts";
import { box, test, until } from "../../testing/world.ts";
import type { CampaignAudience, CampaignReport } from "../campaigns/table.ts";
import type { MonthCosts, TicketCosts } from "./table.ts";

const rate = (change: Partial<Rate>): Rate => ({
  category: "marketing",
  country: "BR",
  currency: "USD",
  amount: 62_500,
  validFrom: "2026-01-01",
  ...change,
});
const line = { category: "marketing", country: "BR", day: "2026-11-20", isBillable: true };

test("amounts are whole millionths, to the last digit", () => {
  for (const text of ["0.0625", "0.000001", "12.00", "999999.999999", "0.10"])
    expect(amountOfMicros(microsOf(text))).toBe(text);
  const many = costsOf([rate({ amount: 1 })], [{ ...line, count: 3_000_001 }]);
  expect(many.totals).toEqual([{ currency: "USD", amount: "3.000001" }]);
});

test("a price holds from its day on, for its country before the others", () => {
  const rates = [
    rate({}),
    rate({ amount: 70_000, validFrom: "2026-11-20" }),
    rate({ amount: 10, country: "*" }),
    rate({ amount: 350_000, currency: "BRL", validFrom: "2026-12-01" }),
  ];
  const cost = (change: object) => costsOf(rates, [{ ...line, count: 2, ...change }]);
  const totals = (change: object) => cost(change).totals;
  expect(totals({ day: "2026-11-19" })).toEqual([{ currency: "USD", amount: "0.125" }]);
  expect(totals({})).toEqual([{ currency: "USD", amount: "0.14" }]);
  expect(totals({ day: "2026-12-01" })).toEqual([{ currency: "BRL", amount: "0.70" }]);
  expect(totals({ country: "AR" })).toEqual([{ currency: "USD", amount: "0.00002" }]);
  expect(totals({ category: "marketing_lite" })).toEqual(totals({}));
  expect(cost({ day: "2025-12-31" })).toEqual({
    messages: 2,
    billable: 2,
    unpriced: 2,
    totals: [],
  });
  expect(cost({ isBillable: false })).toMatchObject({ messages: 2, billable: 0, totals: [] });
  expect(cost({ category: "referral_conversion" })).toMatchObject({ unpriced: 2 });
});

test("a message costs once, in any order of its reports, at the price of the day", async () => {
  const { shop, graph, number, answers, rows, id } = await cloudShop();
  const rui = shop.as("rui");
  const bia = graph.customer("Bia", "5511988880001");
  const { body: made } = await rui.post<{ id: number }>(`/templates?whatsappId=${id}`, {
    ...orderTemplate,
    category: "MARKETING",
  });
  await graph.meta.decides(number.account, [...number.account.templates.values()][0]!, "APPROVED");
  await graph.acts.says(bia, number, "Oi");
  graph.webhooks.hold();
  const body = [
    { name: "nome", text: "Bia" },
    { name: "valor", text: "R$ 5,00" },
  ];
  await answers({ template: { id: made.id, body } });
  await until(() => bia.received.length === 1);
  const reading = graph.acts.reads(bia, number);
  await graph.webhooks.release({ shuffle: 7, copies: 2 });
  await reading;
  await until(() => rows("SELECT 1 FROM messagePrices WHERE day IS NOT NULL").length === 1);
  expect(rows<object>("SELECT category, isBillable, country FROM messagePrices")).toEqual([
    { category: "marketing", isBillable: 1, country: "BR" },
  ]);
  const [{ day, ticketId }] = rows<{ day: string; ticketId: number }>(
    "SELECT day, ticketId FROM messagePrices p JOIN messages m ON m.id = p.messageId",
  ) as [{ day: string; ticketId: number }];
  const month = async () =>
    (await rui.get<MonthCosts>(`/channel-costs?month=${day.slice(0, 7)}`)).body;
  const one = { messages: 1, billable: 1, unpriced: 0 };
  const shipped = { ...one, totals: [{ currency: "USD", amount: "0.0625" }] };
  expect(await month()).toMatchObject({
    ...shipped,
    connections: [{ whatsappId: id, ...shipped }],
  });
  await rui.post("/channel-rates", {
    category: "marketing",
    country: "BR",
    currency: "BRL",
    amount: "0.3512",
    validFrom: day,
  });
  const own = { ...one, totals: [{ currency: "BRL", amount: "0.3512" }] };
  expect(await month()).toMatchObject(own);
  const { body: talk } = await shop.as("ana").get<TicketCosts>(`/tickets/${ticketId}/costs`);
  expect(talk).toMatchObject({ ...own, records: [{ category: "marketing", day, ...own }] });
});

test("a campaign tells its costs before it starts, and what it has cost", async () => {
  const opened = await box();
  const [shop, channel] = [await marketing(opened), await officialOf(opened)];
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const contactListId = await shop.list(3);
  const { id } = await channel.approved({ ...orderTemplate, category: "MARKETING" });
  const template = {
    id,
    body: [
      { name: "nome", text: "{nome}" },
      { name: "valor", text: "R$ 5,00" },
    ],
  };
  const choice = { whatsappId: official, contactListId };
  const forecast = async (body: object) =>
    (await shop.rui.post<CampaignAudience>("/campaigns/audience", body)).body.forecast;
  const three = { messages: 3, billable: 3, unpriced: 0 };
  expect(await forecast({ ...choice, template })).toEqual({
    ...three,
    totals: [{ currency: "USD", amount: "0.1875" }],
  });
  expect(await forecast(choice)).toBeNull();
  const { body: made } = await shop.campaign({ ...choice, message1: "", template });
  await shop.rui.post(`/campaigns/${made.id}/start`);
  await shop.pass(12);
  for (const index of [0, 1, 2]) {
    const [message] = channel.customer.shown(numberOf(index));
    channel.customer.line().ack(message!.id, ack.delivered);
  }
  const report = async () =>
    (await shop.rui.get<CampaignReport>(`/campaigns/${made.id}/report`)).body;
  await until(async () => (await report()).costs?.billable === 3);
  expect((await report()).costs).toEqual({
    ...three,
    totals: [{ currency: "USD", amount: "0.1875" }],
  });
});
