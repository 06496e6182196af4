import { expect } from "bun:test";
import { canSee } from "../../../kit/db/audience.ts";
import {
  atendimento,
  bia,
  encomendas,
  hour,
  idOf,
  minute,
  test,
  world,
  type Name,
  type World,
} from "../../../testing/world.ts";
import { pageSize, ticketQuery } from "./filters.ts";
import { list } from "./list.ts";
import { search } from "./search.ts";
import { audienceOf } from "../audience.ts";

type Asked = Record<string, string>;

const ask = (shop: World, who: Name, params: Asked = {}) => {
  const query = ticketQuery.parse(params);
  return (query.searchParam ? search : list)(shop.db, shop.me(who), query).read();
};
const ids = (shop: World, who: Name, query?: Asked) =>
  ask(shop, who, query)
    .tickets.map(({ id }) => id)
    .sort((a, b) => a - b);

/** One ticket for each status, queue and assignee. */
function shopWithTickets() {
  const shop = world();
  const tag = shop.tag();
  const other = shop.tag();
  for (const status of ["pending", "open", "closed"] as const) {
    for (const queueId of [atendimento, encomendas, null]) {
      for (const userId of status === "pending" ? [null] : [idOf.ana, idOf.caio, idOf.lia]) {
        shop.clock.pass(minute);
        const ticket = shop.ticket({
          status,
          queueId,
          userId,
          unreadMessages: queueId === encomendas ? 2 : 0,
          tagIds: userId === idOf.ana ? [tag.id] : [tag.id, other.id],
        });
        shop.message({ ticketId: ticket.id, body: "Quero pão de queijo" });
      }
    }
  }
  return { ...shop, tags: [tag.id, other.id] as const };
}

test("an agent's list has what waits in their queues and what is theirs, the latest change first", () => {
  const shop = world();
  const waiting = shop.ticket();
  shop.clock.pass(minute);
  const mine = shop.ticket({ status: "open", userId: idOf.ana });
  shop.ticket({ status: "open", userId: idOf.lia });
  shop.ticket({ queueId: encomendas });
  const queueless = shop.ticket({ queueId: null });
  shop.ticket({ queueId: null, whatsappId: shop.connection({ queueIds: [encomendas] }).id });
  expect(ask(shop, "ana")).toMatchObject({
    tickets: [{ id: queueless.id }, { id: mine.id }, { id: waiting.id }],
    count: 3,
    hasMore: false,
  });
});

test("an agent who asks for all still sees only their part, an admin sees everything", () => {
  const shop = shopWithTickets();
  expect(ids(shop, "ana", { showAll: "true" })).toEqual(ids(shop, "ana"));
  expect(ask(shop, "rui").tickets.every(({ status }) => status === "pending")).toBe(true);
  expect(ask(shop, "rui", { showAll: "true" }).count).toBe(21);
});

test("every filter narrows what one sees, and none widens it", () => {
  const shop = shopWithTickets();
  const queries: Asked[] = [
    { status: "open" },
    { status: "closed" },
    { queueIds: `[${encomendas}]` },
    { queueIds: `[${atendimento},${encomendas}]` },
    { tags: `[${shop.tags[0]}]` },
    { users: `[${idOf.lia},${idOf.caio}]` },
    { withUnreadMessages: "true" },
    { date: "2026-11-20" },
    { updatedAt: "2026-11-20" },
    { searchParam: "queijo" },
    { searchParam: "Cliente" },
    { searchParam: "55119" },
    { searchParam: "a" },
    { contactId: "5" },
    { contactId: "5", searchParam: "queijo" },
  ];
  for (const who of ["ana", "caio", "lia"] as const) {
    const visible = ids(shop, "rui", { showAll: "true" }).filter((id) =>
      canSee(
        shop.me(who),
        audienceOf(
          ask(shop, "rui", { showAll: "true" }).tickets.find((ticket) => ticket.id === id)!,
        ),
      ),
    );
    for (const query of queries) {
      for (const showAll of ["true", "false"]) {
        const rows = ids(shop, who, { ...query, showAll });
        expect({ who, query, beyond: rows.filter((id) => !visible.includes(id)) }).toEqual({
          who,
          query,
          beyond: [],
        });
      }
    }
  }
});

