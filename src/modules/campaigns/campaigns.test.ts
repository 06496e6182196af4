import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { renameSync } from "node:fs";
import { media } from "../../kit/db/media.ts";
import { marketing, numberOf } from "../../testing/campaigns.ts";
import { cellsOf } from "../../testing/sheets.ts";
import {
  balcao,
  bia,
  dot,
  fabrica,
  hour,
  minute,
  second,
  test,
  until,
} from "../../testing/world.ts";
import { usualWeek } from "../hours/fields.ts";
import * as hours from "../hours/hours.ts";
import { acknowledgeShipping } from "./acknowledge.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { nextRow } from "./due.ts";
import { prepareSome } from "./prepare.ts";
import { takeTurn } from "./send.ts";
import {
  campaignShipping,
  type Campaign,
  type CampaignAudience,
  type Shipping,
  type ShippingRow,
} from "./table.ts";

const fast = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };

test("words in one brace or two are filled in once, and everything else stays as it is written", () => {
  const facts = {
    contact: { name: "Bia {email} {{hour}}", number: "5511988880001", email: "" },
    company: "Pão Quente",
    connection: "Balcão",
    now: Date.parse("2026-11-20T12:05:00Z"),
    timezone: "America/Sao_Paulo",
  };
  const fill = (text: string) =>
    fillIn(text, facts, [
      { key: "Loja", value: "Pão {nome}" },
      { key: "a.*(b", value: "x" },
      { key: "date", value: "sexta" },
    ]);
  expect(fill("Oi {nome}, {NUMERO} {email}!")).toBe("Oi Bia {email} {{hour}}, 5511988880001 !");
  expect(fill("{loja} {quem} {{nome}} {a.*(b} { nome }")).toBe(
    "Pão {nome} {quem} Bia {email} {{hour}} x Bia {email} {{hour}}",
  );
  expect(fill("{greeting}, {firstName}! {hour}")).toBe("Bom dia, Bia! 09:05:00");
  expect(fill("{date} {{date}}")).toBe("sexta 20-11-2026");
  expect(fill("{a {nome} b} {nome {")).toBe("{a Bia {email} {{hour}} b} {nome {");
  expect(
    fill("{{greeting}}, {{firstName}}! {{ name_company }} {{connection}} {{date}} {{HOUR}}"),
  ).toBe("Bom dia, Bia! Pão Quente Balcão 20-11-2026 09:05:00");
  expect(fill("{{name}} {{loja}} {{protocol}} {{{name}}} {{name} {name}}")).toBe(
    "Bia {email} {{hour}} Pão {nome} {{protocol}} {{{name}}} {{name} {name}}",
  );
});

test("each number of a list gets one of the texts, in turn, and no ticket appears", async () => {
  const shop = await marketing();
  await shop.settings({ ...fast, variables: [{ key: "loja", value: "Pão Quente" }] });
  const contactListId = await shop.list(4);
  const { body: campaign } = await shop.campaign({
    contactListId,
    message1: "{{greeting}} {nome}, aqui é da {loja}, pelo {{connection}}",
    message3: "Olá {numero} {desconhecida}",
  });
  expect(campaign).toMatchObject({
    status: "INATIVA",
    isEditable: true,
    contactList: { contactsCount: 4 },
    whatsapp: { name: "Balcão" },
  });
  await shop.pass(3);
  expect(shop.got(0)).toEqual([]);
  expect(await shop.rui.post(`/campaigns/${campaign.id}/start`)).toMatchObject({
    status: 200,
    body: { status: "EM_ANDAMENTO" },
  });
  await shop.pass(12);
  expect([0, 1, 2, 3].map((index) => shop.got(index).length)).toEqual([1, 1, 1, 1]);
  expect(new Set([0, 1, 2, 3].map((index) => shop.got(index)[0]!.slice(0, 3)))).toEqual(
    new Set(["Bom", "Olá"]),
  );
  expect([...shop.got(0), ...shop.got(1)].toSorted()).toEqual([
    expect.stringMatching(/^Bom dia Cliente \d, aqui é da Pão Quente, pelo Balcão$/),
    expect.stringMatching(/^Olá 55119777\d+ \{desconhecida\}$/),
  ]);
  expect(shop.db.sqlite.query("SELECT count(*) AS count FROM tickets").get()).toEqual({
    count: 0,
  });
  const report = await shop.report(campaign.id);
  expect(report).toMatchObject({
    campaign: { status: "FINALIZADA", completedAt: expect.any(String) },
    funnel: { total: 4, valid: 4, sent: 4, delivered: 0, failed: 0 },
    progress: 0,
  });
  expect(report.variants.map(({ variant, sent }) => [variant, sent])).toEqual([
    [1, 2],
    [3, 2],
  ]);
  expect(report.curve.map(({ at, sent }) => [at, sent])).toEqual([[report.campaign.startedAt!, 4]]);

  const [row] = shop.db.select().from(campaignShipping).all();
  shop.phone.line().ack(row!.providerId!, 3);
  expect(await shop.report(campaign.id)).toMatchObject({
    delivered: 1,
    progress: 25,
    funnel: { sent: 4, delivered: 1, read: 1 },
  });
  const rows = async (query: string) =>
    [
      (
        await shop.rui.get<{ records: Shipping[]; count: number; hasMore: boolean }>(
          `/campaigns/${campaign.id}/report/contacts?${query}`,
        )
      ).body,
    ].map(({ records, count, hasMore }) => [records.map(({ name }) => name), count, hasMore])[0];
  expect([
    await rows("searchParam=ente 2"),
    await rows("searchParam=70003"),
    await rows("searchParam=cliente&state=read"),
  ]).toEqual([
    [["Cliente 2"], 1, false],
    [["Cliente 3"], 1, false],
    [["Cliente 0"], 1, false],
  ]);
  expect([await rows(""), await rows("state=sent"), await rows("answered=true")]).toMatchObject([
    [{ length: 4 }, 4, false],
    [{ length: 3 }, 3, false],
    [[], 0, false],
  ]);
  expect(
    (
      await shop.rui.get<{ shipping: Shipping[] }>(`/campaigns/${campaign.id}`)
    ).body.shipping.filter(({ deliveredAt }) => deliveredAt),
  ).toHaveLength(1);
});

