import { expect, spyOn } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { repository } from "../../build/repository.ts";
import {
  atendimento,
  balcao,
  bia,
  encomendas,
  fabrica,
  hour,
  minute,
  morning,
  test,
  world,
  type Name,
  type World,
} from "../../testing/world.ts";
import { queues } from "../queues/table.ts";
import { pixCode } from "../../pix/pix.ts";
import * as settings from "../settings/settings.ts";
import { closeInactive } from "./lifecycle/timeouts.ts";
import { connections } from "../connections/table.ts";
import { ticketQuery } from "./list/filters.ts";
import { list } from "./list/list.ts";
import { accept, returnToQueue, reopen, resolve } from "./lifecycle/move.ts";
import { undo } from "./lifecycle/undo-move.ts";
import { reply } from "./messages/reply.ts";
import type { Ticket } from "./table.ts";
import { loadTicket } from "./tickets.ts";
import { transfer } from "./lifecycle/transfer.ts";
import { learnIdentifiers } from "./contacts/merge-contacts.ts";
import { undoSend } from "./messages/undo-send.ts";

const mine = ({ db }: World, contactId: number = bia.id): Ticket =>
  loadTicket(
    db,
    (
      db.sqlite
        .query("SELECT id FROM tickets WHERE contactId = ? ORDER BY id DESC")
        .get(contactId) as { id: number }
    ).id,
  );

/** For how many minutes Bia has waited, or null. */
const waits = (shop: World) => {
  const { waitingSince } = mine(shop);
  return waitingSince && (shop.clock.now() - waitingSince.getTime()) / minute;
};

test("a customer waits from the first unanswered message until an answer reaches the network, from a screen or from the phone", () => {
  const shop = world();
  shop.receives("Oi");
  shop.clock.pass(5 * minute);
  shop.receives("Alguém aí?");
  expect([waits(shop), mine(shop).lastMessage]).toEqual([5, "Alguém aí?"]);
  const { id } = accept(shop.db, shop.me("ana"), mine(shop).id);
  expect(waits(shop)).toBe(5);
  reply(shop.db, shop.me("ana"), id, { body: "Bom dia!" });
  expect(waits(shop)).toBe(5);
  shop.leaves();
  expect([waits(shop), mine(shop).lastMessage, mine(shop).lastMessageFromMe]).toEqual([
    null,
    "Bom dia!",
    true,
  ]);
  shop.clock.pass(minute);
  shop.receives("Tem broa?");
  shop.clock.pass(2 * minute);
  expect([waits(shop), mine(shop).lastMessage, mine(shop).lastMessageFromMe]).toEqual([
    2,
    "Tem broa?",
    false,
  ]);
  shop.receives("Temos sim", { ours: true });
  expect([waits(shop), mine(shop).lastMessage, mine(shop).lastMessageFromMe]).toEqual([
    null,
    "Temos sim",
    true,
  ]);
});

test("a wait counts from when the customer wrote, not from when the message arrived", () => {
  const shop = world();
  shop.receives("Oi", { at: morning - 3 * hour });
  expect(waits(shop)).toBe(180);
});

test("automatic messages end no wait, and lists show what the customer wrote", () => {
  const shop = world();
  settings.write(shop.db, "sendGreetingAccepted", "enabled");
  settings.write(shop.db, "sendMsgTransfTicket", "enabled");
  shop.db
    .update(connections)
    .set({ greetingMessage: "Oi! Já vamos atender." })
    .where(eq(connections.id, balcao))
    .run();
  shop.db
    .update(connections)
    .set({ expiresTicket: 10, expiresInactiveMessage: "Tchau" })
    .where(eq(connections.id, balcao))
    .run();
  shop.receives("Quero um bolo");
  shop.clock.pass(minute);
  const { id } = accept(shop.db, shop.me("ana"), mine(shop).id);
  transfer(shop.db, shop.me("ana"), id, { queueId: encomendas });
  accept(shop.db, shop.me("caio"), id);
  expect([
    mine(shop).fromMe,
    mine(shop).lastMessage,
    mine(shop).lastMessageFromMe,
    waits(shop),
  ]).toEqual([true, "Quero um bolo", false, 1]);
  // A customer who waits is not closed as inactive.
  shop.clock.pass(hour);
  expect([closeInactive(shop.db), mine(shop).status]).toEqual([0, "open"]);
  returnToQueue(shop.db, shop.me("caio"), id);
  expect(waits(shop)).toBe(61);
});

