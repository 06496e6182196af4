import { eq } from "drizzle-orm";
import { expect } from "bun:test";
import { undoWindow } from "../../../shared/limits.ts";
import {
  atendimento,
  balcao,
  bia,
  box,
  encomendas,
  idOf,
  refusal,
  settled,
  test,
  world,
  type World,
} from "../../../testing/world.ts";
import { connections } from "../../connections/table.ts";
import { messages, outbox } from "../../messages/table.ts";
import * as settings from "../../settings/settings.ts";
import { accept, returnToQueue, reopen, resolve } from "./move.ts";
import { undo } from "./undo-move.ts";
import { transfer } from "./transfer.ts";

const bodies = ({ db }: World) =>
  db
    .select()
    .from(messages)
    .orderBy(messages.id)
    .all()
    .map(({ body }) => body);
const waitText = "\naguarde, já vamos te atender!";

test("a transferred ticket waits in the other queue, out of sight of who sent it", async () => {
  const shop = await box();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  const [ana, caio] = await Promise.all(
    (["ana", "caio"] as const).map((who) => shop.listener(shop.as(who))),
  );
  await Promise.all([ana!.ready(), caio!.ready()]);
  expect(
    (await shop.as("ana").put(`/tickets/${ticket.id}`, { queueId: encomendas })).body,
  ).toMatchObject({ status: "pending", userId: null, queueId: encomendas });
  await settled(shop.db, ana!, caio!);
  const actions = (listener: typeof ana) =>
    listener!.frames.filter(({ event }) => event === "ticket").map(({ action }) => action);
  expect([actions(ana), actions(caio)]).toEqual([["delete"], ["update"]]);
  expect((await shop.as("ana").get(`/tickets/${ticket.id}`)).status).toBe(404);
});

test("a ticket is transferred to a user at once, but only to one who serves the queue", async () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  const ana = shop.me("ana");
  expect(
    await refusal(() =>
      transfer(shop.db, ana, ticket.id, { queueId: atendimento, userId: idOf.caio }),
    ),
  ).toEqual({ kind: "invalid", reason: "ERR_VALIDATION", fields: { userId: "invalid" } });
  expect(
    transfer(shop.db, ana, ticket.id, { queueId: encomendas, userId: idOf.caio }),
  ).toMatchObject({ status: "open", userId: idOf.caio, queueId: encomendas });
  expect(
    await refusal(() => transfer(shop.db, ana, ticket.id, { queueId: atendimento })),
  ).toMatchObject({ kind: "missing" });
});

test("a transfer to a user needs a queue, and a closed ticket is not transferred", async () => {
  const shop = world();
  const rui = shop.me("rui");
  const queueless = shop.ticket({ queueId: null });
  expect(await refusal(() => transfer(shop.db, rui, queueless.id, { userId: idOf.ana }))).toEqual({
    kind: "invalid",
    reason: "ERR_VALIDATION",
    fields: { queueId: "required" },
  });
  const closed = shop.ticket({ status: "closed" });
  expect(
    await refusal(() => transfer(shop.db, rui, closed.id, { queueId: encomendas })),
  ).toMatchObject({ reason: "ERR_TICKET_STATE" });
  expect(await refusal(() => transfer(shop.db, rui, queueless.id, { queueId: 99 }))).toMatchObject({
    kind: "missing",
  });
  expect(
    await refusal(() => transfer(shop.db, rui, queueless.id, { queueId: encomendas, userId: 99 })),
  ).toMatchObject({ kind: "missing" });
});

