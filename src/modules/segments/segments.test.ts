import { expect } from "bun:test";
import { cake, sells } from "../../testing/bakery.ts";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { logged } from "../../testing/logged.ts";
import { box, day, test } from "../../testing/world.ts";
import type { SegmentLeaf, SegmentRule } from "../../shared/segments.ts";
import type { Campaign, CampaignAudience } from "../campaigns/table.ts";
import { crowd, slowly } from "../../testing/slow-segments.ts";
import type { Segment } from "./table.ts";

test("a segment counts what a slow statement of its rule counts", async () => {
  const shop = await box();
  sells(shop.db);
  const people = crowd(shop.db, 400);
  const leaves: SegmentLeaf[] = [
    { is: "bought", days: 30 },
    { is: "neverBought" },
    { is: "spent", over: "120.00" },
    { is: "product", productId: cake, days: 60 },
    { is: "category", categoryId: 1 },
    { is: "tag", tagId: 1 },
    { is: "talked", days: 20 },
    { is: "rated", from: 1, to: 1 },
    { is: "birthday", key: "aniversario", month: 0 },
    { is: "district", name: "centro" },
    { is: "ad", sourceId: "7" },
    { is: "field", key: "pontos", test: "from", value: 50 },
    { is: "field", key: "aniversario", test: "to", value: "1990-06-30" },
    { is: "field", key: "cidade", test: "equals", value: "campinas" },
    { is: "field", key: "cidade", test: "filled" },
  ];
  const rules: SegmentRule[] = [
    ...leaves,
    { and: [{ is: "tag", tagId: 1 }, { not: { is: "tag", tagId: 2 } }] },
    { or: [leaves[0]!, { and: [leaves[1]!, { not: leaves[9]! }] }] },
    { not: { or: leaves } },
  ];
  const rui = shop.as("rui");
  const counted: number[] = [];
  for (const rule of rules)
    counted.push((await rui.post<{ count: number }>("/segments/count", { rule })).body.count);
  expect(counted).toEqual(
    rules.map((rule) => people.filter((one) => slowly(rule, one, shop.db.now())).length),
  );
  // Each condition splits the crowd, so that an equal count means something.
  for (const count of counted.slice(0, leaves.length)) expect(count).toBeGreaterThan(5);
});

test("a segment says what was deleted, and a rule of what is not there is refused", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const { id: tagId } = (await rui.post<{ id: number }>("/tags", { name: "VIP" })).body;
  const rule = { and: [{ is: "tag", tagId }, { not: { is: "bought", days: 30 } }] };
  const made = await rui.post<Segment>("/segments", { name: "VIP sumido", rule });
  expect(made).toMatchObject({ status: 201, body: { name: "VIP sumido", count: 0, problems: [] } });
  await rui.put(`/contacts/1`, { tags: [{ id: tagId }] });
  const path = `/segments/${made.body.id}`;
  expect((await rui.get(path)).body).toMatchObject({ count: 1, rule });
  await rui.delete(`/tags/${tagId}`);
  expect((await rui.get(path)).body).toMatchObject({
    count: null,
    problems: [{ kind: "tag", value: tagId }],
  });
  expect(await rui.put(path, { rule })).toMatchObject({
    status: 422,
    body: { error: "ERR_NOT_FOUND_REFERENCE", fields: { rule: "invalid" } },
  });
  let deep: unknown = { is: "neverBought" };
  for (let level = 0; level < 30; level += 1) deep = { not: deep };
  for (const wrong of [
    deep,
    { and: [] },
    { is: "bought", days: 0 },
    { is: "field", key: "cidade", test: "filled" },
    { is: "wealthy" },
  ])
    expect((await rui.post("/segments", { name: "Errado", rule: wrong })).status).toBe(422);
  expect(
    (await rui.post("/segments", { name: "vip SUMIDO", rule: { is: "neverBought" } })).status,
  ).toBe(409);
  expect((await shop.as("ana").get("/segments")).status).toBe(403);
  expect(await rui.delete(path)).toMatchObject({ status: 200 });
});

test("a campaign sends to lists and a segment, without the numbers of other lists, nobody twice", async () => {
  const shop = await marketing();
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 });
  const [first, second, except] = [await shop.list(2), await shop.list(1), await shop.list(1)];
  const item = (contactListId: number, number: string) =>
    shop.rui.post("/contact-list-items", { contactListId, name: "Cliente", number });
  for (const number of [numberOf(0), numberOf(5)]) await item(second, number);
  await item(except, numberOf(5));
  const { id: segmentId } = (
    await shop.rui.post<Segment>("/segments", { name: "Todos", rule: { is: "neverBought" } })
  ).body;
  const both = { contactListId: first, contactListIds: [first] };
  expect((await shop.rui.post("/campaigns", { name: "Duas", ...both })).status).toBe(422);
  const { body: campaign } = await shop.campaign({
    contactListId: undefined,
    contactListIds: [first, second],
    exceptListIds: [except],
    segmentId,
    message1: "Oi",
  });
  expect(campaign).toMatchObject({
    contactListId: first,
    contactListIds: [first, second],
    exceptListIds: [except],
    segment: { id: segmentId, name: "Todos" },
  });
  const { body: audience } = await shop.rui.get<CampaignAudience>(
    `/campaigns/${campaign.id}/audience`,
  );
  expect(await shop.rui.delete(`/contact-lists/${except}`)).toMatchObject({ status: 409 });
  expect(await shop.rui.delete(`/segments/${segmentId}`)).toMatchObject({ status: 409 });
  expect((await shop.rui.post(`/campaigns/${campaign.id}/start`)).status).toBe(200);
  await shop.pass(60);
  const rows = shop.db.sqlite
    .query<{ number: string }, []>("SELECT number FROM campaignShipping ORDER BY number")
    .all()
    .map(({ number }) => number);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows).not.toContain(numberOf(5));
  expect(rows).toContain(numberOf(1));
  expect(rows.length).toBe(audience.willGet);
  // Someone who becomes a customer later is not in it: the audience was fixed at the start.
  expect((await shop.report(campaign.id)).campaign).toMatchObject({
    status: "FINALIZADA",
    contactListIds: [first, second],
  } satisfies Partial<Campaign>);
});