test("of a Pix code lists say that it is one", () => {
  const shop = world();
  shop.receives("Quanto fica?");
  const { id } = accept(shop.db, shop.me("ana"), mine(shop).id);
  const [code] = reply(shop.db, shop.me("ana"), id, {
    body: pixCode({
      key: "contato@paoquente.com.br",
      name: "Padaria",
      city: "Santos",
      amount: 1790,
    }),
  });
  expect([mine(shop).lastMessage, mine(shop).lastMessageFromMe]).toEqual(["Código Pix", true]);
  expect(code!.body).toStartWith("000201");
});

test("closing ends the wait; undoing the close, or deleting the answer, restores it", async () => {
  const shop = world();
  shop.receives("Oi");
  const { id } = accept(shop.db, shop.me("ana"), mine(shop).id);
  const [answer] = reply(shop.db, shop.me("ana"), id, { body: "Sim?", undo: true });
  await undoSend(shop.db, shop.me("ana"), answer!.id);
  expect([waits(shop), mine(shop).lastMessage, mine(shop).lastMessageFromMe]).toEqual([
    0,
    "Oi",
    false,
  ]);
  shop.clock.pass(minute);
  resolve(shop.db, shop.me("ana"), id);
  expect(waits(shop)).toBe(null);
  undo(shop.db, shop.me("ana"), id);
  expect(waits(shop)).toBe(1);
  resolve(shop.db, shop.me("ana"), id);
  shop.clock.pass(minute);
  shop.receives("Mais uma coisa");
  expect([mine(shop).id, mine(shop).status, waits(shop)]).toEqual([id, "pending", 0]);
  resolve(shop.db, shop.me("ana"), id);
  shop.clock.pass(minute);
  reopen(shop.db, shop.me("ana"), id);
  expect(waits(shop)).toBe(null);
  const [late] = reply(shop.db, shop.me("ana"), id, { body: "Oi?", undo: true });
  await undoSend(shop.db, shop.me("ana"), late!.id);
  expect(waits(shop)).toBe(null);
});

test("when two contacts are merged the longer wait goes on", () => {
  const shop = world();
  shop.receives("Sou eu", { from: [{ type: "lid", value: "900" }], name: "Bia" });
  shop.clock.pass(3 * minute);
  shop.receives("Oi");
  learnIdentifiers(shop.db, {
    ids: [
      { type: "phone", value: bia.number },
      { type: "lid", value: "900" },
    ],
    name: "Bia",
  });
  expect(waits(shop)).toBe(3);
});

/** A company whose connection Fábrica has a menu, and whose queue Encomendas has options. */
function shopWithMenu() {
  const shop = world();
  shop.db
    .update(connections)
    .set({ greetingMessage: "Oi!", maxUseBotQueues: 2 })
    .where(eq(connections.id, fabrica))
    .run();
  shop.db
    .update(queues)
    .set({ greetingMessage: "Bom apetite!" })
    .where(eq(queues.id, encomendas))
    .run();
  for (const [option, title] of [
    ["1", "Bolos"],
    ["2", "Pães"],
  ] as const)
    shop.option({ queueId: encomendas, option, title, message: title });
  return {
    ...shop,
    write: (body: string, more: Parameters<typeof shop.receives>[1] = {}) =>
      shop.receives(body, { on: fabrica, ...more }),
  };
}

