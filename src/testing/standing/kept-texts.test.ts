import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Me } from "../../kit/db/audience.ts";
import { hideNumbers } from "../../kit/http/hidden.ts";
import { CompanyDb } from "../../kit/db/company-db.ts";
import { write, type Written } from "../../kit/db/written.ts";
import { findMessage, messageTexts } from "../../modules/messages/messages.ts";
import { saveStatus } from "../../modules/connections/status.ts";
import * as contactList from "../../modules/contacts/list.ts";
import { contacts } from "../../modules/contacts/table.ts";
import { retryAside } from "../../modules/messages/outbox.ts";
import { page } from "../../modules/messages/page.ts";
import { ourselves, reactions } from "../../modules/messages/table.ts";
import { coupons } from "../../modules/coupons/table.ts";
import * as orderLists from "../../modules/orders/list.ts";
import { alone } from "../../modules/orders/orders.ts";
import { orderItems, orders } from "../../modules/orders/table.ts";
import { orderTexts } from "../../modules/orders/texts.ts";
import { cards, cardsQuery } from "../../modules/tickets/kanban/cards.ts";
import { tickets } from "../../modules/tickets/table.ts";
import { ticketQuery } from "../../modules/tickets/list/filters.ts";
import { list } from "../../modules/tickets/list/list.ts";
import { search } from "../../modules/tickets/list/search.ts";
import { read, ticketTexts } from "../../modules/tickets/texts.ts";
import { change, loadTicket } from "../../modules/tickets/tickets.ts";
import * as users from "../../modules/users/users.ts";
import { bread, cake, cartOf, centro, pays, sells, states } from "../bakery.ts";
import { dice, pick } from "../bench/words.ts";
import {
  atendimento,
  balcao,
  box,
  encomendas,
  fabrica,
  idOf,
  test,
  type Name,
  type World,
} from "../world.ts";

const names = ["rui", "ana", "caio", "lia"] as const;

/** The number of changes: `MOVES=10000` by hand. */
const moves = Number(process.env.MOVES ?? 200);