// rules.md#transfers
const notices: [
  name: string,
  from: object,
  to: { queueId?: number; userId?: number },
  notice: string[],
][] = [
  [
    "another queue",
    { userId: idOf.ana },
    { queueId: encomendas },
    [`*Mensagem automática*:\nVocê foi transferido para o departamento *Encomendas*${waitText}`],
  ],
  [
    "another agent of the queue",
    { userId: idOf.ana },
    { userId: idOf.lia },
    [`*Mensagem automática*:\nFoi transferido para o atendente *Lia*${waitText}`],
  ],
  [
    "another queue and agent",
    { userId: idOf.ana },
    { queueId: encomendas, userId: idOf.caio },
    [
      `*Mensagem automática*:\nVocê foi transferido para o departamento *Encomendas* e contará com a presença de *Caio*${waitText}`,
    ],
  ],
  [
    "the queue of one who waits",
    { status: "pending", userId: null },
    { queueId: encomendas },
    [`*Mensagem automática*:\nVocê foi transferido para o departamento *Encomendas*${waitText}`],
  ],
  ["the first agent", { status: "pending", userId: null }, { userId: idOf.ana }, []],
  [
    "the first agent and another queue",
    { status: "pending", userId: null },
    { queueId: encomendas, userId: idOf.caio },
    [],
  ],
  [
    "the first queue",
    { status: "pending", userId: null, queueId: null },
    { queueId: encomendas },
    [],
  ],
  ["the same again", { userId: idOf.ana }, { queueId: atendimento, userId: idOf.ana }, []],
  ["a group", { userId: idOf.ana, isGroup: true }, { queueId: encomendas }, []],
];
for (const [name, from, to, notice] of notices) {
  test(`the customer is told of ${name} as documented`, () => {
    const shop = world();
    settings.write(shop.db, "sendMsgTransfTicket", "enabled");
    const ticket = shop.ticket({ contactId: bia.id, status: "open", ...from });
    transfer(shop.db, shop.me("rui"), ticket.id, to);
    expect(bodies(shop)).toEqual(notice);
  });
}

test("unless it is switched on, the customer is not told", () => {
  const shop = world();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  transfer(shop.db, shop.me("ana"), ticket.id, { queueId: encomendas });
  expect(bodies(shop)).toEqual([]);
});

test("a farewell is sent on closing, but not in silence and not in a group", () => {
  const shop = world();
  shop.db
    .update(connections)
    .set({ complationMessage: "Até logo, {{firstName}}! Foi com {{user}}." })
    .where(eq(connections.id, balcao))
    .run();
  const ana = shop.me("ana");
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  expect(resolve(shop.db, ana, ticket.id)).toMatchObject({
    status: "closed",
    lastMessage: "Até logo, Bia! Foi com Ana.",
  });
  expect(shop.db.select().from(outbox).all()).toMatchObject([
    { dueAt: shop.clock.now() + undoWindow.action },
  ]);
  resolve(shop.db, ana, shop.ticket({ status: "open", userId: idOf.ana }).id, { silent: true });
  resolve(shop.db, ana, shop.ticket({ status: "open", userId: idOf.ana, isGroup: true }).id);
  expect(bodies(shop)).toHaveLength(1);
});

test("what is undone in time was never sent; only who did it can undo it", async () => {
  const shop = world();
  settings.write(shop.db, "sendMsgTransfTicket", "enabled");
  const ana = shop.me("ana");
  const ticket = shop.ticket({
    contactId: bia.id,
    status: "open",
    userId: idOf.ana,
    lastMessage: "Oi",
  });
  shop.message({ ticketId: ticket.id, body: "Oi" });
  transfer(shop.db, ana, ticket.id, { queueId: encomendas });
  expect(await refusal(() => undo(shop.db, shop.me("caio"), ticket.id))).toMatchObject({
    kind: "missing",
  });
  expect(undo(shop.db, ana, ticket.id)).toMatchObject({
    status: "open",
    userId: idOf.ana,
    queueId: atendimento,
    lastMessage: "Oi",
  });
  expect(bodies(shop)).toEqual(["Oi"]);
  expect(shop.db.select().from(outbox).all()).toEqual([]);

  for (const [change, before] of [
    [resolve, "open"],
    [returnToQueue, "open"],
    [accept, "pending"],
  ] as const) {
    const { id } = shop.ticket({ status: before, userId: before === "open" ? idOf.ana : null });
    change(shop.db, ana, id);
    expect(undo(shop.db, ana, id)).toMatchObject({ status: before, queueId: atendimento });
  }
});