test("each filter does what it says", () => {
  const shop = shopWithTickets();
  const all = (query: Asked) => ask(shop, "rui", { showAll: "true", ...query }).tickets;
  expect(new Set(all({ status: "closed" }).map(({ status }) => status))).toEqual(
    new Set(["closed"]),
  );
  expect(all({ status: "closed" })).toHaveLength(9);
  // Tickets without a queue stay in the list of any queue.
  const ofQueue = all({ queueIds: `[${encomendas}]` }).map(({ queueId }) => queueId);
  expect(ofQueue.filter((id) => id === encomendas)).toHaveLength(7);
  expect(new Set(ofQueue)).toEqual(new Set([encomendas, null]));
  // An empty list is no filter.
  for (const name of ["queueIds", "users", "tags"])
    expect(all({ [name]: "[]" }).length).toBe(all({}).length);
  expect(all({ users: `[${idOf.ana},${idOf.lia}]` })).toHaveLength(12);
  expect(all({ tags: `[${shop.tags[0]}]` })).toHaveLength(21);
  expect(all({ tags: `[${shop.tags.join()}]` })).toHaveLength(15);
  expect(all({ withUnreadMessages: "true" })).toHaveLength(7);
  expect(all({ withUnreadMessages: "true", status: "open", users: `[${idOf.ana}]` })).toHaveLength(
    1,
  );
});

test("a contact's tickets are all that one may see, in any state", () => {
  const shop = world();
  const tickets = (
    [
      ["closed", "ana"],
      ["closed", "lia"],
      ["open", "ana"],
    ] as const
  ).map(([status, who]) => {
    shop.clock.pass(minute);
    shop.ticket({ status, userId: idOf[who] });
    return shop.ticket({ contactId: bia.id, status, userId: idOf[who] }).id;
  });
  const contactId = String(bia.id);
  expect(ask(shop, "rui", { contactId })).toMatchObject({
    tickets: tickets.toReversed().map((id) => ({ id })),
    count: 3,
    hasMore: false,
  });
  expect(ids(shop, "ana", { contactId })).toEqual([tickets[0]!, tickets[2]!]);
  expect(ids(shop, "ana", { contactId, status: "closed" })).toEqual([tickets[0]!]);
  expect([ids(shop, "caio", { contactId }), ids(shop, "rui", { contactId: "999" })]).toEqual([
    [],
    [],
  ]);
});

test("a day is a day in the company's time zone", () => {
  const shop = world();
  shop.clock.set("2026-11-20T02:59:59.999Z");
  const late = shop.ticket();
  shop.clock.set("2026-11-20T03:00:00Z");
  const early = shop.ticket();
  for (const name of ["date", "updatedAt"]) {
    expect(ids(shop, "ana", { [name]: "2026-11-19" })).toEqual([late.id]);
    expect(ids(shop, "ana", { [name]: "2026-11-20" })).toEqual([early.id]);
  }
});

test("a list has forty a page, and the total", () => {
  const shop = world();
  for (let count = 0; count < pageSize + 1; count++) {
    shop.clock.pass(1);
    shop.ticket();
  }
  const first = ask(shop, "ana");
  const last = ask(shop, "ana", { pageNumber: "2" });
  expect([first.tickets.length, first.hasMore, first.count]).toEqual([40, true, 41]);
  expect([last.tickets.length, last.hasMore, last.count]).toEqual([1, false, 41]);
  expect(new Set([...first.tickets, ...last.tickets].map(({ id }) => id)).size).toBe(41);
});

test("a prepared query is reused only for the same filters", () => {
  const shop = shopWithTickets();
  const of = (queueId: number) => ids(shop, "rui", { queueIds: `[${queueId}]`, showAll: "true" });
  expect(of(atendimento)).not.toEqual(of(encomendas));
  expect(ids(shop, "ana")).not.toEqual(ids(shop, "caio"));
  expect(ids(shop, "rui", { pageNumber: "2" })).toEqual([]);
});