test("what is kept in memory says what the rows say, whatever changes them", async () => {
  const shop = await box();
  const { db, clock } = shop;
  const roll = dice(11);
  const any = <T>(all: readonly T[]) => pick(roll, all);
  // Signs in for each change: the clock moves, and access lasts a quarter of an hour.
  const someone = () => shop.as(any(names));
  const idsOf = (table: string) =>
    db.sqlite
      .query<{ id: number }, []>(`SELECT id FROM ${table} ORDER BY id`)
      .all()
      .map(({ id }) => id);
  const word = () => `Nome ${Math.floor(roll() * 1e6)}`;
  const ticket = () => any(idsOf("tickets"));
  const open = () => any([...idsOf("tickets WHERE status = 'open'"), ticket()]);
  const own = () => any([...idsOf("messages WHERE userId = 1"), 1]);
  const contact = () => any(idsOf("contacts WHERE erasedAt IS NULL"));
  const numbers = Array.from(
    { length: 12 },
    (_, index) => `55119888800${String(index).padStart(2, "0")}`,
  );
  const order = () => any(idsOf("orders"));
  const status = () => any(Object.values(states));
  const items = () =>
    any([
      [[bread, 1]],
      [
        [bread, 2],
        [cake, 1],
      ],
    ] as const).map(([productId, amount]) => ({ productId, amount }));
  const couponId = sells(db).coupon().id;
  for (const name of ["Entrega", "Urgente"]) shop.tag({ name });
  for (const name of ["Forno", "Balcão"]) shop.tag({ name, kanban: 1 });
  for (const number of numbers) shop.receives("Oi", { from: number, name: `Cliente ${number}` });

  for (const name of names)
    await shop.as(name).post("/orders", cartOf([[bread, 1]], { contactId: contact() }));

  /**
   * Changes of all data that a ticket, a message or an order names, by users with and without the
   * right.
   */
  const steps: (() => unknown)[] = [
    ...Array.from(
      { length: 6 },
      () => () => shop.receives(word(), { from: any(numbers), on: any([balcao, fabrica]) }),
    ),
    ...Array.from(
      { length: 3 },
      () => () =>
        someone().put(`/tickets/${ticket()}`, { status: any(["open", "pending", "closed"]) }),
    ),
    () => someone().put(`/tickets/${ticket()}`, { queueId: any([atendimento, encomendas]) }),
    () =>
      shop.as("rui").put(`/tickets/${ticket()}`, {
        status: "open",
        userId: any([1, 2, 3, 4]),
        queueId: any([atendimento, encomendas]),
      }),
    () => shop.as("rui").put(`/tickets/${ticket()}`, { whatsappId: any([balcao, fabrica]) }),
    () =>
      shop.as("rui").post("/tickets/bulk", {
        ids: [ticket(), ticket(), ticket()],
        status: any(["open", "closed"]),
      }),
    () => shop.as("rui").post(`/tickets/${ticket()}/undo`),
    () =>
      someone().post("/tickets", {
        contactId: contact(),
        queueId: atendimento,
        userId: idOf.ana,
        status: "open",
      }),
    ...Array.from(
      { length: 3 },
      () => () =>
        shop.as("rui").post(`/messages/${open()}`, {
          body: word(),
          quotedMsg: any([undefined, { id: own() }]),
        }),
    ),
    () => someone().post(`/messages/${ticket()}/read`),
    ...Array.from(
      { length: 2 },
      () => () => shop.as("rui").post(`/messages/edit/${own()}`, { body: word() }),
    ),
    () =>
      db
        .insert(reactions)
        .values({
          messageId: own(),
          contactId: ourselves,
          emoji: any(["👍", "❤️"]),
          createdAt: new Date(clock.now()),
        })
        .onConflictDoNothing()
        .run(),
    () => db.delete(reactions).run(),
    ...Array.from(
      { length: 2 },
      () => () => db.write((tx) => void retryAside(tx, own(), clock.now() + 60_000)),
    ),
    () => shop.as("rui").delete(`/messages/${own()}`),
    () =>
      shop.as("rui").post("/tags/sync", {
        ticketId: ticket(),
        tags: any([[], [{ id: 1 }], [{ id: 1 }, { id: 2 }]]),
      }),
    () => shop.as("rui").put(`/ticket-tags/${ticket()}/${any(idsOf("tags"))}`),
    () => shop.as("rui").delete(`/ticket-tags/${ticket()}`),
    () =>
      shop
        .as("rui")
        .put(`/tags/${any(idsOf("tags"))}`, { name: word(), color: any(["#112233", "#7c3aed"]) }),
    () => shop.as("rui").put(`/queue/${any([atendimento, encomendas])}`, { name: word() }),
    () => shop.as("rui").put(`/users/${any([1, 2, 3, 4])}`, { name: word() }),
    () =>
      shop.as("rui").put(`/users/${idOf.caio}`, {
        queueIds: any([[encomendas], [atendimento], [atendimento, encomendas]]),
      }),
    () => shop.as("rui").put(`/whatsapp/${any([balcao, fabrica])}`, { name: word() }),
    () =>
      saveStatus(db, any([balcao, fabrica]), {
        status: any(["CONNECTED", "DISCONNECTED", "OPENING"]),
        qrcode: "",
      }),
    () => someone().put(`/contacts/${contact()}`, { name: word() }),
    () =>
      db
        .update(contacts)
        .set({ profilePicUrl: `/media/${word()}` })
        .run(),
    () => shop.as("rui").put("/settings/lgpdHideNumber", { value: any(["enabled", "disabled"]) }),
    () =>
      roll() < 0.2 &&
      shop.as("rui").post("/contacts/merge", { winnerId: contact(), loserIds: [contact()] }),
    () => roll() < 0.2 && shop.as("rui").delete(`/contacts/${contact()}${any(["", "/erase"])}`),
    () => roll() < 0.3 && shop.as("rui").delete(`/tickets/${ticket()}`),
    () => roll() < 0.1 && shop.as("rui").delete(`/tags/${any(idsOf("tags"))}`),
    ...Array.from(
      { length: 4 },
      () => () =>
        someone().post(
          "/orders",
          cartOf([[bread, 1]], {
            contactId: contact(),
            couponId: any([undefined, couponId]),
            notes: word(),
          }),
        ),
    ),
    ...Array.from(
      { length: 2 },
      () => () => someone().put(`/orders/${order()}/status/${status()}`),
    ),
    () =>
      shop
        .as("rui")
        .put(
          `/orders/${order()}`,
          any([
            { notes: word() },
            { contactId: contact() },
            { userId: any([1, 2, 3, 4]) },
            { paymentId: any(Object.values(pays)) },
            { couponId: null },
            { orderItems: items() },
          ]),
        ),
    () => roll() < 0.3 && shop.as("rui").delete(`/orders/${order()}`),
    () =>
      shop
        .as("rui")
        .put(
          `/orderStatus/${status()}`,
          any([{ name: word() }, { color: any(["#112233", "#7c3aed"]) }]),
        ),
    () => shop.as("rui").put(`/payments/${pays.cash}`, { name: word() }),
    () => shop.as("rui").put(`/stores/${centro}`, { name: word() }),
    () => shop.as("rui").put(`/products/${any([bread, cake])}`, { name: word() }),
    () => db.update(orderItems).set({ name: word() }).where(eq(orderItems.orderId, order())).run(),
    () =>
      db
        .update(coupons)
        .set({ code: word().toUpperCase().replace(" ", "") })
        .run(),
    ...Array.from(
      { length: 2 },
      () => () =>
        db
          .update(tickets)
          .set(
            any([
              { queueId: any([atendimento, encomendas, null]) },
              { userId: any([2, 3, 4]) },
              { whatsappId: any([balcao, fabrica]) },
              { contactId: contact() },
            ]),
          )
          .where(and(eq(tickets.id, ticket()), eq(tickets.status, "closed")))
          .run(),
    ),
    () => sellerGoes(),
    () => rolledBack(),
  ];

  function sellerGoes() {
    const { id } = shop.user({ queueIds: [atendimento] });
    db.update(orders).set({ userId: id }).where(eq(orders.id, order())).run();
    expect(stale(db)).toEqual([]);
    return shop.as("rui").delete(`/users/${id}`);
  }

  /** Reads a row during a change that then rolls back. */
  function rolledBack() {
    const id = ticket();
    expect(() =>
      db.write((tx) => {
        change(tx, loadTicket(db, id), { lastMessage: word() });
        read(db, users.meOf(db, idOf.rui, false)!, id);
        throw new Error("not after all");
      }),
    ).toThrow("not after all");
  }

  for (let move = 0; move < moves; move++) {
    clock.pass(any([1000, 60_000, 3_600_000]));
    shop.events.length = 0;
    await any(steps)();
    expect({ move, stale: stale(db) }).toEqual({ move, stale: [] });
    expect({ move, miscounted: miscounted(db) }).toEqual({ move, miscounted: [] });
    expect({ move, late: late(shop) }).toEqual({ move, late: [] });
    const [name, params] = [any(names), any(queries)];
    const { status, body } = await shop.as(name).get(`/tickets?${new URLSearchParams(params)}`);
    const me = whoIs(db, name);
    const rows = fresh(db, () => listed(db, me, params)).read();
    expect({ move, status, body: body as unknown }).toEqual({
      move,
      status: 200,
      body: me.hidesNumbers ? hideNumbers(rows) : rows,
    });
  }
  const again = new CompanyDb(
    1,
    Database.deserialize(db.sqlite.serialize(), { strict: true }),
    db.files,
    db.now,
    () => {},
  );
  for (const name of names)
    expect(answers(again, whoIs(again, name))).toEqual(answers(db, whoIs(db, name)));
  expect(miscounted(again)).toEqual([]);
}, 600_000);

