import { expect } from "bun:test";
import { and, eq } from "drizzle-orm";
import { canSee } from "../../kit/db/audience.ts";
import { tickets } from "../../modules/tickets/table.ts";
import { audienceOf } from "../../modules/tickets/audience.ts";
import { loadTicket, ticketsVisibleTo } from "../../modules/tickets/tickets.ts";
import * as users from "../../modules/users/users.ts";
import { password } from "../password.ts";
import { atendimento, balcao, box, encomendas, fabrica, idOf, test } from "../world.ts";

/**
 * A company in which each user has open tickets wherever they see them: in each queue and in none,
 * on each connection.
 */
async function shop() {
  const it = await box();
  const { id: nina } = it.user({ name: "Nina", profile: "admin" });
  const { id: teo } = it.user({ name: "Téo", queueIds: [atendimento, encomendas] });
  const holders = { rui: idOf.rui, ana: idOf.ana, caio: idOf.caio, lia: idOf.lia, nina, teo };
  for (const [name, userId] of Object.entries(holders)) {
    for (const queueId of [atendimento, encomendas, null]) {
      for (const whatsappId of [balcao, fabrica]) {
        const place = { status: "open", queueId, userId, whatsappId } as const;
        if (canSee(users.meOf(it.db, userId, false)!, audienceOf(place)))
          it.ticket({
            ...place,
            contactId: it.contact({ name: `${name} ${queueId} ${whatsappId}` }).id,
          });
      }
    }
  }
  for (const queueId of [atendimento, encomendas, null])
    it.ticket({ queueId, contactId: it.contact({ name: `waits ${queueId}` }).id });
  const held = (name: string) =>
    it.db
      .select()
      .from(tickets)
      .all()
      .map(({ id }) => loadTicket(it.db, id))
      .find(({ contact }) => contact.name === name)!;
  return { ...it, holders, held, rui: it.as("rui") };
}
type Shop = Awaited<ReturnType<typeof shop>>;

/** Every change of users' sight of tickets, and the tickets that wait again after it. */
const changes: [way: string, go: (shop: Shop) => Promise<unknown>, back: string[]][] = [
  [
    "a queue is deleted",
    ({ rui }) => rui.delete(`/queue/${atendimento}`),
    ["ana 1 1", "ana 1 2", "ana null 1", "ana null 2", "teo 1 1", "teo null 1"],
  ],
  [
    "a queue is taken from someone",
    ({ rui, holders }) => rui.put(`/users/${holders.teo}`, { queueIds: [encomendas] }),
    ["teo 1 1", "teo 1 2", "teo null 1"],
  ],
  [
    "all queues are",
    ({ rui }) => rui.put(`/users/${idOf.ana}`, { queueIds: [] }),
    ["ana 1 1", "ana 1 2", "ana null 1", "ana null 2"],
  ],
  [
    "one is given another",
    ({ rui }) => rui.put(`/users/${idOf.ana}`, { queueIds: [atendimento, encomendas] }),
    [],
  ],
  [
    "one is taken for another",
    ({ rui }) => rui.put(`/users/${idOf.ana}`, { queueIds: [encomendas] }),
    ["ana 1 1", "ana 1 2", "ana null 1"],
  ],
  [
    "allTicket is taken",
    ({ rui }) => rui.put(`/users/${idOf.lia}`, { allTicket: "disabled", queueIds: [encomendas] }),
    ["lia 1 1", "lia 1 2", "lia null 1"],
  ],
  [
    "allTicket is given",
    ({ rui }) => rui.put(`/users/${idOf.ana}`, { allTicket: "enabled", queueIds: [] }),
    [],
  ],
  [
    "an admin becomes a user",
    ({ rui, holders }) =>
      rui.put(`/users/${holders.nina}`, {
        profile: "user",
        queueIds: [atendimento],
        currentPassword: password,
      }),
    ["nina 2 1", "nina 2 2"],
  ],
  [
    "a user becomes an admin",
    ({ rui }) => rui.put(`/users/${idOf.ana}`, { profile: "admin", queueIds: [] }),
    [],
  ],
  [
    "someone writes on another connection",
    ({ rui }) => rui.put(`/users/${idOf.ana}`, { whatsappId: fabrica }),
    [],
  ],
  [
    "a user is deleted",
    ({ rui }) => rui.delete(`/users/${idOf.caio}`),
    ["caio 2 1", "caio 2 2", "caio null 2"],
  ],
  ["a name is changed", ({ rui }) => rui.put(`/users/${idOf.ana}`, { name: "Ana Maria" }), []],
  [
    "a ticket is transferred to another queue",
    ({ rui, held }) => rui.put(`/tickets/${held("ana 1 1").id}`, { queueId: encomendas }),
    ["ana 1 1"],
  ],
  [
    "and to a colleague",
    ({ rui, held, holders }) =>
      rui.put(`/tickets/${held("ana 1 1").id}`, { queueId: encomendas, userId: holders.teo }),
    [],
  ],
  [
    "many are",
    ({ rui, held }) =>
      rui.post("/tickets/bulk", {
        ids: [held("ana 1 1").id, held("lia null 2").id],
        queueId: encomendas,
      }),
    ["ana 1 1", "lia null 2"],
  ],
  [
    "a connection is deleted",
    ({ rui }) => rui.delete(`/whatsapp/${balcao}`),
    ["ana null 1", "teo null 1"],
  ],
  [
    "a connection serves no queues",
    ({ rui }) => rui.put(`/whatsapp/${fabrica}`, { queueIds: [] }),
    ["ana null 2", "caio null 2", "teo null 2"],
  ],
  [
    "a connection serves other queues",
    ({ rui }) => rui.put(`/whatsapp/${fabrica}`, { queueIds: [atendimento] }),
    ["caio null 2"],
  ],
  [
    "a connection serves one queue more",
    ({ rui }) =>
      rui.put(`/whatsapp/${balcao}`, {
        queueIds: [atendimento, encomendas],
        greetingMessage: "Oi!",
      }),
    [],
  ],
  [
    "a ticket without a queue goes to another connection",
    ({ rui, held }) => rui.put(`/tickets/${held("caio null 2").id}`, { whatsappId: balcao }),
    ["caio null 2"],
  ],
  [
    "two contacts are one",
    ({ rui, held }) =>
      rui.post("/contacts/merge", {
        winnerId: held("ana 1 1").contactId,
        loserIds: [held("teo 2 1").contactId],
      }),
    [],
  ],
  [
    "one of them waited in a queue that the holder does not serve",
    ({ rui, held }) =>
      rui.post("/contacts/merge", {
        winnerId: held("ana null 1").contactId,
        loserIds: [held("waits 2").contactId],
      }),
    [],
  ],
];