test("a search finds names, numbers and messages, with or without accents", () => {
  const shop = world();
  const joao = shop.ticket({
    contactId: shop.contact({ name: "João Conceição", number: "5521933334444" }).id,
  });
  const other = shop.ticket();
  shop.message({ ticketId: other.id, body: "Quero pão de açúcar amanhã" });
  shop.clock.pass(hour);
  for (const text of ["joao", "João", "conceicao", "CEIÇÃO", "33334444", "5521"])
    expect([text, ids(shop, "ana", { searchParam: text })]).toEqual([text, [joao.id]]);
  for (const text of ["pao", "PÃO", "acucar", "amanha quero", "açú"])
    expect([text, ids(shop, "ana", { searchParam: text })]).toEqual([text, [other.id]]);
  expect(ids(shop, "ana", { searchParam: "bolo" })).toEqual([]);
});

test("a search by number finds it in both forms", () => {
  const shop = world();
  const { id } = shop.ticket({ contactId: shop.contact({ number: "551188887777" }).id });
  for (const text of ["5511988887777", "(11) 98888-7777", "11 8888-7777", "988887777"])
    expect([text, ids(shop, "ana", { searchParam: text })]).toEqual([text, [id]]);
});

test("a search covers closed tickets, but not others' tickets", () => {
  const shop = world();
  const mine = shop.ticket({ contactId: bia.id, status: "closed", userId: idOf.ana });
  const others = shop.ticket({ contactId: bia.id, status: "closed", userId: idOf.lia });
  for (const { id } of [mine, others]) shop.message({ ticketId: id, body: "Encomenda do bolo" });
  for (const text of ["Bia", "bolo", bia.number])
    expect(ids(shop, "ana", { searchParam: text })).toEqual([mine.id]);
});

test("hostile text is only text", () => {
  const shop = world();
  const plain = shop.ticket();
  shop.message({ ticketId: plain.id, body: "Nada de especial" });
  const marked = shop.ticket({
    contactId: shop.contact({
      name: `Loja 100% "Pão_&_Cia" (matriz)* ^x O'Neil \\w/`,
      number: "5521911112222",
    }).id,
  });
  const logic = shop.ticket();
  shop.message({ ticketId: logic.id, body: "café AND leite NEAR padaria OR NOT bolo" });

  const hostile = [
    `'`,
    `"`,
    "%",
    "_",
    "\\",
    "(",
    ")",
    "*",
    "^",
    ":",
    "-",
    "+",
    "{",
    "}",
    ".",
    ";",
    "--",
    "/*",
    "%%%",
    "___",
    `""`,
    `"""`,
    "''",
    `"*`,
    "(((",
    "^^^",
    "***",
    "\\\\\\",
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "NEAR(",
    "NEAR(a b, 2)",
    "AND AND",
    "body:café",
    "name:x",
    "café AND",
    `"café`,
    "café*",
    "-café",
    "' OR 1=1 --",
    `"; DROP TABLE tickets; --`,
    "a\u0000b",
    "😀",
    "😀😀😀",
    "a".repeat(200),
  ];
  for (const text of hostile) {
    const rows = ids(shop, "ana", { searchParam: text });
    expect({ text, plain: rows.includes(plain.id) }).toEqual({ text, plain: false });
  }
  expect(ids(shop, "ana", { searchParam: "\u0000\u0000\u0000" })).toEqual(ids(shop, "ana"));
  for (const text of [
    `100%`,
    `%`,
    `"Pão_`,
    `_`,
    `(matriz)`,
    `)* ^`,
    `O'Nei`,
    `\\w/`,
    `\\`,
    `*`,
    `^`,
  ])
    expect([text, ids(shop, "ana", { searchParam: text })]).toEqual([text, [marked.id]]);
  for (const text of ["AND", "NEAR", "leite OR", "not bolo"])
    expect([text, ids(shop, "ana", { searchParam: text })]).toEqual([text, [logic.id]]);
});