test("a curve has at most 144 points, and all that happened is in them", async () => {
  const shop = await marketing();
  const contactListId = await shop.list(1);
  /** The curve of a campaign that sent one message in each of `times` intervals of five minutes. */
  const curveOf = async (times: number) => {
    const { body } = await shop.campaign({ contactListId });
    const first = Math.floor(shop.clock.now() / 300_000);
    for (let index = 0; index < times; index++)
      shop.db.sqlite
        .query("INSERT INTO campaignCurve (campaignId, at, sent, read) VALUES (?, ?, 1, 2)")
        .run(body.id, first + index);
    const { curve } = await shop.report(body.id);
    const widths = new Set(
      curve.slice(1).map(({ at }, index) => (+new Date(at) - +new Date(curve[index]!.at)) / 60_000),
    );
    const sum = (name: "sent" | "read") => curve.reduce((all, point) => all + point[name], 0);
    return [curve.length, [...widths], sum("sent"), sum("read"), curve.at(-1)!.sent];
  };
  expect(await curveOf(144)).toEqual([144, [5], 144, 288, 1]);
  expect(await curveOf(145)).toEqual([73, [10], 145, 290, 1]);
  expect(await curveOf(288)).toEqual([144, [10], 288, 576, 2]);
  expect(await curveOf(2016)).toEqual([144, [70], 2016, 4032, 14]);
});

test("messages leave at the pace of the settings, and what was missed is not caught up", async () => {
  const shop = await marketing();
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 10 });
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(5) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(25);
  const times = () =>
    shop.db
      .select({ at: campaignShipping.sentAt })
      .from(campaignShipping)
      .all()
      .flatMap(({ at }) => (at ? [at.getTime()] : []))
      .toSorted((one, other) => one - other);
  expect(
    times()
      .slice(1)
      .map((at, index) => at - times()[index]!),
  ).toEqual([10 * second, 10 * second]);
  shop.clock.pass(3 * hour);
  await shop.pass(5);
  expect(times()).toHaveLength(4);
  shop.clock.pass(-6 * hour);
  await shop.pass(40);
  expect(times()).toHaveLength(5);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 5 },
  });
});

test("a day's number is kept by all campaigns of a number, and said", async () => {
  const shop = await marketing();
  await shop.settings({ ...fast, dailyCapFirst: 2 });
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(7) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(10);
  expect(await shop.report(id)).toMatchObject({
    campaign: { holdReason: "dailyCap", nextAt: "2026-11-21T12:00:00.000Z" },
    funnel: { sent: 2, waiting: 5 },
    pace: { sentToday: 2, capToday: 2 },
    endsAt: "2026-11-22T12:00:01.000Z",
  });
  shop.clock.set("2026-11-21T12:00:00Z");
  await shop.pass(10);
  expect(await shop.report(id)).toMatchObject({
    funnel: { sent: 6 },
    pace: { sentToday: 4, capToday: 4 },
  });
  shop.clock.set("2026-11-22T12:00:00Z");
  await shop.pass(10);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 7 },
  });
});

test("a campaign keeps to its own hours", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const own = { sendWindow: "own", windowStart: "10:00", windowEnd: "12:00", windowDays: [5] };
  for (const [wrong, field] of [
    [{ windowEnd: "10:00" }, "windowEnd"],
    [{ windowDays: [] }, "windowDays"],
  ] as const)
    expect(await shop.campaign({ ...own, ...wrong })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  const contactListId = await shop.list(2);
  const {
    body: { id },
  } = await shop.campaign({ contactListId, ...own });
  // Before the start, the audience says when the campaign begins and when it first works at night.
  const audienceOf = async (choice: object) =>
    (await shop.rui.post("/campaigns/audience", { whatsappId: balcao, contactListId, ...choice }))
      .body;
  expect(await audienceOf(own)).toMatchObject({
    beginsAt: "2026-11-20T13:00:00.000Z",
    holdReason: "window",
    nightAt: null,
  });
  expect(await audienceOf({})).toMatchObject({
    beginsAt: "2026-11-20T12:00:00.000Z",
    holdReason: null,
    nightAt: null,
  });
  expect(await audienceOf({ ...own, windowDays: [] })).toMatchObject({
    beginsAt: null,
    holdReason: "window",
    nightAt: null,
    endsAt: null,
  });
  shop.clock.set("2026-11-20T02:30:00Z");
  expect(await audienceOf({})).toMatchObject({
    beginsAt: "2026-11-20T02:30:00.000Z",
    holdReason: null,
    nightAt: "2026-11-20T02:30:00.000Z",
  });
  shop.clock.set("2026-11-20T12:00:00Z");
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(5);
  expect(await shop.report(id)).toMatchObject({
    campaign: { holdReason: "window", nextAt: "2026-11-20T13:00:00.000Z" },
    funnel: { sent: 0 },
  });
  shop.clock.set("2026-11-20T13:00:00Z");
  await shop.pass(5);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 2 },
  });
});

