import { expect } from "bun:test";
import {
  atendimento,
  balcao,
  bia,
  box,
  encomendas,
  fabrica,
  idOf,
  minute,
  refusal,
  settled,
  test,
  world,
} from "../../../testing/world.ts";
import type { Frame } from "../../../shared/wire.ts";
import * as connections from "../../connections/connections.ts";
import { accept, returnToQueue, move, reopen, resolve } from "./move.ts";
import { loadTicket } from "../tickets.ts";

const lost = { kind: "missing", reason: "ERR_NO_TICKET_FOUND" } as const;
const about = (frames: Frame[]) =>
  frames
    .filter(({ event }) => event === "ticket")
    .map(({ action, ticket, ticketId }) => ({
      action,
      id: ticketId ?? (ticket as { id: number }).id,
    }));

test("Ana accepts: the ticket is hers, and others no longer see it", async () => {
  const shop = await box();
  const ticket = shop.ticket();
  const [ana, lia, caio, rui] = await Promise.all(
    (["ana", "lia", "caio", "rui"] as const).map((who) => shop.listener(shop.as(who))),
  );
  await Promise.all([ana!, lia!, caio!, rui!].map((listener) => listener.ready()));

  expect(accept(shop.db, shop.me("ana"), ticket.id)).toMatchObject({
    status: "open",
    userId: idOf.ana,
    user: { name: "Ana" },
    queueId: atendimento,
  });
  await settled(shop.db, ana!, lia!, caio!, rui!);
  expect(about(ana!.frames)).toEqual([{ action: "update", id: ticket.id }]);
  expect(about(rui!.frames)).toEqual([{ action: "update", id: ticket.id }]);
  expect(about(lia!.frames)).toEqual([{ action: "delete", id: ticket.id }]);
  expect(about(caio!.frames)).toEqual([]);
});

test("of two who accept at once one wins, and the other is told who", async () => {
  const shop = await box();
  const people = { ana: shop.as("ana"), lia: shop.as("lia") };
  for (let round = 0; round < 10; round++) {
    const { id } = shop.ticket();
    const [first, other] = await Promise.all([
      people.ana.put(`/tickets/${id}`, { status: "open" }),
      people.lia.put(`/tickets/${id}`, { status: "open" }),
    ]);
    const [won, lost] = first.status === 200 ? [first, other] : [other, first];
    expect(won.status).toBe(200);
    expect(lost).toMatchObject({
      status: 409,
      body: {
        error: "ERR_TICKET_ALREADY_ACCEPTED",
        details: { user: (won.body.user as { name: string }).name },
      },
    });
  }
});

test("who takes a ticket writes what changes, and reads nothing of what a bot would say", () => {
  const shop = world();
  const { sqlite } = shop.db;
  const taken = (prepare: typeof sqlite.prepare, queries: string[] = []) => {
    sqlite.prepare = ((text: string) => (
      queries.push(text),
      prepare.call(sqlite, text)
    )) as typeof prepare;
    accept(shop.db, shop.me("ana"), shop.ticket().id);
    return queries;
  };
  const queries = taken(sqlite.prepare);
  expect(queries.filter((text) => text.startsWith('update "tickets"'))).toEqual([
    'update "tickets" set "updatedAt" = +?, "status" = +?, "userId" = +? where "tickets"."id" = +?',
  ]);
  expect(
    queries.filter((text) => text.includes('"openingHours"') || text.includes('"queueOptions"')),
  ).toEqual([]);
});

test("accepting one's own ticket again changes nothing", () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  expect(accept(shop.db, shop.me("ana"), ticket.id)).toMatchObject({
    id: ticket.id,
    userId: idOf.ana,
  });
  expect(shop.events).toEqual([]);
});