test("a customer is with the bot while it asks, and then waits for people", () => {
  const shop = shopWithMenu();
  const with_ = (body: string) => (shop.write(body), mine(shop).withBot);
  expect([with_("Oi"), with_("2"), with_("7"), with_("1"), with_("e aí?")]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  const other = shopWithMenu();
  expect([
    (other.write("Oi"), mine(other).withBot),
    (other.write("?"), mine(other).withBot),
    (other.write("??"), mine(other).withBot),
  ]).toEqual([true, true, false]);
  // A missed call is no answer to the menu.
  const calls = shopWithMenu();
  calls.write("Oi");
  calls.write("", { content: { kind: "call_log", body: "Chamada" } as never });
  expect(mine(calls).withBot).toBe(true);
  settings.write(calls.db, "disableBot", "enabled");
  calls.write("2");
  expect(mine(calls).withBot).toBe(false);
  const taken = shopWithMenu();
  taken.write("Oi");
  returnToQueue(taken.db, taken.me("rui"), accept(taken.db, taken.me("rui"), mine(taken).id).id);
  expect(mine(taken).withBot).toBe(false);
});

const ask = (shop: World, who: Name, query: Record<string, string>) =>
  list(shop.db, shop.me(who), ticketQuery.parse(query)).read();
const names = (shop: World, who: Name, query: Record<string, string>) => {
  const { tickets, first, count } = ask(shop, who, query);
  return [tickets.map(({ contact }) => contact.name).join(" "), first, count];
};
const person = (index: number, name: string) => ({
  from: `55119777${String(index).padStart(5, "0")}`,
  name,
});

test("pending tickets are ordered by the longest wait, those with the bot last", () => {
  const shop = shopWithMenu();
  for (const [index, name] of ["Um", "Dois", "Três", "Quatro"].entries()) {
    shop.clock.pass(minute);
    shop.write("Oi", person(index, name));
  }
  shop.receives("Bom dia", person(7, "Cinco"));
  shop.clock.pass(minute);
  shop.write("1", person(2, "Três"));
  expect(names(shop, "rui", { status: "pending" })).toEqual(["Três Cinco Um Dois Quatro", 2, 5]);
  // Tickets without a queue stay in the list of each queue.
  expect(names(shop, "ana", { status: "pending", queueIds: `[${atendimento}]` })).toEqual([
    "Três Cinco Um Dois Quatro",
    2,
    5,
  ]);
  expect(names(shop, "caio", { status: "pending" })).toEqual(["Um Dois Quatro", 0, 3]);
  shop.write("E aí?", person(2, "Três"));
  expect(names(shop, "rui", { status: "pending", queueIds: `[${atendimento}]` })).toEqual([
    "Três Cinco Um Dois Quatro",
    2,
    5,
  ]);
  // Answered on the phone: no customer waits, but the ticket is still pending.
  shop.write("Já vai", { ...person(2, "Três"), ours: true });
  expect(names(shop, "rui", { status: "pending" })).toEqual(["Cinco Três Um Dois Quatro", 2, 5]);
});

test("open tickets are ordered by whose turn it is: the longest unanswered first, then the latest answered", () => {
  const shop = world();
  for (const [index, name] of ["Um", "Dois", "Três", "Quatro"].entries()) {
    shop.clock.pass(minute);
    shop.receives("Oi", person(index, name));
    const ticket = loadTicket(shop.db, index + 1);
    accept(shop.db, shop.me("ana"), ticket.id);
    if (index < 2) reply(shop.db, shop.me("ana"), ticket.id, { body: "Pois não?" });
    shop.leaves();
  }
  expect(names(shop, "ana", { status: "open" })).toEqual(["Três Quatro Dois Um", 2, 4]);
  shop.clock.pass(minute);
  shop.receives("Um bolo", person(0, "Um"));
  reply(shop.db, shop.me("ana"), 3, { body: "Sim" });
  shop.leaves();
  expect(names(shop, "ana", { status: "open" })).toEqual(["Quatro Um Três Dois", 2, 4]);
  expect(names(shop, "lia", { status: "open" })).toEqual(["", 0, 0]);
  expect(names(shop, "rui", { status: "open", showAll: "true" })).toEqual([
    "Quatro Um Três Dois",
    2,
    4,
  ]);
});

test("a list goes on where its page ended, and an event has its ticket's place", () => {
  const shop = world();
  for (let index = 0; index < 45; index++) {
    shop.clock.pass(minute);
    shop.receives("Oi", person(index, `Cliente ${index}`));
  }
  const pages = ["1", "2"].flatMap(
    (pageNumber) => ask(shop, "ana", { status: "pending", pageNumber }).tickets,
  );
  expect(pages.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  const emittedTickets = shop.events.flatMap(
    ({ payload }) => (payload as { ticket?: Ticket }).ticket ?? [],
  );
  expect(pages.map(({ id, place }) => [id, place])).toEqual(
    pages.map(({ id }) => [id, emittedTickets.findLast((ticket) => ticket.id === id)!.place]),
  );
});

test("no list of active tickets reads or sorts all tickets", () => {
  const shop = shopWithMenu();
  shop.write("Oi");
  const prepare = spyOn(shop.db.sqlite, "prepare");
  for (const who of ["ana", "lia", "rui"] as const) {
    for (const status of ["pending", "open"])
      for (const showAll of ["true", "false"]) ask(shop, who, { status, showAll });
  }
  const queries = [...new Set(prepare.mock.calls.map(([query]) => query))].filter((query) =>
    query.includes(`"tickets"`),
  );
  prepare.mockRestore();
  const plans = queries.map(
    (query) =>
      [
        query,
        (shop.db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[]).map(
          ({ detail }) => detail,
        ),
      ] as const,
  );
  const steps = plans.flatMap(([, plan]) =>
    plan.filter((step) => /\btickets\b/.test(step) && !step.includes("INTEGER PRIMARY KEY")),
  );
  expect(new Set(steps.map((step) => step.replace(/ \(.*/, "")))).toEqual(
    new Set([
      "SEARCH tickets USING COVERING INDEX tickets_turn",
      "SEARCH tickets USING COVERING INDEX tickets_held",
    ]),
  );
  // The joined forty rows are sorted once more, and nothing else is.
  expect(
    plans.filter(
      ([query, plan]) =>
        !query.includes("join") && plan.some((step) => step.includes("TEMP B-TREE")),
    ),
  ).toEqual([]);
});

test("the migration gives old tickets the values that they would have now", () => {
  const shop = shopWithMenu();
  for (const [index, body] of ["Oi", "Encomendas", "Bolos"].entries()) {
    for (const who of ["Um", "Dois", "Três"]
      .slice(index)
      .map((name, at) => person(index + at, name))) {
      shop.clock.pass(minute);
      shop.write(body, who);
    }
  }
  for (const [index, name] of ["Seis", "Sete", "Oito"].entries()) {
    shop.clock.pass(minute);
    shop.receives("Bom dia", person(10 + index, name));
    accept(
      shop.db,
      shop.me("ana"),
      shop.db.sqlite.query<{ id: number }, []>("SELECT max(id) AS id FROM tickets").get()!.id,
    );
  }
  reply(
    shop.db,
    shop.me("rui"),
    shop.db.sqlite
      .query<{ id: number }, []>("SELECT id FROM tickets WHERE status = 'open' ORDER BY id")
      .get()!.id,
    { body: "Pois não?" },
  );
  shop.leaves();
  const state = () =>
    shop.db.sqlite
      .query(
        "SELECT id, waitingSince, withBot, lastMessage, lastMessageFromMe FROM tickets ORDER BY id",
      )
      .all();
  const lived = state();
  shop.db.sqlite.run(
    "UPDATE tickets SET waitingSince = NULL, withBot = 0, lastMessageFromMe = 0, lastMessage = iif(fromMe <> lastMessageFromMe, 'robô', lastMessage)",
  );
  const sql = readFileSync(join(repository, "migrations/company/0017_waiting.sql"), "utf8");
  shop.db.sqlite.run(sql.slice(sql.indexOf("-- The first word")));
  // That migration is older than the mark of a choice.
  const chose = (row: object) => ({ ...row, lastMessage: "Encomendas" });
  expect(state()).toEqual(lived.map((row, index) => (index === 1 ? chose(row as object) : row)));
});