test("who confirms gets the message, who does not want it gets nothing more from any campaign", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const contactListId = await shop.list(5);
  const {
    body: { id },
  } = await shop.campaign({
    contactListId,
    confirmation: true,
    confirmationMessage1: "Posso mandar, {nome}?",
  });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(8);
  expect(shop.got(0)).toEqual(["Posso mandar, Cliente 0?"]);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", holdReason: "answers" },
    funnel: { valid: 5, asked: 5, waiting: 5, sent: 0 },
    confirmationRequested: 5,
  });
  const write = (index: number, body: string) =>
    shop.phone.write(body, { number: numberOf(index), name: `Cliente ${index}` });
  const figures = async (campaignId: number) => {
    const { funnel, reasons } = await shop.report(campaignId);
    expect(funnel.total).toBe(
      funnel.sent + funnel.waiting + funnel.failed + funnel.skipped + funnel.optedOut,
    );
    return { ...funnel, reasons: reasons.map(({ reason, count }) => `${reason} ${count}`) };
  };
  await write(0, "Sim!");
  await write(1, "não");
  await write(2, "Quem é?");
  await write(3, "SAIR");
  expect(await figures(id)).toMatchObject({
    valid: 5,
    waiting: 3,
    optedOut: 2,
    reasons: ["optedOut 2"],
  });
  await shop.pass(15);
  expect(shop.got(0)).toEqual(["Posso mandar, Cliente 0?", "Oi Cliente 0"]);
  for (const index of [1, 3]) expect(shop.got(index)).toHaveLength(1);
  // Only the question got the desk's attention, and its note says what it answers.
  const tickets = shop.db.sqlite.query("SELECT status FROM tickets ORDER BY id").all();
  expect(tickets).toEqual([
    { status: "closed" },
    { status: "closed" },
    { status: "pending" },
    { status: "closed" },
  ]);
  expect(shop.db.sqlite.query("SELECT note FROM ticketNotes WHERE ticketId = 3").all()).toEqual([
    { note: 'Responde à campanha "Natal", que disse:\n\nPosso mandar, Cliente 2?' },
  ]);
  await write(2, "ok");
  await shop.pass(15);
  expect(shop.got(2).at(-1)).toBe("Oi Cliente 2");
  // A reply to the message replaces the confirmation as the answer, with its ticket.
  await write(2, "Quero dois");
  const {
    body: { records },
  } = await shop.rui.get<{ records: Shipping[] }>(`/campaigns/${id}/report/contacts?answered=true`);
  expect(
    records
      .map(({ name, answer, ticketUuid }) => [name, answer, typeof ticketUuid])
      .toSorted(([one], [other]) => one!.localeCompare(other!)),
  ).toEqual([
    ["Cliente 0", "Sim!", "string"],
    ["Cliente 1", "não", "string"],
    ["Cliente 2", "Quero dois", "string"],
    ["Cliente 3", "SAIR", "string"],
  ]);
  // The fifth never answers.
  shop.clock.pass(25 * hour);
  await shop.pass(2);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 2, confirmed: 2, optedOut: 2, skipped: 1 },
  });
  expect(await figures(id)).toMatchObject({ valid: 5, reasons: ["optedOut 2", "noAnswer 1"] });

  const { body: list } = await shop.rui.get<{
    records: { number: string; source: string; campaign: { name: string } }[];
  }>("/opt-outs");
  expect(
    list.records
      .map(({ number, source, campaign }) => [number, source, campaign.name])
      .toSorted(([one], [other]) => one!.localeCompare(other!)),
  ).toEqual([
    [numberOf(1), "answer", "Natal"],
    [numberOf(3), "answer", "Natal"],
  ]);
  const { body: again } = await shop.campaign({ contactListId, name: "Ano novo" });
  expect((await shop.rui.get(`/campaigns/${again.id}/audience`)).body).toMatchObject({
    total: 5,
    optedOut: 2,
    willGet: 3,
    doubled: 0,
  });
  await shop.rui.post(`/campaigns/${again.id}/start`);
  await shop.pass(1);
  expect(await figures(again.id)).toMatchObject({
    total: 5,
    valid: 3,
    optedOut: 2,
    reasons: ["optedOut 2"],
  });
  await shop.pass(9);
  await write(0, "parar");
  expect(await shop.report(again.id)).toMatchObject({ campaign: { status: "FINALIZADA" } });
  expect(await figures(again.id)).toMatchObject({
    valid: 3,
    sent: 3,
    optedOut: 2,
    optedOutAfter: 1,
    reasons: ["optedOut 2"],
  });
  expect(shop.got(1)).toHaveLength(1);
});