test("a connection goes whose tickets are kept", async () => {
  const shop = await box();
  const { id } = shop.connection({ queueIds: [] });
  const ticket = shop.ticket({ whatsappId: id });
  expect(ticketTexts(shop.db).one(ticket.id)!.read().whatsapp).toMatchObject({ id });
  expect((await shop.as("rui").delete(`/whatsapp/${id}`)).status).toBe(200);
  expect(ticketTexts(shop.db).one(ticket.id)!.read().whatsapp).toBeNull();
});

/** Lists that a screen requests. */
const queries: Record<string, string>[] = [
  { status: "open", showAll: "true" },
  { status: "pending" },
  { status: "open" },
  { status: "closed" },
  { status: "closed", showAll: "true", pageNumber: "2" },
  {},
  { showAll: "true" },
  { status: "pending", queueIds: `[${encomendas}]` },
  { showAll: "true", users: `[${idOf.ana}]` },
  { tags: "[1]", showAll: "true" },
  { searchParam: "nome", after: "null" },
  { status: "open", withUnreadMessages: "true" },
];

const whoIs = (db: CompanyDb, name: Name): Me => users.meOf(db, idOf[name], false)!;

const listed = (db: CompanyDb, me: Me, params: Record<string, string>) =>
  (params.searchParam ? search : list)(db, me, ticketQuery.parse(params));

