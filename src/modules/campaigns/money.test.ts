import { expect } from "bun:test";
import { bread, cartOf, sells } from "../../testing/bakery.ts";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { day, idOf, test } from "../../testing/world.ts";
import { betterOf, lowestDifference } from "./better.ts";
import type { Campaign, CampaignOrder } from "./table.ts";

async function sold() {
  const shop = await marketing();
  sells(shop.db);
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const contactListId = await shop.list(3);
  const contacts: number[] = [];
  for (const index of [0, 1, 2]) {
    const { id } = shop.db.sqlite
      .query<{ id: number }, [string, string]>(
        "INSERT INTO contacts (name, number, createdAt, updatedAt) VALUES (?, ?, 1, 1) RETURNING id",
      )
      .get(`Cliente ${index}`, numberOf(index))!;
    shop.db.sqlite.run("INSERT INTO identifiers (type, value, contactId) VALUES ('phone', ?, ?)", [
      numberOf(index),
      id,
    ]);
    contacts.push(id);
  }
  const send = async (values: object = {}) => {
    const { id } = (await shop.campaign({ contactListId, ...values })).body;
    await shop.rui.post(`/campaigns/${id}/start`);
    await shop.pass(8);
    return id;
  };
  const order = async (contact: number, amount: number) => {
    const made = await shop.rui.post<{ id: number; total: string }>("/orders", {
      ...cartOf([[bread, amount]]),
      contactId: contacts[contact],
    });
    expect(made.status).toBe(201);
    return made.body;
  };
  return { ...shop, contacts, send, order };
}

test("an order counts for the last campaign before it, within its days, and for no other", async () => {
  const shop = await sold();
  await shop.order(0, 4);
  const first = await shop.send({ message1: "Um", message2: "Dois" });
  const second = await shop.order(0, 10);
  const other = await shop.order(1, 2);
  const later = await shop.send({ name: "Depois" });
  const third = await shop.order(0, 1);
  shop.clock.pass(6 * day);
  const last = await shop.order(2, 3);
  shop.clock.pass(day);
  await shop.order(2, 20);
  const sum = (...orders: { total: string | null }[]) =>
    orders.reduce((total, { total: each }) => total + Number(each), 0).toFixed(2);
  const report = await shop.report(first);
  expect(report).toMatchObject({ orders: 2, revenue: sum(second, other), resultDays: 7 });
  expect(report.revenue).toBe(sum(...report.variants.map(({ revenue }) => ({ total: revenue }))));
  expect(await shop.report(later)).toMatchObject({ orders: 2, revenue: sum(third, last) });
  expect(
    (await shop.rui.get<{ records: CampaignOrder[] }>(`/campaigns/${later}/report/orders`)).body,
  ).toMatchObject({
    count: 2,
    hasMore: false,
    records: [
      { id: last.id, total: last.total, contact: { id: shop.contacts[2], name: "Cliente 2" } },
      { id: third.id, total: third.total },
    ],
  });
  expect((await shop.rui.get(`/campaigns/results?ids=[${first},${later}]`)).body).toMatchObject({
    records: [
      { id: first, total: 3, sent: 3, answered: 0, orders: 2, revenue: sum(second, other) },
      { id: later, total: 3, sent: 3, orders: 2, revenue: sum(third, last) },
    ],
  });
  await shop.settings({ resultDays: 1 });
  expect(await shop.report(later)).toMatchObject({ orders: 1, revenue: third.total });
  shop.db.sqlite.run("UPDATE orders SET cancelledAt = 1 WHERE id = ?", [third.id]);
  expect(await shop.report(later)).toMatchObject({ orders: 0, revenue: "0.00" });
});