test("an answer to a plain campaign opens a ticket as ever; a later 2 is a choice in a menu", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(1) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(3);
  const write = (body: string) =>
    shop.phone.write(body, { number: numberOf(0), name: "Cliente 0" });
  await write("Quanto custa?");
  await write("2");
  expect(shop.db.sqlite.query("SELECT status, unreadMessages FROM tickets").all()).toEqual([
    { status: "pending", unreadMessages: 2 },
  ]);
  expect(shop.db.sqlite.query("SELECT count(*) AS count FROM ticketNotes").get()).toEqual({
    count: 1,
  });
  expect((await shop.rui.get("/opt-outs")).body).toMatchObject({ count: 0 });
  await write("parar");
  expect((await shop.rui.get("/opt-outs")).body).toMatchObject({ count: 1 });
  expect(await shop.report(id)).toMatchObject({
    funnel: { answered: 1, optedOut: 0, optedOutAfter: 1, sent: 1 },
  });
});

test("a campaign waits while the network restricts its number, and goes on by itself", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(2) });
  const until = shop.db.now() + 3_600_000;
  await shop.phone.line().fault({ restriction: { kind: "reachout", until, used: null, of: null } });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(4);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", pauseReason: null, holdReason: "restricted" },
    funnel: { waiting: 2 },
  });
  await shop.phone.line().fault({ restriction: null });
  await shop.pass(4);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 2 },
  });
});

for (const reason of ["ERR_CLOUD_SPAM_LIMIT", "ERR_CLOUD_MARKETING_OFF"])
  test(`a campaign pauses at the first ${reason} of the official channel`, async () => {
    const shop = await marketing();
    await shop.settings({ ...fast, pauseAfter: 3 });
    const {
      body: { id },
    } = await shop.campaign({ contactListId: await shop.list(2) });
    await shop.phone.line().fault({ failNext: 1, reason });
    await shop.rui.post(`/campaigns/${id}/start`);
    await shop.pass(4);
    expect(await shop.report(id)).toMatchObject({
      campaign: { pauseReason: "restricted" },
      funnel: { failed: 1, waiting: 1 },
    });
  });

test("refusals one after the other pause a campaign, a restricted number at once; someone lets it go on", async () => {
  const shop = await marketing();
  await shop.settings({ ...fast, pauseAfter: 3 });
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(6) });
  await shop.phone.line().fault({ failNext: 3, reason: "ERR_SENDING_WAPP_MSG" });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(8);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", pauseReason: "refusals" },
    funnel: { failed: 3, waiting: 3 },
    reasons: [{ state: "failed", reason: "ERR_SENDING_WAPP_MSG", count: 3 }],
  });
  await shop.phone.line().fault({ failNext: 1, reason: "ERR_WAPP_REACHOUT" });
  expect(await shop.rui.post(`/campaigns/${id}/resume`)).toMatchObject({
    status: 200,
    body: { pauseReason: null },
  });
  await shop.pass(4);
  expect(await shop.report(id)).toMatchObject({
    campaign: { pauseReason: "restricted" },
    funnel: { failed: 4, waiting: 2 },
  });
  await shop.rui.post(`/campaigns/${id}/resume`);
  await shop.pass(5);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { failed: 4, sent: 2 },
  });
  // After a retry the message leaves; rows that the network restricted do not.
  expect(await shop.rui.post(`/campaigns/${id}/retry`)).toMatchObject({
    status: 200,
    body: { status: "EM_ANDAMENTO", completedAt: null },
  });
  await shop.pass(6);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { failed: 1, sent: 5 },
    reasons: [{ reason: "ERR_WAPP_REACHOUT", count: 1 }],
  });
  expect(Array.from({ length: 6 }, (_, index) => shop.got(index).length)).toEqual([
    1, 1, 1, 0, 1, 1,
  ]);
  expect(await shop.rui.post(`/campaigns/${id}/retry`)).toMatchObject({
    status: 409,
    body: { error: "ERR_CAMPAIGN_NOTHING_FAILED" },
  });
});

test("while its connection is down a campaign waits, and goes on by itself", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(3) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(2);
  await shop.phone.line().fault({ disconnect: true });
  await shop.pass(5);
  const before = await shop.report(id);
  expect(before).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", holdReason: "disconnected", pauseReason: null },
  });
  expect(before.funnel.sent).toBeLessThan(3);
  await shop.phone.line().fault({ disconnect: false });
  await shop.pass(6);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 3 },
  });
  expect([0, 1, 2].map((index) => shop.got(index).length)).toEqual([1, 1, 1]);
});

test("cancelled it stands still, and restarted it goes on with who got nothing", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(4) });
  expect(await shop.rui.post(`/campaigns/${id}/cancel`)).toMatchObject({
    status: 409,
    body: { error: "ERR_CAMPAIGN_STATE" },
  });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(3);
  expect(await shop.rui.delete(`/campaigns/${id}`)).toMatchObject({
    status: 409,
    body: { message: "Não é permitido excluir campanha em andamento" },
  });
  expect(await shop.rui.put(`/campaigns/${id}`, { name: "Outra" })).toMatchObject({
    status: 409,
    body: { message: "Só é permitido alterar campanha Inativa e Programada" },
  });
  expect(await shop.rui.post(`/campaigns/${id}/cancel`)).toMatchObject({
    status: 200,
    body: { status: "CANCELADA", nextAt: null },
  });
  const {
    funnel: { sent },
  } = await shop.report(id);
  await shop.pass(10);
  expect(await shop.report(id)).toMatchObject({ funnel: { sent } });
  // A state that a client sends is ignored.
  expect(
    await shop.rui.put(`/campaigns/${id}`, { message1: "Olá {nome}", status: "FINALIZADA" }),
  ).toMatchObject({ status: 200, body: { status: "CANCELADA" } });
  expect(await shop.rui.post(`/campaigns/${id}/restart`)).toMatchObject({
    status: 200,
    body: { status: "EM_ANDAMENTO" },
  });
  await shop.pass(8);
  expect([0, 1, 2, 3].map((index) => shop.got(index).length)).toEqual([1, 1, 1, 1]);
  expect(shop.got(3)).toEqual(["Olá Cliente 3"]);
  expect(await shop.rui.delete(`/campaigns/${id}`)).toMatchObject({ status: 200 });
  expect(shop.db.sqlite.query("SELECT count(*) AS count FROM campaignShipping").get()).toEqual({
    count: 0,
  });
});