for (const [way, go, back] of changes) {
  test(`an open ticket stays visible to its assignee, or waits again, when ${way}`, async () => {
    const it = await shop();
    const before = it.db
      .select()
      .from(tickets)
      .all()
      .map(({ id }) => loadTicket(it.db, id));
    expect(unseen(it)).toEqual([]);
    it.events.length = 0;
    expect(await go(it)).toMatchObject({ status: 200 });
    expect(unseen(it)).toEqual([]);

    const after = new Map(
      it.db
        .select()
        .from(tickets)
        .all()
        .map(({ id }) => [id, loadTicket(it.db, id)]),
    );
    const lost = before.filter(({ id }) => !after.has(id)).map(({ contact }) => contact.name);
    expect(lost).toEqual(
      way === "two contacts are one"
        ? ["teo 2 1"]
        : way.startsWith("one of them waited")
          ? ["waits 2"]
          : [],
    );
    const waiting = before.filter(
      ({ id, status }) => status === "open" && after.get(id)?.status === "pending",
    );
    expect(waiting.map(({ contact }) => contact.name).sort()).toEqual(back);
    // Users who saw it get its deletion, and users who see it now get it as pending.
    const events = it.events.filter(
      ({ event, audience, audienceBefore }) =>
        event === "ticket" &&
        audienceBefore?.to === "desk" &&
        !audienceBefore.waiting &&
        audience.to === "desk" &&
        audience.waiting,
    );
    expect(
      new Set(events.map(({ payload }) => (payload as { ticket: { id: number } }).ticket.id)),
    ).toEqual(new Set(waiting.map(({ id }) => id)));
  });
}

test("nobody moves a ticket to where its assignee would not see it", async () => {
  const it = await shop();
  const [waits, ana] = [
    it.ticket({ queueId: null, whatsappId: fabrica, contactId: it.contact({ name: "Zoé" }).id }),
    it.as("ana"),
  ];
  expect(
    await ana.put(`/tickets/${waits.id}`, { status: "open", queueId: encomendas }),
  ).toMatchObject({ status: 403 });
  // A call without a user assigns the ticket to the caller.
  expect(await ana.put(`/tickets/${waits.id}`, { status: "open" })).toMatchObject({
    status: 200,
    body: { queueId: atendimento, userId: idOf.ana },
  });
  expect(unseen(it)).toEqual([]);
});

test("undoing gives nobody a ticket that they can't see", async () => {
  const it = await shop();
  const { id } = it.held("teo 1 1");
  expect(await it.rui.put(`/tickets/${id}`, { queueId: encomendas })).toMatchObject({
    status: 200,
  });
  expect(await it.rui.put(`/users/${it.holders.teo}`, { queueIds: [encomendas] })).toMatchObject({
    status: 200,
  });
  expect(await it.rui.post(`/tickets/${id}/undo`)).toMatchObject({
    status: 409,
    body: { error: "ERR_TICKET_STATE" },
  });
  expect(unseen(it)).toEqual([]);
});

/**
 * Open tickets that their assignee does not see, by either form of the rule, and pending tickets
 * with an assignee.
 */
function unseen({ db }: Shop) {
  return db
    .select()
    .from(tickets)
    .all()
    .flatMap((ticket) => {
      if (ticket.status !== "open") return [];
      const me = ticket.userId === null ? undefined : users.meOf(db, ticket.userId, false);
      const isListed =
        me &&
        db
          .select({ id: tickets.id })
          .from(tickets)
          .where(and(eq(tickets.id, ticket.id), ticketsVisibleTo(me)))
          .get() !== undefined;
      return me && canSee(me, audienceOf(ticket)) && isListed
        ? []
        : [loadTicket(db, ticket.id).contact.name];
    });
}