test("a scheduled campaign whose segment broke pauses and says so", async () => {
  const shop = await marketing();
  const { id: tagId } = (await shop.rui.post<{ id: number }>("/tags", { name: "Festa" })).body;
  const { id: segmentId } = (
    await shop.rui.post<Segment>("/segments", { name: "Festa", rule: { is: "tag", tagId } })
  ).body;
  const { body: campaign } = await shop.campaign({
    contactListId: undefined,
    segmentId,
    message1: "Oi",
    scheduledAt: new Date(shop.db.now() + day / 2).toISOString(),
  });
  await shop.rui.delete(`/tags/${tagId}`);
  shop.clock.pass(day / 2);
  await shop.pass(2);
  expect((await shop.report(campaign.id)).campaign).toMatchObject({
    status: "EM_ANDAMENTO",
    pauseReason: "segmentBroken",
  });
});

/** Two campaigns that are due at the same time; only the first one has the segment. */
async function due(rule: (fields: { key: string }) => SegmentRule) {
  const shop = await marketing();
  const field = (
    await shop.rui.post<{ id: number; key: string }>("/contact-fields", {
      label: "Pontos",
      type: "number",
    })
  ).body;
  const segment = (await shop.rui.post<Segment>("/segments", { name: "Pontos", rule: rule(field) }))
    .body;
  const scheduledAt = new Date(shop.db.now() + day / 2).toISOString();
  const first = await shop.campaign({ segmentId: segment.id, message1: "Oi", scheduledAt });
  const contactListId = await shop.list(2);
  const other = await shop.campaign({ name: "Outra", contactListId, scheduledAt });
  const states = async () => [
    (await shop.report(first.body.id)).campaign,
    (await shop.report(other.body.id)).campaign,
  ];
  return { ...shop, field, segment, states };
}

test("a campaign whose segment compares a field of another type pauses, and the next one starts", async () => {
  const shop = await due(({ key }) => ({ is: "field", key, test: "from", value: 50 }));
  const { id, key } = shop.field;
  expect((await shop.rui.put(`/contact-fields/${id}`, { type: "date" })).status).toBe(200);
  const path = `/segments/${shop.segment.id}`;
  expect((await shop.rui.get(path)).body).toMatchObject({
    count: null,
    problems: [{ kind: "fieldType", value: key }],
  });
  expect(await shop.rui.put(path, { rule: shop.segment.rule })).toMatchObject({
    status: 422,
    body: { error: "ERR_VALIDATION", fields: { rule: "invalid" } },
  });
  const birthday = { is: "birthday", key, month: 0 };
  expect((await shop.rui.post("/segments/count", { rule: birthday })).status).toBe(200);
  shop.clock.pass(day / 2);
  await shop.pass(2);
  expect(await shop.states()).toMatchObject([
    { status: "EM_ANDAMENTO", pauseReason: "segmentBroken" },
    { startedAt: expect.any(String), pauseReason: null },
  ]);
  await shop.rui.put(`/contact-fields/${id}`, { type: "text" });
  expect((await shop.rui.post("/segments/count", { rule: birthday })).status).toBe(422);
});

test("a fault in one campaign is logged once and pauses it, and the next one starts", async () => {
  const shop = await due(() => ({ is: "neverBought" }));
  const lines = logged("campaign");
  shop.db.sqlite.run("UPDATE segments SET rule = '{}'");
  shop.clock.pass(day / 2);
  await shop.pass(3);
  expect(await shop.states()).toMatchObject([
    { status: "EM_ANDAMENTO", pauseReason: "fault" },
    { startedAt: expect.any(String), pauseReason: null },
  ]);
  expect(lines()).toHaveLength(1);
});

test("a campaign whose fault can't be stored rests, and the next one starts", async () => {
  const shop = await due(() => ({ is: "neverBought" }));
  const lines = logged("campaign");
  shop.db.sqlite.run(`CREATE TEMP TRIGGER stuck BEFORE UPDATE ON campaigns WHEN new.name = 'Natal'
    BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
  shop.clock.pass(day / 2);
  await shop.pass(3);
  expect(await shop.states()).toMatchObject([
    { status: "PROGRAMADA" },
    { startedAt: expect.any(String), pauseReason: null },
  ]);
  expect(lines()).toHaveLength(1);
  shop.db.sqlite.run("DROP TRIGGER temp.stuck");
  await shop.pass(60);
  const [first] = await shop.states();
  expect(first).toMatchObject({ startedAt: expect.any(String), pauseReason: null });
});