test("users who don't serve the queue can't accept its tickets", async () => {
  const shop = world();
  const waiting = shop.ticket();
  const taken = shop.ticket({ status: "open", userId: idOf.ana });
  const queueless = shop.ticket({ queueId: null });
  for (const { id } of [waiting, taken])
    expect(await refusal(() => accept(shop.db, shop.me("caio"), id))).toEqual(lost);
  expect(await refusal(() => accept(shop.db, shop.me("caio"), queueless.id))).toEqual(lost);
  expect(accept(shop.db, shop.me("lia"), queueless.id)).toMatchObject({ userId: idOf.lia });
  expect(await refusal(() => accept(shop.db, shop.me("ana"), 99))).toEqual(lost);
});

test("a returned ticket waits for anyone of its queue", async () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana });
  expect(await refusal(() => returnToQueue(shop.db, shop.me("lia"), ticket.id))).toEqual(lost);
  expect(returnToQueue(shop.db, shop.me("ana"), ticket.id)).toMatchObject({
    status: "pending",
    userId: null,
    user: null,
    queueId: atendimento,
  });
  expect(returnToQueue(shop.db, shop.me("ana"), ticket.id)).toMatchObject({ status: "pending" });
  expect(shop.events).toHaveLength(1);
  expect(accept(shop.db, shop.me("lia"), ticket.id)).toMatchObject({ userId: idOf.lia });
});

test("a closed ticket keeps its queue and its assignee, and has nothing unread", async () => {
  const shop = world();
  const ticket = shop.ticket({ status: "open", userId: idOf.ana, unreadMessages: 3 });
  expect(await refusal(() => resolve(shop.db, shop.me("caio"), ticket.id))).toEqual(lost);
  expect(resolve(shop.db, shop.me("ana"), ticket.id)).toMatchObject({
    status: "closed",
    userId: idOf.ana,
    queueId: atendimento,
    unreadMessages: 0,
  });
  resolve(shop.db, shop.me("ana"), ticket.id);
  expect(shop.events).toHaveLength(1);
});

test("who closes a pending ticket becomes its assignee", () => {
  const shop = world();
  const ticket = shop.ticket({ queueId: encomendas });
  expect(resolve(shop.db, shop.me("caio"), ticket.id)).toMatchObject({
    status: "closed",
    userId: idOf.caio,
  });
});

test("reopening a closed ticket makes it one's own", async () => {
  const shop = world();
  const ticket = shop.ticket({ status: "closed", userId: idOf.ana });
  expect(await refusal(() => reopen(shop.db, shop.me("lia"), ticket.id))).toEqual(lost);
  expect(await refusal(() => returnToQueue(shop.db, shop.me("ana"), ticket.id))).toEqual({
    kind: "conflict",
    reason: "ERR_TICKET_STATE",
    details: { status: "closed" },
  });
  expect(reopen(shop.db, shop.me("rui"), ticket.id)).toMatchObject({
    status: "open",
    userId: idOf.rui,
  });
  expect(await refusal(() => reopen(shop.db, shop.me("rui"), ticket.id))).toEqual({
    kind: "conflict",
    reason: "ERR_TICKET_STATE",
    details: { status: "open" },
  });
});

test("a ticket is not reopened while its contact has another active one", async () => {
  const shop = world();
  const old = shop.ticket({ contactId: bia.id, status: "closed", userId: idOf.ana });
  shop.clock.pass(minute);
  const now = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.lia });
  expect(await refusal(() => reopen(shop.db, shop.me("ana"), old.id))).toEqual({
    kind: "conflict",
    reason: "ERR_OTHER_OPEN_TICKET",
    details: { user: "Lia", uuid: now.uuid },
  });
});

test("each requested status is reached by its own step", () => {
  const shop = world();
  const { id } = shop.ticket();
  const ana = shop.me("ana");
  const way = (["open", "closed", "open", "pending", "closed"] as const).map(
    (status) => move(shop.db, ana, id, { status }).status,
  );
  expect(way).toEqual(["open", "closed", "open", "pending", "closed"]);
});