test("a user who may not read orders sees no money of a campaign, and not who bought", async () => {
  const shop = await sold();
  const id = await shop.send();
  await shop.order(0, 10);
  const role = await shop.rui.post<{ id: number }>("/roles", {
    name: "Divulgação",
    permissions: ["campaigns.read", "campaigns.write", "contact-lists.read", "contact-lists.write"],
  });
  await shop.rui.put(`/users/${idOf.ana}`, { roleId: role.body.id });
  const ana = shop.as("ana");
  expect((await ana.get(`/campaigns/${id}/report`)).body).toMatchObject({
    orders: 1,
    revenue: null,
    variants: [{ orders: 1, revenue: null }],
  });
  expect((await ana.get(`/campaigns/results?ids=[${id}]`)).body).toMatchObject({
    records: [{ id, orders: 1, revenue: null }],
  });
  const { id: tagId } = (await shop.rui.post<{ id: number }>("/tags", { name: "Comprou" })).body;
  const { body: segment } = await shop.rui.post<{ id: number }>("/segments", {
    name: "Gastou",
    rule: { is: "spent", over: "1.00" },
  });
  const rule = { and: [{ is: "tag", tagId }, { not: { is: "bought", days: 30 } }] };
  for (const { status } of [
    await ana.get(`/campaigns/${id}/report/orders`),
    await ana.post(`/campaigns/${id}/report/list`, { people: "ordered", name: "Comprou" }),
    await ana.post(`/campaigns/${id}/report/tag`, { people: "ordered", tagId }),
    await ana.post("/segments/count", { rule }),
    await ana.post("/segments", { name: "Compradores", rule }),
    await ana.put(`/segments/${segment.id}`, { rule }),
  ])
    expect(status).toBe(403);
  expect((await ana.post("/segments/count", { rule: { is: "tag", tagId } })).status).toBe(200);
  expect((await ana.put(`/segments/${segment.id}`, { name: "Gastaram" })).status).toBe(200);
  const permissions = ["campaigns.read", "contact-lists.read", "orders.read"];
  await shop.rui.put(`/roles/${role.body.id}`, { permissions });
  expect((await ana.get(`/campaigns/${id}/report/orders`)).body).toMatchObject({ count: 1 });
  expect((await ana.post("/segments/count", { rule })).status).toBe(200);
});

test("a campaign is duplicated whole, or to those who did not read, did not answer or failed", async () => {
  const shop = await sold();
  const id = await shop.send();
  const copy = (body: object) => shop.rui.post<Campaign>(`/campaigns/${id}/duplicate`, body);
  const { status, body: whole } = await copy({ name: "De novo" });
  const before = (await shop.report(id)).campaign;
  expect(status).toBe(201);
  expect(whole).toMatchObject({
    name: "De novo",
    status: "INATIVA",
    message1: before.message1,
    contactListId: before.contactListId,
    startedAt: null,
    completedAt: null,
  });
  shop.db.sqlite.run("UPDATE campaignShipping SET state = 'read', readAt = 1 WHERE number = ?", [
    numberOf(1),
  ]);
  expect((await copy({ name: "Quem não leu", audience: "unread" })).body).toMatchObject({
    contactList: { name: "Quem não leu", contactsCount: 2 },
  });
  expect((await copy({ name: "Sem resposta", audience: "unanswered" })).body).toMatchObject({
    contactList: { contactsCount: 3 },
  });
  expect(await copy({ name: "Falhou", audience: "failed" })).toMatchObject({
    status: 422,
    body: { error: "ERR_CAMPAIGN_NOBODY" },
  });
  const { id: tagId } = (await shop.rui.post<{ id: number }>("/tags", { name: "Leu" })).body;
  const saved = await shop.rui.post(`/campaigns/${id}/report/tag`, { people: "unread", tagId });
  expect(saved.body).toMatchObject({ count: 2 });
  await shop.order(1, 2);
  expect(
    (await shop.rui.post(`/campaigns/${id}/report/list`, { people: "ordered", name: "Comprou" }))
      .body,
  ).toMatchObject({ count: 1 });
});

test("a variant is the better one only where chance does not explain the difference", () => {
  const tried = (variant: number, sent: number, buyers: number) => ({ variant, sent, buyers });
  expect(betterOf([tried(1, 1000, 80), tried(2, 1000, 40)])).toBe(1);
  expect(betterOf([tried(1, 50, 4), tried(2, 50, 2)])).toBeNull();
  expect(betterOf([tried(1, 1000, 80), tried(2, 1000, 40), tried(3, 1000, 79)])).toBeNull();
  expect(betterOf([tried(1, 1000, 80)])).toBeNull();
  expect(betterOf([tried(1, 1000, 0), tried(2, 0, 0)])).toBeNull();
  // Newcombe 1998: 56 of 70 and 48 of 80 differ by 0.0524 to 0.3339.
  expect(lowestDifference({ sent: 70, buyers: 56 }, { sent: 80, buyers: 48 })).toBeCloseTo(
    0.0524,
    4,
  );
});
