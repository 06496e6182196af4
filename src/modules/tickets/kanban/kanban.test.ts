import { expect } from "bun:test";
import {
  box,
  canary,
  day,
  encomendas,
  idOf,
  minute,
  refusal,
  settled,
  test,
  world,
  type Name,
  type World,
} from "../../../testing/world.ts";
import { moveTicketRows } from "../../personal-data/register.ts";
import { ticketTags, type Tag } from "../../tags/table.ts";
import { addTags } from "../notes/ticket-tags.ts";
import { loadTicket } from "../tickets.ts";
import type { Ticket } from "../table.ts";
import { cards, cardsQuery } from "./cards.ts";
import { moveCard } from "./move-card.ts";

const lanes = (shop: World) =>
  [shop.tag({ name: "Novo pedido", kanban: 1 }), shop.tag({ name: "Pronto", kanban: 1 })] as [
    Tag,
    Tag,
  ];
const ask = (shop: World, who: Name, query: Record<string, string> = {}) =>
  cards(shop.db, shop.me(who), cardsQuery.parse(query)).read();
const ids = (shop: World, who: Name, query?: Record<string, string>) =>
  ask(shop, who, query).tickets.map(({ id }) => id);
const names = ({ tags }: Pick<Ticket, "tags">) => tags.map(({ name }) => name).sort();

test("a card goes from lane to lane and back in one step each, with its other tags, and those who see it are told", async () => {
  const shop = await box();
  const [fresh, ready] = lanes(shop);
  const { id } = shop.ticket({ tagIds: [shop.tag({ name: "VIP" }).id] });
  const ana = shop.as("ana");
  const [lias, caios] = await Promise.all([
    shop.listener(shop.as("lia")),
    shop.listener(shop.as("caio")),
  ]);
  await Promise.all([lias.ready(), caios.ready()]);
  const move = async (tagId: number | null, from: number | null) =>
    (await ana.put<Ticket>(`/ticket/kanban/${id}`, { tagId, from })).body;

  expect([loadTicket(shop.db, id)].map((ticket) => [ticket.kanbanTagId, names(ticket)])).toEqual([
    [null, ["VIP"]],
  ]);
  const steps = [
    await move(fresh.id, null),
    await move(ready.id, fresh.id),
    await move(fresh.id, ready.id),
    await move(null, fresh.id),
  ];
  expect(steps.map((ticket) => [ticket.kanbanTagId, names(ticket)])).toEqual([
    [fresh.id, ["Novo pedido", "VIP"]],
    [ready.id, ["Pronto", "VIP"]],
    [fresh.id, ["Novo pedido", "VIP"]],
    [null, ["VIP"]],
  ]);
  await settled(shop.db, lias, caios);
  expect(
    lias.frames
      .filter(({ event }) => event === "ticket")
      .map(({ ticket }) => (ticket as Ticket).kanbanTagId),
  ).toEqual([fresh.id, ready.id, fresh.id, null]);
  expect(caios.frames.filter(({ event }) => event === "ticket")).toEqual([]);
});

test("of two who move the same card the second is refused, and so is an undo of what another has moved on", async () => {
  const shop = world();
  const [fresh, ready] = lanes(shop);
  const { id } = shop.ticket();
  moveCard(shop.db, shop.me("ana"), id, { tagId: fresh.id, from: null });
  const late = (tagId: number) =>
    ({ kind: "conflict", reason: "ERR_CARD_MOVED", details: { tagId } }) as const;
  expect(
    await refusal(() => moveCard(shop.db, shop.me("lia"), id, { tagId: ready.id, from: null })),
  ).toEqual(late(fresh.id));
  moveCard(shop.db, shop.me("lia"), id, { tagId: ready.id, from: fresh.id });
  expect(
    await refusal(() => moveCard(shop.db, shop.me("ana"), id, { tagId: null, from: fresh.id })),
  ).toEqual(late(ready.id));
  expect(names(loadTicket(shop.db, id))).toEqual(["Pronto"]);
});

test("only lanes take cards, and only those of tickets that one sees", async () => {
  const shop = world();
  const [fresh] = lanes(shop);
  const plain = shop.tag();
  const { id } = shop.ticket({ queueId: encomendas });
  expect(
    await refusal(() => moveCard(shop.db, shop.me("ana"), id, { tagId: fresh.id })),
  ).toMatchObject({ kind: "missing", reason: "ERR_NO_TICKET_FOUND" });
  for (const tagId of [plain.id, 99])
    expect(await refusal(() => moveCard(shop.db, shop.me("caio"), id, { tagId }))).toMatchObject({
      kind: "missing",
      reason: "ERR_NOT_FOUND",
    });
  expect([loadTicket(shop.db, id).tags, shop.events]).toEqual([[], []]);
});