test("a ticket may be taken into another queue of one's own, and into no other", async () => {
  const shop = world();
  const [ana, lia] = [shop.me("ana"), shop.me("lia")];
  const into = (
    who: typeof ana,
    status: "pending" | "open" | "closed",
    queueId: number,
    userId: number | null = null,
  ) =>
    move(shop.db, who, shop.ticket({ status, userId }).id, {
      status: "open",
      queueId,
      userId: who.id,
    });
  expect(into(lia, "pending", encomendas)).toMatchObject({
    status: "open",
    userId: idOf.lia,
    queueId: encomendas,
  });
  expect(into(lia, "closed", encomendas, idOf.lia)).toMatchObject({
    status: "open",
    userId: idOf.lia,
    queueId: encomendas,
  });
  expect(into(lia, "open", encomendas, idOf.lia)).toMatchObject({
    status: "open",
    userId: idOf.lia,
    queueId: encomendas,
  });
  expect(into(ana, "pending", atendimento)).toMatchObject({ status: "open", queueId: atendimento });
  for (const status of ["pending", "closed"] as const)
    expect(
      await refusal(() => into(ana, status, encomendas, status === "closed" ? idOf.ana : null)),
    ).toMatchObject({ kind: "forbidden", fields: { queueId: "invalid" } });
  expect(await refusal(() => into(ana, "open", encomendas, idOf.ana))).toMatchObject({
    kind: "invalid",
    fields: { userId: "invalid" },
  });
  expect(await refusal(() => into(lia, "pending", 99))).toMatchObject({
    reason: "ERR_NO_QUEUE_FOUND",
  });
  expect(
    move(shop.db, lia, shop.ticket({ status: "open", userId: idOf.lia }).id, {
      status: "closed",
      queueId: encomendas,
    }),
  ).toMatchObject({ status: "closed", queueId: encomendas });
});

test("no queue chosen takes a ticket out of its queue for nobody, whatever else is asked", async () => {
  const shop = await box();
  for (const who of ["ana", "rui"] as const)
    for (const none of [0, "", false, null]) {
      const me = shop.as(who);
      const { id } = shop.ticket();
      const call = (body: object) => me.put(`/tickets/${id}`, { queueId: none, ...body });
      expect(await call({})).toMatchObject({
        status: 422,
        body: { fields: { status: "required" } },
      });
      for (const status of ["open", "pending", "closed", "open"])
        expect([who, none, await call({ status })]).toMatchObject([
          who,
          none,
          { status: 200, body: { status, queueId: atendimento } },
        ]);
      // Ana keeps the ticket in sight, and users of another queue do not get it.
      expect((await me.get(`/tickets/${id}`)).status).toBe(200);
      expect((await shop.as("caio").get(`/tickets/${id}`)).status).toBe(404);
    }
  // It opens no way to a ticket of another queue either.
  const other = shop.ticket({ queueId: encomendas });
  expect(
    (await shop.as("ana").put(`/tickets/${other.id}`, { queueId: 0, status: "open" })).status,
  ).toBe(404);
});

test("a ticket is moved to another connection, alone or with another change, all or nothing", async () => {
  const shop = world();
  const ana = shop.me("ana");
  const ticket = shop.ticket({ contactId: bia.id, status: "open", userId: idOf.ana });
  expect(move(shop.db, ana, ticket.id, { whatsappId: fabrica })).toMatchObject({
    status: "open",
    userId: idOf.ana,
    whatsappId: fabrica,
    whatsapp: { name: "Fábrica" },
  });
  expect(await refusal(() => move(shop.db, ana, ticket.id, { whatsappId: 99 }))).toMatchObject({
    reason: "ERR_NO_WAPP_FOUND",
  });
  expect(
    await refusal(() => move(shop.db, shop.me("caio"), ticket.id, { whatsappId: balcao })),
  ).toEqual(lost);
  expect(
    await refusal(() => move(shop.db, ana, ticket.id, { whatsappId: balcao, queueId: 99 })),
  ).toMatchObject({ reason: "ERR_NO_QUEUE_FOUND" });
  expect(move(shop.db, ana, ticket.id, { whatsappId: balcao, status: "pending" })).toMatchObject({
    whatsappId: balcao,
    status: "pending",
  });

  const other = shop.ticket({
    contactId: bia.id,
    whatsappId: fabrica,
    status: "open",
    userId: idOf.lia,
  });
  expect(await refusal(() => move(shop.db, ana, ticket.id, { whatsappId: fabrica }))).toMatchObject(
    { reason: "ERR_OTHER_OPEN_TICKET", details: { uuid: other.uuid } },
  );
});