test("a scheduled campaign starts at its time, in the company's zone, also when the box was off", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const contactListId = await shop.list(1);
  expect(await shop.campaign({ contactListId, scheduledAt: "2026-11-20 08:00:00" })).toMatchObject({
    status: 422,
    body: { fields: { scheduledAt: "early" } },
  });
  expect(await shop.campaign({ scheduledAt: "2026-11-20 12:00:00" })).toMatchObject({
    status: 422,
    body: { error: "ERR_CAMPAIGN_INCOMPLETE", fields: { contactListId: "required" } },
  });
  const { body: one } = await shop.campaign({ contactListId, scheduledAt: "2026-11-20 12:00:00" });
  expect(one).toMatchObject({
    status: "PROGRAMADA",
    scheduledAt: "2026-11-20T15:00:00.000Z",
    isEditable: true,
  });
  shop.clock.set("2026-11-20T14:30:00Z");
  expect(await shop.rui.put(`/campaigns/${one.id}`, { name: "Outra" })).toMatchObject({
    status: 409,
  });
  await shop.pass(1);
  expect(await shop.report(one.id)).toMatchObject({ campaign: { status: "PROGRAMADA" } });
  shop.clock.set("2026-11-20T18:00:00Z");
  await shop.pass(4);
  expect(await shop.report(one.id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 1 },
  });
  const { body: late } = await shop.campaign({
    contactListId,
    scheduledAt: "2026-11-21T12:00:00Z",
  });
  shop.clock.set("2026-11-23T12:00:00Z");
  await shop.pass(3);
  expect(await shop.report(late.id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", pauseReason: "late" },
    funnel: { sent: 0 },
  });
});

test("what a campaign needs can't be deleted under it, and without its connection it is paused", async () => {
  const shop = await marketing();
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 60 });
  const contactListId = await shop.list(3);
  const { body: file } = await shop.rui.post<{ id: number }>("/files", {
    name: "Tabelas",
    message: "Preços",
  });
  const {
    body: { id },
  } = await shop.campaign({ contactListId, fileListId: file.id });
  const refused = async () => {
    for (const path of [`/contact-lists/${contactListId}`, `/files/${file.id}`])
      expect(await shop.rui.delete(path)).toMatchObject({
        status: 409,
        body: { error: "ERR_IN_USE", details: { campaigns: 1 } },
      });
  };
  // A draft keeps what it names, as one that has a time.
  await refused();
  const scheduledAt = new Date(shop.clock.now() + 2 * hour).toISOString();
  expect((await shop.rui.put(`/campaigns/${id}`, { scheduledAt })).status).toBe(200);
  await refused();
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(3);
  await refused();
  expect((await shop.rui.delete(`/whatsapp/${balcao}`)).status).toBe(200);
  await shop.pass(3);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", pauseReason: "connectionDeleted", whatsappId: null },
    funnel: { sent: 1, waiting: 2 },
  });
  expect(await shop.rui.post(`/campaigns/${id}/resume`)).toMatchObject({
    status: 422,
    body: { fields: { whatsappId: "required" } },
  });
  // On another connection the campaign continues at its next row.
  await shop.secondPhone();
  expect(await shop.rui.post(`/campaigns/${id}/resume`, { whatsappId: 99 })).toMatchObject({
    status: 422,
  });
  expect(await shop.rui.post(`/campaigns/${id}/resume`, { whatsappId: fabrica })).toMatchObject({
    status: 200,
    body: { pauseReason: null, whatsapp: { name: "Fábrica" } },
  });
  await shop.pass(70);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 3 },
  });
});

test("what is beyond a day's number goes on in the morning, also when someone resumes or answers at night", async () => {
  const shop = await marketing();
  // Friday, 22:00 in São Paulo.
  shop.clock.set("2026-11-21T01:00:00Z");
  await shop.settings({
    messageInterval: 0,
    longerIntervalAfter: 0,
    warmUp: false,
    dailyCapMost: 2,
  });
  const {
    body: { id, sendWindow },
  } = await shop.campaign({ contactListId: await shop.list(5) });
  expect(sendWindow).toBe("always");
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(5);
  const state = async () => {
    const { campaign, funnel } = await shop.report(id);
    return [funnel.sent, campaign.holdReason, String(campaign.nextAt)];
  };
  const nine = "2026-11-21T12:00:00.000Z";
  expect(await state()).toEqual([2, "dailyCap", nine]);
  // Past midnight an admin pauses and resumes it.
  shop.clock.set("2026-11-21T03:30:00Z");
  await shop.rui.post(`/campaigns/${id}/pause`);
  await shop.rui.post(`/campaigns/${id}/resume`);
  await shop.pass(5);
  expect(await state()).toEqual([2, "dailyCap", nine]);
  shop.clock.set(Date.parse(nine) - 2 * second);
  await shop.pass(1);
  expect((await state())[0]).toBe(2);
  await shop.pass(3);
  expect((await state())[0]).toBe(4);

  // The company opens at ten, and not on Sundays.
  const schedules = usualWeek.map((day) => ({
    ...day,
    startTime: day.weekdayEn === "sunday" ? "00:00" : "10:00",
    endTime: day.weekdayEn === "sunday" ? "00:00" : "18:00",
    startTime2: undefined,
    endTime2: undefined,
  }));
  hours.write(shop.db, { schedules });
  await shop.rui.post(`/campaigns/${id}/pause`);
  await shop.rui.post(`/campaigns/${id}/resume`);
  await shop.pass(3);
  expect(await state()).toEqual([4, "dailyCap", "2026-11-23T13:00:00.000Z"]);
});