test("undoing restores what was unread, and can't be undone itself", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const { ticketId } = shop.receives("Oi")!;
  shop.receives("Tem pão?");
  resolve(shop.db, ana, ticketId);
  expect(undo(shop.db, ana, ticketId)).toMatchObject({ status: "pending", unreadMessages: 2 });
  expect(
    shop.db
      .select()
      .from(messages)
      .all()
      .map(({ read }) => read),
  ).toEqual([false, false]);
  expect(await refusal(() => undo(shop.db, ana, ticketId))).toMatchObject({ kind: "missing" });
});

test("a customer who writes before the farewell was sent does not get it", () => {
  const shop = world();
  shop.db
    .update(connections)
    .set({ complationMessage: "Tchau" })
    .where(eq(connections.id, balcao))
    .run();
  const { ticketId } = shop.receives("Oi")!;
  resolve(shop.db, shop.me("ana"), ticketId);
  shop.receives("Mais uma");
  expect(bodies(shop)).toEqual(["Oi", "Mais uma"]);
});

test("a move can't be undone into a queue that is no longer one's own", async () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  transfer(shop.db, shop.me("ana"), ticket.id, { queueId: encomendas });
  shop.db.sqlite.run("DELETE FROM userQueues WHERE userId = ?", [idOf.ana]);
  expect(await refusal(() => undo(shop.db, shop.me("ana"), ticket.id))).toMatchObject({
    kind: "missing",
  });
});

test("what has changed since, or was long ago, can't be undone", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const taken = shop.ticket({ status: "open", userId: idOf.ana });
  returnToQueue(shop.db, ana, taken.id);
  accept(shop.db, shop.me("lia"), taken.id);
  expect(await refusal(() => undo(shop.db, ana, taken.id))).toMatchObject({ kind: "missing" });

  const old = shop.ticket({ status: "open", userId: idOf.ana });
  resolve(shop.db, ana, old.id);
  shop.clock.pass(60_000);
  expect(await refusal(() => undo(shop.db, ana, old.id))).toMatchObject({ kind: "missing" });
});

test("reopening in time cancels the farewell", () => {
  const shop = world();
  shop.db
    .update(connections)
    .set({ complationMessage: "Até logo!" })
    .where(eq(connections.id, balcao))
    .run();
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  resolve(shop.db, shop.me("ana"), ticket.id);
  reopen(shop.db, shop.me("ana"), ticket.id);
  expect(bodies(shop)).toEqual([]);
});

test("who accepts is introduced once, even if the client does it too", () => {
  const shop = world();
  settings.write(shop.db, "sendGreetingAccepted", "enabled");
  const ticket = shop.ticket({ contactId: bia.id });
  accept(shop.db, shop.me("ana"), ticket.id);
  accept(shop.db, shop.me("ana"), ticket.id);
  const [text] = bodies(shop);
  expect(text).toMatch(
    /^\*Mensagem Automática:\*\n(Bom dia|Boa tarde|Boa noite|Boa madrugada) \*Bia\*, meu nome é \*Ana\* e agora vou prosseguir com seu atendimento!$/,
  );
  expect(bodies(shop)).toHaveLength(1);
});

test("the same transfer twice is one, and the customer is told once", () => {
  const shop = world();
  settings.write(shop.db, "sendMsgTransfTicket", "enabled");
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  for (let time = 0; time < 2; time++)
    transfer(shop.db, shop.me("rui"), ticket.id, { queueId: encomendas });
  expect(bodies(shop)).toEqual([
    `*Mensagem automática*:\nVocê foi transferido para o departamento *Encomendas*${waitText}`,
  ]);
});