test("lanes have what waits and what is attended, whose turn it is first, and no card of others", () => {
  const shop = world();
  const [fresh, ready] = lanes(shop);
  const answered = shop.ticket({ status: "open", tagIds: [fresh.id] });
  const waiting = shop.ticket({
    tagIds: [fresh.id],
    waitingSince: new Date(shop.clock.now() - minute),
  });
  const others = shop.ticket({ status: "open", userId: idOf.lia, tagIds: [ready.id] });
  const foreign = shop.ticket({ queueId: encomendas });
  shop.ticket({ status: "closed", tagIds: [fresh.id] });
  const first = shop.ticket();
  const quitanda = shop.quitanda();
  quitanda.ticket({ tagIds: [quitanda.tag({ kanban: 1 }).id] });
  const inLane = (who: Name, tagId: number) => ids(shop, who, { tagId: String(tagId) });
  expect(
    ["ana", "lia", "rui", "caio"].map((who) =>
      [0, fresh.id, ready.id].map((lane) => inLane(who as Name, lane)),
    ),
  ).toEqual([
    [[first.id], [waiting.id, answered.id], []],
    [[foreign.id, first.id], [waiting.id], [others.id]],
    [[foreign.id, first.id], [waiting.id, answered.id], [others.id]],
    [[foreign.id], [], []],
  ]);
  expect(ids(shop, "rui").toSorted((a, b) => a - b)).toEqual([
    answered.id,
    waiting.id,
    others.id,
    foreign.id,
    first.id,
  ]);
  expect(ids(shop, "rui", { queueIds: `[${encomendas}]` })).toEqual([foreign.id]);
  expect(JSON.stringify(ask(shop, "rui"))).not.toContain(canary);
});

test("a lane comes in pages, with the count of the chosen days and of what they leave out", () => {
  const shop = world();
  const [fresh] = lanes(shop);
  shop.ticket({ tagIds: [fresh.id], lastMessageAt: new Date(shop.clock.now() - day) });
  for (let count = 0; count < 41; count++) shop.ticket({ tagIds: [fresh.id] });
  shop.ticket();
  const today = { tagId: String(fresh.id), startDate: "2026-11-20", endDate: "2026-11-20" };
  const pages = ["1", "2"].map((pageNumber) => ask(shop, "ana", { ...today, pageNumber }));
  expect(pages.map(({ tickets, ...rest }) => [tickets.length, rest])).toEqual([
    [40, { hasMore: true, count: 41, otherDays: 1 }],
    [1, { hasMore: false, count: 41, otherDays: 1 }],
  ]);
  expect(new Set(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))).size).toBe(41);
  expect(ask(shop, "ana", { tagId: String(fresh.id), endDate: "2026-11-19" }).count).toBe(1);
  // Without a lane: the first page of each.
  expect(ask(shop, "ana")).toMatchObject({ tickets: { length: 41 }, hasMore: true, count: 43 });
});

test("a ticket stands where it was put last, also when tags become lanes, stop being some, or go", async () => {
  const shop = await box();
  const [fresh, ready] = lanes(shop);
  const plain = shop.tag();
  const { id } = shop.ticket({ tagIds: [plain.id] });
  const lane = () => loadTicket(shop.db, id).kanbanTagId;
  addTags(shop.db, shop.me("ana"), id, ready.id);
  addTags(shop.db, shop.me("ana"), id, fresh.id);
  expect(lane()).toBe(fresh.id);
  const rui = shop.as("rui");
  // It left the other lane, as on the board.
  await rui.delete(`/tags/${fresh.id}`);
  expect(lane()).toBeNull();
  addTags(shop.db, shop.me("ana"), id, ready.id);
  await rui.put(`/tags/${ready.id}`, { kanban: 0 });
  expect(lane()).toBeNull();
  await rui.put(`/tags/${plain.id}`, { kanban: true });
  expect(lane()).toBe(plain.id);
});