test("what is said of a campaign with a time counts from that time", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const contactListId = await shop.list(2);
  const ask = async (more: object = {}) =>
    (
      await shop.rui.post<CampaignAudience>("/campaigns/audience", {
        whatsappId: balcao,
        contactListId,
        ...more,
      })
    ).body as unknown as Record<string, string | null>;
  expect(await ask()).toMatchObject({ beginsAt: "2026-11-20T12:00:00.000Z", nightAt: null });
  // Eleven at night on the company's clock.
  const night = await ask({ scheduledAt: "2026-11-22 23:00" });
  expect(night).toMatchObject({
    beginsAt: "2026-11-23T02:00:00.000Z",
    nightAt: "2026-11-23T02:00:00.000Z",
  });
  expect(Date.parse(night.endsAt!)).toBeGreaterThan(Date.parse("2026-11-23T02:00:00Z"));
  expect(
    await ask({
      scheduledAt: "2026-11-22 23:00",
      sendWindow: "own",
      windowStart: "10:00",
      windowEnd: "11:00",
    }),
  ).toMatchObject({ beginsAt: "2026-11-23T13:00:00.000Z", holdReason: "window", nightAt: null });
  // A past time counts as now; a malformed one is refused.
  expect(await ask({ scheduledAt: "2026-11-19 23:00" })).toMatchObject({
    beginsAt: "2026-11-20T12:00:00.000Z",
  });
  expect(await ask({ scheduledAt: " " })).toMatchObject({ beginsAt: "2026-11-20T12:00:00.000Z" });
  expect(await ask({ scheduledAt: "amanhã" })).toMatchObject({
    fields: { scheduledAt: "invalid" },
  });
  const { body } = await shop.campaign({ contactListId, scheduledAt: "2026-11-22 23:00" });
  expect(
    (await shop.rui.get<CampaignAudience>(`/campaigns/${body.id}/audience`)).body,
  ).toMatchObject({ nightAt: "2026-11-23T02:00:00.000Z" });
});

test("a campaign for a tag that nobody has does not start, by hand or at its time", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const tag = shop.tag({ name: "Fiel" });
  // These contacts cannot get messages.
  const [blocked, ghost] = [shop.contact({ active: false }), shop.contact({ number: "" })];
  for (const { id } of [blocked, ghost])
    shop.db.sqlite.run(`INSERT INTO contactTags (contactId, tagId) VALUES (${id}, ${tag.id})`);
  const {
    body: { id },
  } = await shop.campaign({ tagListId: tag.id });
  const empty = {
    status: 422,
    body: { error: "ERR_CAMPAIGN_NOBODY", fields: { tagListId: "required" } },
  };
  expect(await shop.rui.post(`/campaigns/${id}/start`)).toMatchObject(empty);
  const scheduledAt = new Date(shop.clock.now() + 2 * hour).toISOString();
  await shop.rui.put(`/campaigns/${id}`, { scheduledAt });
  shop.clock.pass(2 * hour);
  await shop.pass(2);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", pauseReason: "nobody" },
    funnel: { total: 0 },
  });
  expect(await shop.rui.post(`/campaigns/${id}/resume`)).toMatchObject(empty);
  // A tag on a ticket counts as the contact's.
  shop.ticket({ contactId: bia.id, tagIds: [tag.id] });
  expect((await shop.rui.post(`/campaigns/${id}/resume`)).status).toBe(200);
  await shop.pass(10);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { total: 1, sent: 1 },
  });
});

test("who is removed from the list while it runs is spared, as is a number that is replaced", async () => {
  const shop = await marketing();
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 60 });
  const contactListId = await shop.list(4);
  const {
    body: { id },
  } = await shop.campaign({ contactListId });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(3);
  const { contacts } = (
    await shop.rui.get<{ contacts: { id: number; number: string }[] }>(
      `/contact-list-items?contactListId=${contactListId}&pageNumber=1`,
    )
  ).body;
  const itemOf = (index: number) => contacts.find(({ number }) => number === numberOf(index))!.id;
  // The first has received it, the second is removed, the third gets a corrected number.
  await shop.rui.delete(`/contact-list-items/${itemOf(0)}`);
  await shop.rui.delete(`/contact-list-items/${itemOf(1)}`);
  await shop.rui.put(`/contact-list-items/${itemOf(2)}`, { number: numberOf(90) });
  await shop.pass(70);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { total: 4, sent: 2, skipped: 2 },
    reasons: [{ state: "skipped", reason: "removed", count: 2 }],
  });
  expect([0, 1, 2, 3].map((index) => shop.got(index).length)).toEqual([1, 0, 0, 1]);
});