/** The answers to a user who looks around. */
const answers = (db: CompanyDb, me: Me) =>
  [
    ...queries.map((query) => listed(db, me, query)),
    board(db, me),
    write(page(db, 1, { pageNumber: 1 })),
    ...sales(db, me),
  ].map(textOf);

const textOf = ({ bytes }: Written<unknown>) => new TextDecoder().decode(bytes);

const board = (db: CompanyDb, me: Me) => cards(db, me, cardsQuery.parse({}));

/** Lists of orders for a user. */
const sales = (db: CompanyDb, me: Me) => [
  ...[1, 2].map((pageNumber) => orderLists.list(db, me, { searchParam: "", pageNumber })),
  orderLists.board(db, me, orderLists.boardQuery.parse({})),
  orderLists.board(db, me, { statusCode: 1 }),
];

/** A transaction takes nothing from memory. */
const fresh = <T>(db: CompanyDb, work: () => T): T => db.sqlite.transaction(work)();

/**
 * Returns the texts in memory that differ from the rows. It asks for as much as memory holds, until
 * the next change.
 */
function stale(db: CompanyDb) {
  const all = (table: string) =>
    db.sqlite
      .query<{ id: number }, []>(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 900`)
      .all()
      .map(({ id }) => id);
  const now = () =>
    [
      ...ticketTexts(db).some(all("tickets")),
      ...messageTexts(db).some(all("messages")),
      ...contactList.contactTexts(db).some(all("contacts")),
      ...["5511", "nome", "ap", ""].map((searchParam) =>
        contactList.list(db, { searchParam, pageNumber: 1 }),
      ),
      ...orderTexts(db).some(all("orders")),
      ...names.flatMap((name) => [board(db, whoIs(db, name)), ...sales(db, whoIs(db, name))]),
    ].map(textOf);
  const rows = fresh(db, now);
  return now().flatMap((text, index) => (text === rows[index] ? [] : [{ text, row: rows[index] }]));
}

/** The counters that differ from a count of all tickets. */
const miscounted = ({ sqlite }: CompanyDb) =>
  sqlite
    .query(`SELECT status, part, userId, queueId, whatsappId, sum(count) AS wrong FROM (
    SELECT * FROM ticketCounts UNION ALL SELECT status, part, ifnull(userId, 0), ifnull(queueId, 0), ifnull(whatsappId, 0), -count(*) FROM tickets GROUP BY 1, 2, 3, 4, 5
  ) GROUP BY 1, 2, 3, 4, 5 HAVING wrong <> 0`)
    .all();

/** Tickets, messages and orders whose last frame differs from a read now. */
function late({ db, events }: Pick<World, "db" | "events">) {
  const frames = events.map(
    ({ frame }) =>
      JSON.parse(frame) as {
        action?: string;
        ticketId?: number;
        ticket?: { id: number; unreadMessages?: number };
        message?: { id: number };
        order?: { id: number };
      },
  );
  const last = <Row extends { id: number }>(rows: (Row | undefined)[]) => [
    ...new Map(rows.flatMap((row) => (row ? [[row.id, row]] : []))).values(),
  ];
  const tickets = last(
    frames.map(({ action, ticketId, ticket }, index) => {
      // A read ticket has an event of its own.
      if (action !== "updateUnread") return ticket;
      const before = frames.slice(0, index).findLast((one) => one.ticket?.id === ticketId)?.ticket;
      return before && { ...before, unreadMessages: 0 };
    }),
  ).map((ticket) => [ticket, ticketTexts(db).one(ticket.id)?.read()]);
  const messages = last(frames.map(({ message }) => message)).map((message) => [
    message,
    json(findMessage(db, message.id)),
  ]);
  const sold = last(frames.map(({ order }) => order)).map((order) => [
    order,
    orderTexts(db).one(order.id)?.with(alone(db, order.id)).read(),
  ]);
  return [...tickets, ...messages, ...sold].filter(
    ([frame, now]) => now !== undefined && !Bun.deepEquals(frame, now),
  );
}

const json = (value: unknown) =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