test("whatever way a lane's tag is given, the ticket stands in one lane; its other tags stay", async () => {
  const shop = await box();
  const [fresh, ready] = lanes(shop);
  const vip = shop.tag({ name: "VIP" });
  const { id } = shop.ticket({ tagIds: [vip.id, fresh.id] });
  const ana = shop.as("ana");
  const state = () => {
    const ticket = loadTicket(shop.db, id);
    return [ticket.kanbanTagId, names(ticket)];
  };
  await ana.put(`/ticket-tags/${id}/${ready.id}`, {});
  expect(state()).toEqual([ready.id, ["Pronto", "VIP"]]);
  await ana.put(`/ticket-tags/${id}/${ready.id}`, {});
  expect(state()).toEqual([ready.id, ["Pronto", "VIP"]]);
  const sync = (...tags: Tag[]) =>
    ana.post("/tags/sync", { ticketId: id, tags: tags.map((tag) => ({ id: tag.id })) });
  await sync(fresh, ready, vip);
  expect(state()).toEqual([fresh.id, ["Novo pedido", "VIP"]]);
  await sync(fresh, vip);
  expect(state()).toEqual([fresh.id, ["Novo pedido", "VIP"]]);
  await sync(vip);
  expect(state()).toEqual([null, ["VIP"]]);
  await sync(fresh, ready);
  expect(state()).toEqual([ready.id, ["Pronto"]]);
});

test("of two tickets that become one the lane of the one that stays counts", () => {
  const shop = world();
  const [fresh, ready] = lanes(shop);
  const ticketIn = (...tagIds: number[]) => shop.ticket({ tagIds }).id;
  const [stays, empty, gone, other] = [
    ticketIn(fresh.id),
    ticketIn(),
    ticketIn(ready.id),
    ticketIn(ready.id),
  ] as [number, number, number, number];
  const move = moveTicketRows(ticketTags);
  shop.db.write((tx) => move(tx, stays, gone));
  shop.db.write((tx) => move(tx, empty, other));
  expect([stays, empty, gone].map((id) => loadTicket(shop.db, id).kanbanTagId)).toEqual([
    fresh.id,
    ready.id,
    null,
  ]);
});

test("lanes are put into an order, a new one is the last, and without the plan there is no board", async () => {
  const shop = await box();
  const [rui, ana] = [shop.as("rui"), shop.as("ana")];
  const [fresh, ready] = lanes(shop);
  const plain = shop.tag();
  const order = async (...ids: number[]) =>
    (await rui.put<{ lista: Tag[] }>("/tags/kanban/order", { ids })).body.lista.map((tag) => [
      tag.id,
      tag.position,
    ]);
  const listener = await shop.listener(ana);
  await listener.ready();
  expect(await order(ready.id)).toEqual([
    [ready.id, 1],
    [fresh.id, 2],
  ]);
  const { body } = await rui.post<Tag>("/tags", { name: "Entregue", color: "#4d7c0f", kanban: 1 });
  expect(body).toMatchObject({ kanban: 1, position: 3, userId: idOf.rui, ticketsCount: 0 });
  expect((await ana.get<{ lista: Tag[] }>("/tags/kanban")).body.lista.map(({ id }) => id)).toEqual([
    ready.id,
    fresh.id,
    body.id,
  ]);
  expect(
    [
      await ana.get<{ tags: Tag[] }>("/tags?kanban=0"),
      await ana.get<{ tags: Tag[] }>("/tags?kanban=1"),
    ].map((answer) => answer.body.tags.map(({ id }) => id)),
  ).toEqual([[plain.id], [ready.id, fresh.id, body.id]]);
  expect(await rui.put("/tags/kanban/order", { ids: [plain.id] })).toMatchObject({
    status: 422,
    body: { fields: { ids: "invalid" } },
  });
  await settled(shop.db, listener);
  expect(
    listener.frames
      .filter(({ event }) => event === "tag")
      .map(({ action, tag }) => [action, (tag as Tag).id, (tag as Tag).position]),
  ).toEqual([
    ["update", ready.id, 1],
    ["update", fresh.id, 2],
    ["create", body.id, 3],
  ]);

  shop.control.sqlite.run("UPDATE plans SET useKanban = 0");
  const { id } = shop.ticket();
  const answers = [
    await ana.get("/tags/kanban"),
    await ana.get("/ticket/kanban"),
    await ana.put(`/ticket/kanban/${id}`, { tagId: fresh.id }),
    await ana.delete(`/ticket-tags/${id}`),
    await rui.put("/tags/kanban/order", { ids: [] }),
    await rui.post("/tags", { name: "Entregue já", color: "#4d7c0f", kanban: 1 }),
    await rui.put(`/tags/${plain.id}`, { kanban: true }),
  ];
  expect(
    answers.map(({ status, body: refused }) => [status, (refused as { error?: string }).error]),
  ).toEqual(answers.map(() => [403, "ERR_NO_PERMISSION"]));
  expect(
    [
      await rui.put(`/tags/${fresh.id}`, { kanban: 0 }),
      await rui.post("/tags", { name: "Fiel", color: "#4d7c0f", kanban: 0 }),
    ].map(({ status }) => status),
  ).toEqual([200, 201]);
});