test("files and a picture go along, the files first", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const { body: file } = await shop.rui.post<{ id: number; options: { id: number }[] }>("/files", {
    name: "Tabelas",
    message: "Preços",
    options: [{ name: "tabela" }],
  });
  const form = new FormData();
  form.append("files", new File([dot], "tabela.png"));
  for (const [name, value] of Object.entries({
    id: String(file.options[0]!.id),
    fileId: String(file.id),
    typeArch: "fileList",
    mediaType: "image/png",
    name: "tabela.png",
  }))
    form.append(name, value);
  expect(await shop.rui.post(`/files/uploadList/${file.id}`, form)).toMatchObject({
    status: 200,
    body: {
      options: [
        { name: "tabela.png", mediaType: "image/png", path: expect.stringContaining("/media/") },
      ],
    },
  });
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(1), fileListId: file.id });
  const picture = new FormData();
  picture.append("file", new File([dot], "natal.png"));
  expect(await shop.rui.post(`/campaigns/${id}/media-upload`, picture)).toMatchObject({
    status: 200,
    body: { mediaName: "natal.png" },
  });
  expect(
    await shop.rui.post(`/campaigns/${id}/test`, { number: numberOf(9), name: "Rui" }),
  ).toMatchObject({ status: 200, body: { message: "Oi Rui" } });
  expect(shop.phone.shown(numberOf(9)).map(({ body, type }) => [body, type])).toEqual([
    ["", "image"],
    ["Oi Rui", "image"],
  ]);
  // A text that is still being written, with the file that is stored.
  expect(
    await shop.rui.post("/campaigns/test", {
      number: numberOf(8),
      name: "Rui",
      message: "Olá {nome}",
      whatsappId: 1,
      campaignId: id,
    }),
  ).toMatchObject({ status: 200, body: { message: "Olá Rui" } });
  expect(shop.phone.shown(numberOf(8)).map(({ body, type }) => [body, type])).toEqual([
    ["Olá Rui", "image"],
  ]);
  expect(
    await shop.rui.post("/campaigns/test", { number: numberOf(8), message: "Oi", whatsappId: 99 }),
  ).toMatchObject({ status: 422, body: { fields: { whatsappId: "invalid" } } });
  await shop.rui.post(`/campaigns/${id}/start`);
  expect(await shop.rui.put(`/files/${file.id}`, { options: [] })).toMatchObject({
    status: 409,
    body: { error: "ERR_IN_USE" },
  });
  // A disk was restored without its files: no row may fail for that.
  const paths = shop.db
    .select({ sha256: media.sha256 })
    .from(media)
    .all()
    .map(({ sha256 }) => shop.db.files.path(sha256));
  renameSync(paths[0]!, `${paths[0]!}.away`);
  await shop.pass(4);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "EM_ANDAMENTO", pauseReason: "fileDeleted" },
    funnel: { waiting: 1, failed: 0 },
  });
  renameSync(`${paths[0]!}.away`, paths[0]!);
  await shop.rui.post(`/campaigns/${id}/resume`);
  await shop.pass(4);
  expect(shop.phone.shown(numberOf(0)).map(({ body, type }) => [body, type])).toEqual([
    ["", "image"],
    ["Oi Cliente 0", "image"],
  ]);
});

test("the contacts of a tag become the campaign's list", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const tag = shop.tag({ name: "vip" });
  const contacts = [0, 1, 2].map((index) =>
    shop.contact({ name: `Vip ${index}`, number: numberOf(index) }),
  );
  shop.ticket({ contactId: contacts[0]!.id, tagIds: [tag.id], status: "closed" });
  await shop.rui.put(`/contacts/${contacts[1]!.id}`, { tags: [{ name: "vip" }] });
  const {
    body: { id },
  } = await shop.campaign({ tagListId: tag.id });
  expect((await shop.rui.get(`/campaigns/${id}/audience`)).body).toMatchObject({
    total: 2,
    unknown: 2,
    willGet: 2,
  });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(6);
  expect([0, 1, 2].map((index) => shop.got(index))).toEqual([["Oi Vip 0"], ["Oi Vip 1"], []]);
  expect(await shop.report(id)).toMatchObject({
    campaign: {
      status: "FINALIZADA",
      contactList: {
        name: expect.stringMatching(/^Natal \| TAG: \d+ - 2026-11-20T/),
        contactsCount: 2,
      },
    },
  });
});

test("a screen hears of figures at most once a second, and of states at once", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const listener = await shop.listener(shop.as("rui"));
  await listener.ready();
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(2) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(6);
  await until(() =>
    listener.frames.some(
      ({ event, record }) =>
        event === "campaign" && (record as Campaign | undefined)?.status === "FINALIZADA",
    ),
  );
  const progress = listener.frames.filter(({ event, funnel }) => event === "campaign" && funnel);
  expect(progress.length).toBeGreaterThan(0);
  expect(progress.length).toBeLessThanOrEqual(6);
  expect(progress.at(-1)).toMatchObject({
    action: "update",
    record: { id, status: "FINALIZADA" },
    funnel: { total: 2, sent: 2 },
  });
});