test("a ticket whose connection is gone can be moved to another, in any status", () => {
  const shop = world();
  const ana = shop.me("ana");
  for (const status of ["open", "pending", "closed"] as const) {
    const gone = shop.connection({ queueIds: [atendimento] });
    const { id } = shop.ticket({
      whatsappId: gone.id,
      status,
      userId: status === "pending" ? null : idOf.ana,
    });
    connections.remove(shop.db, gone.id);
    expect(loadTicket(shop.db, id).whatsappId).toBeNull();
    expect(
      move(shop.db, ana, id, {
        whatsappId: fabrica,
        ...(status === "closed" && { status: "open" }),
      }),
    ).toMatchObject({ whatsappId: fabrica, status: status === "closed" ? "open" : status });
  }
});

test("an admin gives a waiting ticket to an AI or an integration, and removes it", async () => {
  const shop = world();
  const rui = shop.me("rui");
  const [ia, integration] = [shop.ia(), shop.integration()];
  const { id } = shop.ticket();
  expect(move(shop.db, rui, id, { promptId: ia.id })).toMatchObject({
    status: "pending",
    chatbot: true,
    promptId: ia.id,
    useIntegration: false,
  });
  expect(
    move(shop.db, rui, id, { useIntegration: true, integrationId: integration.id }),
  ).toMatchObject({
    chatbot: true,
    promptId: null,
    useIntegration: true,
    integrationId: integration.id,
  });
  expect(
    move(shop.db, rui, id, { useIntegration: false, integrationId: null, promptId: null }),
  ).toMatchObject({ chatbot: false, promptId: null, useIntegration: false, integrationId: null });

  expect(await refusal(() => move(shop.db, shop.me("ana"), id, { promptId: ia.id }))).toMatchObject(
    { kind: "forbidden" },
  );
  expect(await refusal(() => move(shop.db, rui, id, { promptId: 99 }))).toMatchObject({
    reason: "ERR_NOT_FOUND_REFERENCE",
    fields: { promptId: "invalid" },
  });
  expect(
    await refusal(() => move(shop.db, rui, id, { promptId: ia.id, integrationId: integration.id })),
  ).toMatchObject({ fields: { integrationId: "invalid", promptId: "invalid" } });
  expect(
    await refusal(() =>
      move(shop.db, rui, shop.ticket({ status: "open" }).id, { promptId: ia.id }),
    ),
  ).toMatchObject({ reason: "ERR_TICKET_STATE" });
  expect(await refusal(() => move(shop.db, rui, id, { promptId: null }))).toMatchObject({
    fields: { status: "required" },
  });
});

test("who takes a ticket from its bot may send which bot that was", () => {
  const shop = world();
  const ia = shop.ia();
  const { id } = shop.ticket({ chatbot: true, promptId: ia.id });
  expect(
    move(shop.db, shop.me("ana"), id, {
      status: "open",
      userId: idOf.ana,
      queueId: atendimento,
      useIntegration: false,
      integrationId: null,
      promptId: ia.id,
    }),
  ).toMatchObject({ status: "open", chatbot: false, promptId: null });
});