test("agents see nothing of campaigns, and a plan without them opens none", async () => {
  const shop = await marketing();
  for (const path of ["/campaigns", "/contact-lists", "/opt-outs", "/campaign-settings"])
    expect((await shop.as("ana").get(path)).status).toBe(403);
  expect(await shop.rui.get("/campaign-settings")).toMatchObject({
    body: expect.arrayContaining([
      { key: "messageInterval", value: "20" },
      { key: "longerIntervalAfter", value: "20" },
      { key: "greaterInterval", value: "60" },
      { key: "variables", value: "[]" },
    ]),
  });
  shop.control.sqlite.run("UPDATE plans SET useCampaigns = 0");
  expect((await shop.rui.get("/campaigns")).status).toBe(403);
});

test("while an answer to a customer is due, a campaign waits with its message", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(2) });
  await shop.phone.write("Oi");
  const [ticket] = shop.ticketOf(bia.id);
  await shop.rui.put(`/tickets/${ticket!.id}`, { status: "open" });
  await shop.phone.line().fault({ delayMs: 400 });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.rui.post(`/messages/${ticket!.id}`, { body: "Já respondo" });
  // The message is due and can no longer be undone.
  shop.clock.pass(6 * second);
  shop.campaignRunner.runAllDue();
  await shop.campaignRunner.settled();
  await shop.pass(3);
  expect(
    shop.db.sqlite
      .query("SELECT count(*) AS count FROM campaignShipping WHERE providerId IS NOT NULL")
      .get(),
  ).toEqual({ count: 0 });
  await until(() => shop.phone.got().includes("Já respondo"));
  await until(
    () =>
      (shop.db.sqlite.query("SELECT count(*) AS count FROM outbox").get() as { count: number })
        .count === 0,
  );
  await shop.phone.line().fault({ delayMs: 0 });
  await shop.pass(4);
  expect(await shop.report(id)).toMatchObject({
    campaign: { status: "FINALIZADA" },
    funnel: { sent: 2 },
  });
});

test("what was being sent when the box went down leaves again under the same id", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(1) });
  await shop.rui.post(`/campaigns/${id}/start`);
  while (await prepareSome(shop.db, id)) await Bun.sleep(0);
  const first = takeTurn(shop.db, id, nextRow(shop.db, id)!.id)!;
  const again = takeTurn(shop.db, id, nextRow(shop.db, id)!.id)!;
  expect(again.parts).toEqual(first.parts);
  // The message had arrived: the network acknowledges it before a second attempt.
  acknowledgeShipping(shop.db, balcao, first.row.providerId!, 2);
  await shop.pass(3);
  expect([shop.got(0), await shop.report(id)]).toMatchObject([
    [],
    {
      campaign: { status: "FINALIZADA" },
      funnel: { sent: 1, delivered: 1 },
      pace: { sentToday: 1 },
    },
  ]);
});

test("a campaign's message without an answer waits for a report, and is sent once more at most", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(2) });
  await shop.rui.post(`/campaigns/${id}/start`);
  while (await prepareSome(shop.db, id)) await Bun.sleep(0);
  const [reported, silent] = shop.db.select().from(campaignShipping).all() as [
    ShippingRow,
    ShippingRow,
  ];
  const take = ({ id: row }: ShippingRow) => takeTurn(shop.db, id, row, minute);
  const now = ({ id: row }: ShippingRow) =>
    shop.db.select().from(campaignShipping).where(eq(campaignShipping.id, row)).get()!;

  const ours = take(reported)!.row.providerId!;
  take(silent);
  acknowledgeShipping(shop.db, balcao, "wamid.1", 2, { ours });
  expect(now(reported)).toMatchObject({ state: "delivered", providerId: "wamid.1" });

  shop.clock.pass(minute - 1);
  expect(take(silent)).toBeUndefined();
  shop.clock.pass(1);
  expect(take(silent)).toBeDefined();
  shop.clock.pass(minute);
  expect(take(silent)).toBeUndefined();
  expect(now(silent)).toMatchObject({ state: "failed", reason: "ERR_SEND_UNCERTAIN" });
});

test("a number that the network restricts after it took the message pauses the campaign", async () => {
  const shop = await marketing();
  await shop.settings({ messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 60 });
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(2) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(2);
  const row = shop.db
    .select()
    .from(campaignShipping)
    .where(eq(campaignShipping.state, "sent"))
    .get()!;
  acknowledgeShipping(shop.db, balcao, row.providerId!, -1, { reason: "ERR_WAPP_REACHOUT" });
  expect(await shop.report(id)).toMatchObject({
    campaign: { pauseReason: "restricted" },
    funnel: { failed: 1, waiting: 1 },
    reasons: [{ reason: "ERR_WAPP_REACHOUT" }],
  });
});

test("a report is exported with a line for each number", async () => {
  const shop = await marketing();
  await shop.settings(fast);
  const {
    body: { id },
  } = await shop.campaign({ contactListId: await shop.list(2) });
  await shop.rui.post(`/campaigns/${id}/start`);
  await shop.pass(4);
  const answer = await fetch(`${shop.url}/api/campaigns/${id}/report/export`, {
    headers: { authorization: `Bearer ${await shop.as("rui").token}` },
  });
  expect(answer.headers.get("content-disposition")).toContain(`campanha-${id}.xlsx`);
  expect(
    cellsOf(await answer.bytes()).map((row) => row.slice(0, 3).map((cell) => cell?.v)),
  ).toEqual([
    ["Nome", "Número", "Situação"],
    ["Cliente 0", numberOf(0), "Enviada"],
    ["Cliente 1", numberOf(1), "Enviada"],
  ]);
});
